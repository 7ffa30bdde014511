/** What the jury says, in one language beside English: loaded with that language, never with the first page. */
import { WORDS as ENGLISH } from '@design-jury/contracts/said/en';
import type { Catalogue } from '@design-jury/contracts/said/message';
import { translator } from '@design-jury/contracts/said/say';
import type { Locale } from './i18n.ts';

const WORDS: Record<Exclude<Locale, 'en'>, () => Promise<{ WORDS: Catalogue }>> = {
  de: () => import('@design-jury/contracts/said/de'),
  ja: () => import('@design-jury/contracts/said/ja'),
  ko: () => import('@design-jury/contracts/said/ko'),
  'zh-CN': () => import('@design-jury/contracts/said/zh-CN'),
  'zh-TW': () => import('@design-jury/contracts/said/zh-TW'),
};

export async function saidIn(
  language: Exclude<Locale, 'en'>,
  withDocuments: boolean,
): Promise<(text: string) => string> {
  const [{ WORDS: words }, documents] = await Promise.all([
    WORDS[language](),
    withDocuments ? import('./said-documents.ts').then((of) => of.documentsIn(language)) : null,
  ]);
  return translator(language, { ...ENGLISH, ...documents?.english }, { ...words, ...documents?.words });
}

const EAST = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}。、，：；！？（）「」]';
const BETWEEN = new RegExp(`(?<=${EAST}) (?=${EAST})`, 'gu');

/** A message leaves a space around a value that may be Latin letters; between two words of Chinese or Japanese there is none. */
export const closedUp = (text: string): string => text.replace(BETWEEN, '');
