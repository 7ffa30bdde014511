import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { describe, expect, test } from 'vitest';
import { ConfigError, ENV_RULES, readCritiqueConfig, readMeasuring } from './env.ts';

const message = (env: Record<string, string>): string => {
  try {
    readCritiqueConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return 'accepted';
};

describe('environment', () => {
  test('[C3] nothing set gives the defaults, with one run per core', () => {
    expect(readCritiqueConfig({})).toEqual({
      ...DEFAULT_CRITIQUE_CONFIG,
      maxConcurrentRuns: availableParallelism(),
    });
  });

  test('[C3] an empty variable is not set', () => {
    expect(readCritiqueConfig({ OD_CRITIQUE_MAX_ROUNDS: '' }).maxRounds).toBe(3);
  });

  test.each([
    ['OD_CRITIQUE_ENABLED', 'on', 'enabled', true],
    ['OD_CRITIQUE_GROUNDING', 'Advise', 'grounding', 'advise'],
    ['OD_CRITIQUE_ENABLED', 'FALSE', 'enabled', false],
    ['OD_CRITIQUE_MAX_ROUNDS', ' 5 ', 'maxRounds', 5],
    ['OD_CRITIQUE_SCORE_THRESHOLD', '7.5', 'scoreThreshold', 7.5],
    ['OD_CRITIQUE_SCORE_SCALE', '100', 'scoreScale', 100],
    ['OD_CRITIQUE_ROUND_TIMEOUT_MS', '1000', 'perRoundTimeoutMs', 1000],
    ['OD_CRITIQUE_TOTAL_TIMEOUT_MS', '2000', 'totalTimeoutMs', 2000],
    ['OD_CRITIQUE_PARSER_MAX_BLOCK_BYTES', '64', 'parserMaxBlockBytes', 64],
    ['OD_CRITIQUE_FALLBACK_POLICY', 'fail', 'fallbackPolicy', 'fail'],
    ['OD_CRITIQUE_MAX_CONCURRENT_RUNS', '7', 'maxConcurrentRuns', 7],
  ] as const)('[C3] %s=%s sets %s', (name, value, key, expected) => {
    expect(readCritiqueConfig({ [name]: value })[key]).toBe(expected);
  });

  test.each([
    ['OD_CRITIQUE_ENABLED', 'maybe', 'true or false'],
    ['OD_CRITIQUE_MAX_ROUNDS', '0', 'from 1 to 20'],
    ['OD_CRITIQUE_MAX_ROUNDS', '21', 'from 1 to 20'],
    ['OD_CRITIQUE_MAX_ROUNDS', '2.5', 'from 1 to 20'],
    ['OD_CRITIQUE_SCORE_THRESHOLD', 'high', 'a number'],
    ['OD_CRITIQUE_SCORE_THRESHOLD', '11', 'must not be above scoreScale'],
    ['OD_CRITIQUE_SCORE_SCALE', '0', 'above 0'],
    ['OD_CRITIQUE_ROUND_TIMEOUT_MS', '-5', 'milliseconds'],
    ['OD_CRITIQUE_TOTAL_TIMEOUT_MS', '1e9', 'milliseconds'],
    ['OD_CRITIQUE_PARSER_MAX_BLOCK_BYTES', '63', 'at least 64'],
    ['OD_CRITIQUE_FALLBACK_POLICY', 'ship_it', 'ship_best, ship_last, fail'],
    ['OD_CRITIQUE_MAX_TOKENS', '0', 'a whole number above 0'],
    ['OD_CRITIQUE_MAX_COST_USD', '0', 'a number above 0'],
    ['OD_CRITIQUE_MAX_COST_USD', '-1', 'a number above 0'],
    ['OD_CRITIQUE_MAX_CONCURRENT_RUNS', 'all', 'a whole number'],
  ])('[C3] %s=%s stops the start, naming the variable, its value and what it takes', (name, value, takes) => {
    expect(message({ [name]: value })).toContain(name);
    expect(message({ [name]: value })).toContain(JSON.stringify(value));
    expect(message({ [name]: value })).toContain(takes);
  });

  test('[C3] a long value is cut in the message', () => {
    expect(message({ OD_CRITIQUE_MAX_ROUNDS: 'x'.repeat(500) }).length).toBeLessThan(200);
  });

  test('[C3] the documentation lists exactly these variables', () => {
    const spec = readFileSync(new URL('../../../docs/spec.md', import.meta.url), 'utf8');
    const documented = [...spec.matchAll(/^\| `(OD_CRITIQUE_\w+)` \| `(\w+)`/gm)].map(([, name, key]) => [
      name,
      key,
    ]);
    expect(documented).toEqual(Object.entries(ENV_RULES).map(([name, { key }]) => [name, key]));
    expect(documented).toHaveLength(13);
  });
});

test('OD_MEASURING_THREADS takes 1 to 64, and nothing leaves it to the cores', () => {
  expect(readMeasuring({})).toEqual({});
  expect(readMeasuring({ OD_MEASURING_THREADS: '' })).toEqual({});
  for (const limit of [1, 64])
    expect(readMeasuring({ OD_MEASURING_THREADS: String(limit) })).toEqual({ limit });
  for (const wrong of ['0', '65', 'two', '-1'])
    expect(() => readMeasuring({ OD_MEASURING_THREADS: wrong })).toThrow(
      `OD_MEASURING_THREADS is "${wrong}"; it takes a whole number from 1 to 64`,
    );
});
