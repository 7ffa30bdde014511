import { defineConfig } from 'vitest/config';

const EVERY_BRANCH = { branches: 100 };

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'contracts', include: ['packages/contracts/**/*.test.ts'] } },
      { extends: true, test: { name: 'daemon', include: ['apps/daemon/**/*.test.ts'] } },
      { extends: true, test: { name: 'workspace', include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'] } },
    ],
    passWithNoTests: true,
    reporters: ['default', ['./scripts/test-totals.ts', { file: 'coverage/tests.json' }]],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts', 'apps/daemon/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/test/**'],
      reporter: ['text-summary', 'json-summary', 'html'],
      thresholds: {
        'apps/daemon/src/critique/parsers/tokenizer.ts': EVERY_BRANCH,
        'apps/daemon/src/critique/parsers/v1.ts': EVERY_BRANCH,
        'apps/daemon/src/critique/scoreboard.ts': EVERY_BRANCH,
      },
    },
  },
});
