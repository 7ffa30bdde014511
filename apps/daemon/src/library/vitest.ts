/** What `design-jury/vitest` exports: `expect.extend({ toPassJury })`. */
import type { JudgeOptions, JuryOptions } from './types.ts';

export { type MatcherResult, toPassJury } from './matcher.ts';
export type * from './types.ts';

declare module 'vitest' {
  // Names and bounds as vitest declares them: two declarations of one interface must agree in that.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    toPassJury(options?: JudgeOptions & JuryOptions): Promise<void>;
  }
}
