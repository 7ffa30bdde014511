/** What a process ends with and what each number means: one table for all commands and protocols. */
import type { AcceptanceVerdict, FinalState, GateResult } from './convergence/schema.ts';
import type { CritiqueStatus } from './theater/critique.ts';
import type { CritiqueState } from './theater/fold.ts';

export const EXIT = {
  ships: 0,
  doesNotShip: 1,
  usage: 2,
  inconclusive: 3,
  waitsForAnswer: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** For `jury --help` and the documents: in a few words, and in a sentence. */
export const EXIT_MEANINGS: readonly { code: ExitCode; short: string; means: string }[] = [
  { code: EXIT.ships, short: 'ships', means: 'shipped, approved, accepted, passed or converged' },
  { code: EXIT.doesNotShip, short: 'does not ship', means: 'a complete verdict that says no' },
  { code: EXIT.usage, short: 'wrong usage', means: 'wrong usage or configuration; nothing was run' },
  {
    code: EXIT.inconclusive,
    short: 'inconclusive',
    means: 'inconclusive: too little to judge, degraded, failed, timed out, or too few answers to decide',
  },
  {
    code: EXIT.waitsForAnswer,
    short: 'waits for an answer',
    means: 'paused: it waits for an answer, or can be resumed',
  },
  { code: EXIT.interrupted, short: 'interrupted', means: 'interrupted by a signal' },
];

/** How a run stands when its process ends, in the words of its protocol. */
export type Ending =
  | { protocol: 'theater'; status: CritiqueState['phase'] | CritiqueStatus }
  | { protocol: 'content'; status: 'approved' | 'max-rounds-reached' | 'not-deployed' | 'paused' | 'error' }
  | {
      protocol: 'convergence';
      /**
       * `unproved`: a worker gave no answer, or there was nothing to look at, and nothing else decided.
       * `undelivered`: accepted with conditions, and a requirement of the brief is among them.
       */
      status: FinalState | GateResult | AcceptanceVerdict | 'undelivered' | 'interrupted' | 'failed';
    }
  | {
      protocol: 'loop';
      /**
       * Converged is told apart by what was proved: `left-open` has a finding that nobody decided, in
       * `nothing-proved` no criterion was passed, in `mostly-deferred` fewer than half of them were answered.
       */
      status:
        | 'converged'
        | 'converged-with-deferrals'
        | 'left-open'
        | 'nothing-proved'
        | 'mostly-deferred'
        | 'safety-cap'
        | 'waiting'
        | 'cancelled';
    };

export type EndingOf<Protocol extends Ending['protocol']> = Extract<Ending, { protocol: Protocol }>;

type Table = { [Protocol in Ending['protocol']]: Record<EndingOf<Protocol>['status'], ExitCode> };

/** Every status has a row; a protocol that gains one does not compile without it. */
export const EXIT_OF_STATUS = {
  theater: {
    shipped: EXIT.ships,
    // Written without a jury, as it was asked for: there is no verdict that could fail.
    legacy: EXIT.ships,
    below_threshold: EXIT.doesNotShip,
    degraded: EXIT.inconclusive,
    failed: EXIT.inconclusive,
    timed_out: EXIT.inconclusive,
    // A process that ends before its run does has proved nothing.
    idle: EXIT.inconclusive,
    running: EXIT.inconclusive,
    interrupted: EXIT.interrupted,
  },
  content: {
    approved: EXIT.ships,
    'max-rounds-reached': EXIT.doesNotShip,
    'not-deployed': EXIT.inconclusive,
    error: EXIT.inconclusive,
    paused: EXIT.waitsForAnswer,
  },
  convergence: {
    converged: EXIT.ships,
    passed: EXIT.ships,
    'passed-with-dissent': EXIT.ships,
    accepted: EXIT.ships,
    'conditional-accept': EXIT.ships,
    'max-rounds-reached': EXIT.doesNotShip,
    'blocked-by-disagreement': EXIT.doesNotShip,
    blocked: EXIT.doesNotShip,
    undelivered: EXIT.doesNotShip,
    'aborted-non-result': EXIT.inconclusive,
    unproved: EXIT.inconclusive,
    failed: EXIT.inconclusive,
    interrupted: EXIT.interrupted,
  },
  loop: {
    converged: EXIT.ships,
    // Half of the criteria or more were answered and nothing is known to be wrong; what was not judged is on the last line.
    'converged-with-deferrals': EXIT.ships,
    'left-open': EXIT.doesNotShip,
    'nothing-proved': EXIT.inconclusive,
    'mostly-deferred': EXIT.inconclusive,
    'safety-cap': EXIT.doesNotShip,
    waiting: EXIT.waitsForAnswer,
    cancelled: EXIT.interrupted,
  },
} as const satisfies Table;

export function exitOf(ending: Ending): ExitCode {
  switch (ending.protocol) {
    case 'theater':
      return EXIT_OF_STATUS.theater[ending.status];
    case 'content':
      return EXIT_OF_STATUS.content[ending.status];
    case 'convergence':
      return EXIT_OF_STATUS.convergence[ending.status];
    case 'loop':
      return EXIT_OF_STATUS.loop[ending.status];
  }
}

/** Of several endings the process can report one: what is unproved weighs more than what failed. */
const GRAVEST_FIRST: readonly ExitCode[] = [
  EXIT.interrupted,
  EXIT.usage,
  EXIT.inconclusive,
  EXIT.waitsForAnswer,
  EXIT.doesNotShip,
];

export function worstExit(codes: readonly ExitCode[]): ExitCode {
  return GRAVEST_FIRST.find((code) => codes.includes(code)) ?? EXIT.ships;
}
