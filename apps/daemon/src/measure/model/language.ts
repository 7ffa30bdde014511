/** Whether a text is English: word audits know English words, and the same letters mean other things elsewhere. */
import type { PageElement } from './dom.ts';
import type { Page } from './page.ts';
import { oncePerPage } from './reading.ts';

/** The nearest `lang`, as browsers read it; empty when nothing is said. */
function languageAt(element: PageElement): string {
  for (let current: PageElement | null = element; current !== null; current = current.parent) {
    const lang = current.attributes.get('lang') ?? current.attributes.get('xml:lang');
    if (lang !== undefined) return lang.trim().toLowerCase();
  }
  return '';
}

/** Declared English, or nothing declared, and not plainly something else: templates often keep a wrong `lang="en"`. */
export function isEnglish(page: Page, element: PageElement): boolean {
  const lang = languageAt(element);
  return (lang === '' || /^en\b/.test(lang)) && readsAsEnglish(page);
}

/** Function words make a quarter of English prose, and next to nothing of any other language. */
const FUNCTION_WORDS =
  /\b(?:the|and|of|to|is|you|your|for|with|we|our|that|are|this|it|from|by|on|be|have|can|not)\b/gi;
const LEAST_SHARE = 0.04;
/** Fewer words than this prove nothing either way. */
const LEAST_WORDS = 40;
const SAMPLE_WORDS = 5_000;

const readsAsEnglish = oncePerPage((page: Page): boolean => {
  let words = 0;
  let hits = 0;
  for (const block of page.blocks) {
    const lang = languageAt(block.element);
    if (lang !== '' && !/^en\b/.test(lang)) continue;
    words += block.words;
    hits += block.said.match(FUNCTION_WORDS)?.length ?? 0;
    if (words >= SAMPLE_WORDS) break;
  }
  return words < LEAST_WORDS || hits / words >= LEAST_SHARE;
});

/** The commonest small words of a language give it away; English when in doubt. */
const SMALL_WORDS: Record<string, RegExp> = {
  en: /\b(the|and|of|to|with|for|your|is|are)\b/gi,
  de: /\b(der|die|das|und|mit|für|ist|nicht|ein|wir)\b/gi,
  fr: /\b(le|la|les|des|et|pour|avec|est|une|vous)\b/gi,
  es: /\b(el|los|las|y|para|con|una|es|por|que)\b/gi,
  it: /\b(il|gli|e|per|con|una|è|di|che|non)\b/gi,
  nl: /\b(de|het|een|en|van|voor|met|is|niet|wij)\b/gi,
  pt: /\b(o|os|as|e|para|com|uma|não|que|do)\b/gi,
};

/** Scripts that belong to one language; what is written in another script is for its author to name. */
const SCRIPTS: readonly [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
];

/** Null where its letters belong to several languages. */
export function languageOf(text: string): string | null {
  const sample = text.slice(0, 20_000);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin < letters / 2) {
    const [found] = SCRIPTS.filter(([, script]) => (sample.match(script)?.length ?? 0) > letters / 5);
    return found?.[0] ?? null;
  }
  let best = 'en';
  let most = sample.match(SMALL_WORDS.en ?? /$^/)?.length ?? 0;
  for (const [language, pattern] of Object.entries(SMALL_WORDS)) {
    const count = sample.match(pattern)?.length ?? 0;
    if (count > most * 1.5 && count > 5) {
      best = language;
      most = count;
    }
  }
  return best;
}
