/** What a code is made of: "a four-digit number", "one letter and three digits". */
import { NUMBER_WORD, NUMBER_WORDS } from './number-words.ts';
import type { Quantity } from './quantity.ts';

const COUNT = String.raw`(\d{1,2}|an?|one|ein(?:e[mnrs]?)?|une?|un[oa]?|uma?|een|jedn\p{L}+|${NUMBER_WORD})`;
const LETTERS =
  'letters?|buchstaben?s?|lettres?|letras?|lettere?a?|letters|liter\\p{L}*|bokst[äa]ver|文字|英字|字母';
const DIGITS =
  'digits?|ziffern?|stellen|chiffres?|d[íi]gitos?|cifras?|cifre|cijfers?|cyfr\\p{L}*|siffror|桁|数字|位数字';
const BOTH = new RegExp(
  String.raw`(?<![\p{L}\d])${COUNT}\s+(?:capital\s+|gro(?:ß|ss)e[nr]?\s+)?(?:${LETTERS})\s*(?:,|and|und|et|y|e|en|i|och|\+|followed by|gefolgt von|suivie?s? de|seguid[oa]s? de)\s*(?:by\s+|von\s+)?${COUNT}\s+(?:${DIGITS})(?![\p{L}])`,
  'giu',
);
const ONLY_DIGITS = new RegExp(
  String.raw`(?<![\p{L}\d])${COUNT}(?:[\s-]?(?:stellig\p{L}*|digit|cijferig\p{L}*)|\s(?:${DIGITS}))(?:[\s-](?:long\s)?(?:numbers?|codes?|pins?|zahl(?:en)?|nummern?|nombre|número|numero|nummer))?(?![\p{L}])|(\d{1,2})\s?(?:桁の(?:数字|番号|コード)|位数字)`,
  'giu',
);
/** Beginnings of all that is said of digits. The patterns above take long to make, and few texts have a use for them. */
const SAYS_DIGITS = /digit|dígit|ziffer|stellen|stellig|chiffre|cifra|cifre|cijfer|cyfr|siffror|桁|数字/iu;
/** A letter counts for more than any number of digits that codes have. */
export const LETTER = 20;

function countOf(word: string | undefined): number {
  const said = (word ?? '').toLowerCase();
  return NUMBER_WORDS[said] ?? (/^\d+$/.test(said) ? Number(said) : 1);
}

export function formsIn(text: string): Quantity[] {
  if (!SAYS_DIGITS.test(text)) return [];
  const both = [...text.matchAll(BOTH)].map((match) => ({
    match,
    value: LETTER * countOf(match[1]) + countOf(match[2]),
  }));
  const digits = [...text.matchAll(ONLY_DIGITS)]
    .map((match) => ({ match, value: countOf(match[1] ?? match[2]) }))
    .filter(({ match }) => !both.some((one) => overlaps(one.match, match)));
  return [...both, ...digits].map(({ match, value }) => ({
    value,
    low: value,
    dimension: 'form',
    counted: [],
    shown: match[0],
    start: match.index,
    end: match.index + match[0].length,
    figureEnd: match.index + match[0].length,
    relation: 'plain',
  }));
}

function overlaps(one: RegExpExecArray, other: RegExpExecArray): boolean {
  return one.index < other.index + other[0].length && other.index < one.index + one[0].length;
}
