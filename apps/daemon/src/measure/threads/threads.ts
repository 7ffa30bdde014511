/**
 * The measuring threads of an engine: started when there is something to measure, as many as there are cores, ended
 * when unused or with the engine. Two kinds of work share them. A **session** keeps its thread for a whole run; a
 * **call** is one answer within a time limit. Sessions may fill all threads and then one more is there for calls: a
 * run that waits for a call may itself keep a thread, and would otherwise wait for itself.
 */
import { availableParallelism } from 'node:os';
import { MAX_THREAD_CALL_MS, MAX_THREAD_HEAP_MB, THREAD_GRACE_MS, THREAD_IDLE_MS } from '../limits.ts';
import { MeasuringError } from './measuring-error.ts';
import type { Outside } from './messages.ts';
import { Thread } from './thread.ts';

export interface ThreadOptions {
  /** Threads that are kept by sessions, or work on calls. @default one for each core */
  limit?: number;
  /**
   * True where this process has others to answer meanwhile: nothing is measured in its own thread. Otherwise the
   * first session is, because a second thread would only load the same code again. @default false
   */
  serves?: boolean;
  /** True where many pages wait: who measures one of them cannot hand out the others. @default false */
  many?: boolean;
  maxHeapMb?: number;
  graceMs?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** From when it is begun: waiting for a thread is not its fault. @default MAX_THREAD_CALL_MS */
  limitMs?: number;
}

type Work = 'session' | 'call';

interface Waiting {
  work: Work;
  taken: PromiseWithResolvers<Thread>;
}

export class MeasuringThreads {
  readonly #limit: number;
  readonly serves: boolean;
  readonly #many: boolean;
  readonly #maxHeapMb: number;
  readonly #graceMs: number;
  /** Rested threads, with the timer that ends them. */
  readonly #idle = new Map<Thread, NodeJS.Timeout>();
  readonly #working = new Map<Thread, Work>();
  /** First come, first served. As long as there are runs under way. */
  readonly #waiting = new Set<Waiting>();
  #here = 0;
  #closed = false;

  constructor(options: ThreadOptions = {}) {
    this.#limit = Math.max(1, options.limit ?? availableParallelism());
    this.serves = options.serves ?? false;
    this.#many = options.many ?? false;
    this.#maxHeapMb = options.maxHeapMb ?? MAX_THREAD_HEAP_MB;
    this.#graceMs = options.graceMs ?? THREAD_GRACE_MS;
  }

  /** Threads that live, at work or not. */
  get size(): number {
    return this.#idle.size + this.#working.size;
  }

  /** Whether a session is to run in the caller's own thread: call what is returned when it is over. */
  takeHere(): (() => void) | null {
    if (this.serves) return null;
    const isFirst = !this.#many && this.#here === 0 && this.#at('session') === 0;
    if (!isFirst && this.#hasRoom('session')) return null;
    this.#here += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#here -= 1;
      isOpen = false;
    };
  }

  /** A thread of one's own until it is released. Waits for one; rejects with a `MeasuringError`. */
  hold(signal: AbortSignal): Promise<Thread> {
    return this.#take('session', signal);
  }

  /** Back to the others. One that is at work, or does not answer soon, is ended instead. */
  async release(thread: Thread): Promise<void> {
    if (!this.#working.has(thread)) return;
    const left = new MeasuringError('stopped', 'nobody waits for this measurement');
    if (thread.isBusy) await thread.end(left);
    if (!thread.hasEnded) {
      const late = setTimeout(() => void thread.end(left), this.#graceMs);
      await thread.closeTask().catch(() => {});
      clearTimeout(late);
    }
    this.#rest(thread);
  }

  /**
   * One exported function of a module, with arguments and a result that can be sent. Rejects with a
   * `MeasuringError`, or with what the function threw.
   */
  async call(
    module: URL,
    name: string,
    args: readonly unknown[],
    { signal = new AbortController().signal, limitMs = MAX_THREAD_CALL_MS }: CallOptions = {},
  ): Promise<unknown> {
    const thread = await this.#take('call', signal);
    const stopped = (): void => void thread.end(new MeasuringError('stopped', 'the measurement was stopped'));
    const limit = endAfter(thread, limitMs);
    signal.addEventListener('abort', stopped, { once: true });
    if (signal.aborted) stopped();
    try {
      return await thread.call(module, name, args);
    } finally {
      limit.cancel();
      signal.removeEventListener('abort', stopped);
      this.#rest(thread);
    }
  }

  /**
   * One question to a task of a module, which may ask `outside` for what only this thread has. Bounded by what it computes
   * alone: what it waits for has limits of its own.
   */
  async ask(
    module: URL,
    { input, question, outside }: { input: unknown; question: unknown; outside: Outside },
    { signal = new AbortController().signal, limitMs = MAX_THREAD_CALL_MS }: CallOptions = {},
  ): Promise<unknown> {
    const thread = await this.#take('session', signal);
    const stopped = (): void => void thread.end(new MeasuringError('stopped', 'the measurement was stopped'));
    const limit = endAfter(thread, limitMs, Number.POSITIVE_INFINITY);
    signal.addEventListener('abort', stopped, { once: true });
    if (signal.aborted) stopped();
    try {
      await thread.start(module, input, outside);
      return await thread.ask(question);
    } finally {
      limit.cancel();
      signal.removeEventListener('abort', stopped);
      await this.release(thread);
    }
  }

  /** Resolves when no thread is left. What is still asked for is rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = new MeasuringError('closed', 'the engine is closed');
    for (const { taken } of this.#waiting) taken.reject(closed);
    this.#waiting.clear();
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#idle.keys(), ...this.#working.keys()].map((thread) => thread.end(closed)));
    this.#idle.clear();
    this.#working.clear();
  }

  #at(work: Work): number {
    let count = 0;
    for (const one of this.#working.values()) if (one === work) count += 1;
    return count;
  }

  #hasRoom(work: Work): boolean {
    if (this.#working.size < this.#limit) return true;
    return work === 'call' && this.#at('call') === 0;
  }

  async #take(work: Work, signal: AbortSignal): Promise<Thread> {
    if (this.#closed) throw new MeasuringError('closed', 'the engine is closed');
    const waiting: Waiting = { work, taken: Promise.withResolvers() };
    const stopped = (): void => {
      if (this.#waiting.delete(waiting))
        waiting.taken.reject(new MeasuringError('stopped', 'the measurement was stopped'));
    };
    this.#waiting.add(waiting);
    if (signal.aborted) stopped();
    signal.addEventListener('abort', stopped, { once: true });
    try {
      this.#serveWaiting();
      return await waiting.taken.promise;
    } finally {
      signal.removeEventListener('abort', stopped);
    }
  }

  #serveWaiting(): void {
    for (const waiting of this.#waiting) {
      if (!this.#hasRoom(waiting.work)) continue;
      this.#waiting.delete(waiting);
      try {
        const thread = this.#wake() ?? new Thread({ maxHeapMb: this.#maxHeapMb, yields: this.serves });
        this.#working.set(thread, waiting.work);
        waiting.taken.resolve(thread);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        waiting.taken.reject(new MeasuringError('crashed', `no thread could be started: ${why}`));
      }
    }
  }

  #wake(): Thread | null {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(thread);
      if (!thread.hasEnded) return thread;
    }
    return null;
  }

  #rest(thread: Thread): void {
    if (!this.#working.delete(thread)) return;
    if (!thread.hasEnded && !this.#closed) {
      const timer = setTimeout(() => {
        this.#idle.delete(thread);
        void thread.end(new MeasuringError('stopped', 'it was not used'));
      }, THREAD_IDLE_MS);
      timer.unref();
      this.#idle.set(thread, timer);
    }
    this.#serveWaiting();
  }
}

/** By the clock, so many times its limit ends any work: what waits for something computes nothing. */
const MOST_WAITING = 4;
const SHORTEST_WAIT_MS = 50;

/** Ends a thread that has computed for so long: a verdict does not depend on what else the machine does meanwhile. */
function endAfter(thread: Thread, limitMs: number, mostWaiting = MOST_WAITING): { cancel(): void } {
  const began = performance.now();
  const before = thread.processorMs();
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;
  const look = async (): Promise<void> => {
    // One that was still being started had computed nothing; one that cannot tell has had its time.
    const [from, now] = [(await before) ?? 0, (await thread.processorMs()) ?? Number.POSITIVE_INFINITY];
    if (isOver) return;
    const left = Math.min(limitMs - (now - from), limitMs * mostWaiting - (performance.now() - began));
    if (left > 0) timer = setTimeout(look, Math.max(left, SHORTEST_WAIT_MS));
    else void thread.end(new MeasuringError('too_long', `it took longer than ${limitMs} ms`));
  };
  timer = setTimeout(look, limitMs);
  return {
    cancel() {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
