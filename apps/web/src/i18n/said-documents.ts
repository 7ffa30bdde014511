/** What is said of texts, plans, deliveries and drafts: loaded with the pages that show runs of these. */
import { WORDS as ENGLISH } from '@design-jury/contracts/said/documents/en';
import type { Catalogue } from '@design-jury/contracts/said/message';
import type { Locale } from './i18n.ts';

const WORDS: Record<Exclude<Locale, 'en'>, () => Promise<{ WORDS: Catalogue }>> = {
  de: () => import('@design-jury/contracts/said/documents/de'),
  ja: () => import('@design-jury/contracts/said/documents/ja'),
  ko: () => import('@design-jury/contracts/said/documents/ko'),
  'zh-CN': () => import('@design-jury/contracts/said/documents/zh-CN'),
  'zh-TW': () => import('@design-jury/contracts/said/documents/zh-TW'),
};

export async function documentsIn(
  language: Exclude<Locale, 'en'>,
): Promise<{ english: Catalogue; words: Catalogue }> {
  return { english: ENGLISH, words: (await WORDS[language]()).WORDS };
}
