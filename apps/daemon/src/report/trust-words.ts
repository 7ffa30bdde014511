/** The trust line in words: one short statement for each quantity, always all six, in the same order. Pure. */
import { isAnythingKnown, type Recalls, type TrustLine } from '@design-jury/contracts/trust/line';

const UNKNOWN = 'not known';

export function trustWords(line: TrustLine): string[] {
  return [
    `coverage ${coverage(line.coverage)}`,
    ...recallWords(line),
    `noise floor ${noise(line.noise)}`,
    `effective votes ${votes(line.effectiveVotes)}`,
    `held-out ${heldOut(line.heldOut)}`,
  ];
}

export function recallWords(recalls: Recalls): string[] {
  return [`recall ${recall(recalls.recall)}`, `recall of known kinds ${knownRecall(recalls.knownRecall)}`];
}

export function trustSentence(line: TrustLine): string {
  if (isAnythingKnown(line)) return `Trust: ${trustWords(line).join('; ')}.`;
  return 'Trust: coverage, recall, noise floor, effective votes and held-out result are not known; --trust computes what can be.';
}

function coverage(part: TrustLine['coverage']): string {
  if (part === null) return UNKNOWN;
  const { measured, notMeasured, notMeasurable } = part;
  return `${measured} measured, ${notMeasured} not measured, ${notMeasurable} not measurable`;
}

function recall(part: TrustLine['recall']): string {
  if (part === null) return UNKNOWN;
  const { caught, planted, mustFix } = part;
  return `${range(part)}: of ${planted} planted defects written without knowing the checks ${caught} were seen, ${mustFix} as must-fixes`;
}

function knownRecall(part: TrustLine['knownRecall']): string {
  return part === null
    ? UNKNOWN
    : `${range(part)}: ${part.caught} of ${part.planted} of kinds the checks were built with`;
}

function range({ share, low, high }: { share: number; low: number; high: number }): string {
  return `${share.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

function noise(part: TrustLine['noise']): string {
  return part === null ? UNKNOWN : `±${part.floor.toFixed(2)} (${part.agent}, ${part.times} times)`;
}

function votes(part: TrustLine['effectiveVotes']): string {
  if (part === null) return UNKNOWN;
  return `${part.votes.toFixed(1)} of ${part.judges} (${part.low.toFixed(1)} to ${part.high.toFixed(1)}; ${part.from} of ${part.items})`;
}

function heldOut(part: TrustLine['heldOut']): string {
  if (part === null) return UNKNOWN;
  const gap = part.gap === null ? '' : `, overfit gap ${part.gap.toFixed(2)}`;
  const other = part.agent === 'grounded' ? '' : `, ${part.agent}`;
  return `${part.passes ? 'passes' : 'does not pass'} (${part.audits} checks the author never heard${other}${gap})`;
}
