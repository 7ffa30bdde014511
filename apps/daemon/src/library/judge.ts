/** One page through an open engine, as `check` and `review` need it. */
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/theater/fold';
import type { Engine } from '../engine.ts';
import type { CheckInput } from '../report/check-result.ts';
import type { Accepted, Gate } from '../report/gate.ts';
import { unlockFor } from '../report/unlock-words.ts';
import { acceptedIn, gateWith } from './accepted.ts';
import type { ReadOptions } from './options.ts';
import type { PageInput } from './page-input.ts';
import { Refusal } from './refusal.ts';
import { refusedInput } from './refused.ts';
import { type FinishedReview, type RunSink, startReview } from './run.ts';
import type { Emit } from './running.ts';
import { isMeasuredAlone, refuseTooLittle } from './worth-judging.ts';

export interface JudgeContext {
  engine: Engine;
  options: ReadOptions;
  /** Ends what runs: the caller's, or that the jury closes. */
  signal: AbortSignal;
  emit: Emit;
}

export interface JudgedPage {
  before: string;
  finished: FinishedReview;
  accepted: Accepted[];
  gate: Gate;
}

/** Rejects with the signal's reason once nothing of the run is left. */
export async function judgePage(page: PageInput, context: JudgeContext): Promise<JudgedPage> {
  const { engine, options, signal, emit } = context;
  signal.throwIfAborted();
  const before = await page.text();
  const { signal: _signal, suppress = [], design: named, ...settings } = options;
  if (!isMeasuredAlone(settings)) await refuseTooLittle(page, before);
  const design = named === undefined ? await page.design() : named;
  let state: CritiqueState = IDLE;
  const sink: RunSink = {
    get state() {
      return state;
    },
    push(event) {
      state = fold(state, event);
      emit({ ...event, page: page.name });
    },
  };
  const running = await startReview(
    engine,
    page,
    {
      ...withoutGaps(settings),
      artifact: { content: before, mime: page.mime, name: page.name.slice(-200) },
      ...(design !== null && { design }),
    },
    sink,
  );
  signal.addEventListener('abort', running.stop);
  if (signal.aborted) running.stop();
  const finished = await running.done.finally(() => signal.removeEventListener('abort', running.stop));
  signal.throwIfAborted();
  const accepted = acceptedIn(page.name, suppress);
  const gate = await gateWith(finished.state, accepted, null);
  return { before, finished, accepted, gate };
}

/** A page that cannot be read has no verdict; the others keep theirs. */
export async function checkPage(page: PageInput, context: JudgeContext): Promise<CheckInput> {
  try {
    const { finished, gate } = await judgePage(page, {
      ...context,
      options: { ...context.options, maxRounds: 1 },
    });
    const { state, durationMs } = finished;
    const unlock = unlockFor(state, finished.run.config.weights, { gate });
    return { file: page.name, kind: 'judged', state, gate, durationMs, waits: false, unlock };
  } catch (error) {
    context.signal.throwIfAborted();
    // Not of this page: nobody could be judged like that.
    if (error instanceof Refusal && error.cause !== undefined && isRequestFault(error.cause)) throw error;
    return refusedInput(page.name, error);
  }
}

function isRequestFault(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'bad_request';
}

type Given<Values> = { [Key in keyof Values]: Exclude<Values[Key], undefined> };

function withoutGaps<Values extends object>(values: Values): Partial<Given<Values>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
    Given<Values>
  >;
}
