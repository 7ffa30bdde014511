/**
 * From counted failures to scores, in one place. Every constant names its source.
 *
 * - Audit: share of failing places through Lighthouse's log-normal curve (0.9 at `p10`, 0.5 at `median`;
 *   lighthouse/core/audits/audit.js). Its control points here are shares of places, not milliseconds. An audit of degree
 *   gives its score itself (audits/signs.ts).
 * - Dim and role: 0.6 × mean + 0.4 × minimum (design note `grounded.md` 4), so that one failed floor is not
 *   averaged away. Within a dim an audit counts by its weight 10/7/3/1 (Lighthouse's accessibility weights). A role then
 *   loses by what its dims lack, ever more slowly.
 */
import type { AuditResult, Weight } from './finding.ts';

const SCALE = 10;

/** A fiftieth of the places failing is still good work; an eighth is half-done. Set on the example pages. */
const CURVE = { p10: 0.02, median: 0.125 } as const;

const MEAN_SHARE = 0.6;
const WORST_SHARE = 0.4;

/** The heaviest audit may pull the minimum down to zero, lighter ones only by their share of it. */
const FULL_WEIGHT: Weight = 10;

/** 0 to 1; null when the audit does not count here (nothing to look at, or not measured). */
export function auditScore(result: AuditResult): number | null {
  if (!isMeasured(result) || result.checked === 0) return null;
  if (result.grade !== undefined) return result.grade.value;
  if (isWholePage(result)) return WHOLE_PAGE_FAILED;
  const share = Math.min(1, result.failed / result.checked);
  return (share === 0 ? 1 : logNormal(share)) * coverage(result);
}

/** A question about the page as a whole has one place: "1 of 1" says no more about the dim than "1 of 8" does. */
const WHOLE_PAGE_FAILED = 0.5;
const PAGE_PARTS = new Set(['html', 'head', 'body', 'title', 'meta']);

function isWholePage({ checked, failed, places }: AuditResult): boolean {
  const [place] = places;
  return checked === 1 && failed === 1 && (place == null || PAGE_PARTS.has(place.tag));
}

/**
 * The share of places that could be decided. It counts where a wrong place would block: there an open question is as
 * far from a pass as from a failure, and the score says so. Lighter audits only mention theirs.
 */
function coverage({ audit, checked, undecided = 0 }: AuditResult): number {
  return audit.weight < FULL_WEIGHT || undecided === 0 ? 1 : checked / (checked + undecided);
}

function isMeasured({ state }: AuditResult): boolean {
  return state === 'pass' || state === 'fail';
}

/** 0 to 10, one decimal; null when nothing of the dim was measured. */
export function dimScore(results: readonly AuditResult[]): number | null {
  const applicable = results.filter(isMeasured);
  if (applicable.length === 0) return null;
  let sum = 0;
  let weights = 0;
  let worst = 1;
  for (const result of applicable) {
    const score = auditScore(result);
    if (score === null) continue;
    const { weight } = result.audit;
    sum += score * weight;
    weights += weight;
    worst = Math.min(worst, 1 - ((1 - score) * weight) / FULL_WEIGHT);
  }
  // Nothing to look at is no fault; nothing that could be looked at is no score.
  if (weights === 0 && applicable.length < results.length) return null;
  const mean = weights === 0 ? 1 : sum / weights;
  // Signs add up; none of them is a floor that fails.
  if (results.every(({ audit }) => audit.dim === DESIGN_DIM))
    return weights === 0 ? null : oneDecimal(SCALE * mean);
  return oneDecimal(SCALE * (MEAN_SHARE * mean + WORST_SHARE * worst));
}

/** A dim of degree, beside those that count faults. */
const DESIGN_DIM = 'design';

/**
 * What faults can cost a role, and how soon: the first ones cost most and the hundredth hardly anything. A page with more
 * on it has more that can be wrong; by every fault alike the emptiest page was the best. That a fault is there holds the
 * page up as a must-fix, whatever the score. Set on pages ranked by eye (docs/grounding.md).
 */
const MOST_LOST = 3.5;
/** Points that the dims lack at which two thirds of it are lost. */
const LOST_WITHIN = 1;

/** Where design is judged, the critic's score is mostly that: half of what it lacks, and a quarter of what faults cost. */
const DESIGN_SHARE = 0.5;
const FAULT_SHARE = 0.25;

export function roleScore(dims: readonly { name: string; score: number | null }[]): number | null {
  const scores = dims.flatMap(({ name, score }) => (score === null || name === DESIGN_DIM ? [] : [score]));
  if (scores.length === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const lost = lostBy(SCALE - (MEAN_SHARE * mean + WORST_SHARE * Math.min(...scores)));
  const design = dims.find(({ name }) => name === DESIGN_DIM)?.score ?? null;
  return oneDecimal(SCALE - (design === null ? lost : DESIGN_SHARE * (SCALE - design) + FAULT_SHARE * lost));
}

function lostBy(lack: number): number {
  return MOST_LOST * (1 - Math.exp(-lack / LOST_WITHIN));
}

function oneDecimal(value: number): number {
  return Math.round((value + Number.EPSILON) * 10) / 10;
}

/** z of the 90th percentile of the normal distribution: fixes the curve's width from its two points. */
const Z90 = 1.2815515655446004;

function logNormal(share: number): number {
  const width = (Math.log(CURVE.median) - Math.log(CURVE.p10)) / Z90;
  return 0.5 * erfc((Math.log(share) - Math.log(CURVE.median)) / (width * Math.SQRT2));
}

/** Abramowitz and Stegun 7.1.26, error below 1.5e-7. */
function erfc(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const tail =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) *
    Math.exp(-x * x);
  return x >= 0 ? tail : 2 - tail;
}
