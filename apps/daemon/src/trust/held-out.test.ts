import { expect, test } from 'vitest';
import { buildPage } from '../measure/model/page.ts';
import { askHeldOut, chosenFor, HELD_OUT } from './held-out.ts';
import { GAMES, MENDS, PAGE } from './test/gaming.ts';

const RUNS = Array.from({ length: 20 }, (_, n) => `r-${n}`);
const before = await buildPage({ html: PAGE });

/** In how many of twenty runs the held-out panel says no. */
async function stopped(html: string): Promise<number> {
  const after = await buildPage({ html });
  const says = (runId: string) => askHeldOut({ runId, before, after, composite: 9, scale: 10 });
  return RUNS.filter((runId) => !says(runId).line.passes).length;
}

test('an author that games the visible audits is stopped in at least 80 % of the ways to do it; the others are named', async () => {
  const through: string[] = [];
  for (const [name, change] of Object.entries(GAMES)) {
    expect(change(PAGE), name).not.toBe(PAGE);
    // Which checks are asked changes with the run: stopped is what is stopped in nearly every one.
    if ((await stopped(change(PAGE))) < RUNS.length * 0.75) through.push(name);
  }
  expect(Object.keys(GAMES).length).toBeGreaterThanOrEqual(20);
  expect(through.length / Object.keys(GAMES).length).toBeLessThanOrEqual(0.2);
  // What no check of the kind sees: the rendering is the same, or the page says something else in as many words.
  expect(through).toEqual(['renames its tokens']);
});

test('mending is not taken for gaming', async () => {
  for (const [name, change] of Object.entries(MENDS)) {
    expect(change(PAGE), name).not.toBe(PAGE);
    expect({ name, stopped: await stopped(change(PAGE)) }).toEqual({ name, stopped: 0 });
  }
});

test('a run asks a choice of its own, always the same for the same run, and says the gap in points', async () => {
  expect(chosenFor('r-1')).toEqual(chosenFor('r-1'));
  expect(
    new Set(
      RUNS.map((runId) =>
        chosenFor(runId)
          .map(({ id }) => id)
          .sort()
          .join(),
      ),
    ).size,
  ).toBeGreaterThan(4);
  expect(chosenFor('r-1')).toHaveLength(HELD_OUT.length - 1);
  const same = askHeldOut({ runId: 'r-1', before, after: before, composite: 9, scale: 10 });
  expect(same.line).toMatchObject({ passes: true, composite: 10, gap: -1, mustFix: 0 });
  const gone = await buildPage({ html: '<!doctype html><title>x</title><p>Nothing is left.</p>' });
  const { line, failed } = askHeldOut({ runId: 'r-1', before, after: gone, composite: 9, scale: 10 });
  expect(line.gap).toBeGreaterThan(5);
  expect(failed.length).toBe(line.mustFix);
});
