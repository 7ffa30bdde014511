/** Numbers as people write them: 1,240 or 1.240,50 or €3.2 million or −4 %. */
import type { BriefSection, BriefTable } from './brief.ts';

const NUMERIC =
  /^[+−–-]?\s?(?:[€$£¥]|CHF|EUR|USD|GBP)?\s?[+−–-]?\d[\d.,’' ]*\s?(?:%|‰|k|m|bn|million|thousand|billion|€|EUR|USD|CHF|[a-zµ]{1,8}(?:\/[a-z]{1,8})?)?$/i;

export function isNumeric(text: string): boolean {
  return text.length <= 32 && NUMERIC.test(text.trim());
}

/** Two or more items, each a number and what it counts. */
export function isFigures({ items, ordered }: BriefSection): boolean {
  return items.length >= 2 && !ordered && items.every(({ title }) => title !== null && isNumeric(title));
}

/** Null for text that holds no number. The unit stays behind. */
export function numberIn(text: string): number | null {
  const match =
    /([+−–-])?\s?(?:[€$£¥]|[A-Z]{3})?\s?([+−–-])?(\d[\d.,’' ]*)\s?(k|m|bn|million|thousand|billion)?\b/i.exec(
      text,
    );
  if (match === null) return null;
  const value = Number(decimal((match[3] ?? '').replace(/[’' ]/g, '').replace(/[.,]$/, '')));
  if (Number.isNaN(value)) return null;
  const scale: Record<string, number> = {
    k: 1e3,
    thousand: 1e3,
    m: 1e6,
    million: 1e6,
    bn: 1e9,
    billion: 1e9,
  };
  const sign =
    match[1] !== undefined || match[2] !== undefined
      ? /[−–-]/.test(`${match[1] ?? ''}${match[2] ?? ''}`)
        ? -1
        : 1
      : 1;
  return sign * value * (scale[(match[4] ?? '').toLowerCase()] ?? 1);
}

/** The last of `.` and `,` is the decimal mark, unless three digits follow each of them. */
function decimal(digits: string): string {
  if (/^\d{1,3}([.,]\d{3})+$/.test(digits)) return digits.replace(/[.,]/g, '');
  const mark = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (mark === -1) return digits;
  return `${digits.slice(0, mark).replace(/[.,]/g, '')}.${digits.slice(mark + 1)}`;
}

export interface Chart {
  label: string;
  bars: { label: string; value: string; share: number }[];
}

/** Bars over the first column of numbers that are all of one sign; null where there is nothing to compare. */
export function chartOf({ head, rows }: BriefTable): Chart | null {
  if (rows.length < 2 || rows.length > 24) return null;
  for (let column = 1; column < head.length; column++) {
    const texts = rows.map((row) => row[column] ?? '');
    if (!texts.every(isNumeric)) continue;
    const values = texts.map((text) => numberIn(text) ?? 0);
    const most = Math.max(...values);
    if (values.some((value) => value < 0) || most <= 0) continue;
    return {
      label: head[column] ?? '',
      bars: rows.map((row, at) => ({
        label: row[0] ?? '',
        value: texts[at] ?? '',
        share: Math.max(1, Math.round(((values[at] ?? 0) / most) * 100)),
      })),
    };
  }
  return null;
}
