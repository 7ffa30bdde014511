import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { betaCdf, betaQuantile, logGamma } from './beta.ts';
import { type Counted, correctedRate } from './corrected-rate.ts';
import { correlation, effectiveVotes, kish } from './effective-votes.ts';
import { clopperPearson, wilson } from './intervals.ts';
import { chance, errorsOf } from './test/random.ts';
import { PUBLISHED } from './test/six-judges.ts';

const PANELS = 2_000;

describe('intervals of a share', () => {
  test('are those computed by hand', () => {
    // 8 of 10, z = 1.96: middle (0.8 + 0.19207) / 1.38415, half 1.41600 × √(0.016 + 0.0096036).
    expect(wilson(8, 10)).toEqual({ low: expect.closeTo(0.4902, 4), high: expect.closeTo(0.9433, 4) });
    // None of 10: 1 − 0.025^(1/10); all of 10 is its mirror.
    expect(clopperPearson(0, 10)).toEqual({ low: 0, high: expect.closeTo(1 - 0.025 ** 0.1, 10) });
    expect(clopperPearson(10, 10)).toEqual({ low: expect.closeTo(0.025 ** 0.1, 10), high: 1 });
    expect(clopperPearson(8, 10)).toEqual({
      low: expect.closeTo(0.4439, 4),
      high: expect.closeTo(0.9748, 4),
    });
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
    expect(clopperPearson(0, 0)).toEqual({ low: 0, high: 1 });
  });

  test('the beta function is the one of the tables', () => {
    expect(logGamma(5)).toBeCloseTo(Math.log(24), 12);
    expect(logGamma(0.25)).toBeCloseTo(Math.log(3.625609908221908), 10);
    // Three of four coins or more: 5/16. A beta of whole numbers is a binomial tail.
    expect(betaCdf(0.5, 3, 2)).toBeCloseTo(5 / 16, 12);
    expect(betaQuantile(betaCdf(0.3, 4, 7), 4, 7)).toBeCloseTo(0.3, 10);
  });

  test('hold the share that was counted, lie within 0 and 1, and mirror what was not hit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (of, part) => {
          const hits = Math.round(of * part);
          for (const interval of [wilson, clopperPearson]) {
            const { low, high } = interval(hits, of);
            expect(low).toBeGreaterThanOrEqual(0);
            expect(high).toBeLessThanOrEqual(1);
            expect(low).toBeLessThanOrEqual(hits / of + 1e-9);
            expect(high).toBeGreaterThanOrEqual(hits / of - 1e-9);
            expect(interval(of - hits, of).low).toBeCloseTo(1 - high, 9);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('Clopper and Pearson hold the truth in at least 95 % of all outcomes, whatever it is', () => {
    for (const of of [5, 12, 40])
      for (let percent = 1; percent < 100; percent += 3) {
        const p = percent / 100;
        let covered = 0;
        for (let hits = 0; hits <= of; hits += 1) {
          const { low, high } = clopperPearson(hits, of);
          if (low <= p && p <= high)
            covered += Math.exp(logChoose(of, hits)) * p ** hits * (1 - p) ** (of - hits);
        }
        expect(covered).toBeGreaterThanOrEqual(0.95);
      }
  });
});

function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

describe('effective votes', () => {
  test('identical judges are one, whatever their number; independent ones are all', () => {
    const one = errorsOf(chance(1, 'one'), { judges: 1, items: 60, rate: 0.4, shared: 0 })[0] ?? [];
    for (const judges of [2, 3, 6, 9])
      expect(effectiveVotes(Array.from({ length: judges }, () => one))?.votes).toBeCloseTo(1, 10);
    const alone = errorsOf(chance(2, 'alone'), { judges: 6, items: 6_000, rate: 0.3, shared: 0 });
    expect(effectiveVotes(alone)?.votes).toBeGreaterThan(5.6);
    expect(kish(6, 0)).toBe(6);
  });

  test('are those computed by hand', () => {
    expect(kish(6, 0.366)).toBeCloseTo(6 / 2.83, 10);
    expect(kish(6, 0.42)).toBeCloseTo(1.935, 3);
    // Means 0.5 and 0.5, products 0.25 of 0.25 each: two of four places agree on an error, none differ twice.
    expect(correlation([1, 1, 0, 0], [1, 0, 1, 0])).toBeCloseTo(0, 12);
    expect(correlation([1, 1, 0, 0], [1, 1, 1, 0])).toBeCloseTo(1 / Math.sqrt(3), 12);
    expect(correlation([1, 1, 0, 0], [0, 0, 1, 1])).toBeCloseTo(-1, 12);
  });

  test('are not known of one judge, of few items, and of judges that never differ', () => {
    const row = [0, 1, 0, 1, 0, 1, 0, 1];
    expect(effectiveVotes([row])).toBeNull();
    expect(effectiveVotes([row.slice(1), row.slice(1)])).toBeNull();
    expect(effectiveVotes([row.map(() => 0), row])).toBeNull();
    expect(effectiveVotes([row, row.map((one, index) => (index < 2 ? null : one))])).toMatchObject({
      votes: 1,
    });
  });

  test('lie between one and the number of judges, in any order of judges and items', () => {
    const panels = fc.integer({ min: 0, max: 9_999 }).map((seed) =>
      errorsOf(chance(seed, 'any'), {
        judges: 2 + (seed % 5),
        items: 24,
        rate: 0.45,
        shared: (seed % 10) / 10,
      }),
    );
    fc.assert(
      fc.property(panels, (rows) => {
        const found = effectiveVotes(rows);
        if (found === null) return;
        expect(found.votes).toBeGreaterThanOrEqual(1);
        expect(found.votes).toBeLessThanOrEqual(rows.length);
        expect(found.low).toBeLessThanOrEqual(found.votes + 1e-9);
        expect(found.high).toBeGreaterThanOrEqual(found.votes - 1e-9);
        expect(effectiveVotes(rows.toReversed())?.votes).toBeCloseTo(found.votes, 9);
        expect(effectiveVotes(rows.map((row) => row.toReversed()))?.votes).toBeCloseTo(found.votes, 9);
      }),
      { numRuns: 60 },
    );
  });

  test('over 2,000 simulated panels the interval holds the truth in at least 93 %', () => {
    const random = chance(29800, 'panels');
    let covered = 0;
    let known = 0;
    for (let panel = 0; panel < PANELS; panel += 1) {
      const judges = 2 + (panel % 5);
      const shared = (panel % 9) / 10;
      const rows = errorsOf(random, { judges, items: 120, rate: 0.25 + (panel % 3) / 10, shared });
      const found = effectiveVotes(rows);
      if (found === null) continue;
      known += 1;
      const truth = kish(judges, shared);
      if (found.low <= truth + 1e-9 && truth <= found.high + 1e-9) covered += 1;
    }
    expect(known).toBe(PANELS);
    expect(covered / known).toBeGreaterThanOrEqual(0.93);
  });

  test('of the recorded six judges are 2.12', () => {
    const file = new URL('./test/six-judges.json', import.meta.url);
    const { errors } = JSON.parse(readFileSync(file, 'utf8')) as { errors: string[] };
    const rows = errors.map((row) => [...row].map(Number));
    expect(rows.map((row) => row.length)).toEqual(
      Array.from({ length: PUBLISHED.judges }, () => PUBLISHED.items),
    );
    const found = effectiveVotes(rows);
    expect(found?.correlation).toBeCloseTo(0.366, 3);
    expect(found?.votes).toBeCloseTo(2.12, 2);
    const right = rows.map((row) => row.filter((one) => one === 0).length / row.length);
    expect(Math.max(...right)).toBeCloseTo(0.657, 3);
  });
});

describe('the corrected rate', () => {
  test('is the one computed by hand', () => {
    // A judge that passes 90 % of the good and refuses 80 % of the bad, and let 62 % pass: (0.62 + 0.8 − 1) / 0.7 = 0.6.
    const found = correctedRate({
      passed: { hits: 62, of: 100 },
      q0: { hits: 80, of: 100 },
      q1: { hits: 90, of: 100 },
    });
    expect(found?.rate).toBeCloseTo(0.6, 12);
    expect(found?.low).toBeLessThan(0.6);
  });

  test('of a judge without faults is what it let pass; of a coin nothing follows', () => {
    const all = { hits: 50, of: 50 };
    expect(correctedRate({ passed: { hits: 30, of: 40 }, q0: all, q1: all })?.rate).toBeCloseTo(0.75, 12);
    const half = { hits: 25, of: 50 };
    expect(correctedRate({ passed: { hits: 30, of: 40 }, q0: half, q1: half })).toBeNull();
    expect(correctedRate({ passed: { hits: 0, of: 0 }, q0: all, q1: all })).toBeNull();
  });

  test('over 2,000 simulated juries it recovers the truth within its interval in at least 93 %', () => {
    const random = chance(21140, 'rates');
    const count = (share: number, of: number): Counted => {
      let hits = 0;
      for (let n = 0; n < of; n += 1) if (random() < share) hits += 1;
      return { hits, of };
    };
    let covered = 0;
    let known = 0;
    for (let jury = 0; jury < PANELS; jury += 1) {
      const truth = 0.05 + 0.9 * random();
      const [q0, q1] = [0.7 + 0.29 * random(), 0.7 + 0.29 * random()];
      const p = truth * q1 + (1 - truth) * (1 - q0);
      const found = correctedRate({ passed: count(p, 150), q0: count(q0, 80), q1: count(q1, 80) });
      if (found === null) continue;
      known += 1;
      if (found.low <= truth && truth <= found.high) covered += 1;
    }
    expect(known).toBe(PANELS);
    expect(covered / known).toBeGreaterThanOrEqual(0.93);
  });
});
