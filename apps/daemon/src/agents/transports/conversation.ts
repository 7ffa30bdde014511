/**
 * A session with a program that speaks one JSON frame per line and keeps its own history: one process, one turn
 * after the other. Reading is pulled by whoever reads the turn; between turns nothing is read and the pipe fills.
 */
import { setTimeout as delay, setImmediate as soon } from 'node:timers/promises';
import { endedWithout } from '../decoders/decoder.ts';
import type { AgentDelta, AgentExit, AgentRequest, AgentSession, AgentTurn } from '../session.ts';
import type { Launch, SupervisedChild } from '../supervise.ts';
import { startChild } from '../supervise.ts';
import { BrokenFrameError, type Dialogue, type DialogueSetting, type Speaker } from './dialogue.ts';
import { type Frame, FrameReader } from './frames.ts';
import { Turn } from './turn.ts';

/** How long an agent may go on with a turn it was told to stop. */
const STOP_PATIENCE_MS = 500;
/** How long a turn that was left in the middle may take to end before another is asked. */
const SETTLE_PATIENCE_MS = 5_000;
/** Lines on standard output that are no frames: a program that prints more of them speaks another language. */
const MAX_NOISE_LINES = 1_000;
/** After the pipe has closed: how long the exit may take that says why. */
const EXIT_PATIENCE_MS = 1_000;
const STILL_THERE: AgentExit = { code: 0, signal: null, stderrTail: '' };

export interface ConversationOptions {
  launch: Launch;
  dialogue: (setting: DialogueSetting) => Dialogue;
}

/** Rejects with an `AgentUnavailableError` only. */
export async function openConversation(
  { launch, dialogue }: ConversationOptions,
  request: AgentRequest,
  signal: AbortSignal,
): Promise<AgentSession> {
  // Only the start is abandoned by the signal. Later it asks the agent to stop, so that what it has is still read.
  const starting = new AbortController();
  const abandon = (): void => starting.abort(signal.reason);
  if (signal.aborted) abandon();
  signal.addEventListener('abort', abandon, { once: true });
  try {
    const child = await startChild(launch, request, starting.signal);
    const session = new Conversation(child, launch.name, (speaker) =>
      dialogue({ speaker, name: launch.name, workDir: child.folder }),
    );
    signal.addEventListener('abort', () => session.interrupt(), { once: true });
    return session;
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

class Conversation implements AgentSession {
  readonly #child: SupervisedChild;
  readonly #name: string;
  readonly #dialogue: Dialogue;
  readonly #output: AsyncGenerator<Buffer, void, undefined>;
  readonly #frames = new FrameReader();
  #coming: Promise<IteratorResult<Buffer, void>> | null = null;
  #turn: Turn | null = null;
  #noise = 0;
  /** It did not stop when it was told to: what it says belongs to no turn. */
  #stuck = false;
  #finished = false;
  #closing = false;

  constructor(child: SupervisedChild, name: string, dialogue: (speaker: Speaker) => Dialogue) {
    this.#child = child;
    this.#name = name;
    this.#output = child.output();
    this.#dialogue = dialogue({
      write: (frame) => void child.write(`${JSON.stringify(frame)}\n`),
      emit: (...deltas) => this.#turn?.emit(...deltas),
      end: () => this.#turn?.end(),
      fail: (kind, message, final) => this.#turn?.fail(kind, message, final),
      afterQuiet: (ms, then) => this.#turn?.afterQuiet(ms, then),
      cancelled: () => this.#turn?.cancelled(),
    });
  }

  async *send(ask: AgentTurn): AsyncGenerator<AgentDelta> {
    const left = this.#turn;
    if (left !== null && !left.over) {
      yield* this.#settle(left);
      this.#stuck ||= !left.over;
    }
    const turn = new Turn(this.#child.redactor, this.#name);
    this.#turn = turn;
    if (this.#stuck) turn.fail('timeout', `${this.#name} did not stop its last answer`);
    else if (this.#closing) turn.cancelled();
    else if (this.#finished) await this.#explainEnd(turn);
    else {
      this.#child.asks(ask.prompt);
      this.#dialogue.ask(ask);
    }
    yield* this.#stream(turn);
  }

  /** A turn that was left in the middle ends first: its last words would be taken for the next answer. */
  async *#settle(left: Turn): AsyncGenerator<AgentDelta> {
    this.#dialogue.cancel();
    left.stopWithin(SETTLE_PATIENCE_MS);
    for await (const _ of this.#stream(left)) yield { type: 'alive' };
  }

  /** Ends when the turn is over, or when it was to stop and took too long. */
  async *#stream(turn: Turn): AsyncGenerator<AgentDelta> {
    try {
      for (;;) {
        const said = turn.take();
        yield* said;
        // While that was read, more may have been said: a turn can also be ended by a clock.
        if (!turn.isQuiet) continue;
        if (turn.over || turn.outOfPatience) return;
        const woken = await this.#next(turn);
        // Bytes that said nothing by themselves.
        if (woken === 'bytes' && turn.isQuiet) yield { type: 'alive' };
      }
    } finally {
      turn.leave();
    }
  }

  /** Waits for bytes or for something said without any: an answer of the dialogue, the end of patience. */
  async #next(turn: Turn): Promise<'bytes' | 'word'> {
    if (this.#finished) {
      await this.#explainEnd(turn);
      return 'word';
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    turn.onWord = resolve;
    let came: IteratorResult<Buffer, void> | null = null;
    this.#coming ??= this.#output.next();
    const coming = this.#coming;
    coming.then(
      (result) => {
        came = result;
        resolve();
      },
      () => {
        came = { done: true, value: undefined };
        resolve();
      },
    );
    await promise;
    turn.onWord = null;
    // Set in a callback, which the compiler does not follow.
    const result = came as IteratorResult<Buffer, void> | null;
    if (result === null) return 'word';
    this.#coming = null;
    this.#take(turn, result);
    // Dialogues may answer in a promise of their own; what they say belongs to these bytes.
    await soon();
    return 'bytes';
  }

  #take(turn: Turn, result: IteratorResult<Buffer, void>): void {
    this.#finished = result.done === true;
    const frames = result.done === true ? this.#frames.end() : this.#frames.push(result.value);
    for (const frame of frames) this.#takeFrame(turn, frame);
    if (this.#finished) this.#dialogue.close();
  }

  #takeFrame(turn: Turn, frame: Frame): void {
    switch (frame.type) {
      case 'noise':
        if (++this.#noise > MAX_NOISE_LINES)
          turn.fail('malformed', `${this.#name} prints lines that are not its protocol: ${frame.text}`);
        return;
      case 'broken':
        turn.fail('malformed', `${this.#name} sent ${frame.why}`);
        return;
      case 'json':
        try {
          this.#dialogue.take(frame.value);
        } catch (error) {
          if (!(error instanceof BrokenFrameError)) throw error;
          turn.fail('malformed', `${this.#name} sent ${error.message}`);
        }
    }
  }

  /** The program is gone without having ended the turn. */
  async #explainEnd(turn: Turn): Promise<void> {
    if (turn.over) return;
    if (this.#closing || turn.isStopping) return turn.cancelled();
    const patience = new AbortController();
    const exit = await Promise.race([
      this.#child.exited(),
      delay(EXIT_PATIENCE_MS, null, { signal: patience.signal }).catch(() => null),
    ]);
    patience.abort();
    const word = endedWithout(exit ?? STILL_THERE);
    if (word.type === 'error') turn.fail(word.kind, word.message);
  }

  interrupt(): void {
    const turn = this.#turn;
    if (turn === null || turn.over || turn.isStopping) return;
    turn.stopWithin(STOP_PATIENCE_MS);
    if (!this.#finished) this.#dialogue.cancel();
  }

  async close(): Promise<AgentExit> {
    this.#closing = true;
    const exit = await this.#child.end();
    this.#finished = true;
    this.#dialogue.close();
    this.#turn?.cancelled();
    return exit;
  }
}
