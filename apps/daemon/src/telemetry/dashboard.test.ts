import { expect, test } from 'vitest';
import { DashboardSchema, overlaps, readDashboard } from './test/dashboard.ts';

test('the dashboard has the three views of the specification and one for cost, and asks for variables it has', () => {
  const { panels, templating } = readDashboard();
  expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
    'Fleet quality',
    'Adapter health',
    'Brief throughput',
    'Cost',
  ]);
  const known = new Set(templating.list.map(({ name }) => name));
  for (const { title, targets = [] } of panels)
    for (const { expr } of targets)
      for (const [, name] of expr.matchAll(/\$(\w+)/g)) expect(known, `${title}: $${name}`).toContain(name);
});

test('no panel lies on another, each has an id of its own, and each question a letter', () => {
  const { panels } = readDashboard();
  expect(overlaps(panels)).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, targets = [] } of panels)
    expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length);
  const at = (title: string, x: number, y: number) => ({ title, gridPos: { x, y, w: 8, h: 8 } });
  expect(overlaps([at('a', 0, 0), at('b', 8, 0), at('c', 0, 8)])).toEqual([]);
  expect(overlaps([at('a', 0, 0), at('b', 7, 0), at('c', 4, 7)])).toEqual(['a / b', 'a / c', 'b / c']);
});

test('what Grafana would leave out without a word is found', () => {
  type Written = { schemaVersion: number; panels: Record<string, unknown>[] };
  const problems = (change: (written: Written) => void): string[] => {
    const written = structuredClone(readDashboard()) as unknown as Written;
    change(written);
    return (DashboardSchema.safeParse(written).error?.issues ?? []).map(({ path }) => path.join('.'));
  };
  const shown = 1;
  expect(problems(() => {})).toEqual([]);
  const changes: readonly ((written: Written) => void)[] = [
    (written) => Object.assign(written, { schemaVersion: 16 }),
    (written) => Object.assign(written, { rows: [] }),
    ({ panels }) => Object.assign(panels[shown] ?? {}, { type: 'graph' }),
    ({ panels }) => Object.assign(panels[shown] ?? {}, { targets: [] }),
    ({ panels }) => Object.assign(panels[shown] ?? {}, { thresholds: [] }),
    ({ panels }) => Object.assign(panels[shown] ?? {}, { gridPos: { x: 20, y: 1, w: 8, h: 8 } }),
  ];
  for (const change of changes) expect(problems(change), change.toString()).toHaveLength(1);
});
