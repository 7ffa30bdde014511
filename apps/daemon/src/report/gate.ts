/**
 * What a project has accepted: suppressed findings with a reason, and a baseline of known ones. The run's own
 * verdict stays what it is; this decides only whether what is *left* may pass. Nothing unproved ever does. Pure.
 */
import type { MustFix } from '@design-jury/contracts/theater/critique';
import type { CritiqueState, RunView } from '@design-jury/contracts/theater/fold';
import { reaches } from '../protocols/theater/composite.ts';
import { finalComposite, finalRound } from './ending.ts';

export interface Accepted {
  audit: string;
  selector: string | null;
  reason: string;
}

export interface Known {
  /** What the page reached when the baseline was written; null when it had no complete round. */
  composite: number | null;
  /** Ids of the must-fixes that were open. */
  mustFixes: readonly string[];
}

export interface Gate {
  passes: boolean;
  suppressed: { mustFix: MustFix; reason: string }[];
  /** Open, and in the baseline. */
  known: MustFix[];
  /** Open, and neither suppressed nor known: what gates. */
  fresh: MustFix[];
  /** Sentences for people; empty when neither suppression nor baseline had a part in it. */
  remarks: string[];
}

export function gateOf(state: CritiqueState, accepted: readonly Accepted[], baseline: Known | null): Gate {
  const gate: Gate = { passes: state.phase === 'shipped', suppressed: [], known: [], fresh: [], remarks: [] };
  if (state.phase === 'idle') return gate;
  Object.assign(gate, sorted(openAtEnd(state), accepted, baseline));
  if (state.phase === 'below_threshold') {
    gate.passes =
      gate.fresh.length === 0 &&
      scoreHolds(state, baseline) &&
      (gate.suppressed.length > 0 || baseline !== null);
  }
  gate.remarks = remarksOf(gate, state, baseline);
  return gate;
}

/** What is open, by what a project has accepted of it. */
export function sorted(
  open: readonly MustFix[],
  accepted: readonly Accepted[],
  baseline: Known | null,
): Pick<Gate, 'suppressed' | 'known' | 'fresh'> {
  const found: Pick<Gate, 'suppressed' | 'known' | 'fresh'> = { suppressed: [], known: [], fresh: [] };
  for (const mustFix of open) {
    const match = accepted.find((candidate) => covers(candidate, mustFix));
    if (match !== undefined) found.suppressed.push({ mustFix, reason: match.reason });
    else if (baseline?.mustFixes.includes(fingerprintOf(mustFix) ?? '')) found.known.push(mustFix);
    else found.fresh.push(mustFix);
  }
  return found;
}

/** Of the round that is kept; when that is not the last one, whatever was open then or still is. */
export function openAtEnd(state: RunView & { phase: CritiqueState['phase'] }): MustFix[] {
  const kept = finalRound(state as CritiqueState);
  if (kept === null) return state.mustFixes.filter((entry) => entry.resolvedRound === null);
  return state.mustFixes.filter(
    ({ openedRound, resolvedRound }) =>
      openedRound <= kept && (resolvedRound === null || resolvedRound > kept),
  );
}

/**
 * What a must-fix is known by over several runs; null for a missing vote, which is no finding and which nobody can
 * accept away. The final lint counts its demands anew in every run, so they are known by their words.
 */
export function fingerprintOf({ id, synthetic, target, text }: MustFix): string | null {
  if (!synthetic) return id;
  return id.startsWith('lint-') ? `lint@${target ?? ''}: ${text}` : null;
}

function covers({ audit, selector }: Accepted, mustFix: MustFix): boolean {
  const fingerprint = fingerprintOf(mustFix);
  if (fingerprint === null) return false;
  const named =
    mustFix.witness?.audit === audit || fingerprint === audit || fingerprint.startsWith(`${audit}@`);
  return named && (selector === null || selector === mustFix.target);
}

function scoreHolds(state: RunView & { phase: CritiqueState['phase'] }, baseline: Known | null): boolean {
  const composite = finalComposite(state as CritiqueState);
  if (composite === null) return false;
  if (reaches(composite, state.threshold)) return true;
  return baseline !== null && baseline.composite !== null && reaches(composite, baseline.composite);
}

function remarksOf(gate: Gate, state: CritiqueState, baseline: Known | null): string[] {
  const remarks: string[] = [];
  const { suppressed, known, fresh, passes } = gate;
  if (suppressed.length > 0) {
    const reasons = [...new Set(suppressed.map(({ reason }) => reason.replace(/\.$/, '')))].join('; ');
    remarks.push(`${suppressed.length} suppressed: ${reasons}.`);
  }
  if (baseline !== null) remarks.push(`${known.length} known from the baseline, ${fresh.length} new.`);
  if (passes && state.phase !== 'shipped')
    remarks.push('What is left is accepted: this passes, although the panel did not ship it.');
  return remarks;
}
