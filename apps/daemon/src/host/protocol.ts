/**
 * A protocol as a value: a pure machine, and the one function that acts. The host owns everything else of a run (record,
 * queue slot, lease, log, artifacts, clocks, stop, questions, recovery, end) and knows no protocol by name.
 *
 * Everything a resumable protocol needs to go on is its state, and its state is the fold of the inputs in the log: a
 * process that takes a run over folds them again and performs what is `pending`.
 */
import type { OpenState, RunEvent, RunRecord, RunRound, RunState } from '@design-jury/contracts/run';
import type { StopEnding } from '@design-jury/contracts/stop';
import type { MustFix } from '@design-jury/contracts/theater/critique';
import type { RunContext } from './context.ts';
import type { RunPages } from './place/place.ts';

export interface EventBody {
  type: string;
}

export interface Emit<Event extends EventBody> extends EventBody {
  type: 'emit';
  event: Event;
}

/** The next state, what is to be said of it, and what is to be done. */
export type Turn<State, Effect, Event extends EventBody> = readonly [
  state: State,
  effects: readonly (Effect | Emit<Event>)[],
];

/** What a run was started with, as far as it is stored. */
export interface Setup<Request> {
  readonly run: RunRecord;
  readonly request: Request;
}

/** The run stops here without being over: another process, or this one later, can resume it. */
export interface Park {
  park: 'waiting' | 'paused';
  reason: string;
}

/** A performer that puts the run aside says so; every other says nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: nothing is what most of them return
export type Performed = Promise<void | Park>;

/** How a run ended. The first four every run has; the others where the protocol knows them. */
export interface Ending {
  state: Exclude<RunState, OpenState>;
  /** The protocol's own word. */
  outcome: string;
  exitCode: number;
  cause: string | null;
  message?: string | null;
  recoveryReason?: string | null;
  usage?: { inputTokens: number | null; outputTokens: number | null; costUsd: number | null } | null;
  composite?: number | null;
  finalRound?: number | null;
  rounds?: readonly RunRound[];
  mustFixes?: readonly MustFix[];
  protocolVersion?: number;
}

export interface Protocol<
  Request = unknown,
  State = unknown,
  Input extends EventBody = EventBody,
  Effect extends EventBody = EventBody,
  Event extends EventBody = EventBody,
> {
  readonly id: string;
  /** False: a run whose process died is over. */
  readonly resumable: boolean;
  /** Reads a stored request back; throws for one that is none. */
  parseRequest(stored: unknown): Request;
  /** Pure. */
  begin(setup: Setup<Request>): Turn<State, Effect, Event>;
  /** Pure. An input that does not fit changes nothing. */
  transition(state: State, input: Input, setup: Setup<Request>): Turn<State, Effect, Event>;
  /** What a process that takes the run over has to do first: the same as the one before was about to. */
  pending(state: State, setup: Setup<Request>): readonly Effect[];
  /** All I/O. What comes of it goes to `context.feed`; what it must do once, it finds done by the effect's own key. */
  perform(effect: Effect, context: RunContext<Request, State, Input, Event>): Performed;
  /** What the machine is told when somebody says stop, or that the run is only put aside. */
  stopped(ending: StopEnding, state: State): Input | Park;
  /** Null while it is not over. */
  ending(state: State, setup: Setup<Request>): Ending | null;
  /** Its own last event. @default the host writes `run.ended` */
  isTerminal?: (event: EventBody) => boolean;
  /** What must be on the disk before the end is told; an input to take instead where it could not be done. */
  beforeEnd?: (state: State, context: RunContext<Request, State, Input, Event>) => Promise<Input | null>;
  /** Brings up to date what others read beside the log, before it is told that the run is over or put aside. Never rejects. */
  settled?: (
    state: State,
    end: { ending: Ending } | Park,
    context: RunContext<Request, State, Input, Event>,
  ) => Promise<void>;
  /** The last event of a run whose end could not be written down. @default `run.ended` */
  failed?: (run: RunRecord, message: string) => EventBody;
  /**
   * How a run ends that cannot be resumed and whose process is gone: what its log says counts. `say` is added to the log
   * where no last event is in it.
   */
  recover?: (left: LeftRun) => Promise<{ last: EventBody | null; ending: Ending }>;
  /** A state that 0.1 saved; null for one that cannot be read. */
  restore?: (saved: unknown, setup: Setup<Request>) => State | null;
  /** The fold that clients use, so that one who joins late starts from a state. */
  view?: RunView;
}

/** What a process that died left of a run. */
export interface LeftRun {
  run: RunRecord;
  pages: RunPages;
  /** The fold of its events. */
  view: unknown;
  /** Its last event, where it came to write one. */
  terminal: RunEvent | null;
}

export interface RunView {
  initial: unknown;
  fold(view: unknown, event: RunEvent): unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: the host hands a protocol only what it got from the same protocol
export type AnyProtocol = Protocol<any, any, any, any, any>;

export function isEmit<Event extends EventBody>(effect: EventBody): effect is Emit<Event> {
  return effect.type === 'emit';
}
