/** Where the lint of a page is done: reading the markup of a long one takes as long as many answers to others. */
import type { Demand } from '@design-jury/contracts/theater/critique';
import type { MeasuringThreads } from '../../measure/threads/threads.ts';
import { lintPage, type PageToLint } from './lint-page.ts';

/** Never rejects. After the signal nobody waits for the answer. */
export type Lint = (page: PageToLint, signal: AbortSignal) => Promise<readonly Demand[]>;

const LINT = new URL('./lint-page.ts', import.meta.url);

export const lintHere: Lint = async (page) => lintPage(page);

export function createLint(threads: MeasuringThreads | null): Lint {
  if (threads === null) return lintHere;
  return async (page, signal) => {
    try {
      // It is our own function that answers.
      return (await threads.call(LINT, 'lintPage', [page], { signal })) as readonly Demand[];
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
