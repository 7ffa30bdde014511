/** A grounded session that runs in a measuring thread. It keeps the thread from its first turn to its end. */
import type { AgentDelta, AgentExit, AgentSession, AgentTurn } from '../../../agents/session.ts';
import { withTimeout } from '../../../agents/with-timeout.ts';
import type { BrowserCall } from '../../../measure/browser/host-task.ts';
import type { Meter } from '../../../measure/browser/witness.ts';
import { MeasuringError } from '../../../measure/threads/measuring-error.ts';
import type { Thread } from '../../../measure/threads/thread.ts';
import type { MeasuringThreads } from '../../../measure/threads/threads.ts';
import type { GroundedOptions, PageSubject } from './grounded-agent.ts';
import type { SessionInput, SessionQuestion } from './session-messages.ts';

const ENDED: AgentExit = { code: 0, signal: null, stderrTail: '' };
const TASK = new URL('./session-task.ts', import.meta.url);
/** Less than somebody notices; a run that waits longer for a thread says so. */
const QUIET_WAIT_MS = 300;
/** While it waits it is alive: the clock on silence is for agents that hang. */
const ALIVE_MS = 1_000;

export class ThreadSession implements AgentSession {
  readonly #threads: MeasuringThreads;
  readonly #request: { subject: PageSubject; options: GroundedOptions };
  readonly #signal: AbortSignal;
  #thread: Thread | null = null;
  /** Ends the wait for a thread. */
  #patience = new AbortController();
  #stopped = false;
  #closed = false;

  constructor(
    threads: MeasuringThreads,
    request: { subject: PageSubject; options: GroundedOptions },
    signal: AbortSignal,
  ) {
    this.#threads = threads;
    this.#request = request;
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => this.interrupt();

  async *send(turn: AgentTurn): AsyncGenerator<AgentDelta> {
    this.#stopped = this.#signal.aborted || this.#closed;
    if (this.#stopped) return;
    try {
      if (this.#thread === null || this.#thread.hasEnded) yield* this.#begin();
      await this.#ask({ type: 'send', turn });
      while (!this.#stopped) {
        const said = (await this.#ask({ type: 'next' })) as AgentDelta[] | null;
        if (said === null) return;
        for (const delta of said) {
          if (this.#stopped) return;
          yield delta;
        }
      }
    } catch (error) {
      // It was told to stop: that its thread was ended for it says nothing.
      if (this.#closed || (this.#stopped && error instanceof MeasuringError)) return;
      yield { type: 'error', kind: 'other', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Before the first turn, where it matters to know whether it can be had. */
  async start(): Promise<void> {
    for await (const _ of this.#begin());
  }

  interrupt(): void {
    this.#stopped = true;
    this.#patience.abort();
    this.#thread?.interrupt();
  }

  async close(): Promise<AgentExit> {
    if (this.#closed) return ENDED;
    this.#closed = true;
    this.#patience.abort();
    this.#signal.removeEventListener('abort', this.#onAbort);
    if (this.#thread !== null) await this.#threads.release(this.#thread);
    return ENDED;
  }

  /** Waits for a thread and starts the session there. */
  async *#begin(): AsyncGenerator<AgentDelta> {
    if (this.#thread !== null) await this.#threads.release(this.#thread);
    this.#thread = null;
    this.#patience = new AbortController();
    // Taken in a handler and not by this generator, which may be left where it stands.
    const taken = this.#threads.hold(this.#patience.signal).then(async (thread) => {
      if (this.#closed) await this.#threads.release(thread);
      else this.#thread = thread;
      return true;
    });
    taken.catch(() => {});
    if ((await withTimeout(QUIET_WAIT_MS, taken)) === null)
      yield {
        type: 'notice',
        kind: 'progress',
        message: 'waiting for a free core: other pages are measured',
      };
    while ((await withTimeout(ALIVE_MS, taken)) === null) yield { type: 'alive' };
    const { subject, options } = this.#request;
    const { browser = null, ...rest } = options;
    const input: SessionInput = { subject, options: { ...rest, browser: browser?.when ?? null } };
    await this.#held().start(TASK, input, (call) => askBrowser(browser?.meter ?? null, call as BrowserCall));
  }

  #ask(question: SessionQuestion): Promise<unknown> {
    return this.#held().ask(question);
  }

  #held(): Thread {
    if (this.#thread === null) throw new MeasuringError('stopped', 'the session is closed');
    return this.#thread;
  }
}

async function askBrowser(meter: Meter | null, call: BrowserCall): Promise<unknown> {
  if (meter === null) throw new Error('the browser is closed');
  return call.method === 'measure' ? meter.measure(call.input) : meter.pixelChange(call.before, call.after);
}
