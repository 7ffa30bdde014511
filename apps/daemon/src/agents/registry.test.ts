/** Whether a run gets a browser: what is asked for, and what is there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JuryError } from '../jury.ts';
import { type AgentSettings, GROUNDED_ID, loadAgents } from './registry.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jury-registry-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settings = (browser: AgentSettings['browser']): AgentSettings => ({
  design: null,
  brief: null,
  browser,
  head: { maxRounds: 3, threshold: 8, scale: 10 },
});

test.each(['auto', 'never'] as const)('without a browser, %s measures from the source', async (mode) => {
  const agents = await loadAgents(folder, { PATH: folder }, { killGraceMs: 100 });
  expect(await agents.create(GROUNDED_ID, settings(mode))).toMatchObject({ id: GROUNDED_ID });
  await agents.close();
});

test.each([
  [{}, 'browser: no browser was found on PATH; run jury doctor --fix, or name one with OD_BROWSER'],
  [
    { OD_BROWSER: '/no/such' },
    'browser: OD_BROWSER names /no/such, which is not a program that can be started',
  ],
])('without a browser, always is refused in a sentence', async (env, message) => {
  const agents = await loadAgents(folder, { PATH: folder, ...env }, { killGraceMs: 100 });
  await expect(agents.create(GROUNDED_ID, settings('always'))).rejects.toEqual(
    new JuryError('bad_request', message),
  );
  await agents.close();
});
