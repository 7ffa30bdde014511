/** Whether what a text claims is supported by a document: boasts, distinctions, shares, sources, voices, claims about all. */
import { sentences } from '../../../measure/model/sentences.ts';
import { isSaid, wordsSaid } from '../../convergence/delivered/said-in.ts';
import { folded } from '../../convergence/words.ts';
import { NUMBER_WORD, NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { anyOf } from '../../documents/language/patterns.ts';
import type { Copy } from '../copy.ts';
import { type Check, quote, type Remark } from './check.ts';
import type { Facts } from './facts.ts';
import {
  ACCORDING_TO,
  COMPARED_WITH,
  DISTINCTION,
  NO_COMPETITOR,
  OF_OURS,
  SCHEDULE,
  SPOKEN_BY,
  SUPERLATIVE,
} from './holding-words.ts';

const MOST_SHOWN = 3;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const NUMBER = `\\d{1,3}|${NUMBER_WORD}`;
/** "nine of ten", "8 de cada 10", "deux lecteurs sur trois": a share that somebody must have counted. */
const SHARE = new RegExp(
  `(?<![\\p{L}\\p{N}])(${NUMBER})\\s+(?:\\p{L}{4,}\\s+)?(?:out of|of|in|in every|of every|von|sur|de cada|em cada|de|su|van de|na)\\s+(${NUMBER})(?![\\p{L}\\p{N}])`,
  'giu',
);
/** Of all, of most, of none: nobody knows that without having looked. */
const OF_ALL = anyOf(
  '(?:all|most|every|nearly all|almost all|no other|nobody else|none of)',
  'alle|die meisten|jeder|kein anderer|niemand sonst|fast alle|tous les|toutes les|la plupart|aucun autre|todos los|todas las|la mayoría|ningún otro|todos os|todas as|a maioria|tutti i|tutte le|la maggior parte|nessun altro|bijna alle|de meeste|wszyscy|większość',
  'すべての|ほとんどの|所有|大多数',
);

export function sentencesOf({ passages }: Copy): string[] {
  return passages.flatMap(({ text }) => text.split('\n').flatMap(sentences));
}

type Ground = (sentence: string, facts: Facts) => boolean;

/** Somebody else could look it up: a distinction, a share, days, a source, and a boast of whoever writes. */
const isCheckable: Ground = (sentence, facts) => {
  const known = [{ path: '', text: facts.text }];
  if (isBoast(sentence, facts) && isOfOurs(sentence, facts)) return true;
  const distinction = DISTINCTION.exec(sentence)?.[0];
  if (distinction !== undefined && !isSaid(distinction, known)) return true;
  if (sharesIn(sentence).some((share) => !share.isChoice && !isGiven(share, facts.text))) return true;
  const days = SCHEDULE.exec(sentence);
  if (days !== null && [days[1], days[2]].some((day) => day !== undefined && !isSaid(day, known)))
    return true;
  if (isOfAll(sentence, facts) && (/\d/.test(sentence) || isOfOurs(sentence, facts))) return true;
  const names = namesIn(sentence).filter((name) => !isSaid(name, known));
  return names.length > 0 && (ACCORDING_TO.test(sentence) || SPOKEN_BY.test(sentence));
};

/** "Until all of them know, weeks go by", "the best moment is the evening": how people talk, and nothing to be looked up. */
const isSweeping: Ground = (sentence, facts) =>
  !isCheckable(sentence, facts) &&
  (isBoast(sentence, facts) ||
    isOfAll(sentence, facts) ||
    sharesIn(sentence).some((share) => !isGiven(share, facts.text)));

function isBoast(sentence: string, { text }: Facts): boolean {
  const boast = SUPERLATIVE.exec(sentence)?.[0];
  return boast !== undefined && !isSaid(wordsSaid(boast).at(-1) ?? boast, [{ path: '', text }]);
}

const FEWEST_LETTERS = 4;

/** Of whoever writes, or of what they offer: by a pronoun, the name or the category. Signs without spaces hide who it is. */
function isOfOurs(sentence: string, { product, category }: Facts): boolean {
  if (OF_OURS.test(sentence) || UNSPACED.test(sentence)) return true;
  const names = [...product, ...category].flatMap(wordsSaid).filter((word) => word.length >= FEWEST_LETTERS);
  return names.some((name) => isSaid(name, [{ path: '', text: sentence }]));
}

interface Share {
  part: number;
  whole: number;
  /** "One of three ways" tells how many there are to choose from; "one in three" was counted. */
  isChoice: boolean;
}

const CHOICE = /(?<!out )(?<!de )(?:of|von|de|di|van de)\s+\S+$/iu;

function numberOf(word: string): number {
  return NUMBER_WORDS[word.toLowerCase()] ?? Number(word);
}

function sharesIn(text: string): Share[] {
  return [...text.matchAll(SHARE)]
    .map(([shown, part = '', whole = '']) => ({
      part: numberOf(part),
      whole: numberOf(whole),
      isChoice: numberOf(part) === 1 && CHOICE.test(shown),
    }))
    .filter(({ part, whole }) => part > 0 && part < whole && whole <= 100);
}

/** As a share of its own, or as the per cent it makes. */
function isGiven({ part, whole }: Share, text: string): boolean {
  const percent = (100 * part) / whole;
  return (
    sharesIn(text).some((one) => one.part * whole === one.whole * part) ||
    [...text.matchAll(/(\d{1,3}(?:[.,]\d+)?)\s?%/g)].some(
      ([, given = '']) => Math.abs(Number(given.replace(',', '.')) - percent) < 1,
    )
  );
}

const FEWEST_WORDS = 4;
const LEAST_SUPPORT = 0.4;

/** A claim about all or most of which the documents know hardly a word. */
function isOfAll(sentence: string, facts: Facts): boolean {
  const at = sentence.search(OF_ALL);
  // "every Thursday" is a date, and an order to the reader claims nothing: the claim is what the sentence begins with.
  if (at === -1 || sentence.slice(0, at).trim().split(/\s+/).length > 2) return false;
  // What somebody does every time is told of themselves.
  if (
    /[?？]\s*$/u.test(sentence) ||
    /^(?:we|you|wir|du|sie|ihr|nous|vous|on|nosotros|usted\p{L}*|nós|você\p{L}*|noi|voi|wij|we|je|u)(?!\p{L})/iu.test(
      sentence,
    )
  )
    return false;
  const words = wordsSaid(sentence).filter((word) => word.length > 3);
  const known = words.filter((word) =>
    isSaid(word, [{ path: '', text: `${facts.text}\n${facts.voiceText}` }]),
  );
  return words.length >= FEWEST_WORDS && known.length / words.length < LEAST_SUPPORT;
}

/** Capitalised in the middle of a sentence. */
function namesIn(sentence: string): string[] {
  return sentence.match(/(?<=\p{L}[\p{L},]*\s|["”»]\s)\p{Lu}\p{Ll}{2,}/gu) ?? [];
}

function withoutSupport(claims: readonly string[], severity: 'high' | 'low'): Remark | null {
  if (claims.length === 0) return null;
  return {
    severity,
    description: `Nothing in the documents supports it: ${claims.slice(0, MOST_SHOWN).map(quote).join(', ')}`,
    suggestion: 'Name where it comes from in a document, or leave it out.',
  };
}

export const SUPPORT_CHECKS: readonly Check[] = [
  {
    id: 'unsupported-claim',
    look: ({ copy, facts }) =>
      withoutSupport(
        sentencesOf(copy).filter((sentence) => isCheckable(sentence, facts)),
        'high',
      ),
  },
  {
    id: 'sweeping-claim',
    // Worth a look, and no more.
    isGeneral: true,
    look: ({ copy, facts }) =>
      withoutSupport(
        sentencesOf(copy).filter((sentence) => isSweeping(sentence, facts)),
        'low',
      ),
  },
  {
    id: 'competitor',
    look({ copy, facts }) {
      if (!NO_COMPETITOR.test(`${facts.voiceText}\n${facts.text}`)) return null;
      const known = [{ path: '', text: facts.text }];
      const found = sentencesOf(copy).find((sentence) => {
        const name = COMPARED_WITH.exec(sentence)?.[1];
        return name !== undefined && /^\p{Lu}/u.test(name) && !isSaid(name.split(' ')[0] ?? name, known);
      });
      if (found === undefined) return null;
      return {
        severity: 'high',
        description: `The documents rule out naming a competitor: ${quote(found)}`,
        suggestion: 'Compare without a name.',
      };
    },
  },
];

/** Whether a sentence says the same as another, for telling repetitions. */
const FEWEST_OF_A_REPETITION = 6;
const MOST_SENTENCES = 400;
const SAME = 0.75;

/** So much of a text that stands there twice is a text that was not written. */
const SHARE_REPEATED = 0.3;
const FEWEST_REPEATED = 3;

/** Sentences that stand there again word for word, where they are a good part of the text. */
export function copiedIn(copy: Copy): readonly string[] {
  const all = sentencesOf(copy)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => ({ sentence, words: wordsSaid(sentence).length }))
    .filter(({ words }) => words >= FEWEST_WORDS);
  const seen = new Set<string>();
  const again = all.filter(({ sentence }) => {
    const plain = folded(sentence).replace(/[^\p{L}\p{N}]+/gu, ' ');
    const isAgain = seen.has(plain);
    seen.add(plain);
    return isAgain;
  });
  return again.length >= FEWEST_REPEATED && again.length >= SHARE_REPEATED * all.length
    ? again.map(({ sentence }) => sentence)
    : [];
}

export function repeatedIn(copy: Copy): string | null {
  const all = sentencesOf(copy)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => ({
      sentence,
      words: new Set(wordsSaid(sentence).map((word) => folded(word).slice(0, 6))),
      plain: folded(sentence)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    }));
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1)) {
      if (one.plain === other.plain && one.words.size >= FEWEST_WORDS) return other.sentence;
      if (Math.min(one.words.size, other.words.size) < FEWEST_OF_A_REPETITION) continue;
      const shared = [...one.words].filter((word) => other.words.has(word)).length;
      if (shared / Math.min(one.words.size, other.words.size) >= SAME) return other.sentence;
    }
  return null;
}
