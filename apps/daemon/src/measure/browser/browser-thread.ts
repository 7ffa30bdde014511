/** The browser of a process that serves others: the same as `BrowserHost`, driven from a thread of its own. */
import { MAX_BROWSER_LAUNCH_MS } from '../limits.ts';
import { MeasuringError } from '../threads/measuring-error.ts';
import { Thread } from '../threads/thread.ts';
import { BrowserError, type BrowserFacts, type BrowserInput } from './facts.ts';
import { findBrowser } from './find.ts';
import type { BrowserCall } from './host-task.ts';

const TASK = new URL('./host-task.ts', import.meta.url);

type Env = Readonly<Record<string, string | undefined>>;

export class BrowserThread {
  readonly #env: Env;
  #started: Promise<Thread> | null = null;
  #closed = false;

  constructor(env: Env) {
    this.#env = env;
  }

  /** Looks; starts nothing. */
  async isThere(): Promise<boolean> {
    return (await findBrowser({ env: this.#env })) !== null;
  }

  async measure(input: BrowserInput): Promise<BrowserFacts> {
    return (await this.#ask({ method: 'measure', input })) as BrowserFacts;
  }

  async pixelChange(before: Uint8Array, after: Uint8Array): Promise<number> {
    return (await this.#ask({ method: 'pixelChange', before, after })) as number;
  }

  /** Resolves when the browser's process and the thread are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    const thread = await this.#started?.catch(() => null);
    if (thread == null) return;
    const closed = new MeasuringError('closed', 'the browser is closed');
    // A browser that does not close is ended by the loss of the pipe it is driven through.
    const late = setTimeout(() => void thread.end(closed), MAX_BROWSER_LAUNCH_MS);
    await thread.closeTask().catch(() => {});
    clearTimeout(late);
    await thread.end(closed);
  }

  async #ask(call: BrowserCall): Promise<unknown> {
    const thread = await this.#living();
    try {
      return await thread.ask(call);
    } catch (error) {
      throw new BrowserError(error instanceof Error ? error.message : String(error));
    }
  }

  async #living(): Promise<Thread> {
    if (this.#closed) throw new BrowserError('the browser is closed');
    const asked = this.#started;
    if (asked !== null) {
      const running = await asked.catch(() => null);
      if (running?.hasEnded === false) return running;
      // Whoever sees first that it is gone starts the next; the others wait for that one.
      if (this.#started === asked) this.#started = null;
    }
    this.#started ??= start(this.#env);
    return this.#started;
  }
}

async function start(env: Env): Promise<Thread> {
  const thread = new Thread({ yields: true });
  await thread.start(TASK, { ...env }, async () => null);
  return thread;
}
