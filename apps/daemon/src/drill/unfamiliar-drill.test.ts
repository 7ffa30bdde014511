/** How the pool is planted and counted. What it holds, and what is missed of it, is in no test: see unfamiliar/AGENTS.md. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { MeasuringThreads } from '../measure/threads/threads.ts';
import { choosing } from './seed.ts';
import { UNFAMILIAR } from './unfamiliar/index.ts';
import { drillUnfamiliar, unfamiliarCopies } from './unfamiliar-drill.ts';

const file = (name: string): string =>
  readFileSync(new URL(`../../../../examples/${name}`, import.meta.url), 'utf8');
const page = { html: file('good.html'), path: null, design: null };
const slow = { timeout: 300_000 * machinePace() };

const threads = new MeasuringThreads({ limit: 2 });
afterAll(() => threads.close());

test('the pool has defects of every role, each id once', () => {
  expect(new Set(UNFAMILIAR.map(({ id }) => id)).size).toBe(UNFAMILIAR.length);
  expect([...new Set(UNFAMILIAR.map(({ role }) => role))].sort()).toEqual([
    'a11y',
    'brand',
    'copy',
    'critic',
  ]);
});

test('what is planted is one change, where it says, and the same for the same seed', () => {
  for (const { id, plant } of UNFAMILIAR) {
    const planted = plant(page.html, choosing(7, id));
    expect(plant(page.html, choosing(7, id)), id).toEqual(planted);
    if (planted === null) continue;
    const { html, start, end, also = [] } = planted;
    expect(html, id).not.toBe(page.html);
    for (const range of [{ start, end }, ...also]) {
      expect(range.start, id).toBeGreaterThanOrEqual(0);
      expect(range.end, id).toBeGreaterThanOrEqual(range.start);
      expect(range.end, id).toBeLessThanOrEqual(html.length);
    }
  }
});

test(
  'recall is counted over what could be planted, by role; of a brand only where one is given',
  slow,
  async () => {
    const report = await drillUnfamiliar(page, { seed: 1, threads });
    const { overall, roles, unmeasured } = report;
    expect(unmeasured).toBe(0);
    expect(overall.planted).toBeGreaterThan(20);
    expect(overall.recall).toBe(overall.caught / overall.planted);
    expect(overall.mustFix).toBeLessThanOrEqual(overall.caught);
    expect(Object.values(roles).reduce((sum, { planted }) => sum + planted, 0)).toBe(overall.planted);
    expect(roles.brand).toEqual({ planted: 0, caught: 0, mustFix: 0, recall: null });
    // No more than the figures: what is listed is mended.
    expect(Object.keys(report).sort()).toEqual(['overall', 'pool', 'roles', 'unmeasured']);
  },
);

test('what there was no time for counts as planted and not seen', async () => {
  const { overall, unmeasured } = await drillUnfamiliar(page, { seed: 1, threads, limitMs: 0 });
  expect(unmeasured).toBeGreaterThan(0);
  expect(overall).toEqual({ planted: unmeasured, caught: 0, mustFix: 0, recall: 0 });
});

test(
  'copies for a panel are no more than asked for, of all roles in turn, a brand among them where one is given',
  slow,
  async () => {
    const copies = await unfamiliarCopies(page, { seed: 3, most: 3, threads });
    expect(copies.map(({ role }) => role).sort()).toEqual(['a11y', 'copy', 'critic']);
    for (const { html, ranges } of copies) {
      expect(html).not.toBe(page.html);
      expect(ranges.length).toBeGreaterThan(0);
    }
    const branded = { ...page, design: file('brand-a/DESIGN.md') };
    const all = await unfamiliarCopies(branded, { seed: 3, most: 4, threads });
    expect(all.map(({ role }) => role)).toContain('brand');
    expect(await unfamiliarCopies(page, { seed: 3, most: 0, threads })).toEqual([]);
  },
);

test('a page nested deeper than browsers draw ends, and nothing is claimed of it', slow, async () => {
  const deep = { ...page, html: `<body>${'<div>'.repeat(800)}` };
  const { overall } = await drillUnfamiliar(deep, { seed: 1, threads });
  expect(overall.caught).toBe(0);
});
