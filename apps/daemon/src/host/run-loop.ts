/**
 * One run from its first effect to its end, or to where it is put aside. The same for every protocol: take an effect,
 * perform it, write down the inputs it feeds, transition, emit, go on.
 */
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { RunEvent } from '@design-jury/contracts/run';
import type { StopEnding } from '@design-jury/contracts/stop';
import { timed } from '../work.ts';
import type { HostContext } from './context.ts';
import { type AnyProtocol, type Ending, type EventBody, isEmit, type Park, type Setup } from './protocol.ts';

/** Effects of one run; a protocol that wants more than this at once has lost its way. */
const MOST_EFFECTS = 10_000;

export type LoopEnd = { ending: Ending } | Park;

/** What a log says of an earlier process's work: where to go on, and what was said of it. */
export interface Recalled {
  state: unknown;
  /** What the last input led to and the log does not have: its process died in between. */
  unsaid: readonly EventBody[];
}

export class RunLoop {
  readonly #protocol: AnyProtocol;
  readonly #setup: Setup<unknown>;
  #context: HostContext | null = null;
  #state: unknown;
  #effects: EventBody[] = [];

  constructor(protocol: AnyProtocol, setup: Setup<unknown>) {
    this.#protocol = protocol;
    this.#setup = setup;
  }

  get state(): unknown {
    return this.#state;
  }

  /** Never rejects. */
  async run(context: HostContext, recalled: Recalled | null): Promise<LoopEnd> {
    this.#context = context;
    try {
      await this.#begin(recalled);
      return await this.#perform();
    } catch (error) {
      return this.#crashed(error);
    }
  }

  /** One input: written first where the run can be resumed, so that what follows from it can be found again. */
  async take(input: EventBody): Promise<void> {
    const context = this.#performing();
    // Over already: what comes late, such as the bill, may still be noted.
    const wasOver = this.#over !== null;
    let [state, effects] = timed({ kind: 'evaluate', runId: this.#setup.run.id }, () =>
      this.#protocol.transition(this.#state, input, this.#setup),
    );
    if (
      this.#protocol.beforeEnd !== undefined &&
      !wasOver &&
      this.#protocol.ending(state, this.#setup) !== null
    ) {
      const before = this.#state;
      this.#state = state;
      const instead = await this.#protocol.beforeEnd(state, context);
      this.#state = before;
      if (instead !== null) [state, effects] = this.#protocol.transition(before, instead, this.#setup);
    }
    if (this.#protocol.resumable) context.keepInput(input);
    this.#enter(state, effects);
  }

  async #begin(recalled: Recalled | null): Promise<void> {
    if (recalled === null) {
      this.#enter(...this.#protocol.begin(this.#setup));
      return;
    }
    this.#state = recalled.state;
    for (const event of recalled.unsaid) this.#performing().emit(event);
    this.#effects = [...this.#protocol.pending(recalled.state, this.#setup)];
  }

  #enter(state: unknown, effects: readonly EventBody[]): void {
    this.#state = state;
    for (const effect of effects) {
      if (isEmit(effect)) this.#performing().emit(effect.event);
      else this.#effects.push(effect);
    }
    if (this.#effects.length > MOST_EFFECTS) throw new Error(`${this.#effects.length} effects wait`);
  }

  async #perform(): Promise<LoopEnd> {
    const context = this.#performing();
    for (;;) {
      const ending = this.#over;
      if (ending !== null) return { ending };
      if (context.stop.ending !== null) {
        const parked = await this.#stop(context.stop.ending);
        if (parked !== null) return parked;
        continue;
      }
      const effect = this.#effects.shift();
      if (effect === undefined)
        throw new Error(`${this.#protocol.id} has nothing left to do and is not over`);
      // What led here is on file before anything new begins: whoever takes over repeats this effect, and no input is lost.
      if (this.#protocol.resumable) await context.flush();
      const parked = await this.#protocol.perform(effect, context);
      if (parked !== undefined && this.#over === null && context.stop.ending === null) return parked;
    }
  }

  /** Null when the machine has taken it: it is then over. */
  async #stop(ending: StopEnding): Promise<Park | null> {
    const said = this.#protocol.stopped(ending, this.#state);
    if ('park' in said) return said;
    await this.take(said);
    if (this.#over === null) throw new Error(`${this.#protocol.id} did not stop (${ending.type})`);
    return null;
  }

  get #over(): Ending | null {
    return this.#state === undefined ? null : this.#protocol.ending(this.#state, this.#setup);
  }

  /** A fault of ours ends the run, typed, as far as its machine can still say so. */
  async #crashed(error: unknown): Promise<LoopEnd> {
    const message = this.#performing().fault(error);
    const ending: StopEnding = { type: 'failed', cause: 'orchestrator_internal', message };
    this.#performing().stop.request(ending);
    try {
      const parked = await this.#stop(this.#performing().stop.ending ?? ending);
      const over = this.#over;
      if (parked !== null) return parked;
      if (over !== null) return { ending: over };
    } catch {
      // Said below.
    }
    return {
      ending: {
        state: 'failed',
        outcome: 'failed',
        exitCode: EXIT.inconclusive,
        cause: 'orchestrator_internal',
        message,
      },
    };
  }

  #performing(): HostContext {
    if (this.#context === null) throw new Error('the run has not begun');
    return this.#context;
  }
}

/** A run that was stopped before it began: only its last word is said. Null where it is put aside instead. */
export function unstarted(
  protocol: AnyProtocol,
  setup: Setup<unknown>,
  stop: StopEnding,
): { ending: Ending; said: EventBody | null } | Park {
  const [state] = protocol.begin(setup);
  const input = protocol.stopped(stop, state);
  if ('park' in input) return input;
  const [ended, effects] = protocol.transition(state, input, setup);
  const ending = protocol.ending(ended, setup);
  if (ending === null) throw new Error(`${protocol.id} did not stop (${stop.type})`);
  const events = effects.flatMap((effect: EventBody) => (isEmit(effect) ? [effect.event] : []));
  return { ending, said: events.find((event: EventBody) => protocol.isTerminal?.(event)) ?? null };
}

/**
 * Folds what an earlier process wrote down. Only its last input can lack what it led to: a log is written in order, and
 * cut at the end.
 */
export async function recall(
  protocol: AnyProtocol,
  setup: Setup<unknown>,
  log: AsyncIterable<{ event: RunEvent }>,
  checkpoint: { seq: number; state: unknown } | null,
): Promise<Recalled> {
  const restored = checkpoint === null ? null : (protocol.restore?.(checkpoint.state, setup) ?? null);
  let [state, effects] = restored === null ? protocol.begin(setup) : [restored, []];
  let said: string[] = [];
  for await (const { event } of log) {
    if (restored !== null && checkpoint !== null && event.seq <= checkpoint.seq) continue;
    if (event.type === 'run.input') {
      [state, effects] = protocol.transition(state, event.input, setup);
      said = [];
    } else said.push(bare(event));
  }
  const unsaid = effects.flatMap((effect: EventBody) => (isEmit(effect) ? [effect.event] : []));
  return { state, unsaid: unsaid.filter((event: EventBody) => !said.includes(bare(event))) };
}

/** Without its number and time. */
function bare(event: EventBody): string {
  const { seq: _seq, at: _at, ...rest } = event as RunEvent;
  return JSON.stringify(rest);
}
