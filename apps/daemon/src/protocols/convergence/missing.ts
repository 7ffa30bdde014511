/** Who has not answered yet: all that is left to do of a step, for the machine and for whoever takes a run over. */
import { criticOf, votersBesides } from './gap-critic.ts';
import type { PhaseRequest, StoredRequest } from './request.ts';
import { type ConvergenceRounds, dispatchesOf } from './rounds.ts';
import type { ConvergenceEffect, ConvergenceState } from './state.ts';

/** What is missing of the step: the same for a machine that comes to it and for a process that takes the run over. */
export function effectsOf(state: ConvergenceState, stored: StoredRequest): ConvergenceEffect[] {
  if (state.step === 'over') return [];
  if (state.step === 'questions')
    return [{ type: 'ask', items: state.clarifications.filter(({ status }) => status === 'open') }];
  if (stored === null) return [];
  const request = stored;
  switch (state.step) {
    case 'analysis':
      return [{ type: 'analyse', workers: without(rosterOf(request), state.analyses) }];
    case 'grouping':
      return [{ type: 'look', of: 'findings' }];
    case 'rounds':
      return state.rounds === null ? [] : [verify('findings', state.rounds, state)];
    case 'gaps':
      return [{ type: 'gaps' }];
    case 'gap-grouping':
      return [{ type: 'look', of: 'gaps' }];
    case 'gap-round':
      return state.gaps?.round == null ? [] : [verify('gaps', state.gaps.round, state)];
    case 'draft':
      return [{ type: 'draft' }];
    case 'plan':
      return [{ type: 'gate', round: state.planRound, voters: without(rosterOf(request), state.planVotes) }];
    case 'candidates':
      return [{ type: 'candidates' }];
    case 'candidate-votes': {
      const voted = state.candidateVotes.map(({ voter }) => ({ worker: voter }));
      return [{ type: 'vote_candidates', voters: without(candidateVoters(request), voted) }];
    }
    case 'coverage':
      return [{ type: 'check_claims' }];
    case 'report':
      return [{ type: 'report' }];
  }
}

function verify(
  of: 'findings' | 'gaps',
  rounds: ConvergenceRounds,
  state: Pick<ConvergenceState, 'votes'>,
): ConvergenceEffect {
  return { type: 'verify', of, round: rounds.round + 1, voters: missingVoters(rounds, state) };
}

export function missingVoters(
  rounds: ConvergenceRounds,
  { votes }: Pick<ConvergenceState, 'votes'>,
): string[] {
  const asked = dispatchesOf(rounds).map(({ voter }) => voter);
  return asked.filter((id) => !votes.some(({ voter }) => voter === id));
}

export function candidateVoters(request: PhaseRequest): string[] {
  return votersBesides(request, criticOf(request) ?? '');
}

export function rosterOf({ workers }: PhaseRequest): string[] {
  return workers.map(({ id }) => id);
}

export function without(ids: readonly string[], answered: readonly { worker: string }[]): string[] {
  return ids.filter((id) => !answered.some(({ worker }) => worker === id));
}
