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

const PANEL = { role: 'critic', origin: 'panel', id: '1' } as const;

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

  test('live, an id that is numbered anew takes nothing back of the demand it stood for', () => {
    const second = (first: Demand, again: Demand, live = true) =>
      raise(raise([], { ...PANEL, round: 1, demand: first, live })[0], {
        ...PANEL,
        round: 2,
        demand: again,
        live,
      });
    const price = demand('Name the price.', { target: '.price' });
    const [ledger, contrast] = second(price, demand('Darker.', { target: 'a.cta' }));
    expect(contrast).toMatchObject({ id: 'critic-2-1', text: 'Darker.', openedRound: 2 });
    expect(ledger).toMatchObject([
      { id: '1', text: 'Name the price.', target: '.price', lastRaisedRound: 1 },
      { id: 'critic-2-1', target: 'a.cta', lastRaisedRound: 2 },
    ]);
    // In the third round each is found again: by its own id, and by its words.
    const [third, again] = raise(ledger, {
      ...PANEL,
      round: 3,
      demand: demand('Darker.', { target: 'a.cta' }),
      live: true,
    });
    expect([third.length, again.id]).toEqual([2, 'critic-2-1']);
    const elsewhere: readonly [Demand, Demand][] = [
      [price, demand('Darker.')],
      [demand('Darker.'), price],
      [price, { ...price, target: 'h1' }],
      [demand('"Tea" says too little.'), demand('"Order" says too little.')],
    ];
    for (const [first, other] of elsewhere) expect(second(first, other)[0]).toHaveLength(2);
    const same: readonly [Demand, Demand][] = [
      [price, demand('Say what it costs.', { target: '.price' })],
      [price, demand('')],
      [price, demand('Name the price!')],
      [demand('Larger.'), demand('A good deal larger.')],
    ];
    for (const [first, other] of same) {
      expect(second(first, other)[0]).toHaveLength(1);
      expect(second(first, other)[0]).toMatchObject([{ id: '1', target: first.target, lastRaisedRound: 2 }]);
    }
    // Stored text was judged by its ids alone.
    expect(second(price, demand('Darker.', { target: 'a.cta' }), false)[0]).toMatchObject([
      { id: '1', text: 'Darker.', target: 'a.cta' },
    ]);
  });

  test('an instrument finds its own demand again wherever it points now', () => {
    const audit = (round: number, target: string): Raised => ({
      ...PANEL,
      round,
      origin: 'audit',
      id: 'contrast',
      demand: demand(`Darker at ${target}.`, { target }),
      live: true,
    });
    const [ledger] = raise(raise([], audit(1, 'p'))[0], audit(2, 'a'));
    expect(ledger).toMatchObject([{ id: 'contrast', target: 'a' }]);
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
