/** What `npm test` runs once everything is installed. All steps run; the last line counts the tests. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { CHECKS } from './check.ts';
import { checkDocs } from './check-docs.ts';
import { checkRules } from './check-rules.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { installAgents } from './conformance-install.ts';
import { COVERAGE_TOTALS, COVERING_TESTS, checkCoverage } from './coverage-bars.ts';
import { ensurePackage } from './debian-packages.mjs';
import { browserTests, E2E_TOTALS, WEB_BUILD } from './e2e.ts';
import { ROOT } from './files.ts';
import { startFromBundles } from './jury-program.ts';
import { printTable, runSteps, runTool, type Step, type Steps } from './steps.ts';
import type { TestTotals } from './test-totals.ts';
import { WORKERS } from './test-workers.ts';

const TOTALS = join(ROOT, 'coverage/tests.json');
/** A busy machine makes one or two of ten thousand tests of processes late; more than this is a fault of ours. */
const MAX_RETRIED = 5;

/** Brought once, while what runs needs none of it. */
const NEEDED: readonly Step[] = [
  // The tests of real agents need them; pinned.
  { name: 'agent CLIs', run: () => installAgents([]) },
  { name: 'Chromium', run: () => bring('chromium') },
  { name: 'Redis', run: () => bring('redis-server') },
  // Its own programs are in no PATH; the one that starts clusters is.
  { name: 'PostgreSQL', run: () => bring('pg_ctlcluster', 'postgresql') },
  { name: 'Prometheus', run: () => bring('prometheus') },
];

/** Of all workers, those that drive a browser. */
const BROWSER_WORKERS = Math.max(1, Math.floor(availableParallelism() / 2));

const STEPS: Steps = [
  // Most checks, and the longest of the covering tests, keep one core busy each.
  [CHECKS, { name: 'coverage', run: checkCoverage }, ...NEEDED],
  { name: 'bundles', run: startFromBundles },
  WEB_BUILD,
  // Browsers and daemons are waited for as often as they work: alone they leave the processor idle, and beside the others, with
  // the workers that these give up, they do not.
  [{ name: 'tests', run: runTests }, browserTests({ beside: { workers: BROWSER_WORKERS } })],
  { name: 'rules', run: checkRules },
  { name: 'docs', run: checkDocs },
];

/** For the tests that need it. Where it cannot be installed, they are skipped and say so. */
function bring(program: string, name = program): string[] {
  try {
    ensurePackage(program, name);
  } catch (error) {
    console.log((error as Error).message);
  }
  return [];
}

async function runTests(): Promise<string[]> {
  rmSync(TOTALS, { force: true });
  const done = COVERING_TESTS.map((name) => `--exclude=${name.endsWith('.ts') ? name : `${name}/**`}`);
  return runTool('vitest', ['run', `--maxWorkers=${WORKERS - BROWSER_WORKERS}`, ...done], COMPILE_CACHE);
}

/** All test runs together; null when one of them did not come to its end. */
function readTotals(): TestTotals | null {
  const parts: TestTotals[] = [];
  for (const file of [COVERAGE_TOTALS, TOTALS, E2E_TOTALS]) {
    if (!existsSync(file)) return null;
    parts.push(JSON.parse(readFileSync(file, 'utf8')));
  }
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failed: parts.reduce((sum, { failed }) => sum + failed, 0),
    skipped: parts.flatMap(({ skipped }) => skipped),
    retried: parts.flatMap(({ retried }) => retried),
  };
}

const results = await runSteps(STEPS);
const totals = readTotals();
printTable(results);

for (const { file, name, note } of totals?.skipped ?? []) {
  console.log(`skipped: ${relative(ROOT, file)}: ${name}: ${note ?? 'no reason was given'}`);
}
for (const { file, name } of totals?.retried ?? [])
  console.log(`passed at the second try only: ${relative(ROOT, file)}: ${name}`);
const isUnsteady = (totals?.retried.length ?? 0) > MAX_RETRIED;
if (isUnsteady) console.log(`more than ${MAX_RETRIED} tests needed a second try: that is no accident`);
const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
if (failed.length > 0) console.log(`failed steps: ${failed.join(', ')}`);
if (totals === null) console.log('the tests did not run to their end; nothing is counted');
else console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped.length} skipped`);
if (failed.length > 0 || totals === null || totals.failed > 0 || isUnsteady) process.exitCode = 1;
