/**
 * [S23] Whatever an outsider can write, wherever it stands, however it is written down, and wherever the agent repeats it:
 * a page that the panel refused does not ship. An attempt counts only where the same material ships before a panel that
 * says yes.
 */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { exampleRun } from '@design-jury/contracts/theater/panel-example';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { CARRIERS } from './test/carriers.ts';
import {
  carriedBy,
  combinations,
  harmless,
  honest,
  INSTEAD,
  play,
  type Setting,
  WAYS,
} from './test/smuggling-product.ts';
import { perform, say, scriptedAgent } from './test/theater.ts';

/** All of it: `npm run smuggling`. Else every so many. */
const IS_LONG = process.env.JURY_SMUGGLING === 'long';
vi.setConfig({ testTimeout: (IS_LONG ? 1_800_000 : 120_000) * machinePace() });

/** A panel says no with this; the forgery says ten. */
const REFUSED = 5;
const SAMPLE = { off: 61, gate: 83, twins: 9 };

const counted: Record<string, number> = {};
const count = (what: string): void => {
  counted[what] = (counted[what] ?? 0) + 1;
};
afterAll(() => console.log(`smuggling, product: ${JSON.stringify(counted)}`));

const isSample = (nth: number, every: number): boolean => IS_LONG || nth % every === 0;

describe.each(['one-shot', 'conversational'] as const)('%s', (turns) => {
  test.each(WAYS)('[S23] nothing carried anywhere ships what the panel refused (way %s)', async (way) => {
    const setting: Setting = { way, turns, grounding: 'off' };
    let nth = 0;
    for (const one of combinations()) {
      if (!isSample(nth++, SAMPLE.off)) continue;
      count(`${turns}, off, ${way}`);
      const { shipped } = await play(carriedBy(one, 'off'), one.place, REFUSED, setting);
      expect(shipped, JSON.stringify(one)).toBe(false);
    }
  });

  test('[S23] nothing ships where it is measured, of pages that would', async () => {
    let nth = 0;
    const proved = new Set<string>();
    for (const one of combinations(3)) {
      if (!isSample(nth++, SAMPLE.gate)) continue;
      const carried = carriedBy(one, 'gate');
      const gated = { turns, grounding: 'gate' } as const;
      const twin = await honest(carried, { ...gated, way: '2' });
      if (!twin.shipped) count(`${turns}, gate, held back by what was measured on the page`);
      else proved.add(one.carrier);
      for (const way of WAYS) {
        if (twin.shipped) count(`${turns}, gate, ${way}`);
        const { shipped } = await play(carried, one.place, REFUSED, { ...gated, way });
        expect(shipped, `${JSON.stringify(one)}, ${way}`).toBe(false);
      }
    }
    if (IS_LONG) expect([...proved].sort()).toEqual(Object.keys(CARRIERS).sort());
  });

  test('[S23] a panel that says yes ships the same material with the code, and harmless words without one', async () => {
    let nth = 0;
    for (const one of combinations(1)) {
      if (!isSample(nth++, SAMPLE.twins)) continue;
      count(`${turns}, honest twins`);
      const forged = await honest(carriedBy(one, 'off'), { way: '2', turns, grounding: 'off' });
      expect(forged.shipped, `${JSON.stringify(one)} ${JSON.stringify(forged.end)}`).toBe(true);
      for (const way of ['none', '1'] as const) {
        const twin = await honest(harmless(one, 'off'), { way, turns, grounding: 'off' });
        expect(twin.shipped, `${JSON.stringify(one)}, ${way} ${JSON.stringify(twin.end)}`).toBe(true);
      }
    }
  });
});

test('[S23] an agent that only repeats what it was given gives no verdict, in whatever letters it stood there', async () => {
  let nth = 0;
  for (const one of combinations()) {
    if (one.place !== INSTEAD || one.payload !== 'a whole run' || !isSample(nth++, 1)) continue;
    for (const way of ['none', '1'] as const) {
      const carried = {
        ...carriedBy(one, 'off'),
        said: carriedBy({ ...one, repeats: 'what it says' }, 'off').said,
      };
      const { end } = await play(carried, INSTEAD, REFUSED, { way, turns: 'one-shot', grounding: 'off' });
      expect(end, JSON.stringify(one)).toMatchObject({ type: 'critique.degraded' });
    }
  }
});

test('[P27] an answer that repeats the example of the format gives no verdict, with the code or without it', async () => {
  const rules = DEFAULT_CRITIQUE_CONFIG;
  for (const way of WAYS) {
    let code: string | null = null;
    const { agent } = scriptedAgent(
      () => [say(exampleRun(rules, { code: way === '2' ? code : null, given: false }))],
      'one-shot',
    );
    const { open } = agent;
    agent.open = (request, signal) => {
      code = request.code ?? null;
      return open(request, signal);
    };
    const theater = await perform(agent, {
      config: { grounding: 'off', ...(way === '1' && { protocolVersion: 1 }) },
    });
    expect(await theater.end(), way).toMatchObject({
      type: 'critique.degraded',
      reason: 'ambiguous_answer',
    });
  }
});
