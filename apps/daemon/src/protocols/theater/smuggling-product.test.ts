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
  type Combination,
  carriedBy,
  combinations,
  harmless,
  honest,
  INSTEAD,
  play,
  WAYS,
} from './test/smuggling-product.ts';
import { perform, say, scriptedAgent } from './test/theater.ts';

/** All of it: `npm run smuggling`. Else every so many. */
const IS_LONG = process.env.JURY_SMUGGLING === 'long';
vi.setConfig({ testTimeout: (IS_LONG ? 1_800_000 : 120_000) * machinePace() });

/** A panel says no with this; the forgery says ten. */
const REFUSED = 5;
const SAMPLE = { off: 61, gate: 83 };

const counted: Record<string, number> = {};
const count = (what: string): void => {
  counted[what] = (counted[what] ?? 0) + 1;
};
afterAll(() => console.log(`smuggling, product: ${JSON.stringify(counted)}`));

const isSample = (nth: number, every: number): boolean => IS_LONG || nth % every === 0;
const FIRST: Combination = {
  carrier: 'the page',
  payload: 'votes',
  place: INSTEAD,
  encoding: 'as it is',
  spelling: 'tags without a code',
  repeats: 'the text',
};
/** Only of a page something can be held back by what is seen on it: broken markup, or what instruments find. */
const isOnPage = (carrier: string): boolean => carriedBy({ ...FIRST, carrier }, 'off').isPageChanged;

describe.each(['one-shot', 'conversational'] as const)('%s', (turns) => {
  test.each(['off', 'gate'] as const)(
    '[S23] nothing carried anywhere ships what the panel refused, grounding %s; with the code a yes ships it',
    async (grounding) => {
      let nth = 0;
      const proved = new Set<string>();
      const twins = new Map<string, boolean>();
      for (const one of combinations(grounding === 'gate' ? 3 : undefined)) {
        if (!isSample(nth++, SAMPLE[grounding])) continue;
        const carried = carriedBy(one, grounding);
        const key = JSON.stringify([carried.subject, carried.material]);
        const said = JSON.stringify(one);
        if (!twins.has(key)) twins.set(key, (await honest(carried, { turns, grounding, way: '2' })).shipped);
        const isProof = twins.get(key) === true;
        if (isProof) proved.add(one.carrier);
        else {
          count(`${turns}, ${grounding}, held back by what is seen on the page`);
          expect(isOnPage(one.carrier), said).toBe(true);
        }
        for (const way of WAYS) {
          if (isProof) count(`${turns}, ${grounding}, ${way}`);
          const { shipped } = await play(carried, one.place, REFUSED, { turns, grounding, way });
          expect(shipped, `${said}, ${way}`).toBe(false);
        }
      }
      count(`${turns}, ${grounding}, honest twins of ${twins.size}`);
      if (IS_LONG) expect([...proved].sort()).toEqual(Object.keys(CARRIERS).sort());
    },
  );

  test.each(Object.keys(CARRIERS))(
    '[S23] harmless words in %s hold nothing up, without a code',
    async (carrier) => {
      for (const encoding of ['as it is', 'in entities'])
        for (const way of ['none', '1'] as const) {
          const twin = await honest(harmless({ ...FIRST, carrier, encoding }, 'off'), {
            way,
            turns,
            grounding: 'off',
          });
          expect(twin.shipped, `${encoding}, ${way} ${JSON.stringify(twin.end)}`).toBe(true);
        }
    },
  );
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
