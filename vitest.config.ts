import { defineConfig } from 'vitest/config';

const EVERY_BRANCH = { branches: 100 };

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'contracts', include: ['packages/contracts/**/*.test.ts'] } },
      { extends: true, test: { name: 'daemon', include: ['apps/daemon/**/*.test.ts'] } },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        test: { name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'] },
      },
      { extends: true, test: { name: 'workspace', include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'] } },
    ],
    // A bound against hanging, not a measure of speed: the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest leaves one core to itself; on two that is half of the machine.
    maxWorkers: '100%',
    passWithNoTests: true,
    reporters: ['default', ['./scripts/test-totals.ts', { file: 'coverage/tests.json' }]],
    coverage: {
      provider: 'v8',
      include: [
        'packages/*/src/**/*.ts',
        'apps/daemon/src/**/*.ts',
        'apps/web/src/components/Theater/**/*.{ts,tsx}',
      ],
      exclude: ['**/*.test.ts', '**/test/**', '**/__tests__/**'],
      reporter: ['text-summary', 'json-summary', 'html'],
      thresholds: {
        'apps/daemon/src/protocols/theater/parsers/tokenizer.ts': EVERY_BRANCH,
        'apps/daemon/src/protocols/theater/parsers/v1.ts': EVERY_BRANCH,
        'apps/daemon/src/protocols/theater/parsers/v2.ts': EVERY_BRANCH,
        'apps/daemon/src/protocols/theater/scoreboard*.ts': EVERY_BRANCH,
        'apps/web/src/components/Theater/state/reducer.ts': EVERY_BRANCH,
      },
    },
  },
});
