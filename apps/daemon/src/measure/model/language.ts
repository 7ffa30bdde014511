/** Whether a text is English: word audits know English words, and the same letters mean other things elsewhere. */
import type { PageElement } from './dom.ts';
import type { Page } from './page.ts';
import { oncePerPage, textOf } from './reading.ts';

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

/** What stands in an English text and is marked as another language: its words are not judged as English. */
export function foreignIn(element: PageElement): string[] {
  const found: string[] = [];
  const stack = [...element.children];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'text') continue;
    const lang = node.attributes.get('lang');
    if (lang !== undefined && !/^en\b/i.test(lang.trim())) found.push(textOf(node));
    else stack.push(...node.children);
  }
  return found;
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

/** The commonest small words of a language give it away. Words that several of them share are in each. */
const SMALL_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: 'the and of to in is it that for with you your our we are this have has not be by on at from as was will can but or an all more its which they their been into he she his her',
    de: 'der die das und mit für ist nicht ein eine einen einem einer wir sie ihr ihre von zu den dem des auf im am als auch sich bei nach wie oder aus um wird werden sind hat haben über unser unsere ich es dass zum zur',
    fr: 'le la les des et pour avec est une un vous nous dans sur que qui par au aux du de ce cette ces sont votre nos notre en ne pas plus il elle ou se sa son leur mais',
    es: 'el los las y para con una un es por que del al se en de su sus más como nuestro nuestra lo no son este esta está pero o muy todo le nos',
    it: 'il gli e per con una un è di che non del della dei delle nel nella al alla sono si le lo da in come più anche la i tuo nostro questa questo ma',
    nl: 'de het een en van voor met is niet wij in op te dat die zijn aan bij om er uw ons onze ook naar als maar hij ze heeft worden door je dit of deze',
    pt: 'o os as e para com uma um não que do da dos das em no na se por mais como é ao seu sua nosso nossa de a mas são este esta você ou',
    da: 'og i at det en den til er som på de med han af for ikke der var mig sig men et har om vi min havde ham hun nu over da fra du ud sin dem os op man hans eller hvad kan vores',
    sv: 'och i att det en som är på av för med den till inte har de om ett men vi jag från vid så kan var du sig eller vår våra mer ska nu när över din alla',
    nb: 'og i det er på som en til å av for at med de ikke den har et om vi fra men han så var seg kan eller din vår våre du jeg meg ved dette etter mer skal',
    pl: 'i w na z do się że nie to jest o dla od jak po przez co tak ale za czy oraz są jego lub ich nas twój nasz tego przy może',
    fi: 'ja on ei että se hän oli ovat mutta kun niin myös tai jos kuin joka sen ole olla voi sekä mukaan meidän sinun tämä',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** Languages written so alike that small words do not part them. */
const ALIKE: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', da: 'nb' };

/** The language two tags mean, as far as words can tell: `de-AT` is `de`, Danish and Norwegian are one. */
export function knownLanguage(tag: string): string | null {
  const primary = tag.trim().toLowerCase().split('-')[0] ?? '';
  return primary in SMALL_WORDS || primary in ALIKE ? (ALIKE[primary] ?? primary) : null;
}

/** What is asked before a language is believed. */
interface Proof {
  /** Different small words. */
  words: number;
  /** Of the text. */
  share: number;
  /** How far ahead of the next language. */
  lead: number;
}

/** Less proves nothing. */
const CERTAIN: Proof = { words: 3, share: 0.2, lead: 1.75 };
/** Sentences full of names and terms have fewer small words; then more kinds of them, and hardly one of another language. */
const TECHNICAL: Proof = { words: 6, share: 0.1, lead: 3 };

/** The language a text is certainly in; null where it is too short or reads as several. */
export function certainLanguage(text: string, proof = CERTAIN): string | null {
  const byScript = languageByScript(text.slice(0, SAMPLE_CHARACTERS));
  if (byScript !== undefined) return byScript;
  const words =
    text
      .slice(0, SAMPLE_CHARACTERS)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const found = Object.entries(SMALL_WORDS)
    .map(([language, small]) => {
      const hits = words.filter((word) => small.has(word));
      return { language: ALIKE[language] ?? language, hits: hits.length, kinds: new Set(hits).size };
    })
    .sort((a, b) => b.hits - a.hits);
  const [best] = found;
  const next = found.find(({ language }) => language !== best?.language);
  if (best === undefined || best.kinds < proof.words || best.hits < words.length * proof.share) return null;
  return best.hits >= (next?.hits ?? 0) * proof.lead ? best.language : null;
}

const SAMPLE_CHARACTERS = 20_000;

/** Scripts that belong to one language; what is written in another script is for its author to name. */
const SCRIPTS: readonly [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
];

/** Undefined for Latin letters, null where the letters belong to several languages. */
function languageByScript(sample: string): string | null | undefined {
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin >= letters / 2) return undefined;
  const [found] = SCRIPTS.filter(([, script]) => (sample.match(script)?.length ?? 0) > letters / 5);
  return found?.[0] ?? null;
}

/** Menus, labels and names of parts are shorter, and have no small words in any language. */
const SENTENCE_WORDS = 5;

/** What the page's text is certainly written in: a wrong language is worse than none. */
export const pageLanguageOf = oncePerPage((page: Page): string | null => {
  const language =
    certainLanguage(page.blocks.map((block) => block.text).join(' ')) ??
    certainLanguage(
      page.blocks
        .flatMap(({ kind, words, said }) => (kind === 'code' || words < SENTENCE_WORDS ? [] : said))
        .join(' '),
      TECHNICAL,
    );
  // Which of those that are alike it is, only its author knows.
  return Object.values(ALIKE).includes(language ?? '') ? null : language;
});

/** For pages made here, whose prompts are English: null where the letters belong to several languages. */
export function likelyLanguage(text: string): string | null {
  const byScript = languageByScript(text.slice(0, SAMPLE_CHARACTERS));
  return byScript === undefined ? (certainLanguage(text) ?? 'en') : byScript;
}
