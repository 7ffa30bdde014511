/** What a folded run of the content pipeline says: where it stands, its steps, what must not get worse, and why. */
import { DEPLOY_STEPS } from './events.ts';
import type { ContentRoundView, PipelineFold } from './fold.ts';

const STEPS = ['draft', 'select', 'critique', 'decide', 'summarise', 'revise', 'save', 'deploy'] as const;
export type StepName = (typeof STEPS)[number];

export type Standing =
  | { kind: 'empty' }
  | { kind: 'working'; step: StepName; round: number }
  | { kind: 'paused'; reason: string; message: string; step: StepName; round: number }
  | { kind: 'error'; cause: string; message: string; step: StepName; round: number }
  | { kind: 'over'; outcome: 'approved' | 'max-rounds-reached' | 'deployed' | 'not-deployed'; round: number };

/** From the events alone; whether an approved text is the end of it is known to the run. */
export function standingOf(fold: PipelineFold): Standing {
  const { head, saved, failed, pause, site, doing } = fold;
  if (head === null) return { kind: 'empty' };
  const { step, round } = nextOf(fold, head.maxRounds);
  if (failed !== null) return { kind: 'error', ...failed, step, round };
  if (site !== null) return { kind: 'over', outcome: site.ok ? 'deployed' : 'not-deployed', round };
  if (pause?.kind === 'paused') {
    const { reason, message } = pause;
    return { kind: 'paused', reason, message, step, round };
  }
  if (saved === null) return { kind: 'working', step, round };
  if (doing?.step === 'deploy') return { kind: 'working', step: 'deploy', round };
  return { kind: 'over', outcome: saved.quality, round: saved.round };
}

/** As the machine of the daemon goes on. */
function nextOf(fold: PipelineFold, maxRounds: number): { step: StepName; round: number } {
  const { rounds, panel, saved } = fold;
  if (saved !== null) return { step: 'deploy', round: saved.round };
  const round = rounds.findLast(({ isDrafted }) => isDrafted);
  if (round === undefined) return { step: 'draft', round: 1 };
  const { n, critics, decision, summary } = round;
  if (panel === null) return { step: 'select', round: n };
  const isHeard = (id: string): boolean => critics[id] !== undefined && critics[id].state !== 'reading';
  if (!panel.members.every(({ advisorId }) => isHeard(advisorId))) return { step: 'critique', round: n };
  // A panel of which nobody could speak has not criticised: that is where it broke.
  const isMute =
    panel.members.length > 0 &&
    panel.members.every(({ advisorId }) => critics[advisorId]?.state === 'failed');
  if (decision === null) return { step: isMute ? 'critique' : 'decide', round: n };
  if (summary === null) return { step: 'summarise', round: n };
  if (decision.decision === 'approve' || n >= maxRounds) return { step: 'save', round: n };
  return { step: 'revise', round: n + 1 };
}

export interface StepView {
  name: StepName;
  status: 'pending' | 'running' | 'complete' | 'error' | 'skipped';
}

/** The steps of a round as a row of signs. What did not happen is not called done. */
export function stepsOf(fold: PipelineFold): StepView[] {
  const standing = standingOf(fold);
  if (standing.kind === 'empty') return STEPS.map((name) => ({ name, status: 'pending' }));
  const isRevised = fold.rounds.some(({ n, isDrafted }) => n > 1 && isDrafted);
  const isSite = fold.head?.contentType === 'website';
  const at = standing.kind === 'over' ? STEPS.length : STEPS.indexOf(standing.step);
  return STEPS.map((name, index) => {
    if (name === 'deploy' && standing.kind === 'over')
      return { name, status: deployStatus(standing.outcome) };
    if (name === 'deploy' && !isSite) return { name, status: 'skipped' };
    if (index < at) return { name, status: name === 'revise' && !isRevised ? 'skipped' : 'complete' };
    if (index > at) return { name, status: 'pending' };
    return {
      name,
      status: standing.kind === 'error' ? 'error' : standing.kind === 'paused' ? 'pending' : 'running',
    };
  });
}

function deployStatus(outcome: Extract<Standing, { kind: 'over' }>['outcome']): StepView['status'] {
  if (outcome === 'deployed') return 'complete';
  return outcome === 'not-deployed' ? 'error' : 'skipped';
}

export interface DeployStepView {
  name: string;
  status: 'done' | 'running' | 'pending' | 'failed' | 'skipped';
  detail: string;
}

/** Null while there is nothing to deploy. */
export function deploymentOf(fold: PipelineFold): DeployStepView[] | null {
  const { deployed, site, doing } = fold;
  if (doing?.step !== 'deploy' && site === null && Object.keys(deployed).length === 0) return null;
  const lastDone = DEPLOY_STEPS.findLastIndex((name) => deployed[name] !== undefined);
  return DEPLOY_STEPS.map((name, index): DeployStepView => {
    const detail = deployed[name];
    if (detail !== undefined) return { name, status: 'done', detail };
    if (site?.ok === false && site.step === name) return { name, status: 'failed', detail: site.message };
    // Done without a word: there was nothing to push to.
    if (site?.ok === true || index < lastDone) return { name, status: 'skipped', detail: '' };
    const isNow = site === null && index === lastDone + 1;
    return { name, status: isNow ? 'running' : 'pending', detail: '' };
  });
}

export interface Guard {
  kind: 'fixed' | 'well-scored' | 'regressed';
  text: string;
  /** The round it was fixed in, or since which it stands. */
  since: number;
  /** Who raised it, or whose field it is. */
  by: readonly string[];
}

/** The do-not-regress list after a round, with where each line came from. */
export function guardsAfter(fold: PipelineFold, n: number): Guard[] {
  const summary = fold.rounds.find((round) => round.n === n)?.summary;
  if (summary == null) return [];
  return [
    ...summary.regressed.map(
      (text): Guard => ({ kind: 'regressed', text, since: n, by: raisers(fold, text, n) }),
    ),
    ...summary.fixed.map(
      ({ text, round }): Guard => ({ kind: 'fixed', text, since: round, by: raisers(fold, text, n) }),
    ),
    ...summary.wellScored.map(
      (text): Guard => ({
        kind: 'well-scored',
        text,
        since: sinceWhen(fold.rounds, text, n),
        by: owners(fold, text),
      }),
    ),
  ];
}

function raisers({ rounds, panel }: PipelineFold, text: string, until: number): string[] {
  const raised = (id: string): boolean =>
    rounds.some(({ n, critics }) => {
      const critic = critics[id];
      return (
        n <= until &&
        critic?.state === 'scored' &&
        critic.issues.some(({ description }) => description === text)
      );
    });
  return (panel?.members ?? []).filter(({ advisorId }) => raised(advisorId)).map(({ name }) => name);
}

function owners({ panel }: PipelineFold, label: string): string[] {
  return (panel?.members ?? [])
    .filter(({ domain, name }) => domain === label || label === `${name}'s evaluation domain`)
    .map(({ name }) => name);
}

/** The first round of the unbroken row of rounds that list it. */
function sinceWhen(rounds: readonly ContentRoundView[], label: string, n: number): number {
  const earlier = rounds.filter((round) => round.n <= n).toReversed();
  const gap = earlier.find(({ summary }) => summary === null || !summary.wellScored.includes(label));
  return (gap?.n ?? 0) + 1;
}
