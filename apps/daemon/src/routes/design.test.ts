import { RunDesignSchema } from '@design-jury/contracts/http';
import { expect, test } from 'vitest';
import { startDaemon } from './test/daemon.ts';

const DESIGN = `---
name: Harbour
colors:
  primary: "oklch(0.5 0.1 150)"
  danger: "oklch(0.6 0.15 25)"
---
`;

test('a run says the inks of its design system, one per panelist', async () => {
  const { jury, url } = await startDaemon();
  jury.design = DESIGN;
  const response = await fetch(`${url}/api/projects/p1/runs/r1/design`);
  const { name, laneInks } = RunDesignSchema.parse(await response.json());
  expect([name, laneInks?.designer, laneInks?.critic]).toEqual([
    'Harbour',
    'oklch(0.5 0.13 150)',
    'oklch(0.5 0.13 25)',
  ]);
  expect(new Set(Object.values(laneInks ?? {})).size).toBe(5);
});

test('a run without a design system says so, and is no error; an unknown run is one', async () => {
  const { url } = await startDaemon();
  const response = await fetch(`${url}/api/projects/p1/runs/r1/design`);
  expect(response.status).toBe(200);
  expect(RunDesignSchema.parse(await response.json())).toEqual({ name: null, laneInks: null });
  expect((await fetch(`${url}/api/projects/p1/runs/unknown/design`)).status).toBe(404);
});

test('a design system without colours has no inks', async () => {
  const { jury, url } = await startDaemon();
  jury.design = '# Words only';
  const response = await fetch(`${url}/api/projects/p1/runs/r1/design`);
  expect(RunDesignSchema.parse(await response.json()).laneInks).toBe(null);
});
