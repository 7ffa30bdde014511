/** A report in another language: what we say in it is said again, what it quotes stays. Pure, but for the catalogue it loads. */
import { WORDS as ENGLISH } from '@design-jury/contracts/said/en';
import { type Catalogue, SAID_LANGUAGES, type SaidLanguage } from '@design-jury/contracts/said/message';
import { SENTENCES } from '@design-jury/contracts/said/read';
import { translator } from '@design-jury/contracts/said/say';
import { decodeXML, escapeUTF8 } from 'entities';

const LOADERS: Readonly<Record<SaidLanguage, () => Promise<{ WORDS: Catalogue }>>> = {
  en: async () => ({ WORDS: ENGLISH }),
  de: () => import('@design-jury/contracts/said/de'),
  ja: () => import('@design-jury/contracts/said/ja'),
  ko: () => import('@design-jury/contracts/said/ko'),
  'zh-CN': () => import('@design-jury/contracts/said/zh-CN'),
  'zh-TW': () => import('@design-jury/contracts/said/zh-TW'),
};

export function isSaidLanguage(value: string): value is SaidLanguage {
  return SAID_LANGUAGES.some((language) => language === value);
}

export async function reportIn(language: SaidLanguage, html: string): Promise<string> {
  return language === 'en' ? html : inWords(language, (await LOADERS[language]()).WORDS, html);
}

/** What forms and lists ask and name is never in a report: a page may well call itself "Dashboard". */
const OF_REPORTS = SENTENCES.filter((kind) => kind !== 'ask');

/** By the hand of a page: a quotation, the name of an element, or what the report itself says. */
export function inWords(language: string, words: Catalogue, html: string): string {
  const own = translator(language, ENGLISH, words, ['report', ...OF_REPORTS]);
  const quoted = translator(language, ENGLISH, words, OF_REPORTS);
  const names = translator(language, ENGLISH, words, ['name']);
  let say: ((text: string) => string) | null = own;
  const parts = html
    .replace(/<span class="nowrap">([^<]*)<\/span>/g, '$1')
    .matchAll(/<(script|style|code)\b[\s\S]*?<\/\1>|<[^>]*>|[^<]+/g);
  return [...parts]
    .map(([part, whole]) => {
      if (whole !== undefined) return part;
      if (!part.startsWith('<')) return inPlace(part, say ?? own);
      if (part.startsWith('<samp')) say = part.includes('class="what"') ? names : quoted;
      if (part === '</samp>') say = own;
      return tagIn(language, part, own);
    })
    .join('');
}

function tagIn(language: string, tag: string, say: (text: string) => string): string {
  if (tag.startsWith('<html ')) return tag.replace(/ lang="[^"]*"/, ` lang="${language}"`);
  if (tag.startsWith('<meta ') && !tag.startsWith('<meta name="description"')) return tag;
  return tag.replace(/ (aria-label|alt|content|title)="([^"]*)"/g, (_, name: string, text: string) => {
    return ` ${name}="${inPlace(text, say)}"`;
  });
}

/** The white space around a text is the page's. */
function inPlace(text: string, say: (text: string) => string): string {
  const inner = text.trim();
  const start = text.length - text.trimStart().length;
  return inner === ''
    ? text
    : `${text.slice(0, start)}${escapeUTF8(say(decodeXML(inner)))}${text.slice(start + inner.length)}`;
}
