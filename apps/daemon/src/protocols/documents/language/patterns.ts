/** Lists of words and phrases in several languages as one pattern. */

const WORD_END = String.raw`(?![\p{L}\p{N}_])`;
const WORD_START = String.raw`(?<![\p{L}\p{N}_])`;
/** Scripts that put no space between words: there a phrase may begin and end anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/**
 * A list is written with `|` between its entries, and entries may be patterns; a trailing `*` takes any ending, and a
 * space any white space. Upper and lower case are the same.
 */
export function anyOf(...lists: readonly string[]): RegExp {
  return new RegExp(sourceOf(...lists), 'iu');
}

export function everyOf(...lists: readonly string[]): RegExp {
  return new RegExp(sourceOf(...lists), 'giu');
}

export function sourceOf(...lists: readonly string[]): string {
  const entries = lists.flatMap(entriesOf);
  const asPattern = (entry: string): string =>
    withoutAccents(entry.replaceAll(' ', String.raw`\s+`).replace(/(?<=\p{L})\*$/u, String.raw`[\p{L}]*`));
  const spaced = entries.filter((entry) => entry !== '' && !UNSPACED.test(entry)).map(asPattern);
  const unspaced = entries.filter((entry) => UNSPACED.test(entry)).map(asPattern);
  const parts = [
    ...(spaced.length > 0 ? [`${WORD_START}(?:${spaced.join('|')})${WORD_END}`] : []),
    ...unspaced,
  ];
  return `(?:${parts.join('|')})`;
}

/**
 * One of these words, the longest that fits, as the source of a pattern. A list of a thousand words side by side is tried
 * word by word at every letter of a text; written with each beginning once, one letter rules nearly all of them out.
 */
export function sharingBeginnings(words: readonly string[]): string {
  const rests = new Map<string, string[]>();
  for (const word of words.filter((one) => one !== '')) {
    const [first = ''] = word;
    rests.set(first, [...(rests.get(first) ?? []), word.slice(first.length)]);
  }
  const branches = [...rests].map(([first, rest]) => `${first}${sharingBeginnings(rest)}`);
  const [only = ''] = branches;
  if (words.includes('')) return branches.length === 0 ? '' : `(?:${branches.join('|')})?`;
  return branches.length === 1 ? only : `(?:${branches.join('|')})`;
}

/** At the bars that stand in no bracket. */
function entriesOf(list: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let entry = '';
  for (const sign of list) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === '|' && depth === 0) {
      entries.push(entry.trim());
      entry = '';
    } else entry += sign;
  }
  return [...entries, entry.trim()];
}

/** Letters a word must have: "é" is a verb in one language, and "e" a conjunction in the next. */
const FEWEST_LETTERS = 4;

/** People leave accents out: "facil" is "fácil". What a longer word has with one is met without it too. */
function withoutAccents(pattern: string): string {
  // The lists have a hundred thousand letters, and few of them can bear an accent.
  if (!ACCENTED.test(pattern)) return pattern;
  let isInClass = false;
  return pattern.replace(/(?<!\\)[[\]]|\p{L}+/gu, (part) => {
    if (part === '[' || part === ']') isInClass = part === '[';
    if (part.length < FEWEST_LETTERS) return part;
    return part.replace(EVERY_ACCENTED, (sign) => {
      const plain = sign.normalize('NFD').replace(/\p{M}/gu, '');
      if (plain === sign || plain.length !== 1) return sign;
      return isInClass ? `${sign}${plain}` : `[${sign}${plain}]`;
    });
  });
}

/** Beyond the first 128 signs. */
const ACCENTED = /[\u0080-\uFFFF]/;
const EVERY_ACCENTED = /[\u0080-\uFFFF]/g;

/**
 * Words in capitals, in small letters or mixed, inside of a pattern that tells them apart: of a name that follows, the first letter
 * has to be a capital. For lists without escapes of letters.
 */
export function inAnyCase(words: string): string {
  return words.replace(/\p{L}/gu, (letter) => {
    const [small, capital] = [letter.toLowerCase(), letter.toUpperCase()];
    return small === capital || small.length !== capital.length ? letter : `[${small}${capital}]`;
  });
}
