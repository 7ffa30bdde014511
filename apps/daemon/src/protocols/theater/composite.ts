/** The one place where votes become a number. */

import { COMPARE_EPSILON, COMPOSITE_DECIMALS } from '@design-jury/contracts/defaults';
import type { CritiqueConfig, PanelistRole } from '@design-jury/contracts/theater/critique';
import { roundTo } from './rounding.ts';

export type Votes = Readonly<Partial<Record<PanelistRole, number>>>;

/** Roles whose vote the gate needs. */
export function scoringRoles(config: Pick<CritiqueConfig, 'cast' | 'weights'>): PanelistRole[] {
  return config.cast.filter((role) => config.weights[role] > 0);
}

/**
 * [S1] The weighted mean over the votes that exist; a missing role's weight goes to the others in
 * proportion. [S2] Rounded once, here: the number that is shown is the number that decides.
 */
export function compositeOf(votes: Votes, config: Pick<CritiqueConfig, 'cast' | 'weights'>): number {
  let weighted = 0;
  let total = 0;
  for (const role of scoringRoles(config)) {
    const vote = votes[role];
    if (vote === undefined) continue;
    weighted += config.weights[role] * vote;
    total += config.weights[role];
  }
  return total === 0 ? 0 : roundTo(weighted / total, COMPOSITE_DECIMALS);
}

export function reaches(value: number, threshold: number): boolean {
  return value >= threshold - COMPARE_EPSILON;
}
