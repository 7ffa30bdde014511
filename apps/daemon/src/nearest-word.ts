/** The word that was probably meant: for names of commands, flags and audits that are not there. Pure. */

const LONGEST = 64;

/** Null where none is near: a wrong hint is worse than none. */
export function nearestWord(typed: string, known: readonly string[]): string | null {
  const word = typed.toLowerCase().slice(0, LONGEST);
  if (word === '') return null;
  const ranked = known
    .map((name) => ({ name, steps: stepsBetween(word, name.toLowerCase().slice(0, LONGEST)) }))
    .sort((one, other) => one.steps - other.steps);
  const [best] = ranked;
  if (best !== undefined && best.steps <= Math.max(1, Math.floor(word.length / 4))) return best.name;
  // The beginning of one word only is that word.
  const begun = word.length >= 2 ? known.filter((name) => name.toLowerCase().startsWith(word)) : [];
  return begun.length === 1 ? (begun[0] ?? null) : null;
}

/** As a sentence to append; empty where none is near. */
export function didYouMean(
  typed: string,
  known: readonly string[],
  show = (name: string) => `"${name}"`,
): string {
  const near = nearestWord(typed, known);
  return near === null ? '' : ` Did you mean ${show(near)}?`;
}

/** Letters that are wrong, missing, too many, or exchanged with their neighbour (Damerau). */
function stepsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      now[at] = Math.min(
        (last[at] ?? 0) + 1,
        (now[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = now;
  }
  return last[other.length] ?? 0;
}
