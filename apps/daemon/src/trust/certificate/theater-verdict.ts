/** What the events of a run of the Theater support: every round is judged again, and the end has to follow from it. Pure. */
import { EXIT_OF_STATUS } from '@design-jury/contracts/exit-codes';
import type { TheaterRun } from '@design-jury/contracts/run';
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import {
  isTerminalEvent,
  type TerminalEvent,
  type TranscriptEvent,
  TranscriptEventSchema,
} from '@design-jury/contracts/theater/sse';
import { decisionWord, stateWord } from '../../outcome-words.ts';
import { type Board, type BoardRules, boardsOf, judgeBoard } from '../boards.ts';
import { Refused } from './refused.ts';

export interface Supported {
  status: string;
  exitCode: number;
  composite: number | null;
  /** Of the page that shipped or is kept; null where there is none. */
  page: string | null;
  votes: Partial<Record<PanelistRole, number>> | null;
}

/** Said after the end: the bill may come late. */
const AFTER_THE_END: ReadonlySet<string> = new Set(['critique.usage', 'critique.agent_notice']);

export function theaterVerdict(run: TheaterRun, entries: readonly unknown[]): Supported {
  const events = entries.map(readEvent);
  const end = endOf(events);
  const rules = rulesOf(run, events);
  const boards = boardsOf(events);
  holdRounds(events);
  for (const [index, board] of boards.entries()) {
    if (board.round !== index + 1)
      throw new Refused('out_of_order', `round ${board.round} stands where round ${index + 1} should`);
    holdTo(board, rules, events);
  }
  if (run.state !== end.status || run.outcome !== end.status)
    throw new Refused(
      'unsupported_verdict',
      `its record says ${stateWord(run.state)}, its events say ${stateWord(end.status)}`,
    );
  if (run.exitCode !== EXIT_OF_STATUS.theater[end.status])
    throw new Refused(
      'unsupported_verdict',
      `a run that is ${stateWord(end.status)} does not end with exit code ${run.exitCode}`,
    );
  const kept = keptBoard(end, boards);
  if (run.finalRound !== (keepsPage(end) ? (kept?.round ?? null) : null))
    throw new Refused('unsupported_verdict', `its record keeps round ${run.finalRound}, its events another`);
  holdEnd(end, kept, boards);
  return {
    status: end.status,
    exitCode: run.exitCode,
    composite: kept?.said.composite ?? null,
    page: keepsPage(end) ? (kept?.sha256 ?? null) : null,
    votes: kept?.votes ?? null,
  };
}

function readEvent(entry: unknown): TranscriptEvent {
  const parsed = TranscriptEventSchema.safeParse(entry);
  if (!parsed.success) throw new Refused('foreign_event', 'it has a line that is no event of the Theater');
  return parsed.data;
}

function endOf(events: readonly TranscriptEvent[]): TranscriptEvent & TerminalEvent {
  const at = events.findIndex(isTerminalEvent);
  const end = events[at];
  if (end === undefined || !isTerminalEvent(end))
    throw new Refused('truncated', 'its transcript has no end: the last events are missing');
  const late = events.slice(at + 1).find(({ type }) => !AFTER_THE_END.has(type));
  if (late !== undefined) throw new Refused('out_of_order', `${late.type} stands behind the end of the run`);
  return end;
}

/** What the run was judged by: its announcement and its record have to agree. */
function rulesOf(run: TheaterRun, events: readonly TranscriptEvent[]): BoardRules {
  const { config } = run;
  const said = events.filter((event) => event.type === 'critique.run_started');
  const [started, ...more] = said;
  if (started === undefined) {
    if (events.some((event) => 'round' in event && event.type !== 'critique.ship'))
      throw new Refused('truncated', 'its transcript does not say how it was judged');
    return { cast: config.cast, weights: config.weights, scoreThreshold: config.scoreThreshold };
  }
  if (more.length > 0) throw new Refused('out_of_order', 'its transcript begins twice');
  const differs =
    started.threshold !== config.scoreThreshold ||
    started.scale !== config.scoreScale ||
    started.maxRounds !== config.maxRounds ||
    started.cast.join() !== config.cast.join() ||
    started.cast.some((role) => started.weights[role] !== config.weights[role]);
  if (differs) throw new Refused('config_differs', 'it was judged by other rules than its configuration has');
  return { cast: started.cast, weights: started.weights, scoreThreshold: started.threshold };
}

/** Nothing is said of a round before the one before it has ended, or after its own end. */
function holdRounds(events: readonly TranscriptEvent[]): void {
  let closed = 0;
  for (const event of events) {
    if (!('round' in event) || event.type === 'critique.ship') continue;
    if (event.round !== closed + 1)
      throw new Refused(
        'out_of_order',
        `${event.type} of round ${event.round} stands in round ${closed + 1}`,
      );
    if (event.type === 'critique.round_end') closed = event.round;
  }
}

/** [S1] [S6] What the votes and demands of a round make has to be what its end says. */
function holdTo(board: Board, rules: BoardRules, events: readonly TranscriptEvent[]): void {
  const { said, round } = board;
  const { composite, mustFix, decision, missing } = judgeBoard(board, rules);
  const told = events.find((event) => event.type === 'critique.round_end' && event.round === round);
  const wrong =
    composite !== said.composite
      ? `composite ${said.composite}, and its votes make ${composite}`
      : mustFix !== said.mustFix
        ? `must-fixes ${said.mustFix}, and open are ${mustFix}`
        : decision !== said.decision
          ? `${decisionWord(said.decision)}, and the gate decides: ${decisionWord(decision)}`
          : told?.type === 'critique.round_end' &&
              told.missing.toSorted().join() !== missing.toSorted().join()
            ? `no vote of ${told.missing.join(', ') || 'nobody'}, and none is there of ${missing.join(', ') || 'nobody'}`
            : null;
  if (wrong !== null) throw new Refused('unsupported_verdict', `round ${round} says ${wrong}`);
}

function keptBoard(end: TerminalEvent, boards: readonly Board[]): Board | null {
  const round = end.type === 'critique.ship' ? end.round : end.bestRound;
  if (round === null) return null;
  const board = boards.find((one) => one.round === round);
  if (board === undefined && boards.length > 0)
    throw new Refused('truncated', `its end names round ${round}, which is not in its events`);
  return board ?? null;
}

/** Under the `fail` policy the last round is named, and nothing is kept. */
function keepsPage(end: TerminalEvent): boolean {
  return end.type === 'critique.ship' ? end.artifactRef !== null : end.bestRound !== null;
}

function holdEnd(end: TerminalEvent, kept: Board | null, boards: readonly Board[]): void {
  const last = boards.at(-1);
  if (end.type === 'critique.interrupted' && end.composite !== (kept?.said.composite ?? null))
    throw new Refused('unsupported_verdict', `its end says composite ${end.composite}, its events another`);
  if (end.type !== 'critique.ship') return;
  if (kept === null)
    throw new Refused('unsupported_verdict', 'its end is a verdict, and no round was complete');
  if (end.composite !== kept.said.composite)
    throw new Refused(
      'unsupported_verdict',
      `its end says composite ${end.composite}, the round ${kept.said.composite}`,
    );
  if (end.status === 'shipped' && (kept !== last || kept.said.decision !== 'ship'))
    throw new Refused(
      'unsupported_verdict',
      `it says shipped, and the gate did not say yes to its last round`,
    );
  if (end.status === 'below_threshold' && last?.said.decision === 'ship')
    throw new Refused(
      'unsupported_verdict',
      'it says below the threshold, and the gate said yes to its last round',
    );
}
