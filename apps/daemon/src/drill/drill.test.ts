import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { findAudit } from '../measure/audits/index.ts';
import { readDesignMd } from '../measure/model/design-md.ts';
import { buildPage } from '../measure/model/page.ts';
import { examine } from '../measure/panel.ts';
import { type DrillReport, drill, plantedCopies } from './drill.ts';
import { MUTATIONS } from './mutations/index.ts';

const file = (name: string): string =>
  fileURLToPath(new URL(`../../../../examples/${name}`, import.meta.url));

async function drillFile(name: string, seed: number, design?: string): Promise<DrillReport> {
  const path = file(name);
  const system = design === undefined ? null : readDesignMd(await readFile(file(design), 'utf8'));
  return drill({ html: await readFile(path, 'utf8'), path, design: system }, { seed });
}

const outcomes = ({ operators }: DrillReport): string[] =>
  operators.map(({ id, outcome }) => `${id} ${outcome}`);

describe('the mutations', () => {
  test('are at least 25 over four roles, each id once, each expecting audits of its own role', () => {
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(25);
    expect(new Set(MUTATIONS.map(({ id }) => id)).size).toBe(MUTATIONS.length);
    expect([...new Set(MUTATIONS.map(({ role }) => role))].sort()).toEqual([
      'a11y',
      'brand',
      'copy',
      'critic',
    ]);
    for (const { role, expects } of MUTATIONS) {
      expect(expects.map((id) => findAudit(id)?.role)).toEqual(expects.map(() => role));
    }
  });
});

describe('the example pages', () => {
  test.each([
    ['good.html', undefined],
    ['landing.html', undefined],
    ['poor.html', undefined],
    ['good.html', 'brand-a/DESIGN.md'],
    ['landing.html', 'brand-b/DESIGN.md'],
  ])(
    '%s, design %s: recall at least 0.95, and 0.9 in every role; no false alarm on the good page',
    // Some fifty copies of a page are measured one after the other, beside the other tests.
    { timeout: 600_000 * machinePace() },
    async (name, design) => {
      const report = await drillFile(name, 1, design);
      expect(report.operators.filter(({ outcome }) => outcome === 'missed')).toEqual([]);
      expect(report.overall.recall).toBeGreaterThanOrEqual(0.95);
      for (const { recall } of Object.values(report.roles)) expect(recall ?? 1).toBeGreaterThanOrEqual(0.9);
      expect(report.overall.planted).toBeGreaterThanOrEqual(25);
      expect(report.passes).toBe(true);
      if (name === 'good.html') expect(report.alarms).toEqual([]);
      if (name === 'poor.html') expect(report.alarms.length).toBeGreaterThan(5);
    },
  );
});

/** Several places for each defect. */
const SMALL = `<!doctype html><html lang="en"><head><title>Tides</title><style>p{color:#222}</style></head><body><main>
<h1>Tides</h1>${['North', 'South', 'East', 'West']
  .map(
    (side) =>
      `<h2>${side} quay</h2><p>Boats lie here. <a href="#${side}">${side} times</a></p><img src="${side}.png" alt="${side}">`,
  )
  .join('')}</main></body></html>`;

describe('the seed', () => {
  test('the same seed plants in the same places, another one elsewhere', async () => {
    // A small page: what is looked at is where it plants, not what is seen of it.
    const [first, again, other] = [
      await drill({ html: SMALL }, { seed: 7 }),
      await drill({ html: SMALL }, { seed: 7 }),
      await drill({ html: SMALL }, { seed: 8 }),
    ];
    const places = ({ operators }: DrillReport) => operators.map(({ where }) => where);
    expect(places(again)).toEqual(places(first));
    expect(places(other)).not.toEqual(places(first));
  });
});

describe('what cannot be measured', () => {
  test('is never counted as caught', async () => {
    const html = (await readFile(file('good.html'), 'utf8')).replace(
      /<style>[\s\S]*<\/style>/,
      '<link rel="stylesheet" href="https://cdn.test/bootstrap.min.css">',
    );
    const report = await drill({ html }, { seed: 1 });
    expect(outcomes(report)).toContain('tiny-text unmeasured');
    expect(report.roles.critic.caught).toBeLessThan(report.roles.critic.planted);
    expect(report.passes).toBe(false);
  });

  test('a page with no place for a defect says so', async () => {
    const report = await drill({ html: 'just words' }, { seed: 1 });
    expect(outcomes(report)).toContain('nameless-link does_not_apply');
    expect(report.operators.every(({ outcome, why }) => outcome === 'caught' || why !== null)).toBe(true);
  });
});

test('a defect lowers the score of the role that judges it on a clean page, and raises no other', {
  timeout: 600_000 * machinePace(),
}, async () => {
  const path = file('good.html');
  const input = { html: await readFile(path, 'utf8'), path };
  const { roles } = examine(await buildPage(input));
  const copies = await plantedCopies(input, { seed: 1, most: MUTATIONS.length });
  // Without a DESIGN.md the brand has no vote that could fall.
  const judged = copies.filter(({ role }) => role !== 'brand');
  expect(judged.length).toBeGreaterThan(50);
  for (const { html, id, role } of judged) {
    const after = examine(await buildPage({ ...input, html })).roles;
    expect([id, after[role].score]).toEqual([id, expect.any(Number)]);
    expect(after[role].score ?? 0, id).toBeLessThan(roles[role].score ?? 0);
    for (const other of ['critic', 'a11y', 'copy'] as const)
      expect(after[other].score ?? 0, `${id}: ${other}`).toBeLessThanOrEqual(roles[other].score ?? 0);
  }
});
