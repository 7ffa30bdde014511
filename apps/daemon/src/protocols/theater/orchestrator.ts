/**
 * Runs the panel: agent session → parser → scoreboard → effects. Everything that is decided, the scoreboard decides;
 * what is here is order: turns, clocks, and a clean end.
 */
import type { PanelEvent } from '@design-jury/contracts/theater/critique';
import type { AgentDelta, AgentSession, AgentTurn } from '../../agents/session.ts';
import { Spending, type Usage } from '../../agents/spending.ts';
import { timed } from '../../work.ts';
import { AgentNotices } from './agent-notices.ts';
import { roundRow, writtenPage } from './artifact-tracker.ts';
import { Instruments } from './instruments.ts';
import { openSession } from './open-session.ts';
import { AnswerText } from './page-answer.ts';
import { type CritiqueParser, createParser, type ParserStep } from './parser.ts';
import { roundNews } from './prompt.ts';
import type { TheaterContext } from './protocol.ts';
import { WordsOfOthers } from './quoted-protocol.ts';
import { RestartDedupe } from './restart-dedupe.ts';
import { RoundPages } from './round-pages.ts';
import { createRunCode } from './run-code.ts';
import type { Scoreboard, ScoreboardInput } from './scoreboard-state.ts';
import { materialOf, type TheaterRequest, type Unreadable } from './theater-request.ts';
import { type Listener, listen } from './turn-listener.ts';

/** Feeds what the panel says to the scoreboard, until the run is over. */
export function runPanel(context: TheaterContext, request: TheaterRequest): Promise<void> {
  return new PanelRun(context, request).run();
}

class PanelRun {
  readonly #context: TheaterContext;
  readonly #request: TheaterRequest;
  readonly #parser: CritiqueParser;
  readonly #pages: RoundPages;
  readonly #notices: AgentNotices;
  readonly #instruments: Instruments;
  readonly #spending: Spending;
  readonly #others: WordsOfOthers;
  /** What tells this run's protocol from every other text. Null: it speaks version 1. */
  readonly #code: string | null;
  #unreadable: Unreadable | null = null;
  /** After the panel failed: the agent is asked for a page without one. */
  #pageOnly = false;
  #session: AgentSession | null = null;
  readonly #restarts = new RestartDedupe();

  constructor(context: TheaterContext, request: TheaterRequest) {
    this.#context = context;
    this.#request = request;
    this.#code = request.config.protocolVersion === 1 ? null : createRunCode();
    this.#notices = new AgentNotices(context, this.#code);
    this.#others = new WordsOfOthers(materialOf(request));
    this.#parser = createParser(request.config, {
      code: this.#code,
      pageGiven: request.subject.kind === 'artifact',
      // Of seats that are asked apart it is us who write the tags.
      isQuoted: () => request.agent.members === undefined && this.#others.quoteVotes,
    });
    this.#spending = new Spending(request.config, request.agent.capabilities.usage);
    const { stop } = context;
    this.#instruments = new Instruments({
      ground: request.ground,
      mode: request.config.grounding,
      stop,
      stopped: async () => {
        if (stop.ending !== null) await this.#feed({ type: 'stop', ending: stop.ending });
      },
    });
    this.#pages = new RoundPages({
      context,
      request,
      code: this.#code,
      instruments: this.#instruments,
      feed: (input) => this.#feed(input),
      stopNow: () => this.#stopNow(),
      onUnreadable: (why) => {
        this.#unreadable ??= why;
      },
    });
  }

  get #board(): Scoreboard {
    return this.#context.state.board;
  }

  async run(): Promise<void> {
    const { agent } = this.#request;
    this.#notices.emit('starting', `starting ${agent.name}…`);
    await this.#feed({ type: 'begin' });
    const session = await this.#open();
    if (session === null) return;
    this.#session = session;
    try {
      if (this.#request.setAside !== undefined) await this.#writeSetAside(session, this.#request.setAside);
      while (!this.#over) await this.#takeTurn(session);
    } finally {
      this.#instruments.close();
      await this.#pages.abandon();
      await this.#leave();
      // Agents send the bill after the verdict.
      const { total } = this.#spending;
      if (total !== null) await this.#context.feed({ type: 'spent', usage: total });
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

  /** Null: the run is over before it began. */
  async #open(): Promise<AgentSession | null> {
    const { deadlines, limits, stop } = this.#context;
    if (stop.ending === null) deadlines.start('first_byte', limits.firstByteTimeoutMs);
    const opened = await this.#openSession(this.#code);
    if (opened.kind === 'open') return opened.session;
    if (opened.kind === 'stopped') await this.#stopNow();
    else
      await this.#feed({
        type: 'stop',
        ending: { type: 'failed', cause: 'agent_unavailable', message: opened.message },
      });
    return null;
  }

  #openSession(code: string | null) {
    const { run, folder, limits, stop } = this.#context;
    const { agent, subject } = this.#request;
    return openSession({ runId: run.id, agent, subject, folder, code, limits, stop });
  }

  async #takeTurn(session: AgentSession): Promise<void> {
    const { config } = this.#request;
    const round = this.#context.state.nextRound;
    this.#context.deadlines.start('round', config.perRoundTimeoutMs);
    const measured = await this.#instruments.facts();
    // They quote the page, and what it loads.
    this.#others.add(measured);
    const prompt = this.#request.prompt(round, this.#board, measured, this.#code);
    const news = round === 1 ? null : roundNews(round, this.#board, measured);
    const complete = await this.#listen(session, { kind: 'round', round, prompt, news }, (delta) =>
      this.#takeDelta(delta),
    );
    if (!this.#done) await this.#endTurn(complete);
    if (this.#unreadable !== null && !this.#over) await this.#degrade(session, this.#unreadable);
  }

  async #endTurn(complete: boolean): Promise<void> {
    if (this.#decided && !complete) return this.#feed({ type: 'turn_end' });
    if (this.#restarts.behind) return this.#failAsRewritten();
    if (this.#board.turns === 'one-shot') {
      await this.#take(this.#parser.end());
      if (!this.#done) await this.#feed({ type: 'stream_end' });
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
    else await this.#feed({ type: 'turn_end' });
  }

  #listen(session: AgentSession, turn: AgentTurn, onDelta: Listener['onDelta']): Promise<boolean> {
    this.#restarts.forget();
    return listen(this.#context, session, turn, {
      agentName: this.#request.agent.name,
      spending: this.#spending,
      isOver: () => this.#over,
      isDone: () => this.#done,
      decided: () => this.#board.verdict?.type ?? null,
      onDelta,
      stopNow: () => this.#stopNow(),
    });
  }

  async #takeDelta(delta: AgentDelta): Promise<void> {
    switch (delta.type) {
      case 'text':
        return this.#read(delta.text);
      case 'thinking':
      case 'alive':
      case 'end':
        return;
      case 'abstain':
        if (this.#request.agent.capabilities.measures) await this.#feed(delta);
        return;
      case 'restart':
        this.#notices.emit('retry', delta.message);
        // What has been judged stays: the new text has to agree with it.
        if (this.#parser.retract()) this.#restarts.forget();
        else this.#restarts.restart();
        return;
      case 'notice':
        return this.#notices.emit(delta.kind, delta.message);
      case 'usage': {
        await this.#tellUse(this.#spending.add(delta));
        const exceeded = this.#spending.exceeded;
        if (exceeded !== null)
          await this.#feed({
            type: 'stop',
            ending: { type: 'failed', cause: 'budget_exceeded', ...exceeded },
          });
        return;
      }
      case 'error': {
        const message = this.#notices.shorten(delta.message);
        const ending: ScoreboardInput =
          delta.kind === 'exit'
            ? { type: 'stop', ending: { type: 'failed', cause: 'cli_exit_nonzero', message } }
            : {
                type: 'stop',
                ending: { type: 'failed', cause: 'agent_error', agentError: delta.kind, message },
              };
        return this.#feed(ending);
      }
    }
  }

  async #tellUse(usage: Usage): Promise<void> {
    await this.#context.feed({ type: 'spent', usage });
    this.#context.emit({ type: 'critique.usage', runId: this.#context.run.id, ...usage });
  }

  /** A turn that is left in the middle has used more than it told. */
  async #tellOpenUse(): Promise<void> {
    const { isOpen, total } = this.#spending;
    if (isOpen && total !== null && !this.#over) await this.#tellUse(total);
  }

  async #read(text: string): Promise<void> {
    const fresh = this.#restarts.take(text);
    if (fresh === null) await this.#failAsRewritten();
    else if (fresh !== '')
      await this.#take(
        timed(
          { kind: 'parse_chunk', runId: this.#context.run.id, round: this.#board.rounds.length + 1 },
          () => this.#parser.write(fresh),
        ),
      );
  }

  #failAsRewritten(): Promise<void> {
    const message = `${this.#request.agent.name} began its answer anew after part of it had been judged`;
    return this.#takeDelta({ type: 'error', kind: 'cut', message });
  }

  async #take({ events, error }: ParserStep): Promise<void> {
    for (const event of events) {
      if (this.#done) return;
      await this.#takeEvent(event);
      // One piece of text may hold more events than the log can take at once.
      await this.#context.settle();
    }
    this.#unreadable ??= error;
  }

  async #takeEvent(event: PanelEvent): Promise<void> {
    switch (event.type) {
      case 'artifact_open':
        return this.#pages.begin(event.mime);
      case 'artifact_chunk':
        return this.#pages.write(event.text);
      case 'artifact_close':
        return this.#pages.close(event);
      case 'round_close':
        // The next round's time begins where this one's ends, also inside one answer.
        this.#context.deadlines.start('round', this.#request.config.perRoundTimeoutMs);
        await this.#pages.giveSubject();
        await this.#ground();
        await this.#pages.compareWithEarlier();
        return this.#feed(event);
      case 'panelist_open':
        if (event.role !== 'designer') await this.#pages.giveSubject();
        return this.#feed(event);
      case 'panelist_dim':
        this.#instruments.noteClaim(event.role, event.dimNote);
        return this.#feed(event);
      case 'panelist_must_fix':
        this.#instruments.noteClaim(event.role, `${event.demand.text} ${event.demand.evidence ?? ''}`);
        return this.#feed(event);
      case 'warning': {
        const warning = this.#notices.limit(event);
        if (warning !== null) await this.#feed(warning);
        return;
      }
      default:
        return this.#feed(event);
    }
  }

  /** What instruments say counts before the round does. */
  async #ground(): Promise<void> {
    const found = await this.#instruments.closeRound();
    if (found !== null) await this.#feed({ type: 'grounding', ...found });
  }

  async #feed(input: ScoreboardInput): Promise<void> {
    // After the end nothing more is told.
    if (input.type === 'stop') await this.#tellOpenUse();
    const before = this.#board.rounds.length;
    await this.#context.feed(input);
    for (const round of this.#board.rounds.slice(before))
      await this.#context.saveRound(roundRow(round, this.#context.state.pages[round.round]));
  }

  async #stopNow(): Promise<void> {
    const { ending } = this.#context.stop;
    // A page that takes too long after the panel failed does not change why the run ended.
    if (ending?.type === 'timed_out' && this.#unreadable !== null) return;
    if (ending !== null) await this.#feed({ type: 'stop', ending });
  }

  /** The panel could not be read: what the agent can still give is one page without a panel, labelled so. */
  async #degrade(session: AgentSession, unreadable: Unreadable): Promise<void> {
    await this.#pages.abandon();
    if (this.#context.stop.ending === null) {
      if (this.#board.turns === 'conversational') await this.#writePageAlone(session, 'legacy');
      else if (this.#lacksPage) await this.#singlePass();
    }
    const { reason, message, position } = unreadable;
    await this.#feed({ type: 'stop', ending: { type: 'unreadable', reason, message, position } });
  }

  /** A page was asked for, and none is there yet: not of a round, and not one that was read whole. */
  get #lacksPage(): boolean {
    const { subject, agent } = this.#request;
    if (subject.kind === 'artifact' || !agent.capabilities.drafts) return false;
    return this.#board.rounds.length === 0 && writtenPage(this.#context.state.pages, null) === null;
  }

  /** One that answers once is asked anew, for the page alone. Whether it comes or not, the run ends as it would have. */
  async #singlePass(): Promise<void> {
    const { name } = this.#request.agent;
    await this.#leave();
    this.#notices.emit('retry', `the panel of ${name} could not be read; it is asked for the page alone`);
    const opened = await this.#openSession(null);
    if (opened.kind !== 'open') return;
    this.#session = opened.session;
    await this.#writePageAlone(opened.session, 'page');
  }

  /** An agent that may not sit writes the page without a jury, and the run says that nobody judged it. */
  async #writeSetAside(session: AgentSession, why: string): Promise<void> {
    this.#unreadable = { reason: 'adapter_unsupported', message: why, position: null };
    await this.#writePageAlone(session, 'page');
    const written = 'legacy' in this.#context.state.pages;
    const message = written ? `${why}; the page was written without a jury` : why;
    const ending = { type: 'unreadable', reason: 'adapter_unsupported', message, position: null } as const;
    await this.#feed({ type: 'stop', ending });
  }

  /** A page that came whole, or none. */
  async #writePageAlone(session: AgentSession, turn: 'legacy' | 'page'): Promise<void> {
    const { limits, stop, deadlines } = this.#context;
    const answer = new AnswerText(limits.maxArtifactBytes);
    let hasFailed = false;
    this.#pageOnly = true;
    deadlines.start('round', this.#request.config.perRoundTimeoutMs);
    await this.#listen(
      session,
      { kind: 'legacy', prompt: this.#request.prompt(turn, this.#board, [], null) },
      async (delta) => {
        if (delta.type === 'error') hasFailed = true;
        else if (delta.type === 'text' || delta.type === 'restart') answer.take(delta);
        else await this.#takeDelta(delta);
      },
    );
    if (this.#over || hasFailed || stop.ending !== null) return;
    if (answer.page !== null) await this.#pages.keepAlone(answer.page);
  }
}
