/** `npm run e2e`: real Chromium, real daemon, real runs. Builds the Theater and installs Chromium where needed. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { ensurePackage } from './debian-packages.mjs';
import { ROOT } from './files.ts';
import { printTable, runSteps, runTool, type Step } from './steps.ts';

/** Where the tests leave their totals. */
export const E2E_TOTALS = join(ROOT, 'coverage/e2e.json');

async function runBrowserTests(words: readonly string[]): Promise<string[]> {
  ensurePackage('chromium', 'chromium');
  rmSync(E2E_TOTALS, { force: true });
  return runTool('vitest', ['run', '--config', 'e2e/vitest.config.ts', ...words], COMPILE_CACHE);
}

/** `words`: only the files whose name holds one of them. */
export function e2eSteps(words: readonly string[] = []): Step[] {
  return [
    { name: 'web build', run: () => buildWeb() },
    { name: 'e2e', run: () => runBrowserTests(words) },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  const results = await runSteps(e2eSteps(words));
  printTable(results);
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
}
