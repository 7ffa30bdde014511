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

export const WEB_BUILD: Step = { name: 'web build', run: () => buildWeb() };

interface BrowserTests {
  /** Only the files whose name holds one of them. */
  words?: readonly string[];
  /** Where other tests run at the same time. */
  beside?: { workers: number };
}

async function runBrowserTests({ words = [], beside }: BrowserTests): Promise<string[]> {
  ensurePackage('chromium', 'chromium');
  rmSync(E2E_TOTALS, { force: true });
  const workers = beside === undefined ? [] : [`--maxWorkers=${beside.workers}`];
  return runTool('vitest', ['run', '--config', 'e2e/vitest.config.ts', ...workers, ...words], COMPILE_CACHE, {
    held: beside !== undefined,
  });
}

export function browserTests(order: BrowserTests = {}): Step {
  return { name: 'e2e', run: () => runBrowserTests(order) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  const results = await runSteps([WEB_BUILD, browserTests({ words })]);
  printTable(results);
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
}
