/** Whether a run gets a browser: what is asked for, and what is there. */
import { expect, test } from 'vitest';
import type { AgentSettings } from '../../../agents/registry.ts';
import { JuryError } from '../../../jury-error.ts';
import { groundedPanel } from './grounded-panel.ts';

const settings = (browser: AgentSettings['browser']): AgentSettings => ({
  design: null,
  brief: null,
  browser,
  head: { maxRounds: 3, threshold: 8, scale: 10 },
});

test.each(['auto', 'never'] as const)('without a browser, %s measures from the source', async (mode) => {
  const panel = groundedPanel({ PATH: '/no/such/folder' });
  expect(await panel.create(settings(mode))).toMatchObject({ id: 'grounded' });
  await panel.close();
});

test.each([
  [{}, 'browser: no browser was found on PATH; run jury doctor --fix, or name one with OD_BROWSER'],
  [
    { OD_BROWSER: '/no/such' },
    'browser: OD_BROWSER names /no/such, which is not a program that can be started',
  ],
])('without a browser, always is refused in a sentence', async (env, message) => {
  const panel = groundedPanel({ PATH: '/no/such/folder', ...env });
  await expect(panel.create(settings('always'))).rejects.toEqual(new JuryError('bad_request', message));
  await panel.close();
});
