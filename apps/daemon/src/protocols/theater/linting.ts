/** Where the lint of a page is done: reading the markup of a long one takes as long as many answers to others. */
import type { Demand } from '@design-jury/contracts/theater/critique';
import type { MeasuringThreads } from '../../measure/threads/threads.ts';
import { lintArtifact } from './lint.ts';

/** Never rejects. After the signal nobody waits for the answer. */
export type Lint = (
  page: { content: string; mime: string; wanted: string },
  signal: AbortSignal,
) => Promise<readonly Demand[]>;

const LINT = new URL('./lint.ts', import.meta.url);

export const lintHere: Lint = async ({ content, mime, wanted }) => lintArtifact(content, mime, wanted);

export function createLint(threads: MeasuringThreads | null): Lint {
  if (threads === null) return lintHere;
  return async ({ content, mime, wanted }, signal) => {
    try {
      // It is our own function that answers.
      return (await threads.call(LINT, 'lintArtifact', [content, mime, wanted], {
        signal,
      })) as readonly Demand[];
    } catch (error) {
      return [unlinted(error instanceof Error ? error.message : String(error))];
    }
  };
}

/** A page nobody could look at is no finished page. */
function unlinted(reason: string): Demand {
  return {
    text: `The page could not be checked for loose ends: ${reason}`,
    dim: 'finished',
    target: null,
    severity: 'major',
    evidence: null,
    witness: null,
  };
}
