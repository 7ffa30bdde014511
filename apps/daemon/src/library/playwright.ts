/** `const test = base.extend(juryFixtures)`: a `jury` that judges the page as it is rendered. */
import { openTheJury } from './open-jury.ts';
import { type RenderedPage, renderedText } from './rendered.ts';
import type { CheckReport, JudgeOptions } from './types.ts';

export { type MatcherResult, toPassJury } from './matcher.ts';
export type { RenderedPage } from './rendered.ts';
export type * from './types.ts';

/** A page open in a browser is taken as it is shown now. */
export interface RenderedJury {
  check(page: RenderedPage, options?: JudgeOptions): Promise<CheckReport>;
}

type Use = (jury: RenderedJury) => Promise<void>;

/** One jury for each worker of the test runner; it is closed with the worker. */
export const juryFixtures: {
  jury: [(fixtures: object, use: Use) => Promise<void>, { scope: 'worker' }];
} = {
  jury: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const jury = await openTheJury({});
      try {
        await use({ check: async (page, options) => jury.check(await renderedText(page), options) });
      } finally {
        await jury.close();
      }
    },
    { scope: 'worker' },
  ],
};
