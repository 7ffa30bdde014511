/** Numbers in an answer: whether there are any that prove something, and whether they are right. */
import type { Criterion } from '@design-jury/contracts/loop/schema';

export interface CountPair {
  count: number;
  total: number;
  /** What stands before the pair, for telling which figure is meant. */
  before: string;
  /** Where it ends in the text. */
  end: number;
}

/** A figure the host has counted itself. */
export interface CountedFigure {
  name: string;
  count: number;
  total: number;
}

/** Lengths are bounded: an answer may be a megabyte of digits. */
const PAIR = /(\d[\d,]{0,17})\s{0,20}(?:of|out of|\/)\s{0,20}(?:(?:the|all)\s{1,20})?(\d[\d,]{0,17})/giu;
const LINE_OR_SHARE =
  /\d{1,15}(?:\.\d{1,15})?\s{0,20}(?:%|percent\b|lines?\b)|\blines?\s+\d+|\bL\d+\b|:\d+(?:[-–]\d+)?\b|\b0 (?:occurrences?|matches|instances?|results?)\b/iu;
const LABEL_REACH = 80;

/** Percentage points a stated share may be off: it was rounded. */
const ROUNDING = 1;
const SHARE = /(\d{1,15}(?:\.\d{1,15})?)\s{0,20}(?:%|percent\b)/giu;
/** A share this close behind a pair is the share of that pair. */
const SHARE_REACH = 24;

interface Share {
  share: number;
  before: string;
  index: number;
}

function sharesIn(text: string): Share[] {
  return [...text.matchAll(SHARE)].map((match) => ({
    share: Number(match[1]),
    before: text.slice(Math.max(0, match.index - LABEL_REACH), match.index).toLowerCase(),
    index: match.index,
  }));
}

export function pairsIn(text: string): CountPair[] {
  return [...text.matchAll(PAIR)].map((match) => ({
    count: toCount(match[1]),
    total: toCount(match[2]),
    before: text.slice(Math.max(0, match.index - LABEL_REACH), match.index).toLowerCase(),
    end: match.index + match[0].length,
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
  const [pairs, shares] = [pairsIn(answer), sharesIn(answer)];
  for (const { name } of criterion.figures) {
    const right = counted.find((figure) => figure.name === name);
    if (right === undefined) continue;
    const stated = labelled(pairs, name);
    const share =
      stated === undefined ? labelled(shares, name) : shares.find(({ index }) => isOf(stated, index));
    const truth = `${name} is ${right.count} of ${right.total}`;
    if (stated === undefined && share === undefined) return `${truth}; the answer does not state it`;
    if (stated !== undefined && (stated.count !== right.count || stated.total !== right.total))
      return `${truth}, not ${stated.count} of ${stated.total}`;
    if (share !== undefined && Math.abs(share.share - shareOf(right)) > ROUNDING)
      return `${truth}, which is ${shareOf(right)} % and not ${share.share} %`;
  }
  return null;
}

function labelled<Stated extends { before: string }>(
  stated: readonly Stated[],
  name: string,
): Stated | undefined {
  return stated.find(({ before }) => before.includes(name.toLowerCase())) ?? stated[0];
}

function isOf({ end }: CountPair, index: number): boolean {
  return index >= end && index - end <= SHARE_REACH;
}

/** Nothing of nothing is all of it. */
function shareOf({ count, total }: CountedFigure): number {
  return total === 0 ? 100 : Math.round((count / total) * 1_000) / 10;
}
