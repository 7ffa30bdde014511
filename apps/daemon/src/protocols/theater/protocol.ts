/**
 * The Theater as a protocol: the scoreboard is its machine, one session of the panel (or one page without a panel) its
 * effect. A run whose process died is over: what its log says counts, and nothing is resumed.
 */
import { EXIT_OF_STATUS } from '@design-jury/contracts/exit-codes';
import { isTheaterRun, type RunRecord, type TheaterRun } from '@design-jury/contracts/run';
import type { StopEnding } from '@design-jury/contracts/stop';
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/theater/fold';
import {
  type CritiqueSseEvent,
  isTerminalEvent,
  type TranscriptEvent,
} from '@design-jury/contracts/theater/sse';
import type { Usage } from '../../agents/spending.ts';
import type { RunContext } from '../../host/context.ts';
import type { Ending, Protocol, Setup, Turn } from '../../host/protocol.ts';
import { finalPage, type KeptArtifact, type PagePlace, roundRow } from './artifact-tracker.ts';
import { recoverTheater } from './recover.ts';
import { type AskedRun, AskedRunSchema } from './request-file.ts';
import { transition } from './scoreboard.ts';
import { createScoreboard, type Scoreboard, type ScoreboardInput } from './scoreboard-state.ts';
import { type SinglePassStop, singlePassEvent } from './single-pass.ts';

export interface TheaterState {
  board: Scoreboard;
  /** The round a conversational agent is asked for next. */
  nextRound: number;
  pages: Readonly<Partial<Record<PagePlace, KeptArtifact>>>;
  usage: Usage | null;
  /** How a run without a jury ended; undefined while it has not, and with a jury. */
  written: { stopped: SinglePassStop | null } | undefined;
}

export type TheaterInput =
  | ScoreboardInput
  | { type: 'page_kept'; place: PagePlace; page: KeptArtifact }
  /** All that was used so far. */
  | { type: 'spent'; usage: Usage }
  | { type: 'written'; stopped: SinglePassStop | null };

export type TheaterEffect = { type: 'sit' } | { type: 'write_page' };

export type TheaterContext = RunContext<AskedRun, TheaterState, TheaterInput, CritiqueSseEvent>;
export type TheaterProtocol = Protocol<AskedRun, TheaterState, TheaterInput, TheaterEffect, CritiqueSseEvent>;
type TheaterTurn = Turn<TheaterState, TheaterEffect, CritiqueSseEvent>;

/** `perform` is the only part that acts; it is loaded with its agents by whoever opens the engine. */
export function theaterProtocol(perform: TheaterProtocol['perform']): TheaterProtocol {
  return {
    id: 'theater',
    resumable: false,
    parseRequest: (stored) => AskedRunSchema.parse(stored),
    begin({ run, request }) {
      const { id: runId, agent: adapter, projectId, artifactId } = run;
      const identity = { runId, adapter, artifactRef: { projectId, artifactId } };
      const state: TheaterState = {
        board: createScoreboard(identity, request.turns ?? 'one-shot'),
        nextRound: 1,
        pages: {},
        usage: null,
        written: undefined,
      };
      return [state, [{ type: theaterRun(run).config.enabled ? 'sit' : 'write_page' }]];
    },
    transition: take,
    pending: () => [],
    perform,
    stopped: (ending, state) => stopInput(ending, state),
    ending,
    isTerminal: (event) => isTerminalEvent(event as CritiqueSseEvent),
    beforeEnd,
    failed: (run, message) => ({
      type: 'critique.failed',
      runId: run.id,
      status: 'failed',
      cause: 'storage_error',
      message,
      bestRound: null,
    }),
    recover: recoverTheater,
    view: {
      initial: IDLE,
      fold: (view, event) => fold(view as CritiqueState, event as TranscriptEvent),
    },
  };
}

export function theaterRun(run: RunRecord): TheaterRun {
  if (!isTheaterRun(run)) throw new Error(`${run.id} is a run of ${run.protocol}`);
  return run;
}

function take(state: TheaterState, input: TheaterInput, { run }: Setup<AskedRun>): TheaterTurn {
  switch (input.type) {
    case 'page_kept':
      return [{ ...state, pages: { ...state.pages, [input.place]: input.page } }, []];
    case 'spent':
      return [{ ...state, usage: input.usage }, []];
    case 'written':
      return [
        { ...state, written: { stopped: input.stopped } },
        input.stopped === null ? [] : [{ type: 'emit', event: singlePassEvent(run.id, input.stopped) }],
      ];
    default: {
      const [board, effects] = transition(state.board, input, theaterRun(run).config);
      let { nextRound } = state;
      const emitted: { type: 'emit'; event: CritiqueSseEvent }[] = [];
      for (const effect of effects) {
        if (effect.type === 'emit') emitted.push(effect);
        else if (effect.type === 'request_round') nextRound = effect.round;
      }
      return [{ ...state, board, nextRound }, emitted];
    }
  }
}

/** Without a jury there is no panel that could be unreadable. */
function stopInput(ending: StopEnding, { written, board }: TheaterState): TheaterInput {
  if (written === undefined) return { type: 'stop', ending };
  return board.outcome === null ? { type: 'written', stopped: written.stopped } : { type: 'stop', ending };
}

function ending(state: TheaterState, { run }: Setup<AskedRun>): Ending | null {
  const { board, pages, usage, written } = state;
  const { outcome } = board;
  const { config } = theaterRun(run);
  if (written !== undefined)
    return { ...writtenEnding(written.stopped), usage, protocolVersion: config.protocolVersion };
  if (outcome === null) return null;
  const end = outcome.ending;
  return {
    state: outcome.status,
    outcome: outcome.status,
    exitCode: EXIT_OF_STATUS.theater[outcome.status],
    cause: end.type === 'failed' || end.type === 'timed_out' ? end.cause : null,
    message: 'message' in end ? end.message : null,
    recoveryReason: end.type === 'interrupted' ? end.recoveryReason : null,
    usage,
    composite: outcome.composite,
    finalRound: outcome.round,
    rounds: board.rounds.map((round) => roundRow(round, pages[round.round])),
    mustFixes: board.ledger.map(
      ({
        origin: _origin,
        lastRaisedRound: _last,
        voice: _voice,
        besideOthers: _beside,
        earlier: _earlier,
        ...mustFix
      }) => mustFix,
    ),
    protocolVersion: config.protocolVersion,
  };
}

function writtenEnding(stopped: SinglePassStop | null): Ending {
  if (stopped === null)
    return { state: 'legacy', outcome: 'legacy', exitCode: EXIT_OF_STATUS.theater.legacy, cause: null };
  const state = stopped.type;
  return {
    state,
    outcome: state,
    exitCode: EXIT_OF_STATUS.theater[state],
    cause: stopped.type === 'interrupted' ? null : stopped.cause,
    message: stopped.type === 'interrupted' ? null : stopped.message,
    recoveryReason: stopped.type === 'interrupted' ? stopped.recoveryReason : null,
  };
}

/** The page is pointed to before the verdict is written: a verdict that is on file has its page. */
async function beforeEnd(
  { board, pages }: TheaterState,
  context: TheaterContext,
): Promise<TheaterInput | null> {
  const sha256 = board.outcome === null ? null : finalPage(board.outcome, pages, board.given);
  if (sha256 === null) return null;
  try {
    await context.pointFinal(sha256);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { type: 'stop', ending: { type: 'failed', cause: 'storage_error', message } };
  }
}
