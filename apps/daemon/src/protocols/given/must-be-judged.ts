/** Asks in a thread whether what was sent can be judged: a long text would keep the daemon from answering others. */
import { JuryError } from '../../jury-error.ts';
import { MeasuringError } from '../../measure/threads/measuring-error.ts';
import type { MeasuringThreads } from '../../measure/threads/threads.ts';
import type { Judged } from './look.ts';

const MODULE = new URL('./look.ts', import.meta.url);
/** Of the processor. */
const LOOK_LIMIT_MS = 30_000;

/** Rejects with the sentence that says why not. */
export async function mustBeJudged(
  threads: MeasuringThreads,
  as: Judged,
  name: string,
  text: string,
): Promise<void> {
  const why = await threads
    .call(MODULE, 'whyUnjudged', [as, name, text], { limitMs: LOOK_LIMIT_MS })
    .catch((error: unknown) => {
      if (!(error instanceof MeasuringError) || error.reason !== 'too_long') throw error;
      return `${name} takes longer than ${LOOK_LIMIT_MS / 1_000} s to read; split it`;
    });
  if (why !== null) throw new JuryError('bad_request', String(why));
}
