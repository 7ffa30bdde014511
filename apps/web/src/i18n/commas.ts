import { locale } from './i18n.ts';

/** Entries one after the other, as the language parts them. */
export function commas(items: readonly string[]): string {
  return items.join(/^(?:ja|zh)/.test(locale()) ? '、' : ', ');
}
