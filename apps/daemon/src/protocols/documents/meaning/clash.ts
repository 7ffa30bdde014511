/** Whether two figures of one dimension can both hold of one thing. */
import type { Quantity } from '../language/quantity.ts';

type Bounded = Pick<Quantity, 'value' | 'low' | 'relation' | 'dimension'>;

/** Seconds and weeks are not said of one thing by mistake. */
const FARTHEST = 100;
/** A month is 30 days to one and 31 to another. */
const SLACK: Readonly<Record<string, number>> = { time: 0.03 };
const USUAL_SLACK = 0.001;

/** 2 where they cannot both hold, 1 where they hardly mean the same, null where they can. */
export function clashOf(one: Bounded, other: Bounded): 1 | 2 | null {
  const slack = SLACK[one.dimension] ?? USUAL_SLACK;
  const isSame = (a: number, b: number): boolean =>
    Math.abs(a - b) <= slack * Math.max(Math.abs(a), Math.abs(b));
  const [low, high] = [Math.min(one.value, other.value), Math.max(one.value, other.value)];
  if (low > 0 && high > FARTHEST * low) return null;
  if (one.relation === other.relation)
    return isSame(one.value, other.value) && isSame(one.low, other.low) ? null : 2;
  const pair = new Set([one.relation, other.relation]);
  const by = (relation: Quantity['relation']): Bounded => (one.relation === relation ? one : other);
  if (pair.has('every')) return null;
  if (pair.has('range')) {
    const range = by('range');
    const rest = range === one ? other : one;
    if (rest.relation === 'upper') return isSame(rest.value, range.value) ? null : 2;
    if (rest.relation === 'lower') return isSame(rest.value, range.low) ? null : 2;
    const isWithin = rest.value >= range.low * (1 - slack) && rest.value <= range.value * (1 + slack);
    return isWithin ? null : 2;
  }
  if (isSame(one.value, other.value)) return null;
  if (pair.has('upper') && pair.has('lower'))
    return one.dimension !== 'clock' && by('upper').value < by('lower').value ? 2 : null;
  if (pair.has('plain') && pair.has('upper'))
    // A period without a word is often meant as a limit; another figure below a limit keeps to it.
    return by('plain').value > by('upper').value ? 2 : one.dimension === 'time' ? 1 : null;
  if (pair.has('plain') && pair.has('lower')) return by('plain').value < by('lower').value ? 2 : null;
  if (pair.has('before')) return pair.has('upper') ? 1 : null;
  // "Expires after 7 days", "older than 24 hours is expired": both say when.
  if (pair.has('lower')) return pair.has('after') && one.dimension === 'time' ? 2 : null;
  return 1;
}

/** 4,800 and 4,080: the same digits changed about, of the same thing. */
export function isTransposed(one: number, other: number): boolean {
  const [a, b] = [String(one), String(other)];
  return (
    a !== b &&
    a.length > 1 &&
    a.length === b.length &&
    [...a].toSorted().join('') === [...b].toSorted().join('')
  );
}
