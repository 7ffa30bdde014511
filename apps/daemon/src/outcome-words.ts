/**
 * How a run of any protocol stands or ended, as people are told. The word of its protocol stays in files, in `--json` and
 * in events. Pure.
 */
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { RunState } from '@design-jury/contracts/run';
import type { DegradedReason, RoundDecision } from '@design-jury/contracts/theater/critique';

const STATES: Record<RunState, string> = {
  queued: 'queued',
  running: 'running',
  waiting: 'waiting for an answer',
  paused: 'put aside',
  ended: 'ended',
  shipped: 'shipped',
  below_threshold: 'not shipped',
  timed_out: 'timed out',
  interrupted: 'interrupted',
  degraded: 'inconclusive',
  failed: 'failed',
  legacy: 'written without a jury',
};

/** One of a newer version is told as it is. */
export function stateWord(state: string): string {
  return Object.hasOwn(STATES, state) ? STATES[state as RunState] : state;
}

/** Words of the protocols other than the Theater, whose words are its states. */
const OUTCOMES: Readonly<Record<string, string>> = {
  approved: 'approved',
  'not-deployed': 'approved, and not deployed',
  converged: 'all agree',
  passed: 'passed',
  'passed-with-dissent': 'passed, not by all votes',
  'blocked-by-disagreement': 'does not pass, the majority disagrees',
  accepted: 'accepted',
  'conditional-accept': 'accepted with conditions',
  blocked: 'held back',
  'aborted-non-result': 'no result',
  unproved: 'nothing was proved',
  CANCELLED: 'stopped',
  'SAFETY CAP': 'not finished, no pass is left',
};

/** What the exit code tells apart and the protocol's own word does not. */
function byExit(protocol: string, outcome: string, exitCode: number | null): string | undefined {
  if (outcome === 'max-rounds-reached')
    return protocol === 'content' ? 'not approved, no round is left' : 'not agreed on all';
  if (outcome === 'conditional-accept' && exitCode !== EXIT.ships)
    return 'not accepted yet, a requirement is not delivered';
  if (outcome !== 'CONVERGED') return undefined;
  return exitCode === EXIT.ships ? 'passed' : exitCode === EXIT.doesNotShip ? 'not passed' : 'not proved';
}

export interface Stood {
  protocol: string;
  /** The protocol's own word; null while the run is not over. */
  outcome: string | null;
  exitCode: number | null;
  state: string;
}

/** What nobody has a word for, such as the cause of an error, is told by what the exit code says. */
export function outcomeWord({ protocol, outcome, exitCode, state }: Stood): string {
  if (outcome === null) return stateWord(state);
  const known = byExit(protocol, outcome, exitCode);
  if (known !== undefined) return known;
  if (Object.hasOwn(OUTCOMES, outcome)) return OUTCOMES[outcome] ?? outcome;
  if (Object.hasOwn(STATES, outcome)) return stateWord(outcome);
  return exitCode === EXIT.ships ? 'passed' : exitCode === EXIT.doesNotShip ? 'not passed' : 'no verdict';
}

const SET_ASIDE: Record<DegradedReason, string> = {
  malformed_block: 'it wrote blocks that cannot be read',
  oversize_block: 'it wrote blocks larger than allowed',
  adapter_unsupported: 'it failed its checks',
  protocol_version_mismatch: 'it speaks another version of the protocol',
  missing_artifact: 'it delivered no page',
  ambiguous_answer: 'its answers contradict themselves',
  no_usable_vote: 'it gives no usable vote',
};

/** Why an agent may not sit on a panel for now. What its checks said is a sentence already. */
export function setAsideWord(reason: string): string {
  return Object.hasOwn(SET_ASIDE, reason) ? SET_ASIDE[reason as DegradedReason] : reason;
}

/** What the gate decided of one round. */
export function decisionWord(decision: RoundDecision): string {
  return decision === 'ship' ? 'ships' : 'not enough yet';
}
