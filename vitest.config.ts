import { defineConfig } from 'vitest/config';
import { COVERAGE_BARS } from './scripts/coverage-bars.ts';
import LongestFirst from './scripts/longest-first.ts';
import { machinePace } from './scripts/machine-pace.ts';
import { testsWithOwnProcess } from './scripts/own-process.ts';
import { WORKERS } from './scripts/test-workers.ts';

/** A bound against hanging, not a measure of speed: the machine may be busy. */
const PATIENCE_MS = 60_000 * machinePace();
const OWN_PROCESS = testsWithOwnProcess();

export default defineConfig({
  test: {
    projects: [
      // Functions of their arguments need no process each.
      {
        extends: true,
        test: { name: 'contracts', include: ['packages/contracts/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'daemon',
          include: ['apps/daemon/**/*.test.ts'],
          exclude: OWN_PROCESS,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'daemon, a process each', include: OWN_PROCESS } },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'workspace',
          include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          // Delivered work that is judged, not tests of ours.
          exclude: ['bench/evals/**'],
        },
      },
    ],
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS / 3 } },
    maxWorkers: WORKERS,
    // Counted and told at the end of `npm test`, which fails when it happens often (decision 0061).
    retry: 1,
    sequence: { sequencer: LongestFirst },
    passWithNoTests: true,
    reporters: ['default', ['./scripts/test-totals.ts', { file: 'coverage/tests.json' }]],
    coverage: {
      provider: 'v8',
      include: Object.keys(COVERAGE_BARS),
      exclude: ['**/*.test.ts'],
      // Beside the totals of the tests, which a run with coverage must not clear away.
      reportsDirectory: 'coverage/bars',
      reporter: ['text', 'html'],
      thresholds: COVERAGE_BARS,
    },
  },
});
