import { duration, locale } from '../i18n/i18n.ts';

/** 0 to 1 as a percentage; a dash where there is nothing to say. */
export function share(value: number | null): string {
  if (value === null) return '–';
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(value);
}

const SECOND_MS = 1_000;

/** Below a second nothing would be left of it. */
export function longTime(ms: number | null): string {
  if (ms === null) return '–';
  if (ms >= SECOND_MS) return duration(ms);
  const format = {
    style: 'unit',
    unit: 'millisecond',
    unitDisplay: 'narrow',
    maximumFractionDigits: 0,
  } as const;
  return new Intl.NumberFormat(locale(), format).format(ms);
}
