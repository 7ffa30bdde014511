/**
 * One phase as a pure machine: independent analysis, rounds, the critic, the plan gate, the acceptance, the report, the
 * questions. The lead is code: it groups, sends, counts and writes down, and never votes. A step ends when everybody it
 * asks has answered, in whatever order; what is still missing of it is what has to be done.
 */
import type { ConvergenceEvent } from '@design-jury/contracts/convergence/schema';
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { Emit, Setup, Turn } from '../../host/protocol.ts';
import { criticOf, gapsOf } from './gap-critic.ts';
import { candidateVoters, effectsOf, missingVoters, rosterOf, without } from './missing.ts';
import { type PhaseRequest, requestOf, type StoredRequest } from './request.ts';
import { settleAcceptance } from './settle-acceptance.ts';
import {
  type ConvergenceEffect,
  type ConvergenceInput,
  type ConvergenceState,
  FIRST_STATE,
} from './state.ts';
import {
  concluded,
  criticEvent,
  endOf,
  leave,
  noted,
  openFindings,
  openGaps,
  over,
  type Said,
  takeDraft,
  warning,
} from './steps.ts';

export type ConvergenceSetup = Setup<StoredRequest>;
export type ConvergenceTurn = Turn<ConvergenceState, ConvergenceEffect, ConvergenceEvent>;

export const NOT_STORED =
  'it was started by version 0.1, which did not store what it was asked: it cannot go on, start it again';

export function begin({ request }: ConvergenceSetup): ConvergenceTurn {
  if (request === null) return [lost(), []];
  const { phase, workers, resolved } = request;
  const started: ConvergenceEvent = {
    type: 'convergence.started',
    phase,
    workers,
    maxRounds: resolved.effectiveMaxRounds,
    adversarial: resolved.config.adversarial,
  };
  const notes = [
    ...(resolved.autoDisabled === null ? [] : [`auto-disabled: ${resolved.autoDisabled}`]),
    ...resolved.notes,
  ];
  return told(
    goOn([{ ...FIRST_STATE, notes, handsOver: phase === 'release-handoff' }, [started]], request),
    request,
  );
}

export function transition(
  state: ConvergenceState,
  input: ConvergenceInput,
  setup: ConvergenceSetup,
): ConvergenceTurn {
  if (state.over !== null) return [state, []];
  if (input.type === 'failed') {
    const { cause, message } = input;
    return [over(state, { outcome: 'failed', exitCode: EXIT.inconclusive, cause, message }), []];
  }
  if (input.type === 'questions_closed') {
    if (state.step !== 'questions') return [state, []];
    return [over(state, state.parked ?? endOf(state)), []];
  }
  const request = requestOf(setup);
  const taken = take(state, input, request);
  if (taken === null) return [state, []];
  const next = goOn(taken, request);
  const isSameWork =
    next[0].step === state.step &&
    next[0].rounds?.round === state.rounds?.round &&
    next[0].planRound === state.planRound;
  // Whoever is being asked feeds the rest of the step; a new step has to be begun.
  return isSameWork ? [next[0], next[1].map(emit)] : told(next, request);
}

/** One input; null where it does not fit: nobody is counted twice. */
function take(state: ConvergenceState, input: ConvergenceInput, request: PhaseRequest): Said | null {
  switch (input.type) {
    case 'analysed': {
      const { worker, result } = input;
      if (state.step !== 'analysis' || !without(rosterOf(request), state.analyses).includes(worker))
        return null;
      const findings = result.status === 'ok' ? result.value.findings.length : 0;
      const error = result.status === 'error' ? result.error : null;
      const said: ConvergenceEvent = { type: 'convergence.analysed', worker, findings, error };
      return [{ ...state, analyses: [...state.analyses, { worker, result }] }, [said]];
    }
    case 'looked':
      return input.of === 'findings' ? openFindings(state, input, request) : openGaps(state, input, request);
    case 'voted': {
      const { of, round, result } = input;
      const rounds = of === 'findings' ? state.rounds : (state.gaps?.round ?? null);
      if (state.step !== (of === 'findings' ? 'rounds' : 'gap-round') || rounds === null) return null;
      if (round !== rounds.round + 1 || !missingVoters(rounds, state).includes(result.voter)) return null;
      const warnings = input.warnings.map(warning);
      return [{ ...state, votes: [...state.votes, result] }, warnings];
    }
    case 'gaps_named': {
      const { result } = input;
      if (state.step !== 'gaps') return null;
      if (result.status === 'error')
        return [noted({ ...state, step: 'draft' }, 'critic-skipped: non-result'), []];
      const grouped = gapsOf(result.value, criticOf(request) ?? '', state.rounds?.findings ?? []);
      const gaps = { said: result.value.map(({ claim }) => claim), round: null };
      return [{ ...state, step: 'gap-grouping', grouped, gaps }, []];
    }
    case 'plan_drafted':
      return state.step === 'draft' ? takeDraft(state, input, request) : null;
    case 'plan_voted': {
      const { worker, round = 1, result } = input;
      if (round !== state.planRound) return null;
      if (state.step !== 'plan' || !without(rosterOf(request), state.planVotes).includes(worker)) return null;
      return [{ ...state, planVotes: [...state.planVotes, { worker, result }] }, []];
    }
    case 'candidates_named': {
      const { result } = input;
      if (state.step !== 'candidates') return null;
      const next: ConvergenceState = { ...state, step: 'candidate-votes' };
      if (result.status === 'error') return [noted(next, 'critic-skipped: non-result'), []];
      return [{ ...next, candidates: result.value }, []];
    }
    case 'candidates_voted': {
      const { voter, votes } = input;
      const isAwaited = candidateVoters(request).includes(voter);
      const isKnown = state.candidateVotes.some((one) => one.voter === voter);
      if (state.step !== 'candidate-votes' || !isAwaited || isKnown) return null;
      return [{ ...state, candidateVotes: [...state.candidateVotes, { voter, votes }] }, []];
    }
    case 'claims_checked': {
      if (state.step !== 'coverage') return null;
      const settled = settleAcceptance(state, state.rounds?.findings ?? [], input.claims, request);
      const { acceptance, critic, criticSaid } = settled;
      const said: ConvergenceEvent[] =
        critic === null ? [] : [criticEvent({ critic, said: criticSaid ?? [] })];
      const next = noted({ ...state, settled }, ...settled.notes);
      return concluded(next, [...said, { type: 'convergence.acceptance', ...acceptance }], request);
    }
    case 'reported': {
      if (state.step !== 'report') return null;
      const isOpen = state.clarifications.some(({ status }) => status === 'open');
      return isOpen ? [{ ...state, step: 'questions' }, []] : [over(state, endOf(state)), []];
    }
    case 'questions_closed':
    case 'failed':
      return null;
  }
}

/** Leaves every step that has all it asks for, until one has something to ask. */
function goOn([state, events]: Said, request: PhaseRequest): Said {
  const next = leave(state, request);
  return next === null ? [state, events] : goOn([next[0], [...events, ...next[1]]], request);
}

function lost(): ConvergenceState {
  const exitCode = EXIT.interrupted;
  return over(FIRST_STATE, { outcome: 'interrupted', exitCode, cause: null, message: NOT_STORED });
}

function told([state, events]: Said, request: PhaseRequest): ConvergenceTurn {
  return [state, [...events.map(emit), ...effectsOf(state, request)]];
}

function emit(event: ConvergenceEvent): Emit<ConvergenceEvent> {
  return { type: 'emit', event };
}
