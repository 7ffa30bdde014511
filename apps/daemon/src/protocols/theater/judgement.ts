/** How one round is judged: the ship rule, the claims that do not hold, and the words for it. */
import { MAX_MUST_FIXES_PER_PANELIST } from '@design-jury/contracts/defaults';
import type {
  CritiqueConfig,
  Demand,
  PanelEvent,
  PanelistRole,
  WarningKind,
} from '@design-jury/contracts/theater/critique';
import { reaches } from './composite.ts';
import type { RoundResult } from './outcome.ts';
import type { Judging } from './scoreboard-state.ts';

/** [S6] A round ships when its composite reaches the threshold, no must-fix is open, and there is a page. */
export function judgeRound(
  round: Omit<RoundResult, 'decision'>,
  hasArtifact: boolean,
  config: Pick<CritiqueConfig, 'scoreThreshold'>,
): RoundResult {
  const ships = hasArtifact && round.mustFix === 0 && reaches(round.composite, config.scoreThreshold);
  return { ...round, decision: ships ? 'ship' : 'continue' };
}

/** A run that is stored says what it said then: to one decimal, whatever the threshold was. */
export function reasonFor(
  result: RoundResult,
  config: Pick<CritiqueConfig, 'scoreThreshold'>,
  judging: Judging = 'live',
): string {
  const { scoreThreshold } = config;
  const above = reaches(result.composite, scoreThreshold);
  const wanted = judging === 'stored' ? scoreThreshold.toFixed(1) : thresholdWord(scoreThreshold);
  const score = `composite ${result.composite.toFixed(2)} ${above ? 'reaches' : 'is below'} ${wanted}`;
  const open = result.mustFix === 0 ? 'no must-fix is open' : `${result.mustFix} must-fix open`;
  return `${score}; ${open}`;
}

/** To one decimal, or to as many as it has: 9.99 is not 10.0. */
export function thresholdWord(value: number): string {
  const short = value.toFixed(1);
  return Number(short) === value ? short : String(value);
}

/** [S3] What the agent says of a round is compared with what the votes make of it, and never used. */
export function disputedClaims(
  claims: Extract<PanelEvent, { type: 'round_close' }>['claims'],
  result: RoundResult,
  config: Pick<CritiqueConfig, 'compositeTolerance'>,
): { kind: WarningKind; detail: string }[] {
  const disputed: { kind: WarningKind; detail: string }[] = [];
  if (
    claims.composite !== undefined &&
    !reaches(config.compositeTolerance, Math.abs(claims.composite - result.composite))
  ) {
    disputed.push({
      kind: 'composite_mismatch',
      detail: `the panel claims ${claims.composite}; the votes make ${result.composite}`,
    });
  }
  if (claims.mustFix !== undefined && claims.mustFix !== result.mustFix) {
    disputed.push({
      kind: 'must_fix_mismatch',
      detail: `the panel claims ${claims.mustFix} open must-fix; ${result.mustFix} are open`,
    });
  }
  if (claims.decision !== undefined && claims.decision !== result.decision) {
    disputed.push({
      kind: 'decision_mismatch',
      detail: `the panel decides ${claims.decision}; the gate decides ${result.decision}`,
    });
  }
  return disputed;
}

/** [S9] The critic and one of the other scorers must demand something, and not the same thing. */
export function isWeakDebate(subsystems: Partial<Record<PanelistRole, readonly string[]>>): boolean {
  const ofCritic = subsystems.critic ?? [];
  const others = (['brand', 'a11y', 'copy'] as const).flatMap((role) => subsystems[role] ?? []);
  return !others.some((subsystem) => ofCritic.some((own) => own !== subsystem));
}

/** [S4] The gate's own demand where a weighted role has no usable vote. */
export function missingVote(role: PanelistRole): Demand {
  return {
    text: `${role} gave no usable vote; the round cannot ship without it`,
    dim: null,
    target: null,
    severity: 'critical',
    evidence: null,
    witness: null,
  };
}

/** At least one, and no more than are listed of a panelist that writes them out. */
export function unnamedCount(missing: number): number {
  return Math.min(MAX_MUST_FIXES_PER_PANELIST, Math.max(1, Math.ceil(missing)));
}

/** [S20] The gate's own demand for each must-fix that a panelist counts and does not list. */
export function unlisted(role: PanelistRole, n: number, of: number): Demand {
  const which = of === 1 ? '' : ` (${n} of ${of})`;
  return {
    text: `${role} counts more must-fixes than it lists; what is not listed cannot be met${which}`,
    dim: null,
    target: null,
    severity: 'critical',
    evidence: null,
    witness: null,
  };
}
