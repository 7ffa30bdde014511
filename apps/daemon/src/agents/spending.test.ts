/** Tokens and money: added up, and stopped one step behind the limit. */
import { describe, expect, test } from 'vitest';
import { Spending, UNCOUNTED } from './spending.ts';

const unlimited = { maxTokens: null, maxCostUsd: null };
const used = (inputTokens: number, outputTokens: number, costUsd: number | null = null) => ({
  inputTokens,
  outputTokens,
  costUsd,
});

describe('the sum', () => {
  test('is unknown before anything was said, and adds up', () => {
    const spending = new Spending(unlimited);
    expect(spending.total).toBeNull();
    expect(spending.exceeded).toBeNull();
    spending.add(used(10, 5, 0.25));
    expect(spending.add(used(1, 2, 0.5))).toEqual({ inputTokens: 11, outputTokens: 7, costUsd: 0.75 });
    expect(spending.total).toEqual({ inputTokens: 11, outputTokens: 7, costUsd: 0.75 });
  });

  test('is a least while a turn has not told, and for good when one never did', () => {
    const spending = new Spending(unlimited);
    spending.ask();
    expect(spending.add(used(10, 5))).toEqual({ inputTokens: 10, outputTokens: 5, costUsd: null });
    spending.ask();
    expect(spending.total).toMatchObject({ inputTokens: 10, atLeast: true });
    spending.ask();
    expect(spending.add(used(1, 1))).toMatchObject({ inputTokens: 11, atLeast: true });
  });

  test('is a least of nothing where somebody was asked who tells, and unknown where nobody would', () => {
    const least = { inputTokens: 0, outputTokens: 0, costUsd: null, atLeast: true };
    for (const [tells, total] of [
      [true, least],
      [false, null],
    ] as const) {
      const spending = new Spending(unlimited, tells);
      expect(spending.total).toBeNull();
      spending.ask();
      expect(spending.total).toEqual(total);
      spending.add(used(10, 5, 0.5));
      expect(spending.total).toEqual({ inputTokens: 10, outputTokens: 5, costUsd: 0.5 });
    }
  });

  test('a request that nobody counted makes it a least, and leaves the known price', () => {
    const spending = new Spending(unlimited);
    spending.add(used(10, 5, 0.25));
    expect(spending.add(UNCOUNTED)).toEqual({
      inputTokens: 10,
      outputTokens: 5,
      costUsd: 0.25,
      atLeast: true,
    });
  });

  test('one unknown price makes the whole price unknown, never 0', () => {
    const spending = new Spending(unlimited);
    spending.add(used(1, 1, 0.5));
    spending.add(used(1, 1, null));
    expect(spending.add(used(1, 1, 0.5)).costUsd).toBeNull();
  });

  test('counts are whole and not below zero, whatever an agent reports', () => {
    const spending = new Spending({ ...unlimited, maxTokens: 100 });
    spending.add(used(Number.NaN, 10.4));
    spending.add(used(-500, Number.POSITIVE_INFINITY, Number.NaN));
    expect(spending.total).toEqual({ inputTokens: 0, outputTokens: 11, costUsd: null });
    spending.add(used(90, 0));
    expect(spending.exceeded?.message).toContain('101 tokens');
  });
});

describe('the limit', () => {
  test.each([
    [99, null],
    [100, null],
    [101, { budget: 'tokens', message: '101 tokens were used; the limit is 100' }],
  ])('%i tokens of 100', (tokens, sentence) => {
    const spending = new Spending({ ...unlimited, maxTokens: 100 });
    spending.add(used(60, tokens - 60));
    expect(spending.exceeded).toEqual(sentence);
  });

  test.each([
    [0.99, null],
    [1, null],
    [1.01, { budget: 'cost', message: '$1.0100 were spent; the limit is $1' }],
  ])('$%d of $1', (cost, sentence) => {
    const spending = new Spending({ ...unlimited, maxCostUsd: 1 });
    spending.add(used(1, 1, cost));
    expect(spending.exceeded).toEqual(sentence);
  });

  test('what is known to be spent counts, also where some prices are unknown', () => {
    const spending = new Spending({ ...unlimited, maxCostUsd: 1 });
    spending.add(used(1, 1, 0.7));
    spending.add(used(1, 1, null));
    expect(spending.exceeded).toBeNull();
    spending.add(used(1, 1, 0.7));
    expect(spending.exceeded?.message).toBe('at least $1.4000 were spent; the limit is $1');
  });
});
