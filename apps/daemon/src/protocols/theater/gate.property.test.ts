import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { answer } from './test/answers.ts';
import { type Said, unearned } from './test/earned.ts';
import { cuts } from './test/generate.ts';

vi.setConfig({ testTimeout: 120_000 * machinePace() });

/** Fixed, so that a red run can be run again; `npm run fuzz` uses fresh seeds and far more cases. */
const SEED = 0x9a7e;

test('[S23] whatever an agent answers: what ships was voted on by every weighted judge, with no demand open (2,000 cases)', () => {
  fc.assert(
    fc.property(answer, cuts, (said, places) => {
      expect(unearned(said, places)).toBeNull();
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

test('[S23] among these answers some ship, and some only miss it by a vote', () => {
  const said = fc.sample(answer, { seed: SEED, numRuns: 300 });
  const statuses = said.map((one) => unearnedOrShipped(one));
  expect(statuses.filter(Boolean).length).toBeGreaterThan(10);
});

test('[S23] among them are demands under tags that only look like tags', () => {
  const said = fc.sample(answer, { seed: SEED, numRuns: 2_000 });
  expect(said.filter(({ hidden, text }) => hidden && text.includes('SHIP')).length).toBeGreaterThan(40);
});

function unearnedOrShipped(said: Said): boolean {
  return unearned(said) === null && said.text.includes('SHIP');
}
