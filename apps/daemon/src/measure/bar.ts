/** What is asked of a page: how much of WCAG, and whether a verdict may stand on what could not be measured. */
import type { WcagLevel } from '@design-jury/contracts/http';

export interface Bar {
  level: WcagLevel;
  /** A blocking question without an answer leaves its role without a vote. */
  strict: boolean;
}

export const BAR: Bar = { level: 'AA', strict: false };

export function barOf(given: { level?: WcagLevel | undefined; strict?: boolean | undefined }): Bar {
  return { level: given.level ?? BAR.level, strict: given.strict ?? BAR.strict };
}
