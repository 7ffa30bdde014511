/** Must-fixes over rounds: who they are, and that finding them again stays cheap. */
import type { Demand, PanelistRole } from '@design-jury/contracts/theater/critique';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../../scripts/machine-pace.ts';
import { type Ledger, openEntries, type Raised, raise, settle } from './ledger.ts';

const demand = (text: string, more: Partial<Demand> = {}): Demand => ({
  text,
  dim: null,
  target: null,
  severity: 'major',
  evidence: null,
  witness: null,
  ...more,
});

function play(raised: readonly (Partial<Raised> & { demand: Demand })[]): Ledger {
  let ledger: Ledger = [];
  let round = 1;
  for (const one of raised) {
    const next = one.round ?? round;
    if (next !== round) ledger = settle(ledger, round, () => true).ledger;
    round = next;
    [ledger] = raise(ledger, { round, role: 'critic', origin: 'panel', id: null, ...one });
  }
  return settle(ledger, round, () => true).ledger;
}

const open = (ledger: Ledger) =>
  openEntries(ledger).map(({ id, text, openedRound }) => [id, text, openedRound]);

describe('[S7] the same must-fix', () => {
  test('an id that another role took first is still found again by the words', () => {
    const ledger = play([
      { id: '1', demand: demand('Darker.') },
      { id: '1', role: 'brand', demand: demand('Use the brand blue.') },
      { round: 2, id: '1', demand: demand('Darker.') },
      { round: 2, id: '1', role: 'brand', demand: demand('Use the brand blue.') },
    ]);
    expect(open(ledger)).toEqual([
      ['1', 'Darker.', 1],
      ['brand-1-1', 'Use the brand blue.', 1],
    ]);
    expect(ledger).toHaveLength(2);
  });

  test('one id for two demands of a round loses neither', () => {
    const ledger = play([
      { id: 'x', demand: demand('Darker.') },
      { id: 'x', demand: demand('Larger.') },
    ]);
    expect(open(ledger).map(([, text]) => text)).toEqual(['Darker.', 'Larger.']);
  });

  test('an id alone says that its demand still stands, in the words it had', () => {
    const ledger = play([
      { id: 'x', demand: demand('Darker.', { evidence: '3.9:1' }) },
      { round: 2, id: 'x', demand: demand('') },
    ]);
    expect(open(ledger)).toEqual([['x', 'Darker.', 1]]);
    expect(ledger[0]).toMatchObject({ evidence: '3.9:1' });
    expect(open(play([{ id: 'y', demand: demand('') }]))).toEqual([['y', 'the demand y', 1]]);
  });

  test('the same words about two places of a round are two, and each is found again', () => {
    const link = (line: number) => demand('A link leads nowhere.', { target: 'a', evidence: `line ${line}` });
    const ledger = play([
      { origin: 'lint', demand: link(3) },
      { origin: 'lint', demand: link(9) },
      { round: 2, origin: 'lint', demand: link(8) },
    ]);
    expect(ledger.map(({ id, resolvedRound }) => [id, resolvedRound])).toEqual([
      ['lint-critic-1-1', null],
      ['lint-critic-1-2', 2],
    ]);
  });

  test('ids of ours avoid those that were given', () => {
    const ledger = play([
      { id: 'critic-1-1', demand: demand('a') },
      { demand: demand('b') },
      { id: 'critic-1-3', role: 'copy', demand: demand('c') },
      { demand: demand('d') },
    ]);
    expect(new Set(ledger.map(({ id }) => id)).size).toBe(4);
  });
});

test('[S7] as many demands as a panel may make, in three rounds, are found in bounded time', () => {
  const roles: readonly PanelistRole[] = ['designer', 'critic', 'brand', 'a11y', 'copy'];
  const many = Array.from({ length: 3 }, (_, r) =>
    roles.flatMap((role) =>
      Array.from({ length: 200 }, (_, i) => ({
        round: r + 1,
        role,
        demand: demand(`Fix ${r} ${i}: ${'wörd, '.repeat(40)}`),
      })),
    ),
  ).flat();
  const started = processorMs();
  expect(play(many)).toHaveLength(3_000);
  expect(processorMs() - started).toBeLessThan(10_000);
});
