/** Words of a sentence that carry its meaning, for telling whether two sentences say the same. */

const STOP_WORDS = new Set(
  (
    'a an and are as at be been but by can could did do does each every for from had has have how if in into is it its ' +
    'may more most must no nor not of on only or other our out over own per shall should so some such than that the their ' +
    'them then there these they this those to under up was we were what when where which while who why will with would you ' +
    'your'
  ).split(' '),
);
const SHORTEST = 3;
const SHARED = 0.6;

export function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ?? [];
  return new Set(words.filter((word) => isTelling(word)).map(stem));
}

/** A letter of a script without spaces is a word; of others only longer ones tell anything. */
function isTelling(word: string): boolean {
  if (STOP_WORDS.has(word)) return false;
  return word.length >= SHORTEST || /[^\p{Script=Latin}]/u.test(word);
}

/** Enough that "requirement" meets "requirements" and "missing" meets "missed". */
function stem(word: string): string {
  return word.length <= 4 ? word : word.replace(/(?:ies|ing|ed|es|s)$/u, '');
}

/** True when the smaller set is mostly inside the larger one. Figures that change between passes weigh little. */
export function sayTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size === 0) return false;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared >= Math.min(2, small.size) && shared / small.size >= SHARED;
}
