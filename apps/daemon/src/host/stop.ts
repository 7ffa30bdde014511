/** Why a run must stop before it ends by itself: said once, by whoever comes first; later words are ignored. */
import type { StopEnding } from '@design-jury/contracts/stop';
import type { FailedCause } from '@design-jury/contracts/theater/critique';

export class RunStop {
  readonly #controller = new AbortController();
  #ending: StopEnding | null = null;

  get ending(): StopEnding | null {
    return this.#ending;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  request(ending: StopEnding): void {
    if (this.#ending !== null) return;
    this.#ending = ending;
    this.#controller.abort();
  }

  /** The promise's result, or null when the run is stopped first. The promise itself is left to end alone. */
  async race<Result>(work: Promise<Result>): Promise<{ value: Result } | null> {
    if (this.signal.aborted) {
      work.catch(() => {});
      return null;
    }
    // One listener for each wait, removed with it: a shared promise would keep every wait it ever raced.
    const { promise, resolve } = Promise.withResolvers<null>();
    const stopped = (): void => resolve(null);
    this.signal.addEventListener('abort', stopped, { once: true });
    try {
      return await Promise.race([work.then((value) => ({ value })), promise]);
    } finally {
      this.signal.removeEventListener('abort', stopped);
      work.catch(() => {});
    }
  }
}

export type DeadlineName = 'round' | 'total' | 'first_byte' | 'idle';

const CAUSES: Readonly<Record<DeadlineName, FailedCause>> = {
  round: 'per_round_timeout',
  total: 'total_timeout',
  first_byte: 'first_byte_timeout',
  idle: 'idle_timeout',
};

const WORDS: Readonly<Record<DeadlineName, string>> = {
  round: 'the round took longer than',
  total: 'the run took longer than',
  first_byte: 'the agent said nothing for',
  idle: 'the agent was silent for',
};

/** A timer that is asked for more fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The run's clocks. Each may be started anew; the first to expire stops the run. */
export class Deadlines {
  readonly #stop: RunStop;
  readonly #timers = new Map<DeadlineName, NodeJS.Timeout>();

  constructor(stop: RunStop) {
    this.#stop = stop;
  }

  start(name: DeadlineName, ms: number): void {
    const running = this.#timers.get(name);
    clearTimeout(running);
    const message = `${WORDS[name]} ${ms} ms`;
    const expire = (): void => this.#stop.request({ type: 'timed_out', cause: CAUSES[name], message });
    this.#timers.set(name, setTimeout(expire, Math.min(ms, LONGEST_TIMER_MS)));
  }

  /** The cheap way to say "still alive": no timer is made or removed. */
  touch(name: DeadlineName): void {
    this.#timers.get(name)?.refresh();
  }

  clear(name: DeadlineName): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  clearAll(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
