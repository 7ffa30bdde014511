/**
 * Plays the Theater: agent session → parser → scoreboard → effects. Everything it decides, the scoreboard
 * decides; what is here is order: turns, clocks, artifacts on their way to disk, and a clean end.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CritiqueConfig, PanelEvent } from '@design-jury/contracts/critique';
import type { RunRound } from '@design-jury/contracts/run';
import {
  type Agent,
  type AgentDelta,
  type AgentExit,
  type AgentSession,
  type AgentSubject,
  type AgentTurn,
  AgentUnavailableError,
} from '../agents/session.ts';
import type { ArtifactWriter } from '../runs/artifacts.ts';
import type { Stage } from '../runs/stage.ts';
import type { CritiqueError } from './errors.ts';
import { extractPage } from './legacy.ts';
import { lintArtifact } from './lint.ts';
import type { RunIdentity } from './outcome.ts';
import { type CritiqueParser, createParser, type ParserStep } from './parser.ts';
import { createScoreboard, type Scoreboard, type ScoreboardInput, transition } from './scoreboard.ts';
import { Spending } from './spending.ts';

export interface TheaterRequest {
  identity: RunIdentity;
  agent: Agent;
  subject: AgentSubject;
  config: CritiqueConfig;
  /** The words for a turn; they know the state of the board. */
  prompt(turn: 'legacy' | number, board: Scoreboard): string;
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

/** Never rejects for a run that went wrong. */
export async function playTheater(stage: Stage, request: TheaterRequest): Promise<TheaterResult> {
  const play = new TheaterPlay(stage, request);
  try {
    await play.run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
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
  #notices = 0;

  constructor(stage: Stage, request: TheaterRequest) {
    this.#stage = stage;
    this.#request = request;
    this.#parser = createParser(request.config);
    this.#board = createScoreboard(request.identity, request.agent.capabilities.turns);
    this.#spending = new Spending(stage.limits);
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

  async #open(): Promise<AgentSession | null> {
    const { agent, identity, subject } = this.#request;
    const { stop, folder, deadlines, limits } = this.#stage;
    deadlines.start('first_byte', limits.firstByteTimeoutMs);
    const opening = agent.open({ runId: identity.runId, subject, workDir: folder }, stop.signal);
    try {
      const opened = await stop.race(opening);
      if (opened !== null) return opened.value;
      // It may still open behind our back: then it is closed at once.
      opening.then((late) => late.close()).catch(() => {});
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
    this.#stage.deadlines.start('round', config.perRoundTimeoutMs);
    await this.#listen(
      session,
      { kind: 'round', round: this.#nextRound, prompt: this.#request.prompt(this.#nextRound, this.#board) },
      (delta) => this.#hear(session, delta),
    );
    if (this.#over) return;
    if (this.#board.turns === 'one-shot') await this.#endOneShot(session);
    else {
      await this.#take(session, this.#parser.endTurn());
      await this.feed({ type: 'turn_end' });
    }
  }

  /** Reads one turn until it ends, the run is over, or somebody says stop. */
  async #listen(
    session: AgentSession,
    turn: AgentTurn,
    hear: (delta: AgentDelta) => Promise<void>,
  ): Promise<void> {
    const { deadlines, limits, stop } = this.#stage;
    deadlines.start('first_byte', limits.firstByteTimeoutMs);
    deadlines.clear('idle');
    let silent = true;
    const deltas = session.send(turn)[Symbol.asyncIterator]();
    while (!this.#over) {
      const next = await stop.race(deltas.next());
      if (next === null) return this.#stopped(session, deltas, hear);
      if (next.value.done === true) break;
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
  }

  async #hear(session: AgentSession, delta: AgentDelta): Promise<void> {
    switch (delta.type) {
      case 'text':
        return this.#take(session, this.#parser.write(delta.text));
      case 'thinking':
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
            ending: { type: 'failed', cause: 'budget_exceeded', message: exceeded },
          });
        return;
      }
      case 'error':
        return this.feed({
          type: 'stop',
          ending: { type: 'failed', cause: 'agent_error', message: delta.message },
        });
    }
  }

  async #take(session: AgentSession, { events, error }: ParserStep): Promise<void> {
    for (const event of events) {
      if (this.#over) return;
      await this.#play(event);
    }
    if (error !== null && !this.#over) await this.#degrade(session, error);
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
        return this.feed(event);
      default:
        return this.feed(event);
    }
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
      await this.feed({
        type: 'lint',
        in: event.place.in,
        demands: lintArtifact(writing.pieces.join(''), writing.mime),
      });
    });
  }

  /** A disk that fails ends the run, typed; it is no mistake of the agent. */
  async #storing(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await this.feed({ type: 'stop', ending: { type: 'failed', cause: 'storage_error', message } });
    }
  }

  async feed(input: ScoreboardInput): Promise<void> {
    const [board, effects] = transition(this.#board, input, this.#request.config);
    this.#board = board;
    for (const effect of effects) {
      if (effect.type === 'emit') this.#stage.emit(effect.event);
      else if (effect.type === 'request_round') this.#nextRound = effect.round;
      else if (effect.type === 'persist_round') await this.#stage.saveRound(this.#roundRow(effect.round));
    }
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

  /** The agent has said everything: its exit counts before its text does. */
  async #endOneShot(session: AgentSession): Promise<void> {
    const exit = await this.#exit(session);
    if (exit !== null && (exit.code !== 0 || exit.signal !== null)) {
      const how = exit.signal === null ? `code ${exit.code}` : exit.signal;
      const why = exit.stderrTail === '' ? '' : `: ${exit.stderrTail.split('\n').at(-1)?.slice(0, 300)}`;
      await this.feed({
        type: 'stop',
        ending: { type: 'failed', cause: 'cli_exit_nonzero', message: `the agent ended with ${how}${why}` },
      });
      return;
    }
    await this.#take(session, this.#parser.end());
    await this.feed({ type: 'stream_end' });
  }

  /** Null when it closed its mouth but does not go: it is then ended, and that says nothing about its text. */
  async #exit(session: AgentSession): Promise<AgentExit | null> {
    const patience = new AbortController();
    const late = delay(this.#stage.limits.killGraceMs, null, { signal: patience.signal }).catch(() => null);
    const exit = await Promise.race([session.exited(), late]);
    patience.abort();
    return exit;
  }

  /** An interrupt still reads what is on its way; a deadline does not wait. */
  async #stopped(
    session: AgentSession,
    deltas: AsyncIterator<AgentDelta>,
    hear: (delta: AgentDelta) => Promise<void>,
  ): Promise<void> {
    session.interrupt();
    if (this.#stage.stop.ending?.type === 'interrupted') {
      const deadline = Date.now() + this.#stage.limits.drainMs;
      while (!this.#over && Date.now() < deadline) {
        const next = await Promise.race([deltas.next(), delay(deadline - Date.now(), null)]);
        if (next === null || next.done === true) break;
        await hear(next.value);
      }
    }
    await this.#stopNow();
  }

  async #stopNow(): Promise<void> {
    const { ending } = this.#stage.stop;
    if (ending !== null) await this.feed({ type: 'stop', ending });
  }

  /** The panel could not be read: what the agent can still give is one page without a panel, labelled so. */
  async #degrade(session: AgentSession, { reason, message, position }: CritiqueError): Promise<void> {
    await this.#writing?.writer.abandon();
    this.#writing = null;
    if (this.#board.turns === 'conversational' && this.#stage.stop.ending === null)
      await this.#legacy(session);
    await this.feed({ type: 'stop', ending: { type: 'unreadable', reason, message, position } });
  }

  async #legacy(session: AgentSession): Promise<void> {
    const pieces: string[] = [];
    let length = 0;
    this.#stage.deadlines.start('round', this.#request.config.perRoundTimeoutMs);
    await this.#listen(
      session,
      { kind: 'legacy', prompt: this.#request.prompt('legacy', this.#board) },
      async (delta) => {
        if (delta.type !== 'text') return;
        length += delta.text.length;
        if (length <= this.#stage.limits.maxArtifactBytes) pieces.push(delta.text);
      },
    );
    const page = extractPage(pieces.join(''));
    if (page === null || this.#over) return;
    await this.#storing(async () => {
      const writer = this.#stage.openArtifact('text/html');
      await writer.write(page);
      const { sha256, bytes } = await writer.close();
      this.#artifacts.set('legacy', { sha256, bytes, mime: 'text/html' });
    });
  }

  #notice(kind: string, message: string): void {
    if (this.#notices++ >= this.#stage.limits.maxNotices) return;
    this.#stage.emit({ type: 'critique.agent_notice', runId: this.#request.identity.runId, kind, message });
  }
}
