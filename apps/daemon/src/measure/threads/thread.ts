/** One measuring thread, seen from the one that started it. Its end fails what it was asked for, and nothing else. */
import { Worker } from 'node:worker_threads';
import { MAX_THREAD_HEAP_MB, THREAD_GRACE_MS, THREAD_YOUNG_MB } from '../limits.ts';
import { MeasuringError } from './measuring-error.ts';
import type { FromThread, Outside, Question, ToThread } from './messages.ts';

interface OneThreadOptions {
  /** Beyond its share of memory a thread ends, and only its page is lost. */
  maxHeapMb?: number;
  /** Whoever answers others in this process goes before it. @default false */
  yields?: boolean;
}

export class Thread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #asked = 0;
  #outside: Outside | null = null;
  #end: MeasuringError | null = null;

  constructor({ maxHeapMb = MAX_THREAD_HEAP_MB, yields = false }: OneThreadOptions = {}) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: THREAD_YOUNG_MB },
      workerData: { yields },
    });
    this.#worker.on('message', (message: FromThread) => this.#take(message));
    this.#worker.on('error', (error) =>
      this.#crashed(error instanceof Error ? error.message : String(error)),
    );
    this.#worker.on('exit', () => this.#crashed('it stopped'));
    this.#worker.unref();
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /** Something is asked that it has not answered. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** What it has computed so far; waiting for its turn on a busy machine is not counted. Null once it has ended. */
  async processorMs(): Promise<number | null> {
    try {
      const { user, system } = await this.#worker.cpuUsage();
      return (user + system) / 1_000;
    } catch {
      return null;
    }
  }

  /** @param outside answers what the task asks of this thread */
  async start(module: URL, input: unknown, outside: Outside): Promise<void> {
    this.#outside = outside;
    await this.#question({ type: 'start', module: module.href, input });
  }

  ask(question: unknown): Promise<unknown> {
    return this.#question({ type: 'ask', question });
  }

  call(module: URL, name: string, args: readonly unknown[]): Promise<unknown> {
    return this.#question({ type: 'call', module: module.href, name, args });
  }

  async closeTask(): Promise<void> {
    this.#outside = null;
    await this.#question({ type: 'close' });
  }

  /** Asks for an early answer. A measurement that does not come to its next step in time is ended with its thread. */
  interrupt(graceMs = THREAD_GRACE_MS): void {
    if (this.#end !== null) return;
    this.#post({ type: 'interrupt' });
    const asked = this.#asked;
    if (!this.#pending.has(asked)) return;
    const late = setTimeout(() => {
      if (this.#pending.has(asked))
        void this.end(new MeasuringError('stopped', 'the measurement was stopped'));
    }, graceMs);
    late.unref();
  }

  /** Ends it in the middle of whatever it does; resolves when it is gone. */
  async end(why: MeasuringError): Promise<void> {
    this.#fail(why);
    await this.#worker.terminate();
  }

  async #question(question: Question): Promise<unknown> {
    if (this.#end !== null) throw this.#end;
    const id = ++this.#asked;
    const pending = Promise.withResolvers<unknown>();
    this.#pending.set(id, pending);
    // While something is asked the process waits for us; at rest it may end.
    this.#worker.ref();
    try {
      this.#post({ type: 'question', id, question });
      return await pending.promise;
    } finally {
      this.#pending.delete(id);
      if (!this.isBusy) this.#worker.unref();
    }
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #take(message: FromThread): void {
    switch (message.type) {
      case 'answer':
        this.#pending.get(message.id)?.resolve(message.value);
        return;
      case 'failure':
        this.#pending.get(message.id)?.reject(new Error(message.message));
        return;
      case 'outside':
        void this.#askOutside(message.id, message.call);
        return;
    }
  }

  async #askOutside(id: number, call: unknown): Promise<void> {
    try {
      if (this.#outside === null) throw new Error('nobody is there to ask');
      this.#post({ type: 'outside', id, answer: { ok: true, value: await this.#outside(call) } });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#post({ type: 'outside', id, answer: { ok: false, message } });
    }
  }

  #crashed(reason: string): void {
    this.#fail(new MeasuringError('crashed', `measuring this page ended a thread: ${reason}`));
  }

  #fail(why: MeasuringError): void {
    this.#end ??= why;
    this.#outside = null;
    for (const pending of this.#pending.values()) pending.reject(this.#end);
  }
}
