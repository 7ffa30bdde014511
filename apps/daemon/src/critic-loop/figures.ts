/** Numbers in an answer: whether there are any that prove something, and whether they are right. */
import type { Criterion } from '@design-jury/contracts/critic-loop';

export interface CountPair {
  count: number;
  total: number;
  /** What stands before the pair, for telling which figure is meant. */
  before: string;
}

/** A figure the host has counted itself. */
export interface CountedFigure {
  name: string;
  count: number;
  total: number;
}

const PAIR = /(\d[\d,]*)\s*(?:of|out of|\/)\s*(?:the\s+|all\s+)?(\d[\d,]*)/giu;
const LINE_OR_SHARE =
  /\d+(?:\.\d+)?\s*(?:%|percent\b|lines?\b)|\blines?\s+\d+|\bL\d+\b|:\d+(?:[-–]\d+)?\b|\b0 (?:occurrences?|matches|instances?|results?)\b/iu;
const LABEL_REACH = 80;

export function pairsIn(text: string): CountPair[] {
  return [...text.matchAll(PAIR)].map((match) => ({
    count: toCount(match[1]),
    total: toCount(match[2]),
    before: text.slice(Math.max(0, match.index - LABEL_REACH), match.index).toLowerCase(),
  }));
}

function toCount(digits: string | undefined): number {
  return Number((digits ?? '').replaceAll(',', ''));
}

/** A count pair such as "M of N", or a line or percentage figure. */
export function hasFigures(text: string): boolean {
  return text.search(PAIR) !== -1 || LINE_OR_SHARE.test(text);
}

/** Null when every figure the criterion names is stated and right; else a sentence with the right one. */
export function wrongFigure(
  answer: string,
  criterion: Criterion,
  counted: readonly CountedFigure[],
): string | null {
  const pairs = pairsIn(answer);
  for (const { name } of criterion.figures) {
    const right = counted.find((figure) => figure.name === name);
    if (right === undefined) continue;
    const stated = pairs.find(({ before }) => before.includes(name.toLowerCase())) ?? pairs[0];
    const truth = `${name} is ${right.count} of ${right.total}`;
    if (stated === undefined) return `${truth}; the answer does not state it`;
    if (stated.count !== right.count || stated.total !== right.total)
      return `${truth}, not ${stated.count} of ${stated.total}`;
  }
  return null;
}
