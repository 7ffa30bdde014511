/** How each step ends: what is counted, what is said of it, and which step follows. */
import type { ConvergenceEvent, Finding } from '@design-jury/contracts/convergence/schema';
import { exitOf } from '@design-jury/contracts/exit-codes';
import { withQuestions } from './clarifications.ts';
import { classifyUnverified } from './classification.ts';
import { criticOf, openGapRound, settleCoverage, votersBesides } from './gap-critic.ts';
import { groupFindings } from './grouping.ts';
import { candidateVoters, missingVoters, rosterOf, without } from './missing.ts';
import { endingOf, outcomeOf } from './outcome.ts';
import { openItems, PLANNING, planTextOf, standingVotes } from './plan-draft.ts';
import { judgePlan, type VoterVotes } from './plan-gate.ts';
import { planItems } from './plan-items.ts';
import type { PhaseRequest } from './request.ts';
import { absentOf, resultOf } from './result.ts';
import { type ConvergenceRounds, openRounds, tallyRound } from './rounds.ts';
import type { ConvergenceInput, ConvergenceState, Over } from './state.ts';

/** A state, and what is said of how it came about. */
export type Said = [state: ConvergenceState, events: ConvergenceEvent[]];

/** The state after a step that is complete; null while it is not. */
export function leave(state: ConvergenceState, request: PhaseRequest): Said | null {
  const { phase, resolved } = request;
  switch (state.step) {
    case 'analysis': {
      if (without(rosterOf(request), state.analyses).length > 0) return null;
      const analyses = inOrder(rosterOf(request), state.analyses, ({ worker }) => worker);
      const raw = analyses.flatMap(({ result }) => (result.status === 'ok' ? result.value.findings : []));
      const grouped = groupFindings(raw, rosterOf(request));
      return [{ ...state, step: 'grouping', analyses, grouped }, []];
    }
    case 'grouping':
      return state.grouped.length > 0 ? null : openFindings(state, { notAsked: {} }, request);
    case 'rounds':
      return leaveRound(state);
    case 'gaps':
      return criticOf(request) !== null && phase !== 'final-verification'
        ? null
        : [{ ...state, step: 'draft' }, []];
    case 'gap-grouping':
      return state.grouped.length > 0 ? null : openGaps(state, { notAsked: {} }, request);
    case 'gap-round': {
      const { gaps } = state;
      if (gaps === null || (gaps.round !== null && missingVoters(gaps.round, state).length > 0)) return null;
      const coverage = settleCoverage(state.grouped, gaps, state.votes, request);
      const unheard = coverage.clarifications.length;
      const next: ConvergenceState = { ...state, step: 'draft', coverage, votes: [] };
      return [
        unheard === 0 ? next : noted(next, `critic-gaps-unverified: ${unheard}`),
        [criticEvent(coverage)],
      ];
    }
    case 'draft':
      return request.drafter === null ? [{ ...state, step: 'plan' }, []] : null;
    case 'plan': {
      const plan = planTextOf(state, request);
      if (plan === null || phase !== PLANNING || !resolved.config.planBodyVerification.enabled)
        return [{ ...state, step: 'candidates', lacksPlan: phase === PLANNING && plan === null }, []];
      return without(rosterOf(request), state.planVotes).length > 0 ? null : leavePlan(state, plan, request);
    }
    case 'candidates':
      if (phase !== 'final-verification') return concluded(state, [], request);
      return criticOf(request) === null ? [{ ...state, step: 'candidate-votes' }, []] : null;
    case 'candidate-votes': {
      const voters = (state.candidates ?? []).length === 0 ? [] : candidateVoters(request);
      const candidateVotes = inOrder(voters, state.candidateVotes, ({ voter }) => voter);
      return candidateVotes.length < voters.length
        ? null
        : [{ ...state, step: 'coverage', candidateVotes }, []];
    }
    case 'coverage':
    case 'report':
    case 'questions':
    case 'over':
      return null;
  }
}

/** Judged by everybody's last word; another round where there is one left and somebody is against something. */
function leavePlan(state: ConvergenceState, plan: string, request: PhaseRequest): Said {
  const { gating, maxRounds } = request.resolved.config.planBodyVerification;
  const gate = judgePlan(planItems(plan, request.brief), planVotesOf(state, request), gating);
  const { result, items, dissent } = gate;
  const said: ConvergenceEvent = { type: 'convergence.gate', gate: result, gating, items, dissent };
  const isOver = state.planRound >= maxRounds || openItems(items).length === 0;
  if (isOver) return [{ ...state, step: 'candidates', gate }, [said]];
  // Who wrote the plan mends it, and everything in it is voted on anew; a plan of the task is only looked at again.
  return state.draft === null
    ? [{ ...state, gate, planVotes: [], planRound: state.planRound + 1 }, [said]]
    : [{ ...state, step: 'draft', gate }, [said]];
}

/** A plan that is not there, or not mended, is no reason to stop: what was judged of it stands. */
export function takeDraft(
  state: ConvergenceState,
  { result, notes }: Extract<ConvergenceInput, { type: 'plan_drafted' }>,
  { drafter }: PhaseRequest,
): Said {
  const by = drafter ?? '';
  const isFirst = state.draft === null;
  if (result.status === 'error') {
    const told = noted(state, `plan-${isFirst ? 'draft' : 'revision'}: no result (${by}: ${result.error})`);
    return [{ ...told, step: isFirst ? 'plan' : 'candidates' }, []];
  }
  const planRound = isFirst ? 1 : state.planRound + 1;
  const next = noted({ ...state, step: 'plan', draft: { text: result.value, by }, planRound }, ...notes);
  const line = `${by}: ${isFirst ? 'wrote a plan' : 'mended the plan'}, ${result.value.trim().split('\n').length} lines`;
  return [{ ...next, planVotes: [] }, [{ type: 'convergence.progress', line }]];
}

/** In the order of the roster; null for whoever gave no result, and never said anything of this plan before. */
function planVotesOf({ planVotes, gate, draft }: ConvergenceState, request: PhaseRequest): VoterVotes[] {
  const before = gate === null || draft !== null ? {} : standingVotes(gate.items);
  return inOrder(rosterOf(request), planVotes, ({ worker }) => worker).map(({ worker, result }) => {
    const earlier = before[worker] ?? null;
    const votes = result.status === 'ok' ? { ...earlier, ...result.value } : earlier;
    return { voter: worker, votes };
  });
}

export function openFindings(
  state: ConvergenceState,
  { notAsked }: Pick<Extract<ConvergenceInput, { type: 'looked' }>, 'notAsked'>,
  request: PhaseRequest,
): Said | null {
  if (state.step !== 'grouping') return null;
  const { config, effectiveMaxRounds: maxRounds } = request.resolved;
  const findings = withNotAsked(state.grouped, notAsked);
  const roster = rosterOf(request);
  const settings = { isAdversarial: config.adversarial, maxRounds };
  const isSilent = absentOf(state.analyses).length === roster.length;
  const rounds = !config.enabled
    ? alone(findings, roster, settings, isSilent)
    : // Nobody analysed anything: an empty list would read as "nothing was found".
      isSilent
      ? alone([], roster, settings, isSilent)
      : openRounds(findings, roster, settings);
  const next: ConvergenceState = { ...state, step: 'rounds', rounds };
  return [next, [{ type: 'convergence.grouped', findings }, ...progressOf(rounds)]];
}

/** Without rounds. */
function alone(
  findings: readonly Finding[],
  voters: readonly string[],
  settings: Pick<ConvergenceRounds, 'isAdversarial' | 'maxRounds'>,
  isSilent: boolean,
): ConvergenceRounds {
  return {
    ...settings,
    voters,
    findings: findings.map((finding) => classifyUnverified(finding, voters)),
    queue: [],
    round: 0,
    finalState: isSilent ? 'aborted-non-result' : 'converged',
  };
}

export function openGaps(
  state: ConvergenceState,
  { notAsked }: Pick<Extract<ConvergenceInput, { type: 'looked' }>, 'notAsked'>,
  request: PhaseRequest,
): Said | null {
  if (state.step !== 'gap-grouping' || state.gaps === null) return null;
  const grouped = withNotAsked(state.grouped, notAsked);
  const round = openGapRound(grouped, votersBesides(request, criticOf(request) ?? ''));
  return [{ ...state, step: 'gap-round', grouped, votes: [], gaps: { ...state.gaps, round } }, []];
}

function leaveRound(state: ConvergenceState): Said | null {
  const { rounds } = state;
  if (rounds === null) return null;
  if (rounds.finalState !== null) return [{ ...state, step: 'gaps' }, []];
  if (missingVoters(rounds, state).length > 0) return null;
  const { state: next, warnings } = tallyRound(rounds, state.votes);
  const { round, queue, findings } = next;
  return [
    { ...state, rounds: next, votes: [] },
    [
      ...warnings.map(warning),
      { type: 'convergence.round_ended', round, queue, findings },
      ...progressOf(next),
    ],
  ];
}

/** One table of questions: what earlier runs asked, what the critic could not have checked, what the workers ask now. */
export function concluded(
  state: ConvergenceState,
  events: readonly ConvergenceEvent[],
  request: PhaseRequest,
): Said {
  const questions = state.analyses.flatMap(({ result }) =>
    result.status === 'ok' ? result.value.questions : [],
  );
  const known = [...request.clarifications, ...(state.coverage?.clarifications ?? [])];
  const { items, defects } = withQuestions(known, questions);
  const next = noted({ ...state, step: 'report', clarifications: items }, ...defects);
  const { rounds, notes } = next;
  const said: ConvergenceEvent[] = [
    ...events,
    ...(items.length === 0 ? [] : [{ type: 'convergence.clarifications' as const, items }]),
    {
      type: 'convergence.ended',
      finalState: rounds?.finalState ?? 'aborted-non-result',
      totalRounds: rounds?.round ?? 0,
      ...endFields(next),
      notes,
    },
  ];
  // Without a task folder no later run could take the answers.
  return [request.taskFolder === null ? over(next, endOf(next)) : next, said];
}

export function over(state: ConvergenceState, end: Over): ConvergenceState {
  return { ...state, step: 'over', over: end };
}

/** What the end of the phase tells beyond its rounds; nothing where they did not end. */
function endFields(state: ConvergenceState): {
  findings?: readonly Finding[];
  outcome?: string;
  exitCode?: number;
} {
  const result = resultOf(state);
  if (result === null) return {};
  const { outcome, exitCode } = endOf(state);
  return { findings: result.findings, outcome, exitCode };
}

export function endOf(state: ConvergenceState): Over {
  const result = resultOf(state);
  if (result === null) throw new Error('the rounds are not over');
  return { outcome: outcomeOf(result), exitCode: exitOf(endingOf(result)), cause: null, message: null };
}

export function warning(message: string): ConvergenceEvent {
  return { type: 'convergence.warning', message };
}

function progressOf({ finalState, round }: ConvergenceRounds): ConvergenceEvent[] {
  return finalState === null
    ? [{ type: 'convergence.progress', line: `PROGRESS: phase-5.5-convergence round=${round + 1}` }]
    : [];
}

export function criticEvent({
  critic: summary,
  said,
  merged = [],
  dropped = [],
  clarifications = [],
}: Pick<NonNullable<ConvergenceState['coverage']>, 'critic' | 'said'> &
  Partial<NonNullable<ConvergenceState['coverage']>>): ConvergenceEvent {
  return { type: 'convergence.critic', summary, said, merged, dropped, clarifications };
}

/** Answers come in any order; what is made of them does not depend on it. */
function inOrder<Item>(ids: readonly string[], items: readonly Item[], idOf: (item: Item) => string): Item[] {
  return ids.flatMap((id) => items.filter((item) => idOf(item) === id));
}

function withNotAsked(
  findings: readonly Finding[],
  notAsked: Readonly<Record<string, readonly string[]>>,
): Finding[] {
  return findings.map((finding) => ({ ...finding, notAsked: [...(notAsked[finding.id] ?? [])] }));
}

export function noted(state: ConvergenceState, ...notes: readonly string[]): ConvergenceState {
  return { ...state, notes: [...state.notes, ...notes] };
}
