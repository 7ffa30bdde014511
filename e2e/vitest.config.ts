import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { machinePace } from '../scripts/machine-pace.ts';

/** A bound against hanging, not a measure of speed: the machine may be busy. */
const PATIENCE_MS = 180_000 * machinePace();

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['e2e/**/*.spec.ts'],
    maxWorkers: 2,
    // A browser and a daemon for each worker, kept for all of its files; inside a file tests run side by side.
    isolate: false,
    maxConcurrency: 4,
    // Counted and told at the end of `npm test`, which fails when it happens often (decision 0061).
    retry: 1,
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    reporters: ['default', ['./scripts/test-totals.ts', { file: 'coverage/e2e.json' }]],
  },
});
