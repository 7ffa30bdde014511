/** The trust line in words: one short statement for each quantity, always all five, in the same order. Pure. */
import type { TrustLine } from '@design-jury/contracts/trust/line';

const UNKNOWN = 'not known';

export function trustWords(line: TrustLine): string[] {
  return [
    `coverage ${coverage(line.coverage)}`,
    `recall ${recall(line.recall)}`,
    `noise floor ${noise(line.noise)}`,
    `effective votes ${votes(line.effectiveVotes)}`,
    `held-out ${heldOut(line.heldOut)}`,
  ];
}

export function trustSentence(line: TrustLine): string {
  const known = Object.values(line).some((part) => part !== null);
  if (known) return `Trust: ${trustWords(line).join('; ')}.`;
  return 'Trust: coverage, recall, noise floor, effective votes and held-out result are not known; --trust computes what can be.';
}

function coverage(part: TrustLine['coverage']): string {
  if (part === null) return UNKNOWN;
  const { measured, notMeasured, notMeasurable } = part;
  return `${measured} measured, ${notMeasured} not measured, ${notMeasurable} not measurable`;
}

function recall(part: TrustLine['recall']): string {
  if (part === null) return UNKNOWN;
  const { share, low, high, caught, planted } = part;
  return `${share.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}; ${caught} of ${planted} planted defects)`;
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
  return `${part.passes ? 'passes' : 'does not pass'} (${part.audits} checks the author never heard${gap})`;
}
