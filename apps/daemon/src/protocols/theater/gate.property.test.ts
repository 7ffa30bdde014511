import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { answer } from './test/answers.ts';
import { unearned } from './test/earned.ts';
import { isDemand } from './test/elsewhere.ts';
import { cuts } from './test/generate.ts';
import { apart, playApart, unearnedApart } from './test/seat-answers.ts';
import { playWhole } from './test/whole-run.ts';

vi.setConfig({ testTimeout: 120_000 * machinePace() });

/** Fixed, so that a red run can be run again; `npm run fuzz` uses fresh seeds and far more cases. */
const SEED = 0x9a7e;

test('[S23] whatever an agent answers: what ships was voted on by every weighted judge, with no demand open (1,500 cases)', async () => {
  await fc.assert(
    fc.asyncProperty(answer, cuts, async (said, places) => {
      expect(await unearned(said, places)).toBeNull();
    }),
    { seed: SEED, numRuns: 1_500 },
  );
});

test('[S23] whatever seats answer that are asked apart: what ships was voted on by each, with no demand open (500 cases)', async () => {
  await fc.assert(
    fc.asyncProperty(apart, async (said) => {
      expect(await unearnedApart(said)).toBeNull();
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test('[S23] an author that goes back to the page under review is judged on it, and no other page ships', async () => {
  const page = (heading: string) => ({
    slots: { heading, price: '12 €', action: 'Order' },
    rest: '',
    any: null,
  });
  const yes = { score: 9, demands: [], code: 'own', elsewhere: null } as const;
  const no = { ...yes, demands: [{ id: '1', text: 'Name the price.', target: null }] };
  const votes = { critic: yes, brand: yes, a11y: yes, copy: yes };
  const given = page('Pay');
  const rounds = [
    { page: given, votes: { ...votes, critic: no } },
    { page: page('Bills'), votes: { ...votes, critic: { ...yes, score: null } } },
    { page: given, votes },
  ];
  expect((await playApart({ given, grounding: 'off', rounds })).shipped).toBeNull();
});

test('[S23] among these seats some ship, in the first round and in a later one', async () => {
  const rounds = new Set<number>();
  for (const said of fc.sample(apart, { seed: SEED, numRuns: 100 })) {
    const { shipped } = await playApart(said);
    if (shipped !== null) rounds.add(Math.min(shipped.round, 2));
  }
  expect([...rounds].sort()).toEqual([1, 2]);
});

test('[S23] among these answers some ship in every way there is', async () => {
  const ways = {
    'one-shot': 0,
    conversational: 0,
    given: 0,
    'its own page': 0,
    edits: 0,
    'a later round': 0,
    'another page in SHIP': 0,
    'without the code': 0,
    measured: 0,
    'after a demand elsewhere': 0,
  };
  for (const said of fc.sample(answer, { seed: SEED, numRuns: 600 })) {
    const { shipped } = await playWhole(said);
    if (shipped === null || said.plan === null) continue;
    ways[said.turns]++;
    const { page } = said.plan.rounds[shipped.round - 1] ?? { page: null };
    if (shipped.content === said.given) ways.given++;
    if (page?.form === 'whole') ways['its own page']++;
    if (page?.form === 'edits') ways.edits++;
    if (shipped.round > 1) ways['a later round']++;
    if (/<SHIP[\s\S]*<ARTIFACT/.test(said.texts.at(-1) ?? '')) ways['another page in SHIP']++;
    if (said.code === null) ways['without the code']++;
    if (said.grounding === 'gate') ways.measured++;
    if (said.plan.rounds.slice(0, shipped.round).some(({ elsewhere }) => elsewhere.some(isDemand)))
      ways['after a demand elsewhere']++;
  }
  expect(Object.entries(ways).filter(([, times]) => times < 3)).toEqual([]);
});
