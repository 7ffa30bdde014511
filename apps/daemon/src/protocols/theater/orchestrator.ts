/**
 * Plays the Theater: agent session → parser → scoreboard → effects. Everything it decides, the scoreboard
 * decides; what is here is order: turns, clocks, artifacts on their way to disk, and a clean end.
 */
import type {
  CritiqueConfig,
  DegradedReason,
  Demand,
  PanelEvent,
} from '@design-jury/contracts/theater/critique';
import {
  type Agent,
  type AgentDelta,
  type AgentSession,
  type AgentSubject,
  type AgentTurn,
  AgentUnavailableError,
} from '../../agents/session.ts';
import { Spending } from '../../agents/spending.ts';
import { withTimeout } from '../../agents/with-timeout.ts';
import { ArtifactError } from '../../host/artifacts/artifact-error.ts';
import { type KeptArtifact, type PagePlace, PageWriter, roundRow, writtenPage } from './artifact-tracker.ts';
import type { PlacedDemand } from './demand-place.ts';
import type { Ground } from './grounding.ts';
import { Instruments } from './instruments.ts';
import { openEntries } from './ledger.ts';
import { isMeasuredToo } from './lint.ts';
import { type Compare, compareHere, type Lint, lintHere } from './linting.ts';
import { judgedType } from './markup.ts';
import { extractPage } from './page-answer.ts';
import { type CritiqueParser, createParser, type ParserStep } from './parser.ts';
import { roundNews } from './prompt.ts';
import type { TheaterContext } from './protocol.ts';
import { quotedVotes } from './quoted-protocol.ts';
import { RestartDedupe } from './restart-dedupe.ts';
import { createRunCode } from './run-code.ts';
import { pageOf, type Scoreboard, type ScoreboardInput } from './scoreboard-state.ts';
import { type Listener, listen } from './turn-listener.ts';
import { unwrapped } from './unwrapped.ts';

export interface TheaterRequest {
  agent: Agent;
  subject: AgentSubject;
  config: CritiqueConfig;
  /**
   * The words for a turn; they know the state of the board, and the code that its tags have to carry. `legacy` asks a
   * conversation for its page alone, `page` somebody who has heard nothing yet.
   */
  prompt(
    turn: 'legacy' | 'page' | number,
    board: Scoreboard,
    measured: readonly string[],
    code: string | null,
  ): string;
  /** Everything in the prompt that somebody else wrote. @default the subject */
  material?: readonly string[];
  /** Instruments on every page of an agent that does not measure by itself. @default nobody measures */
  ground?: Ground;
  /** The last look at a page. @default in this thread */
  lint?: Lint;
  /** Whether a page changed where demands point. @default in this thread */
  compare?: Compare;
  /** Why the agent may not sit on a panel now: it is asked for the page alone. @default it may */
  setAside?: string;
}

/** Characters of an agent's own words in a notice or an error. */
const LONGEST_MESSAGE = 500;

/** Why the panel cannot be read on. */
interface Unreadable {
  reason: DegradedReason;
  message: string;
  position: number | null;
}

/** Feeds what the panel says to the scoreboard, until the run is over. */
export function playTheater(context: TheaterContext, request: TheaterRequest): Promise<void> {
  return new TheaterPlay(context, request).run();
}

class TheaterPlay {
  readonly #stage: TheaterContext;
  readonly #request: TheaterRequest;
  readonly #parser: CritiqueParser;
  readonly #pages: PageWriter;
  readonly #instruments: Instruments;
  readonly #spending: Spending;
  /** What tells this run's protocol from every other text. Null: it speaks version 1. */
  readonly #code: string | null;
  /** Pages of rounds by their hash, as long as an open demand points at one. */
  readonly #seen = new Map<string, string>();
  #unreadable: Unreadable | null = null;
  /** After the panel failed: the agent is asked for a page without one. */
  #pageOnly = false;
  #session: AgentSession | null = null;
  readonly #restarts = new RestartDedupe();
  #notices = 0;
  #warnings = 0;

  constructor(stage: TheaterContext, request: TheaterRequest) {
    this.#stage = stage;
    this.#request = request;
    this.#code = request.config.protocolVersion === 1 ? null : createRunCode();
    const { subject, material = materialOf(subject) } = request;
    this.#parser = createParser(request.config, {
      code: this.#code,
      pageGiven: subject.kind === 'artifact',
      quoted: quotedVotes(material),
    });
    this.#spending = new Spending(request.config);
    this.#pages = new PageWriter((mime) => stage.openArtifact(mime));
    const { stop } = stage;
    this.#instruments = new Instruments({
      ground: request.ground,
      mode: request.config.grounding,
      stop,
      stopped: async () => {
        if (stop.ending !== null) await this.feed({ type: 'stop', ending: stop.ending });
      },
    });
  }

  get #board(): Scoreboard {
    return this.#stage.state.board;
  }

  get #runId(): string {
    return this.#stage.run.id;
  }

  async run(): Promise<void> {
    const { agent } = this.#request;
    this.#notice('starting', `starting ${agent.name}…`);
    await this.feed({ type: 'begin' });
    const session = await this.#open();
    if (session === null) return;
    this.#session = session;
    try {
      if (this.#request.setAside !== undefined) await this.#playSetAside(session, this.#request.setAside);
      while (!this.#over) await this.#playTurn(session);
    } finally {
      this.#instruments.close();
      await this.#pages.abandon();
      await this.#leave();
      // Agents send the bill after the verdict.
      const { total } = this.#spending;
      if (total !== null) await this.#stage.feed({ type: 'spent', usage: total });
    }
  }

  async #leave(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    session?.interrupt();
    await session?.close();
  }

  get #over(): boolean {
    return this.#board.outcome !== null;
  }

  /** The gate will say so when the turn is over. */
  get #decided(): boolean {
    return this.#board.verdict !== null;
  }

  /** Nothing more of the turn is read. */
  get #done(): boolean {
    return this.#over || (this.#unreadable !== null && !this.#pageOnly);
  }

  async #open(): Promise<AgentSession | null> {
    const { agent, subject } = this.#request;
    const { stop, folder, deadlines, limits } = this.#stage;
    // Stopped before it began: nothing is started that would have to be ended again.
    if (stop.ending !== null) {
      await this.#stopNow();
      return null;
    }
    deadlines.start('first_byte', limits.firstByteTimeoutMs);
    const opening = agent.open(
      { runId: this.#runId, subject, workDir: folder, code: this.#code },
      stop.signal,
    );
    try {
      const opened = await stop.race(opening);
      if (opened !== null) return opened.value;
      await this.#lateOpening(opening);
      await this.#stopNow();
    } catch (error) {
      if (!(error instanceof AgentUnavailableError)) throw error;
      await this.feed({
        type: 'stop',
        ending: { type: 'failed', cause: 'agent_unavailable', message: error.message },
      });
    }
    return null;
  }

  /** It may still open behind our back: then it is closed at once, and waited for within reason. */
  async #lateOpening(opening: Promise<AgentSession>): Promise<void> {
    await withTimeout(
      2 * this.#stage.limits.killGraceMs,
      opening.then((late) => late.close()).catch(() => null),
    );
  }

  async #playTurn(session: AgentSession): Promise<void> {
    const { config } = this.#request;
    const round = this.#stage.state.nextRound;
    this.#stage.deadlines.start('round', config.perRoundTimeoutMs);
    const measured = await this.#instruments.facts();
    const prompt = this.#request.prompt(round, this.#board, measured, this.#code);
    const news = round === 1 ? null : roundNews(round, this.#board, measured);
    const complete = await this.#listen(session, { kind: 'round', round, prompt, news }, (delta) =>
      this.#hear(delta),
    );
    if (!this.#done) await this.#endTurn(complete);
    if (this.#unreadable !== null && !this.#over) await this.#degrade(session, this.#unreadable);
  }

  async #endTurn(complete: boolean): Promise<void> {
    if (this.#decided && !complete) return this.feed({ type: 'turn_end' });
    if (this.#restarts.behind) return this.#anotherStory();
    if (this.#board.turns === 'one-shot') {
      await this.#take(this.#parser.end());
      if (!this.#done) await this.feed({ type: 'stream_end' });
      return;
    }
    await this.#take(this.#parser.endTurn());
    if (this.#done) return;
    // Nothing to lose yet: it may still give a page without a panel.
    if (this.#board.rounds.length === 0 && !this.#over)
      this.#unreadable = {
        reason: 'malformed_block',
        message: 'the agent ended its turn without closing round 1',
        position: null,
      };
    else await this.feed({ type: 'turn_end' });
  }

  #listen(session: AgentSession, turn: AgentTurn, onDelta: Listener['onDelta']): Promise<boolean> {
    this.#restarts.forget();
    return listen(this.#stage, session, turn, {
      agentName: this.#request.agent.name,
      spending: this.#spending,
      isOver: () => this.#over,
      isDone: () => this.#done,
      decided: () => this.#board.verdict?.type ?? null,
      onDelta,
      stopNow: () => this.#stopNow(),
    });
  }

  async #hear(delta: AgentDelta): Promise<void> {
    switch (delta.type) {
      case 'text':
        return this.#read(delta.text);
      case 'thinking':
      case 'alive':
      case 'end':
        return;
      case 'abstain':
        if (this.#request.agent.capabilities.measures) await this.feed(delta);
        return;
      case 'restart':
        this.#notice('retry', delta.message);
        // What has been judged stays: the new text has to agree with it.
        if (this.#parser.retract()) this.#restarts.forget();
        else this.#restarts.restart();
        return;
      case 'notice':
        return this.#notice(delta.kind, delta.message);
      case 'usage': {
        const total = this.#spending.add(delta);
        await this.#stage.feed({ type: 'spent', usage: total });
        this.#stage.emit({ type: 'critique.usage', runId: this.#runId, ...total });
        const exceeded = this.#spending.exceeded;
        if (exceeded !== null)
          await this.feed({
            type: 'stop',
            ending: { type: 'failed', cause: 'budget_exceeded', ...exceeded },
          });
        return;
      }
      case 'error': {
        const message = this.#withoutCode(delta.message).slice(0, LONGEST_MESSAGE);
        const ending: ScoreboardInput =
          delta.kind === 'exit'
            ? { type: 'stop', ending: { type: 'failed', cause: 'cli_exit_nonzero', message } }
            : {
                type: 'stop',
                ending: { type: 'failed', cause: 'agent_error', agentError: delta.kind, message },
              };
        return this.feed(ending);
      }
    }
  }

  async #read(text: string): Promise<void> {
    const fresh = this.#restarts.take(text);
    if (fresh === null) await this.#anotherStory();
    else if (fresh !== '') await this.#take(this.#parser.write(fresh));
  }

  #anotherStory(): Promise<void> {
    const message = `${this.#request.agent.name} began its answer anew after part of it had been judged`;
    return this.#hear({ type: 'error', kind: 'cut', message });
  }

  async #take({ events, error }: ParserStep): Promise<void> {
    for (const event of events) {
      if (this.#done) return;
      await this.#play(event);
      // One piece of text may hold more events than the log can take at once.
      await this.#stage.settle();
    }
    this.#unreadable ??= error;
  }

  async #play(event: PanelEvent): Promise<void> {
    switch (event.type) {
      case 'artifact_open':
        return this.#pages.begin(event.mime);
      case 'artifact_chunk':
        return this.#storing(() => this.#pages.write(event.text));
      case 'artifact_close':
        return this.#closeArtifact(event);
      case 'round_close':
        // The next round's time begins where this one's ends, also inside one answer.
        this.#stage.deadlines.start('round', this.#request.config.perRoundTimeoutMs);
        await this.#givePage();
        await this.#ground();
        await this.#compareWithPagesBefore();
        return this.feed(event);
      case 'panelist_open':
        if (event.role !== 'designer') await this.#givePage();
        return this.feed(event);
      case 'panelist_dim':
        this.#instruments.hearOf(event.role, event.dimNote);
        return this.feed(event);
      case 'panelist_must_fix':
        this.#instruments.hearOf(event.role, `${event.demand.text} ${event.demand.evidence ?? ''}`);
        return this.feed(event);
      case 'warning':
        return this.#warn(event);
      default:
        return this.feed(event);
    }
  }

  /** An agent can make thousands of mistakes a second; the log keeps the first of them. */
  async #warn(event: Extract<PanelEvent, { type: 'warning' }>): Promise<void> {
    const { maxWarnings } = this.#stage.limits;
    this.#warnings++;
    if (this.#warnings > maxWarnings) return;
    const last = this.#warnings === maxWarnings;
    await this.feed(last ? { ...event, detail: `${event.detail}; further warnings are not listed` } : event);
  }

  async #closeArtifact(event: Extract<PanelEvent, { type: 'artifact_close' }>): Promise<void> {
    if (event.blank) return this.#pages.abandon();
    await this.#storing(async () => {
      const { place } = event;
      const unwrapping = await this.#pages.unwrap(unwrapped);
      const kept = await this.#keep(place.in === 'ship' ? 'ship' : place.round);
      if (kept === null) return;
      const { content, mime, bytes, sha256 } = kept;
      if (this.#code !== null && content.includes(this.#code)) {
        const message = "the page holds the code of the run, which only the run's tags may carry";
        this.#unreadable ??= { reason: 'ambiguous_answer', message, position: null };
        return;
      }
      if (unwrapping)
        await this.feed({
          type: 'warning',
          kind: 'page_unwrapped',
          position: 0,
          detail: 'what stood around the document was left out',
        });
      await this.feed({ ...event, bytes, sha256 });
      // What SHIP prints is compared with the page that was voted on, and never ships itself.
      if (place.in === 'round') await this.#look(content, mime, sha256);
    });
  }

  /** The page under review is the page of round 1, unless the author gives another before it is judged. */
  async #givePage(): Promise<void> {
    const { subject } = this.#request;
    if (subject.kind !== 'artifact' || this.#board.current?.round !== 1) return;
    if (Object.keys(this.#board.artifacts).length > 0 || subject.content.trim() === '') return;
    await this.#storing(async () => {
      this.#pages.begin(subject.mime);
      await this.#pages.write(subject.content);
      const kept = await this.#keep(1);
      if (kept === null) return;
      const { mime, bytes, sha256 } = kept;
      await this.feed({ type: 'page_given', mime, bytes, sha256 });
      await this.#look(subject.content, mime, sha256);
    });
  }

  async #look(content: string, mime: string, sha256: string): Promise<void> {
    this.#seen.set(sha256, content);
    const linted = await this.#lint(content, mime);
    // Stopped first: a page nobody looked at must not be read on into a verdict.
    if (linted === null) return this.#stopNow();
    const { measures } = this.#request.agent.capabilities;
    // The measuring panel says it itself, with its place.
    const demands = linted.filter((demand) => !measures || !isMeasuredToo(demand));
    await this.feed({ type: 'lint', in: 'round', demands });
    this.#instruments.take(content, judgedType(content, mime, this.#wanted));
  }

  #lint(content: string, mime: string): Promise<readonly Demand[] | null> {
    const { subject } = this.#request;
    const path = subject.kind === 'artifact' ? subject.path : 'alone';
    const page = { content, mime, wanted: this.#wanted, path };
    return this.#looking((signal) => (this.#request.lint ?? lintHere)(page, signal));
  }

  /** Null when the run was stopped, and what is still read after that is over too. */
  async #looking<Seen>(look: (signal: AbortSignal) => Promise<Seen>): Promise<Seen | null> {
    const { stop, limits } = this.#stage;
    const leave = new AbortController();
    const looking = look(leave.signal);
    const done = await stop.race(looking);
    const seen = done === null ? await withTimeout(limits.drainMs, looking) : done.value;
    leave.abort();
    return seen;
  }

  /** What was asked for: a page, unless what is under review is something else. */
  get #wanted(): string {
    const { subject } = this.#request;
    return subject.kind === 'artifact' ? subject.mime : 'text/html';
  }

  /** [S8] A demand that points at a place is not met by a change elsewhere. */
  async #compareWithPagesBefore(): Promise<void> {
    const now = pageOf(this.#board);
    if (now === null || !this.#seen.has(now)) return;
    const open = openEntries(this.#board.ledger);
    const demands = open.flatMap(({ id, origin, target, page }): PlacedDemand[] =>
      page != null && page !== now && (origin === 'panel' || origin === 'stray')
        ? [{ id, target, page }]
        : [],
    );
    const compare = this.#request.compare ?? compareHere;
    const pages = this.#seen;
    const ids =
      demands.length === 0 ? [] : await this.#looking((signal) => compare({ pages, now, demands }, signal));
    if (ids === null) return this.#stopNow();
    await this.feed({ type: 'untouched', ids });
    const wanted = new Set([now, ...open.map(({ page }) => page)]);
    for (const sha256 of this.#seen.keys()) if (!wanted.has(sha256)) this.#seen.delete(sha256);
  }

  /** What instruments say counts before the round does. */
  async #ground(): Promise<void> {
    const found = await this.#instruments.closeRound();
    if (found !== null) await this.feed({ type: 'grounding', ...found });
  }

  /** A disk that fails ends the run, typed; it is no mistake of the agent. */
  async #storing(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const message = messageOf(error);
      if (error instanceof ArtifactError && error.reason === 'too_large')
        this.#unreadable ??= { reason: 'oversize_block', message, position: null };
      else await this.feed({ type: 'stop', ending: { type: 'failed', cause: 'storage_error', message } });
    }
  }

  async feed(input: ScoreboardInput): Promise<void> {
    const before = this.#board.rounds.length;
    await this.#stage.feed(input);
    for (const round of this.#board.rounds.slice(before))
      await this.#stage.saveRound(roundRow(round, this.#stage.state.pages[round.round]));
  }

  /** The page that was written, in its place; null when none was begun. */
  async #keep(place: PagePlace): Promise<(KeptArtifact & { content: string }) | null> {
    const closed = await this.#pages.close();
    if (closed === null) return null;
    const { page, content } = closed;
    await this.#stage.feed({ type: 'page_kept', place, page });
    return { content, ...page };
  }

  async #stopNow(): Promise<void> {
    const { ending } = this.#stage.stop;
    // A page that takes too long after the panel failed does not change why the run ended.
    if (ending?.type === 'timed_out' && this.#unreadable !== null) return;
    if (ending !== null) await this.feed({ type: 'stop', ending });
  }

  /** The panel could not be read: what the agent can still give is one page without a panel, labelled so. */
  async #degrade(session: AgentSession, unreadable: Unreadable): Promise<void> {
    await this.#pages.abandon();
    if (this.#stage.stop.ending === null) {
      if (this.#board.turns === 'conversational') await this.#legacy(session, 'legacy');
      else if (this.#lacksPage) await this.#singlePass();
    }
    const { reason, message, position } = unreadable;
    await this.feed({ type: 'stop', ending: { type: 'unreadable', reason, message, position } });
  }

  /** A page was asked for, and none is there yet: not of a round, and not one that was read whole. */
  get #lacksPage(): boolean {
    const { subject, agent } = this.#request;
    if (subject.kind === 'artifact' || !agent.capabilities.drafts) return false;
    return this.#board.rounds.length === 0 && writtenPage(this.#stage.state.pages, null) === null;
  }

  /** One that answers once is asked anew, for the page alone. Whether it comes or not, the run ends as it would have. */
  async #singlePass(): Promise<void> {
    const { agent, subject } = this.#request;
    const { stop, folder } = this.#stage;
    await this.#leave();
    this.#notice('retry', `the panel of ${agent.name} could not be read; it is asked for the page alone`);
    const opening = agent.open({ runId: this.#runId, subject, workDir: folder }, stop.signal);
    try {
      this.#session = (await stop.race(opening))?.value ?? null;
    } catch (error) {
      if (!(error instanceof AgentUnavailableError)) throw error;
    }
    if (this.#session !== null) await this.#legacy(this.#session, 'page');
    else if (stop.ending !== null) await this.#lateOpening(opening);
  }

  /** An agent that may not sit writes the page without a jury, and the run says that nobody judged it. */
  async #playSetAside(session: AgentSession, why: string): Promise<void> {
    this.#unreadable = { reason: 'adapter_unsupported', message: why, position: null };
    await this.#legacy(session, 'page');
    const written = 'legacy' in this.#stage.state.pages;
    const message = written ? `${why}; the page was written without a jury` : why;
    const ending = { type: 'unreadable', reason: 'adapter_unsupported', message, position: null } as const;
    await this.feed({ type: 'stop', ending });
  }

  /** A page that came whole, or none. */
  async #legacy(session: AgentSession, turn: 'legacy' | 'page'): Promise<void> {
    const { limits, stop, deadlines } = this.#stage;
    const pieces: string[] = [];
    let length = 0;
    let broken = false;
    this.#pageOnly = true;
    deadlines.start('round', this.#request.config.perRoundTimeoutMs);
    await this.#listen(
      session,
      { kind: 'legacy', prompt: this.#request.prompt(turn, this.#board, [], null) },
      async (delta) => {
        if (delta.type === 'error') broken = true;
        else if (delta.type === 'restart') {
          pieces.length = 0;
          length = 0;
        } else if (delta.type !== 'text') await this.#hear(delta);
        else if (!broken) {
          length += delta.text.length;
          broken = length > limits.maxArtifactBytes;
          pieces.push(delta.text);
        }
      },
    );
    if (this.#over || broken || stop.ending !== null) return;
    const page = extractPage(pieces.join(''));
    if (page === null) return;
    await this.#storing(async () => {
      this.#pages.begin('text/html');
      await this.#pages.write(page);
      await this.#keep('legacy');
    });
  }

  #notice(kind: string, message: string): void {
    if (this.#notices++ >= this.#stage.limits.maxNotices) return;
    this.#stage.emit({
      type: 'critique.agent_notice',
      runId: this.#runId,
      kind,
      message: this.#withoutCode(message).slice(0, LONGEST_MESSAGE),
    });
  }

  #withoutCode(text: string): string {
    return this.#code === null ? text : text.replaceAll(this.#code, '…');
  }
}

function materialOf(subject: AgentSubject): string[] {
  return subject.kind === 'artifact' ? [subject.content, subject.path ?? ''] : [subject.text];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
