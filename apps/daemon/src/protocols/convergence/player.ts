/**
 * Plays one phase: independent analysis, rounds, the critic, the plan gate, the report's facts. The lead is code: it
 * groups, sends, counts and writes down, and never votes.
 */
import type { ClarificationItem, FinalState, Finding } from '@design-jury/contracts/convergence/schema';
import { accept } from './acceptance-pass.ts';
import { dispatch, limited, notAsked, settled } from './asking.ts';
import { withQuestions } from './clarifications.ts';
import { classifyUnverified } from './classification.ts';
import { coverGaps } from './critic-pass.ts';
import { gatePlan } from './gate-pass.ts';
import { groupFindings } from './grouping.ts';
import type { ConvergencePlay, ConvergenceResult } from './play.ts';
import { type ConvergenceRounds, openRounds, tallyRound } from './rounds.ts';

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
  const analyses = await analyse(play);
  const absent = analyses.flatMap(({ worker, result }) =>
    result.status === 'error' ? [{ worker, error: result.error }] : [],
  );
  const raw = analyses.flatMap(({ result }) => (result.status === 'ok' ? result.value.findings : []));
  const roster = workers.map(({ id }) => id);
  const grouped = await notAsked(play, groupFindings(raw, roster));
  await emit({ type: 'convergence.grouped', findings: grouped });
  const rounds = config.enabled
    ? await converge(play, grouped, roster, absent.length === workers.length)
    : alone(grouped, roster, absent.length === workers.length);
  const notes = [
    ...(resolved.autoDisabled === null ? [] : [`auto-disabled: ${resolved.autoDisabled}`]),
    ...resolved.notes,
  ];
  const covered = await coverGaps(play, rounds.findings, roster, notes);
  const gate = await gatePlan(play);
  const { acceptance, ...words } = await accept(play, rounds.findings, analyses, notes);
  const clarifications = clarify(play, analyses, covered.rest.clarifications, notes);
  if (clarifications.length > 0) await emit({ type: 'convergence.clarifications', items: clarifications });
  const { finalState, totalRounds } = rounds;
  await emit({ type: 'convergence.ended', finalState, totalRounds, notes });
  return {
    ...rounds,
    findings: [...rounds.findings, ...covered.merged],
    notes,
    critic: covered.rest.critic ?? words.critic,
    criticSaid: covered.rest.criticSaid ?? words.criticSaid,
    dropped: covered.rest.dropped,
    clarifications,
    gate,
    acceptance,
    analyses,
    absent,
  };
}

async function analyse({
  task,
  workers,
  signal,
  emit,
}: ConvergencePlay): Promise<ConvergenceResult['analyses']> {
  return limited(workers, async (worker) => {
    const result = await settled(() => worker.analyse(task, signal));
    await emit({
      type: 'convergence.analysed',
      worker: worker.id,
      findings: result.status === 'ok' ? result.value.findings.length : 0,
      error: result.status === 'error' ? result.error : null,
    });
    return { worker: worker.id, result };
  });
}

/** One table: what earlier runs asked, what the critic could not have checked, what the workers ask now. */
function clarify(
  { clarifications }: ConvergencePlay,
  analyses: ConvergenceResult['analyses'],
  ofCritic: readonly ClarificationItem[],
  notes: string[],
): ClarificationItem[] {
  const questions = analyses.flatMap(({ result }) => (result.status === 'ok' ? result.value.questions : []));
  const { items, defects } = withQuestions([...clarifications, ...ofCritic], questions);
  notes.push(...defects);
  return items;
}

interface Converged {
  findings: Finding[];
  finalState: FinalState;
  totalRounds: number;
}

function alone(findings: readonly Finding[], roster: readonly string[], isSilent: boolean): Converged {
  return {
    findings: findings.map((finding) => classifyUnverified(finding, roster)),
    finalState: isSilent ? 'aborted-non-result' : 'converged',
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
    const tally = tallyRound(state, await dispatch(play, state));
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
