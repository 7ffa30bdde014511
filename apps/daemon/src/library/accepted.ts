/** What a project accepts, page by page, and what is left of a run's demands then. */
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { didYouMean } from '../nearest-word.ts';
import { type Accepted, type Gate, gateOf, type Known } from '../report/gate.ts';
import { matchesPattern } from './file-pattern.ts';

/** A finding that does not count, and why. */
export interface SuppressionRule {
  audit: string;
  selector?: string | undefined;
  /** Only in pages that match this pattern. */
  files?: string | undefined;
  reason: string;
}

export function acceptedIn(name: string, rules: readonly SuppressionRule[]): Accepted[] {
  return rules
    .filter(({ files }) => files === undefined || matchesPattern(name, files))
    .map(({ audit, selector, reason }) => ({ audit, selector: selector ?? null, reason }));
}

export async function gateWith(
  state: CritiqueState,
  accepted: readonly Accepted[],
  known: Known | null,
): Promise<Gate> {
  const gate = gateOf(state, accepted, known);
  gate.remarks.push(...(await unknownSuppressions(accepted, gate)));
  return gate;
}

/** A suppression that matched nothing and names no audit is a typing error, and must be reported. */
async function unknownSuppressions(accepted: readonly Accepted[], gate: Gate): Promise<string[]> {
  if (accepted.length === 0) return [];
  const { AUDITS, findAudit } = await import('../measure/audits/index.ts');
  const ids = AUDITS.map(({ id }) => id);
  const used = new Set(gate.suppressed.map(({ reason }) => reason));
  return accepted
    .filter(({ audit, reason }) => findAudit(audit) === undefined && audit !== 'lint' && !used.has(reason))
    .map(
      ({ audit }) =>
        `The configuration suppresses ${JSON.stringify(audit)}, which is no audit and matched nothing.${didYouMean(audit, ids)}`,
    );
}
