/** Moments in time. Apart from the first words, because the page of a run shows none. */
import { locale } from './i18n.ts';

export function dateTime(iso: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}
