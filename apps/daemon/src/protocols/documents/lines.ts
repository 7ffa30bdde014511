/** Paragraphs in which every line is meant: notes without marks, and entries that only their names set apart. */

/** "E1 no record is lost", "B-12: …": begins with a name of its own. */
const NAMED_LINE = /^\s*\**[A-Z][A-Z0-9]{0,9}[-_.]?\d{1,4}(?:\.\d{1,3})*\**(?:\s*[:.)\]—–|-]\s|\s+\S)/u;
const FEWEST_NAMED = 2;
const FEWEST_LOOSE = 3;
/** Of the widest line, what most lines of a wrapped text have. */
const LEAST_FILLED = 0.75;
/** Of the lines, the share that must be far from filled. */
const LEAST_SHORT = 0.4;

/** "price | fee | left" again and again: a table nobody drew a line below the head of. */
export function isLooseTable(lines: readonly string[]): boolean {
  const cells = lines.map(
    (line) =>
      line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|').length,
  );
  return lines.length >= FEWEST_LOOSE && (cells[0] ?? 0) >= 2 && cells.every((count) => count === cells[0]);
}

/** Where statements of their own begin, by index of the line; a single 0 where the paragraph is one. */
export function lineStarts(lines: readonly string[]): number[] {
  if (isLooseTable(lines)) return [...lines.keys()];
  const named = [...lines.keys()].filter((at) => NAMED_LINE.test(lines[at] ?? ''));
  if (named.length >= FEWEST_NAMED) return [...new Set([0, ...named])];
  // What is set in goes on with the line above it.
  return isLoose(lines) ? [...lines.keys()].filter((at) => at === 0 || !/^[ \t]/.test(lines[at] ?? '')) : [0];
}

/** Lines that were ended and not filled. What is wrapped has lines of about one length, but for the last. */
function isLoose(lines: readonly string[]): boolean {
  if (lines.length < FEWEST_LOOSE) return false;
  const lengths = lines.slice(0, -1).map((line) => line.trimEnd().length);
  const widest = lines.reduce((most, line) => Math.max(most, line.trimEnd().length), 0);
  const short = lengths.filter((length) => length < LEAST_FILLED * widest).length;
  return short >= LEAST_SHORT * lengths.length;
}
