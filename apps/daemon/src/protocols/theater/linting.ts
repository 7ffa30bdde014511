/** Where a page is linted, and compared with those before: reading a long one takes as long as many answers to others. */
import type { Demand } from '@design-jury/contracts/theater/critique';
import type { MeasuringThreads } from '../../measure/threads/threads.ts';
import { type Comparison, untouchedOf } from './demand-place.ts';
import { lintPage, type PageToLint } from './lint-page.ts';

/** Never rejects. After the signal nobody waits for the answer. */
export type Lint = (page: PageToLint, signal: AbortSignal) => Promise<readonly Demand[]>;

/** The demands whose place on the page did not change, by their ids. Never rejects either. */
export type Compare = (comparison: Comparison, signal: AbortSignal) => Promise<readonly string[]>;

const LINT = new URL('./lint-page.ts', import.meta.url);
const COMPARE = new URL('./demand-place.ts', import.meta.url);

export const lintHere: Lint = async (page) => lintPage(page);
export const compareHere: Compare = async (comparison) => untouchedOf(comparison);

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

export function createCompare(threads: MeasuringThreads | null): Compare {
  if (threads === null) return compareHere;
  return async (comparison, signal) => {
    try {
      return (await threads.call(COMPARE, 'untouchedOf', [comparison], { signal })) as readonly string[];
    } catch {
      // Nobody saw a change: every demand stands, as on a page nobody could lint.
      return comparison.demands.map(({ id }) => id);
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
