/** Files that decide a verdict, how much of each is covered, and the tests that must do it alone. */
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './files.ts';
import { runTool } from './steps.ts';
import { TOTALS_VARIABLE } from './test-totals.ts';

/** Where these tests leave their totals. */
export const COVERAGE_TOTALS = join(ROOT, 'coverage/covering.json');

const THEATER = 'apps/daemon/src/protocols/theater';
const REDUCER = 'apps/web/src/components/Theater/state/reducer.ts';
const FOLD = 'packages/contracts/src/theater/fold.ts';
const BAR = { branches: 100, lines: 95 };

/** By file or glob, in percent. */
export const COVERAGE_BARS = {
  [`${THEATER}/parser.ts`]: BAR,
  [`${THEATER}/parsers/{tokenizer,scanned-text,*-scanner,*-flow,piece-steps}.ts`]: BAR,
  [`${THEATER}/parsers/{v1,v2,panel-grammar,grammar-*}.ts`]: BAR,
  [`${THEATER}/scoreboard*.ts`]: BAR,
  [REDUCER]: BAR,
  [FOLD]: BAR,
};

/** They are run here, and not again with the others. */
export const COVERING_TESTS: readonly string[] = [
  ...[
    'conversation',
    'gate',
    'golden',
    'grounding',
    'live-answer',
    'page-edits',
    'parser',
    'parser-versions',
    'parser.property',
    'plateau',
    'restart-dedupe',
    'scoreboard',
    'scoreboard-live',
    'stray-demands',
    'votes-beside',
  ].map((name) => `${THEATER}/${name}.test.ts`),
  'apps/web/src/components/Theater/__tests__',
];

/** In a run of its own: counting what every test covers would make all of them slower. */
export async function checkCoverage(): Promise<string[]> {
  // A bar on a file that was renamed would hold nobody to anything.
  const gone = [...Object.keys(COVERAGE_BARS), ...COVERING_TESTS].filter(
    (name) => globSync(name, { cwd: ROOT }).length === 0,
  );
  if (gone.length > 0)
    return gone.map((name) => `${name} is not there: name what took its place in scripts/coverage-bars.ts`);
  rmSync(COVERAGE_TOTALS, { force: true });
  return runTool('vitest', ['run', '--coverage', ...COVERING_TESTS], { [TOTALS_VARIABLE]: COVERAGE_TOTALS });
}
