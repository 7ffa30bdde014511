/** A Vitest reporter: writes the true totals, and why a test was skipped, for the last lines of `npm test`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TestModule } from 'vitest/node';

/** Names the file of a run that is not the one of all tests. */
export const TOTALS_VARIABLE = 'JURY_TEST_TOTALS';

export interface TestTotals {
  passed: number;
  /** Failed tests, files that could not be loaded, and errors outside any test. */
  failed: number;
  skipped: { file: string; name: string; note: string | null }[];
  /** Passed at the second try only: told, and too many of them fail the run. */
  retried: { file: string; name: string }[];
}

export default class TestTotalsReporter {
  readonly #file: string;

  constructor({ file }: { file: string }) {
    this.#file = process.env[TOTALS_VARIABLE] ?? file;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const totals: TestTotals = { passed: 0, failed: unhandledErrors.length, skipped: [], retried: [] };
    for (const module of modules) {
      totals.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (test.diagnostic()?.flaky === true)
          totals.retried.push({ file: module.moduleId, name: test.fullName });
        if (result.state === 'passed') totals.passed += 1;
        else if (result.state === 'skipped')
          totals.skipped.push({ file: module.moduleId, name: test.fullName, note: result.note ?? null });
        else totals.failed += 1;
      }
    }
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${JSON.stringify(totals, null, 2)}\n`);
  }
}
