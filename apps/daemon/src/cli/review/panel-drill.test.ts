/** Recall of a panel with agents on it: planted defects, a budget, and what is kept of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { GOOD_PAGE, type Place, place } from '../test/jury.ts';

const LOOKS = fileURLToPath(new URL('../../agents/test/looks.mjs', import.meta.url));
const PANEL = ['--agent', 'ann', '--browser', 'never'];

function harbour(): Place & { questions(): number } {
  const here = place();
  const log = join(here.folder, 'asked.log');
  here.write('page.html', GOOD_PAGE.replaceAll(/ style="[^"]*"/g, ''));
  here.agents([{ id: 'ann', name: 'Ann', command: process.execPath, args: [LOOKS, log] }]);
  return { ...here, questions: () => readFileSync(log, 'utf8').split('\n').length - 1 };
}

async function trustOf(here: Place, ...flags: string[]) {
  const { stdout } = await here.jury('check', 'page.html', '--json', '--trust', ...PANEL, ...flags);
  return JSON.parse(stdout).files[0].trust;
}

test('a panel with an agent is asked of planted defects, once, and its errors are its effective votes', async () => {
  using here = harbour();
  const trust = await trustOf(here, '--grounding', 'off');
  // Half of the budget is for each pool.
  expect(trust.recall).toMatchObject({ planted: 4 });
  expect(trust.knownRecall).toMatchObject({ planted: 4 });
  // Some are of the kind that it looks for, some are not.
  const caught = trust.recall.caught + trust.knownRecall.caught;
  expect(caught).toBeGreaterThan(0);
  expect(caught).toBeLessThan(8);
  // What an agent says is a must-fix.
  expect(trust.recall.mustFix).toBe(trust.recall.caught);
  expect(trust.effectiveVotes).toMatchObject({ judges: 5, items: 8, from: 'errors' });
  // Of the page and of each copy.
  expect(here.questions()).toBe(1 + 8);
  expect(await trustOf(here, '--grounding', 'off')).toEqual(trust);
  expect(here.questions()).toBe(1 + 8 + 1);
  const stats = JSON.parse((await here.jury('stats', '--json')).stdout);
  // Copies are no runs of the user's.
  expect(stats.changes.runs).toBe(2);
  expect(stats.panels[0]).toMatchObject({ agent: 'ann', from: 'errors', items: 8 });
});

test('instruments on the panel are a judge of it, and the budget is kept to', async () => {
  using here = harbour();
  const trust = await trustOf(here, '--trust-runs', '2');
  expect(trust.recall).toMatchObject({ planted: 1 });
  expect(trust.knownRecall).toMatchObject({ planted: 1, caught: 1 });
  expect(here.questions()).toBe(1 + 2);
  expect((await trustOf(here, '--trust-runs', '0')).recall).toBeNull();
  expect((await here.jury('check', 'page.html', '--trust-runs', '51')).stderr).toContain('from 0 to 50');
});
