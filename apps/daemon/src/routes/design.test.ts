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

test('a run says the hues of its design system, one per panelist', async () => {
  const { jury, url } = await startDaemon();
  jury.design = DESIGN;
  const response = await fetch(`${url}/api/projects/p1/runs/r1/design`);
  const { name, hues } = RunDesignSchema.parse(await response.json());
  expect([name, hues.length, hues[0], hues[1]]).toEqual(['Harbour', 5, 150, 25]);
});

test('a run without a design system answers 404', async () => {
  const { url } = await startDaemon();
  expect((await fetch(`${url}/api/projects/p1/runs/r1/design`)).status).toBe(404);
});
