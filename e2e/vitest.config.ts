import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'e2e',
    include: ['e2e/**/*.spec.ts'],
    // One worker, so one browser and one daemon for all files; inside a file tests run side by side.
    isolate: false,
    fileParallelism: false,
    maxConcurrency: 4,
    // Bounds against hanging, not measures of speed: the machine may be busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', ['./scripts/test-totals.ts', { file: 'coverage/e2e.json' }]],
  },
});
