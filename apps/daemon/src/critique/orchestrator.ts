/**
 * Plays the Theater: agent session → parser → scoreboard → effects. Everything it decides, the scoreboard
 * decides; what is here is order: turns, clocks, artifacts on their way to disk, and a clean end.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type {
  CritiqueConfig,
  DegradedReason,
  PanelEvent,
  PanelistRole,
} from '@design-jury/contracts/critique';
import type { RunRound } from '@design-jury/contracts/run';
import {
  type Agent,
  type AgentDelta,
  type AgentSession,
  type AgentSubject,
  type AgentTurn,
  AgentUnavailableError,
} from '../agents/session.ts';
import { ArtifactError } from '../runs/artifact-error.ts';
import type { ArtifactWriter } from '../runs/artifacts.ts';
import type { Stage } from '../runs/stage.ts';
import type { Ground, Grounded, GroundedDemand } from './grounding.ts';
import { checkClaims, type Said } from './grounding-claims.ts';
import { extractPage } from './legacy.ts';
import { lintArtifact } from './lint.ts';
import type { RunIdentity, RunOutcome } from './outcome.ts';
import { type CritiqueParser, createParser, type ParserStep } from './parser.ts';
import { Retelling } from './retelling.ts';
import { transition } from './scoreboard.ts';
import { createScoreboard, type Scoreboard, type ScoreboardInput } from './scoreboard-state.ts';
import { Spending } from './spending.ts';

export interface TheaterRequest {
  identity: RunIdentity;
  agent: Agent;
  subject: AgentSubject;
  config: CritiqueConfig;
  /** The words for a turn; they know the state of the board. */
  prompt(turn: 'legacy' | number, board: Scoreboard, measured: readonly string[]): string;
  /** Instruments on every page of an agent that does not measure by itself. @default nobody measures */
  ground?: Ground;
}

export interface KeptArtifact {
  sha256: string;
  bytes: number;
  mime: string;
}

export interface TheaterResult {
  board: Scoreboard;
  artifacts: ReadonlyMap<number | 'ship' | 'legacy', KeptArtifact>;
  spending: Spending;
}

/** Statements of one round that are checked. */
const MAX_SAID = 300;
/** How long a round waits for the instruments: past that its page is unmeasured, which is no pass. */
const GROUND_PATIENCE_MS = 30_000;
/** Characters of an agent's own words in a notice or an error. */
const LONGEST_MESSAGE = 500;

/** A page on its way through the instruments. */
interface Measuring {
  content: string;
  mime: string;
  result: Promise<Grounded>;
}

/** Why the panel cannot be read on. */
interface Unreadable {
  reason: DegradedReason;
  message: string;
  position: number | null;
}

/** Never rejects for a run that went wrong. */
export async function playTheater(stage: Stage, request: TheaterRequest): Promise<TheaterResult> {
  const play = new TheaterPlay(stage, request);
  try {
    await play.run();
  } catch (error) {
    const message = messageOf(error);
    await play.feed({ type: 'stop', ending: { type: 'failed', cause: 'orchestrator_internal', message } });
  }
  return play.result;
}

class TheaterPlay {
  readonly #stage: Stage;
  readonly #request: TheaterRequest;
  readonly #parser: CritiqueParser;
  readonly #artifacts = new Map<number | 'ship' | 'legacy', KeptArtifact>();
  readonly #spending: Spending;
  #board: Scoreboard;
  #nextRound = 1;
  #writing: { writer: ArtifactWriter; mime: string; pieces: string[] } | null = null;
  #unreadable: Unreadable | null = null;
  /** After the panel failed: the agent is asked for a page without one. */
  #pageOnly = false;
  /** The newest page of a round, on its way through the instruments. A round without one judges that of before. */
  #grounding: Measuring | null = null;
  /** What the panelists of the open round said of the page. */
  #said: Said[] = [];
  readonly #retelling = new Retelling();
  #notices = 0;
  #warnings = 0;

  constructor(stage: Stage, request: TheaterRequest) {
    this.#stage = stage;
    this.#request = request;
    this.#parser = createParser(request.config);
    this.#board = createScoreboard(request.identity, request.agent.capabilities.turns);
    this.#spending = new Spending(request.config);
  }

  get result(): TheaterResult {
    return { board: this.#board, artifacts: this.#artifacts, spending: this.#spending };
  }

  async run(): Promise<void> {
    const { agent } = this.#request;
    this.#notice('starting', `starting ${agent.name}…`);
    await this.feed({ type: 'begin' });
    const session = await this.#open();
    if (session === null) return;
    try {
      while (!this.#over) await this.#playTurn(session);
    } finally {
      await this.#writing?.writer.abandon();
      session.interrupt();
      await session.close();
    }
  }

  get #over(): boolean {
    return this.#board.outcome !== null;
  }

  /** Nothing more of the turn is read. */
  get #deaf(): boolean {
    return this.#over || (this.#unreadable !== null && !this.#pageOnly);
  }

  async #open(): Promise<AgentSession | null> {
    const { agent, identity, subject } = this.#request;
    const { stop, folder, deadlines, limits } = this.#stage;
    // Stopped before it began: nothing is started that would have to be ended again.
    if (stop.ending !== null) {
      await this.#stopNow();
      return null;
    }
    deadlines.start('first_byte', limits.firstByteTimeoutMs);
    const opening = agent.open({ runId: identity.runId, subject, workDir: folder }, stop.signal);
    try {
      const opened = await stop.race(opening);
      if (opened !== null) return opened.value;
      // It may still open behind our back: then it is closed at once, and waited for within reason.
      await within(
        2 * limits.killGraceMs,
        opening.then((late) => late.close()).catch(() => null),
      );
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

  async #playTurn(session: AgentSession): Promise<void> {
    const { config } = this.#request;
    const round = this.#nextRound;
    this.#stage.deadlines.start('round', config.perRoundTimeoutMs);
    const prompt = this.#request.prompt(round, this.#board, await this.#measured());
    await this.#listen(session, { kind: 'round', round, prompt }, (delta) => this.#hear(delta));
    if (!this.#deaf) await this.#endTurn();
    if (this.#unreadable !== null && !this.#over) await this.#degrade(session, this.#unreadable);
  }

  /** What instruments found on the last page. Where that gates, it is among the open demands, and not told twice. */
  async #measured(): Promise<readonly string[]> {
    if (this.#request.config.grounding !== 'advise') return [];
    const grounded = await this.#grounded();
    return grounded?.kind === 'measured' ? grounded.demands.map(factOf) : [];
  }

  async #endTurn(): Promise<void> {
    if (this.#retelling.behind) return this.#anotherStory();
    if (this.#board.turns === 'one-shot') {
      await this.#take(this.#parser.end());
      if (!this.#deaf) await this.feed({ type: 'stream_end' });
      return;
    }
    await this.#take(this.#parser.endTurn());
    if (this.#deaf) return;
    // Nothing to lose yet: it may still give a page without a panel.
    if (this.#board.rounds.length === 0)
      this.#unreadable = {
        reason: 'malformed_block',
        message: 'the agent ended its turn without closing round 1',
        position: null,
      };
    else await this.feed({ type: 'turn_end' });
  }

  /** Reads one turn until it ends, the run is over, or somebody says stop. */
  async #listen(
    session: AgentSession,
    turn: AgentTurn,
    hear: (delta: AgentDelta) => Promise<void>,
  ): Promise<void> {
    const { deadlines, limits, stop } = this.#stage;
    if (stop.ending !== null) return this.#stopNow();
    deadlines.start('first_byte', limits.firstByteTimeoutMs);
    deadlines.clear('idle');
    let silent = true;
    let complete = false;
    this.#retelling.forget();
    const deltas = session.send(turn)[Symbol.asyncIterator]();
    while (!this.#deaf) {
      const coming = deltas.next();
      const next = await stop.race(coming);
      if (next === null) return this.#stopped(session, deltas, coming, hear);
      if (next.value.done === true) break;
      complete ||= next.value.value.type === 'end';
      if (silent) {
        silent = false;
        deadlines.clear('first_byte');
        deadlines.start('idle', limits.idleTimeoutMs);
      } else deadlines.touch('idle');
      await hear(next.value.value);
      await this.#stage.settle();
    }
    deadlines.clear('first_byte');
    deadlines.clear('idle');
    if (this.#over) return this.#tally(deltas);
    if (!this.#deaf) {
      const message = `${this.#request.agent.name} stopped without saying that its answer is complete`;
      if (!complete) await hear({ type: 'error', kind: 'cut', message });
      return;
    }
    // Left in the middle: the turn has to end before the agent can be asked for another.
    session.interrupt();
    await stop.race(Promise.resolve(deltas.return?.()).catch(() => null));
  }

  /** The verdict is out. What was used for it is told after the last word, and still counts. */
  async #tally(deltas: AsyncIterator<AgentDelta>): Promise<void> {
    const deadline = Date.now() + this.#stage.limits.drainMs;
    while (Date.now() < deadline) {
      const next = await within(
        deadline - Date.now(),
        deltas.next().catch(() => null),
      );
      if (next === null || next.done === true || next.value.type === 'end') return;
      if (next.value.type === 'usage') this.#spending.add(next.value);
    }
  }

  async #hear(delta: AgentDelta): Promise<void> {
    switch (delta.type) {
      case 'text':
        return this.#read(delta.text);
      case 'thinking':
      case 'alive':
      case 'end':
        return;
      case 'restart':
        this.#notice('retry', delta.message);
        // What has been judged stays: the new text has to agree with it.
        if (this.#parser.retract()) this.#retelling.forget();
        else this.#retelling.restart();
        return;
      case 'notice':
        return this.#notice(delta.kind, delta.message);
      case 'usage': {
        const total = this.#spending.add(delta);
        this.#stage.emit({ type: 'critique.usage', runId: this.#request.identity.runId, ...total });
        const exceeded = this.#spending.exceeded;
        if (exceeded !== null)
          await this.feed({
            type: 'stop',
            ending: { type: 'failed', cause: 'budget_exceeded', ...exceeded },
          });
        return;
      }
      case 'error': {
        const message = delta.message.slice(0, LONGEST_MESSAGE);
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
    const fresh = this.#retelling.hear(text);
    if (fresh === null) await this.#anotherStory();
    else if (fresh !== '') await this.#take(this.#parser.write(fresh));
  }

  #anotherStory(): Promise<void> {
    const message = `${this.#request.agent.name} began its answer anew after part of it had been judged`;
    return this.#hear({ type: 'error', kind: 'cut', message });
  }

  async #take({ events, error }: ParserStep): Promise<void> {
    for (const event of events) {
      if (this.#deaf) return;
      await this.#play(event);
      // One piece of text may hold more events than the log can take at once.
      await this.#stage.settle();
    }
    this.#unreadable ??= error;
  }

  async #play(event: PanelEvent): Promise<void> {
    switch (event.type) {
      case 'artifact_open':
        this.#writing = { writer: this.#stage.openArtifact(event.mime), mime: event.mime, pieces: [] };
        return;
      case 'artifact_chunk':
        this.#writing?.pieces.push(event.text);
        return this.#storing(async () => this.#writing?.writer.write(event.text));
      case 'artifact_close':
        return this.#closeArtifact(event);
      case 'round_close':
        // The next round's time begins where this one's ends, also inside one answer.
        this.#stage.deadlines.start('round', this.#request.config.perRoundTimeoutMs);
        await this.#ground();
        return this.feed(event);
      case 'panelist_dim':
        this.#hearOf(event.role, event.dimNote);
        return this.feed(event);
      case 'panelist_must_fix':
        this.#hearOf(event.role, `${event.demand.text} ${event.demand.evidence ?? ''}`);
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
    const writing = this.#writing;
    this.#writing = null;
    if (writing === null) return;
    if (event.blank) return writing.writer.abandon();
    await this.#storing(async () => {
      const { sha256, bytes } = await writing.writer.close();
      const place = event.place.in === 'ship' ? 'ship' : event.place.round;
      this.#artifacts.set(place, { sha256, bytes, mime: writing.mime });
      await this.feed({ ...event, sha256 });
      const content = writing.pieces.join('');
      const demands = lintArtifact(content, writing.mime);
      if (event.place.in === 'ship') demands.push(...(await this.#groundShip(content, writing.mime)));
      await this.feed({ type: 'lint', in: event.place.in, demands });
      if (event.place.in === 'round') this.#grounding = this.#measure(content, writing.mime);
    });
  }

  get #grounds(): boolean {
    return this.#request.ground !== undefined && this.#request.config.grounding !== 'off';
  }

  #measure(content: string, mime: string): Measuring | null {
    const { ground } = this.#request;
    return this.#grounds && ground !== undefined
      ? { content, mime, result: ground({ content, mime }) }
      : null;
  }

  /** Null when there is nothing to measure, or when the run is stopped first: then it is over. */
  async #grounded(measuring = this.#grounding): Promise<Grounded | null> {
    if (measuring === null) return null;
    const { stop } = this.#stage;
    const done = await stop.race(within(GROUND_PATIENCE_MS, measuring.result));
    if (done !== null)
      return done.value ?? { kind: 'unmeasured', reason: `it took longer than ${GROUND_PATIENCE_MS} ms` };
    // What was measured before the stop still counts; a page that was not must not be read on into a verdict.
    const known = await within(0, measuring.result);
    if (known === null && stop.ending !== null) await this.feed({ type: 'stop', ending: stop.ending });
    return known;
  }

  /** What instruments say counts before the round does. */
  async #ground(): Promise<void> {
    const said = this.#said;
    this.#said = [];
    const { grounding: mode } = this.#request.config;
    if (mode === 'off' || !this.#grounds) return;
    const grounded = await this.#grounded();
    if (grounded === null || grounded.kind === 'not_a_page') return;
    if (grounded.kind === 'unmeasured') {
      const demands = [unmeasuredDemand(grounded.reason)];
      return this.feed({
        type: 'grounding',
        mode,
        demands,
        scores: {},
        claims: [],
        unmeasured: grounded.reason,
      });
    }
    const { demands, scores, facts } = grounded;
    const claims = checkClaims(said, facts);
    await this.feed({ type: 'grounding', mode, demands, scores, claims, unmeasured: null });
  }

  /** A SHIP that prints another page than the one that was judged gets no way around the instruments. */
  async #groundShip(content: string, mime: string): Promise<GroundedDemand[]> {
    if (this.#request.config.grounding !== 'gate' || !this.#grounds) return [];
    const judged = this.#grounding;
    if (judged?.content === content && judged.mime === mime) return [];
    // Its own: a later round that prints no page still judges that of the rounds.
    const grounded = await this.#grounded(this.#measure(content, mime));
    if (grounded === null) return [];
    switch (grounded.kind) {
      case 'measured':
        return [...grounded.demands];
      case 'unmeasured':
        return [unmeasuredDemand(grounded.reason)];
      case 'not_a_page':
        return (await this.#grounded())?.kind === 'not_a_page'
          ? []
          : [unmeasuredDemand(`${mime} takes the place of a page that was`)];
    }
  }

  #hearOf(role: PanelistRole, text: string): void {
    if (this.#grounds && this.#said.length < MAX_SAID) this.#said.push({ role, text });
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
    const { config } = this.#request;
    let [board, effects] = transition(this.#board, input, config);
    const end = effects.find((effect) => effect.type === 'finish');
    // The page is pointed to before the verdict is written: a verdict that is on file has its page.
    const problem = end === undefined ? null : await this.#pointFinal(end.outcome);
    if (problem !== null) {
      const ending = { type: 'failed', cause: 'storage_error', message: problem } as const;
      [board, effects] = transition(this.#board, { type: 'stop', ending }, config);
    }
    this.#board = board;
    for (const effect of effects) {
      if (effect.type === 'emit') this.#stage.emit(effect.event);
      else if (effect.type === 'request_round') this.#nextRound = effect.round;
      else if (effect.type === 'persist_round') await this.#stage.saveRound(this.#roundRow(effect.round));
    }
  }

  /** What could not be done, in words. */
  async #pointFinal(outcome: RunOutcome): Promise<string | null> {
    const sha256 = this.#finalOf(outcome);
    if (sha256 === null) return null;
    try {
      await this.#stage.pointFinal(sha256);
      return null;
    } catch (error) {
      return messageOf(error);
    }
  }

  #finalOf({ status, artifact }: RunOutcome): string | null {
    const legacy = this.#artifacts.get('legacy');
    if (status === 'degraded' && legacy !== undefined) return legacy.sha256;
    if (artifact === null) return null;
    if (artifact.in === 'ship') return this.#artifacts.get('ship')?.sha256 ?? null;
    // A round that printed no page of its own judged the one before it.
    for (let round = artifact.round; round > 0; round--) {
      const own = this.#artifacts.get(round);
      if (own !== undefined) return own.sha256;
    }
    return null;
  }

  #roundRow({
    round,
    composite,
    mustFix,
    decision,
  }: {
    round: number;
    composite: number;
    mustFix: number;
    decision: 'continue' | 'ship';
  }): RunRound {
    const artifact = this.#artifacts.get(round);
    return {
      n: round,
      composite,
      mustFix,
      decision,
      artifactSha256: artifact?.sha256 ?? null,
      artifactBytes: artifact?.bytes ?? null,
      artifactMime: artifact?.mime ?? null,
    };
  }

  /** An interrupt still reads what is on its way, from `coming` on; a deadline does not wait. */
  async #stopped(
    session: AgentSession,
    deltas: AsyncIterator<AgentDelta>,
    coming: Promise<IteratorResult<AgentDelta>>,
    hear: (delta: AgentDelta) => Promise<void>,
  ): Promise<void> {
    session.interrupt();
    if (this.#stage.stop.ending?.type === 'interrupted') {
      const deadline = Date.now() + this.#stage.limits.drainMs;
      let waiting: Promise<IteratorResult<AgentDelta>> | null = coming;
      while (!this.#deaf && Date.now() < deadline) {
        const reading = (waiting ?? deltas.next()).catch(() => null);
        waiting = null;
        const next = await within(deadline - Date.now(), reading);
        if (next === null || next.done === true) break;
        // It was told to stop: that it complains says nothing.
        if (next.value.type !== 'error') await hear(next.value);
      }
    }
    await this.#stopNow();
  }

  async #stopNow(): Promise<void> {
    const { ending } = this.#stage.stop;
    // A page that takes too long after the panel failed does not change why the run ended.
    if (ending?.type === 'timed_out' && this.#unreadable !== null) return;
    if (ending !== null) await this.feed({ type: 'stop', ending });
  }

  /** The panel could not be read: what the agent can still give is one page without a panel, labelled so. */
  async #degrade(session: AgentSession, unreadable: Unreadable): Promise<void> {
    await this.#writing?.writer.abandon();
    this.#writing = null;
    if (this.#board.turns === 'conversational' && this.#stage.stop.ending === null)
      await this.#legacy(session);
    const { reason, message, position } = unreadable;
    await this.feed({ type: 'stop', ending: { type: 'unreadable', reason, message, position } });
  }

  /** A page that came whole, or none. */
  async #legacy(session: AgentSession): Promise<void> {
    const { limits, stop, deadlines } = this.#stage;
    const pieces: string[] = [];
    let length = 0;
    let broken = false;
    this.#pageOnly = true;
    deadlines.start('round', this.#request.config.perRoundTimeoutMs);
    await this.#listen(
      session,
      { kind: 'legacy', prompt: this.#request.prompt('legacy', this.#board, []) },
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
      const writer = this.#stage.openArtifact('text/html');
      await writer.write(page);
      const { sha256, bytes } = await writer.close();
      this.#artifacts.set('legacy', { sha256, bytes, mime: 'text/html' });
    });
  }

  #notice(kind: string, message: string): void {
    if (this.#notices++ >= this.#stage.limits.maxNotices) return;
    this.#stage.emit({
      type: 'critique.agent_notice',
      runId: this.#request.identity.runId,
      kind,
      message: message.slice(0, LONGEST_MESSAGE),
    });
  }
}

function factOf({ target, text, evidence }: GroundedDemand): string {
  return `${target === null ? '' : `${target}: `}${text}${evidence === null ? '' : ` (${evidence})`}`;
}

/** Unmeasured is never a pass. */
function unmeasuredDemand(reason: string): GroundedDemand {
  return {
    id: 'unmeasured',
    role: 'critic',
    text: `The page could not be measured: ${reason.slice(0, LONGEST_MESSAGE)}`,
    dim: null,
    target: null,
    severity: 'major',
    evidence: null,
    witness: null,
  };
}

/** Null when it takes longer; what comes then is nobody's. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | null> {
  const patience = new AbortController();
  const late = delay(ms, null, { signal: patience.signal }).catch(() => null);
  try {
    return await Promise.race([work, late]);
  } finally {
    patience.abort();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
