/** `npm run e2e`: real Chromium, real daemon, real runs. Builds the Theater and installs Chromium where needed. */
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.ts';
import { ensurePackage } from './debian-packages.mjs';
import { printTable, runSteps, runTool, type Step } from './steps.ts';

export const E2E_STEPS: readonly Step[] = [
  { name: 'web build', run: () => buildWeb() },
  {
    name: 'e2e',
    run: () => {
      ensurePackage('chromium', 'chromium');
      return runTool('vitest', ['run', '--config', 'e2e/vitest.config.ts', ...process.argv.slice(2)]);
    },
  },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = await runSteps(E2E_STEPS);
  printTable(results);
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
}
