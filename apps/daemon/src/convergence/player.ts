/**
 * Plays one phase: independent analysis, rounds, the critic, the plan gate, the report's facts. The lead is code: it
 * groups, sends, counts and writes down, and never votes.
 */
import type {
  AcceptanceBlocker,
  AcceptanceVerdict,
  CandidateBlocker,
  ClarificationItem,
  CriticSummary,
  FinalState,
  Finding,
  GateResult,
  PlanItem,
  PlanItemClass,
  PlanVote,
  ResidualRisk,
} from '@design-jury/contracts/convergence';
import { acceptanceVerdict, type CandidateVote, settleCandidate } from './acceptance.ts';
import { classifyUnverified, peersOf } from './classification.ts';
import type { ResolvedConvergence } from './config.ts';
import { freshGaps, settleGaps } from './coverage.ts';
import { checkEvidence, evidenceNote, isMissing } from './evidence.ts';
import { groupFindings, type RawFinding } from './grouping.ts';
import { type Dissent, dissentLog, planGate, planItemClass } from './plan-gate.ts';
import { planItems } from './plan-items.ts';
import {
  type ConvergenceRounds,
  type DispatchResult,
  dispatchesOf,
  openRounds,
  type RawVote,
  tallyRound,
} from './rounds.ts';
import type { CriticWorker, ShownFinding, TaskMaterial, VoterResult, Worker } from './worker.ts';

export type ConvergenceEvent =
  | {
      type: 'convergence.started';
      phase: string;
      workers: readonly { id: string; name: string; kind: string }[];
      maxRounds: number;
      adversarial: boolean;
    }
  | { type: 'convergence.analysed'; worker: string; findings: number; error: string | null }
  | { type: 'convergence.grouped'; findings: readonly Finding[] }
  | { type: 'convergence.progress'; line: string }
  | { type: 'convergence.round_ended'; round: number; queue: readonly string[]; findings: readonly Finding[] }
  | { type: 'convergence.warning'; message: string }
  | {
      type: 'convergence.critic';
      summary: CriticSummary;
      dropped: readonly Finding[];
      clarifications: readonly ClarificationItem[];
    }
  | {
      type: 'convergence.gate';
      gate: GateResult;
      gating: boolean;
      items: readonly JudgedPlanItem[];
      dissent: readonly Dissent[];
    }
  | {
      type: 'convergence.acceptance';
      verdict: AcceptanceVerdict;
      blockers: readonly AcceptanceBlocker[];
      risks: readonly ResidualRisk[];
    }
  | { type: 'convergence.ended'; finalState: FinalState; totalRounds: number };

export interface JudgedPlanItem {
  item: PlanItem;
  votes: Readonly<Record<string, PlanVote>>;
  class: PlanItemClass;
}

export interface ConvergencePlay {
  task: TaskMaterial;
  workers: readonly Worker[];
  critic: CriticWorker | null;
  resolved: ResolvedConvergence;
  /** The plan's text; null where the phase has none. */
  plan: string | null;
  signal: AbortSignal;
  emit(event: ConvergenceEvent): Promise<void>;
}

export interface ConvergenceResult {
  findings: Finding[];
  finalState: FinalState;
  totalRounds: number;
  notes: string[];
  critic: CriticSummary | null;
  dropped: Finding[];
  clarifications: ClarificationItem[];
  gate: { result: GateResult; gating: boolean; items: JudgedPlanItem[]; dissent: Dissent[] } | null;
  acceptance: { verdict: AcceptanceVerdict; blockers: AcceptanceBlocker[]; risks: ResidualRisk[] } | null;
  /** Workers that gave no analysis, and why. */
  absent: { worker: string; error: string }[];
}

/** Workers at once: each is a process of its own. */
const CONCURRENCY = 2;

export async function playConvergence(play: ConvergencePlay): Promise<ConvergenceResult> {
  const { task, workers, resolved, emit } = play;
  const { config } = resolved;
  await emit({
    type: 'convergence.started',
    phase: task.phase,
    workers: workers.map(({ id, name, kind }) => ({ id, name, kind })),
    maxRounds: resolved.effectiveMaxRounds,
    adversarial: config.adversarial,
  });
  const { raw, absent } = await analyse(play);
  const roster = workers.map(({ id }) => id);
  const grouped = await notAsked(play, groupFindings(raw, roster));
  await emit({ type: 'convergence.grouped', findings: grouped });
  const rounds = config.enabled
    ? await converge(play, grouped, roster, absent.length === workers.length)
    : alone(grouped, roster);
  const notes = [...resolved.notes];
  const covered = await coverage(play, rounds.findings, roster, notes);
  const gate = await gatePlan(play);
  const acceptance = await accept(play, rounds.findings, roster, notes);
  await emit({ type: 'convergence.ended', finalState: rounds.finalState, totalRounds: rounds.totalRounds });
  return {
    ...rounds,
    findings: [...rounds.findings, ...covered.merged],
    notes,
    ...covered.rest,
    gate,
    acceptance,
    absent,
  };
}

async function analyse({
  task,
  workers,
  signal,
  emit,
}: ConvergencePlay): Promise<{ raw: RawFinding[]; absent: { worker: string; error: string }[] }> {
  const raw: RawFinding[] = [];
  const absent: { worker: string; error: string }[] = [];
  const results = await limited(workers, async (worker) => {
    const result = await settled(() => worker.analyse(task, signal));
    const error = result.status === 'error' ? result.error : null;
    await emit({
      type: 'convergence.analysed',
      worker: worker.id,
      findings: result.status === 'ok' ? result.value.length : 0,
      error,
    });
    return { worker, result };
  });
  for (const { worker, result } of results) {
    if (result.status === 'ok') raw.push(...result.value);
    else absent.push({ worker: worker.id, error: result.error });
  }
  return { raw, absent };
}

/** A worker may say beforehand of which claims it can tell nothing. */
async function notAsked(
  { task, workers }: ConvergencePlay,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const shown = await Promise.all(findings.map((finding) => show(task, finding)));
  const cannot = new Map(workers.map((worker) => [worker.id, new Set(worker.cannotJudge?.(shown) ?? [])]));
  return findings.map((finding) => ({
    ...finding,
    notAsked: [...cannot]
      .filter(([id, ids]) => ids.has(finding.id) && !finding.discoveredBy.includes(id))
      .map(([id]) => id),
  }));
}

async function show({ project }: TaskMaterial, finding: Finding): Promise<ShownFinding> {
  const notes = await Promise.all(
    finding.originEvidence.map(async (evidence) =>
      evidenceNote(evidence, await checkEvidence(project, evidence)),
    ),
  );
  return { finding, notes };
}

interface Converged {
  findings: Finding[];
  finalState: FinalState;
  totalRounds: number;
}

function alone(findings: readonly Finding[], roster: readonly string[]): Converged {
  return {
    findings: findings.map((finding) => classifyUnverified(finding, roster)),
    finalState: 'converged',
    totalRounds: 0,
  };
}

async function converge(
  play: ConvergencePlay,
  findings: readonly Finding[],
  roster: readonly string[],
  isSilent: boolean,
): Promise<Converged> {
  const { resolved, emit } = play;
  // Nobody analysed anything: an empty list would read as "nothing was found".
  if (isSilent) return { findings: [], finalState: 'aborted-non-result', totalRounds: 0 };
  const { adversarial: isAdversarial } = resolved.config;
  let state: ConvergenceRounds = openRounds(findings, roster, {
    isAdversarial,
    maxRounds: resolved.effectiveMaxRounds,
  });
  while (state.finalState === null) {
    await emit({
      type: 'convergence.progress',
      line: `PROGRESS: phase-5.5-convergence round=${state.round + 1}`,
    });
    const results = await dispatch(play, state);
    const tally = tallyRound(state, results);
    state = tally.state;
    for (const message of tally.warnings) await emit({ type: 'convergence.warning', message });
    await emit({
      type: 'convergence.round_ended',
      round: state.round,
      queue: state.queue,
      findings: state.findings,
    });
  }
  return { findings: [...state.findings], finalState: state.finalState, totalRounds: state.round };
}

async function dispatch(play: ConvergencePlay, state: ConvergenceRounds): Promise<DispatchResult[]> {
  const { task, workers, signal } = play;
  return limited(dispatchesOf(state), async ({ voter, items }): Promise<DispatchResult> => {
    const worker = workers.find(({ id }) => id === voter);
    if (worker === undefined) return { voter, status: 'non-result', reason: 'nobody has this name' };
    const shown = await Promise.all(items.map((finding) => show(task, finding)));
    const result = await settled(() => worker.verify(task, shown, signal));
    if (result.status === 'error') return { voter, status: 'non-result', reason: result.error };
    return { voter, status: 'ok', votes: await honest(play, shown, result.value) };
  });
}

/** Votes as they can be stood by: evidence the host cannot find counts for nobody. */
async function honest(
  { task, resolved, emit }: ConvergencePlay,
  shown: readonly ShownFinding[],
  votes: Readonly<Record<string, RawVote>>,
): Promise<Record<string, RawVote>> {
  const checked: Record<string, RawVote> = {};
  for (const { finding } of shown) {
    const vote = votes[finding.id];
    if (vote === undefined) continue;
    const states = await Promise.all(vote.evidence.map((evidence) => checkEvidence(task.project, evidence)));
    const evidence = vote.evidence.filter((_, index) => !isMissing(states[index] ?? { state: 'unchecked' }));
    checked[finding.id] = { ...vote, evidence };
    if (!resolved.config.adversarial || vote.verdict === 'DISAGREE' || evidence.length > 0) continue;
    const cited = await Promise.all(finding.originEvidence.map((one) => checkEvidence(task.project, one)));
    const looked = cited.filter(({ state }) => state !== 'unchecked');
    if (looked.length === 0 || !looked.every(isMissing)) continue;
    // Whoever agrees has opened what is cited; nobody can have opened what is not there.
    checked[finding.id] = { ...vote, verdict: 'DISAGREE', basis: 'unproven', evidence: [] };
    await emit({
      type: 'convergence.warning',
      message: `${finding.id}: support without evidence is stored as unproven, for what it cites is not there`,
    });
  }
  return checked;
}

async function coverage(
  play: ConvergencePlay,
  known: readonly Finding[],
  roster: readonly string[],
  notes: string[],
): Promise<{ merged: Finding[]; rest: Pick<ConvergenceResult, 'critic' | 'dropped' | 'clarifications'> }> {
  const nothing = { merged: [], rest: { critic: null, dropped: [], clarifications: [] } };
  const { task, critic, resolved, signal, emit } = play;
  const { config } = resolved;
  if (critic === null || !config.critic.enabled || task.phase === 'final-verification') return nothing;
  const result = await settled(() => critic.gaps(task, known, signal));
  if (result.status === 'error') {
    notes.push('critic-skipped: non-result');
    return nothing;
  }
  const who = `${critic.provider}-critic`;
  const proposed = groupFindings(result.value, [who]).map((gap, index) => ({
    ...gap,
    id: `G-${String(index + 1).padStart(3, '0')}`,
    source: 'critic' as const,
  }));
  const fresh = freshGaps(proposed, known);
  const voters = roster.filter((id) => id !== critic.provider);
  const asked = await notAsked(play, fresh);
  const voted = await oneRound(play, asked, voters);
  const settledGaps = settleGaps(voted, voters, 1);
  const summary: CriticSummary = {
    provider: critic.provider,
    modelExecutionValue: config.critic.modelExecutionValue ?? '',
    ...settledGaps.summary,
  };
  await emit({
    type: 'convergence.critic',
    summary,
    dropped: settledGaps.dropped,
    clarifications: settledGaps.clarifications,
  });
  return {
    merged: settledGaps.merged,
    rest: { critic: summary, dropped: settledGaps.dropped, clarifications: settledGaps.clarifications },
  };
}

/** Exactly one adversarial round over the gaps; it counts neither as a round nor towards the final state. */
async function oneRound(
  play: ConvergencePlay,
  gaps: readonly Finding[],
  voters: readonly string[],
): Promise<Finding[]> {
  const open = gaps.filter((gap) => peersOf(gap, voters).length > 0);
  if (open.length === 0) return [...gaps];
  const state = openRounds(open, voters, { isAdversarial: true, maxRounds: 1 });
  const task: TaskMaterial = { ...play.task, isAdversarial: true, mode: 'full-reanalysis' };
  const { state: voted } = tallyRound(state, await dispatch({ ...play, task }, state));
  return gaps.map((gap) => voted.findings.find(({ id }) => id === gap.id) ?? gap);
}

async function gatePlan({
  task,
  workers,
  resolved,
  plan,
  signal,
  emit,
}: ConvergencePlay): Promise<ConvergenceResult['gate']> {
  const { enabled, gating } = resolved.config.planBodyVerification;
  if (plan === null || task.phase !== 'implementation-planning' || !enabled) return null;
  const items = planItems(plan);
  const notes = new Map<string, readonly string[]>();
  for (const { id, refs } of items) {
    const files = refs.filter(({ kind }) => kind === 'file');
    notes.set(
      id,
      await Promise.all(files.map(async (ref) => evidenceNote(ref, await checkEvidence(task.project, ref)))),
    );
  }
  const results = await limited(workers, async (worker) => ({
    worker: worker.id,
    result: await settled(() => worker.votePlan(task, { text: plan, items, notes }, signal)),
  }));
  const judged = items.map((item): JudgedPlanItem => {
    const votes = Object.fromEntries(
      results.map(({ worker, result }): [string, PlanVote] => [
        worker,
        (result.status === 'ok' ? result.value[item.id] : undefined) ?? { verdict: 'verification-error' },
      ]),
    );
    return { item, votes, class: planItemClass(Object.values(votes)) };
  });
  const result = planGate(judged.map((item) => item.class));
  const dissent = dissentLog(judged);
  await emit({ type: 'convergence.gate', gate: result, gating, items: judged, dissent });
  return { result, gating, items: judged, dissent };
}

async function accept(
  play: ConvergencePlay,
  findings: readonly Finding[],
  roster: readonly string[],
  notes: string[],
): Promise<ConvergenceResult['acceptance']> {
  const { task, critic, workers, signal, emit, resolved } = play;
  if (task.phase !== 'final-verification') return null;
  const blockers: AcceptanceBlocker[] = findings
    .filter(
      ({ classification }) => classification === 'full-consensus' || classification === 'partial-consensus',
    )
    .map(({ id, claim, originEvidence }) => ({
      id,
      statement: claim,
      evidence: originEvidence,
      severity: 'major',
      followUpPhase: 'implementation',
      source: 'verifier',
    }));
  const risks: ResidualRisk[] = findings
    .filter(({ classification }) => classification === 'contested' || classification === 'worker-unique')
    .map(({ claim, originEvidence, originWorker }) => ({
      statement: claim,
      severity: 'minor',
      evidence: originEvidence,
      escalationTrigger: `another reviewer sees what ${originWorker} saw`,
      source: 'verifier',
    }));
  if (critic !== null && resolved.config.critic.enabled) {
    const result = await settled(() => critic.candidates(task, findings, signal));
    if (result.status === 'error') notes.push('critic-skipped: non-result');
    else
      await settleAll(
        play,
        result.value,
        workers.filter(({ id }) => id !== critic.provider && roster.includes(id)),
        blockers,
        risks,
      );
  }
  const verdict = acceptanceVerdict(blockers);
  await emit({ type: 'convergence.acceptance', verdict, blockers, risks });
  return { verdict, blockers, risks };
}

async function settleAll(
  { task, signal }: ConvergencePlay,
  candidates: readonly CandidateBlocker[],
  voters: readonly Worker[],
  blockers: AcceptanceBlocker[],
  risks: ResidualRisk[],
): Promise<void> {
  const results = await limited(voters, (worker) =>
    settled(() => worker.voteCandidates(task, candidates, signal)),
  );
  for (const candidate of candidates) {
    const votes = results.map(
      (result): CandidateVote =>
        (result.status === 'ok' ? result.value[candidate.id] : undefined) ?? {
          verdict: 'verification-error',
        },
    );
    const settledOne = settleCandidate(candidate, votes, 'implementation');
    if (settledOne.kind === 'blocker') blockers.push(settledOne.blocker);
    else risks.push(settledOne.risk);
  }
}

/** A worker that throws has given no result; the others are not stopped by it. */
async function settled<T>(work: () => Promise<VoterResult<T>>): Promise<VoterResult<T>> {
  try {
    return await work();
  } catch (error) {
    return { status: 'error', error: error instanceof Error ? error.message : String(error), attempts: 1 };
  }
}

/** In order of the list, a few at a time. */
async function limited<From, To>(list: readonly From[], work: (item: From) => Promise<To>): Promise<To[]> {
  const results: To[] = [];
  for (let at = 0; at < list.length; at += CONCURRENCY)
    results.push(...(await Promise.all(list.slice(at, at + CONCURRENCY).map(work))));
  return results;
}
