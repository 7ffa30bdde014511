/**
 * Several runs at once measure on several cores: the first in this thread, those beside it in threads of their
 * own, at most one for each core. A thread that ends before its time fails its own run and no other.
 */
import { availableParallelism } from 'node:os';
import { isMainThread, Worker } from 'node:worker_threads';
import type { AgentDelta, AgentExit, AgentSession, AgentTurn } from '../../../agents/session.ts';
import type { Meter } from '../../../measure/browser/witness.ts';
import { MAX_THREAD_HEAP_MB, THREAD_IDLE_MS } from '../../../measure/limits.ts';
import type { GroundedOptions, PageSubject } from './grounded-agent.ts';
import type { BrowserCall, FromThread, Question, ToThread } from './thread-messages.ts';

const ENDED: AgentExit = { code: 0, signal: null, stderrTail: '' };

/** What one process has: cores are its own, not an engine's. */
const idle: Thread[] = [];
let threads = 0;
let sessions = 0;

/** A thread for a session, or null where it should be played in this one. */
export function freeThread(): Thread | null {
  if (!isMainThread || sessions === 0) return null;
  const waiting = idle.pop();
  if (waiting !== undefined) return waiting;
  return threads < availableParallelism() ? new Thread() : null;
}

/** Counts a session that is played in this thread, until it is closed. */
export function counted(session: AgentSession): AgentSession {
  sessions += 1;
  let open = true;
  return {
    send: (turn) => session.send(turn),
    interrupt: () => session.interrupt(),
    async close() {
      if (open) sessions -= 1;
      open = false;
      return session.close();
    },
  };
}

export class Thread {
  readonly #worker: Worker;
  #pending: PromiseWithResolvers<AgentDelta | null> | null = null;
  #meter: Meter | null = null;
  #end: string | null = null;
  #rest: NodeJS.Timeout | null = null;

  /** Beyond its share of memory a thread ends, and only its page is lost. */
  constructor(maxHeapMb = MAX_THREAD_HEAP_MB) {
    threads += 1;
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    this.#worker.on('message', (message: FromThread) => this.#hear(message));
    this.#worker.on('error', (error) => this.#ended(error instanceof Error ? error.message : String(error)));
    this.#worker.on('exit', () => this.#ended('the thread ended'));
    this.#worker.unref();
  }

  async open(subject: PageSubject, options: GroundedOptions, signal: AbortSignal): Promise<AgentSession> {
    const { browser = null, ...rest } = options;
    this.#meter = browser?.meter ?? null;
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#leaveIdle();
    await this.#ask({ type: 'open', subject, options: { ...rest, browser: browser?.when ?? null } });
    return counted(new ThreadSession(this, signal));
  }

  /** One question at a time. */
  async #ask(question: Question): Promise<AgentDelta | null> {
    if (this.#end !== null) throw new Error(this.#end);
    const pending = Promise.withResolvers<AgentDelta | null>();
    this.#pending = pending;
    // While something is asked the process waits for us; at rest it may end.
    this.#worker.ref();
    this.#worker.postMessage(question);
    try {
      return await pending.promise;
    } finally {
      this.#pending = null;
      this.#worker.unref();
    }
  }

  send(turn: AgentTurn): Promise<AgentDelta | null> {
    return this.#ask({ type: 'send', turn });
  }

  next(): Promise<AgentDelta | null> {
    return this.#ask({ type: 'next' });
  }

  interrupt(): void {
    if (this.#end === null) this.#post({ type: 'interrupt' });
  }

  /** Back to the others; one that is still at work is ended instead, since a measurement cannot be cut short. */
  async release(): Promise<void> {
    this.#meter = null;
    if (this.#end !== null) return;
    if (this.#pending !== null) {
      await this.#worker.terminate();
      return;
    }
    await this.#ask({ type: 'close' });
    idle.push(this);
    this.#rest = setTimeout(() => void this.#worker.terminate(), THREAD_IDLE_MS);
    this.#rest.unref();
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromThread): void {
    switch (message.type) {
      case 'answer':
        this.#pending?.resolve(message.delta);
        return;
      case 'failure':
        this.#pending?.reject(new Error(message.message));
        return;
      case 'browser':
        void this.#askBrowser(message.id, message.call);
        return;
    }
  }

  async #askBrowser(id: number, call: BrowserCall): Promise<void> {
    const meter = this.#meter;
    try {
      if (meter === null) throw new Error('the browser is closed');
      const value =
        call.method === 'measure'
          ? await meter.measure(call.input)
          : await meter.pixelChange(call.before, call.after);
      this.#post({ type: 'browser', id, answer: { ok: true, value } });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#post({ type: 'browser', id, answer: { ok: false, message } });
    }
  }

  #ended(reason: string): void {
    if (this.#end !== null) return;
    this.#end = `measuring this page ended a thread: ${reason}`;
    threads -= 1;
    this.#leaveIdle();
    this.#pending?.reject(new Error(this.#end));
  }

  #leaveIdle(): void {
    const place = idle.indexOf(this);
    if (place !== -1) idle.splice(place, 1);
  }
}

class ThreadSession implements AgentSession {
  readonly #thread: Thread;
  readonly #signal: AbortSignal;
  #stopped = false;
  #closed = false;

  constructor(thread: Thread, signal: AbortSignal) {
    this.#thread = thread;
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => this.interrupt();

  async *send(turn: AgentTurn): AsyncGenerator<AgentDelta> {
    this.#stopped = this.#signal.aborted;
    try {
      await this.#thread.send(turn);
      while (!this.#stopped) {
        const delta = await this.#thread.next();
        if (delta === null) return;
        yield delta;
      }
    } catch (error) {
      if (this.#closed) return;
      yield { type: 'error', kind: 'other', message: error instanceof Error ? error.message : String(error) };
    }
  }

  interrupt(): void {
    this.#stopped = true;
    this.#thread.interrupt();
  }

  async close(): Promise<AgentExit> {
    if (this.#closed) return ENDED;
    this.#closed = true;
    this.#signal.removeEventListener('abort', this.#onAbort);
    await this.#thread.release().catch(() => {});
    return ENDED;
  }
}
