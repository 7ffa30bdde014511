/** Asks in a thread whether what was sent can be judged: a long text would keep the daemon from answering others. */
import { JuryError } from '../../jury-error.ts';
import { MeasuringError } from '../../measure/threads/measuring-error.ts';
import type { MeasuringThreads } from '../../measure/threads/threads.ts';
import type { Judged } from './look.ts';

const MODULE = new URL('./look.ts', import.meta.url);
/** Of the processor. */
const LOOK_LIMIT_MS = 30_000;
const GONE = 'whoever sent it is gone, so it is not judged';

export interface Judging {
  threads: MeasuringThreads;
  /** Aborts when whoever sent it no longer waits: then nobody is kept busy with it. */
  signal?: AbortSignal;
}

/** Rejects with the sentence that says why not. */
export async function mustBeJudged(
  { threads, signal }: Judging,
  as: Judged,
  name: string,
  text: string,
): Promise<void> {
  const why = await threads
    .call(MODULE, 'whyUnjudged', [as, name, text], {
      limitMs: LOOK_LIMIT_MS,
      ...(signal !== undefined && { signal }),
    })
    .catch((error: unknown) => {
      if (!(error instanceof MeasuringError)) throw error;
      if (error.reason === 'stopped' && signal?.aborted === true) return GONE;
      if (error.reason !== 'too_long') throw error;
      return `${name} takes longer than ${LOOK_LIMIT_MS / 1_000} s to read; split it`;
    });
  const refusal = signal?.aborted === true ? GONE : why;
  if (refusal !== null) throw new JuryError('bad_request', String(refusal));
}
