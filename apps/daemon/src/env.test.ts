import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter } from 'node:path';
import { ContentSettingsSchema } from '@design-jury/contracts/content/settings';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { describe, expect, test } from 'vitest';
import { PROVIDERS } from './agents/models/providers.ts';
import { ConfigError, readCritiqueConfig, readVariable } from './env.ts';
import { CONTENT_VARIABLES, CRITIQUE_VARIABLES, VARIABLES } from './env-table.ts';

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
    expect(documented).toEqual(Object.entries(CRITIQUE_VARIABLES).map(([name, { key }]) => [name, key]));
    expect(documented).toHaveLength(13);
  });
});

describe('the table of variables', () => {
  test('a variable that is not set or blank has no value; a path keeps its spaces, a model does not', () => {
    expect(readVariable({}, 'OD_DATA_DIR')).toBeUndefined();
    expect(readVariable({ OD_DATA_DIR: '  ' }, 'OD_DATA_DIR')).toBeUndefined();
    expect(readVariable({ OD_DATA_DIR: ' a folder ' }, 'OD_DATA_DIR')).toBe(' a folder ');
    expect(readVariable({ OD_MODEL: ' qwen3 ' }, 'OD_MODEL')).toBe('qwen3');
  });

  test.each([
    ['true', true],
    ['1', true],
    ['github', true],
    ['false', false],
    ['FALSE', false],
    ['0', false],
    ['', undefined],
  ])('CI=%j is read as %s', (text, value) => {
    expect(readVariable({ CI: text }, 'CI')).toBe(value);
  });

  test('OD_MEASURING_THREADS takes 1 to 64, and nothing leaves it to the cores', () => {
    expect(readVariable({}, 'OD_MEASURING_THREADS')).toBeUndefined();
    for (const limit of [1, 64])
      expect(readVariable({ OD_MEASURING_THREADS: String(limit) }, 'OD_MEASURING_THREADS')).toBe(limit);
    for (const wrong of ['0', '65', 'two', '-1'])
      expect(() => readVariable({ OD_MEASURING_THREADS: wrong }, 'OD_MEASURING_THREADS')).toThrow(
        `OD_MEASURING_THREADS is "${wrong}"; it takes a whole number from 1 to 64`,
      );
  });

  test('a list of folders leaves empty parts out', () => {
    const text = ['', '/a', '/b', ''].join(delimiter);
    expect(readVariable({ OD_SKILLS_DIR: text }, 'OD_SKILLS_DIR')).toEqual(['/a', '/b']);
  });

  test('what it says of a run without a variable is the default', () => {
    const spoken = (value: unknown): string =>
      value === null || value === undefined ? 'no limit' : String(value);
    for (const [name, { key, otherwise }] of Object.entries(CRITIQUE_VARIABLES)) {
      if (key === 'enabled' || key === 'maxConcurrentRuns') continue;
      const [word = ''] = otherwise === 'no limit' ? [otherwise] : otherwise.split(' ');
      const said = /^[\d.]+$/.test(word) ? String(Number(word)) : word;
      expect([name, said]).toEqual([name, spoken(DEFAULT_CRITIQUE_CONFIG[key])]);
    }
  });

  test('what it says of a content setting are its bounds', () => {
    const bounds = Object.values(CONTENT_VARIABLES).flatMap(({ setting, does }) => {
      const found = /(\d+) to (\d+)/.exec(does);
      return found === null ? [] : [{ setting, least: Number(found[1]), most: Number(found[2]) }];
    });
    expect(bounds.length).toBeGreaterThan(8);
    for (const { setting, least, most } of bounds) {
      const takes = (value: number) => ContentSettingsSchema.shape[setting].safeParse(value).success;
      expect([setting, takes(least - 1), takes(least), takes(most), takes(most + 1)]).toEqual([
        setting,
        false,
        true,
        true,
        false,
      ]);
    }
  });

  test('what it says of a model API without a variable is what its provider takes', () => {
    for (const { modelVariable, defaultModel, baseUrlVariables, defaultBaseUrl } of Object.values(
      PROVIDERS,
    )) {
      expect(VARIABLES[modelVariable].otherwise).toBe(
        `\`OD_MODEL\`, else ${defaultModel ?? 'none: it must be set'}`,
      );
      const last = baseUrlVariables.at(-1) ?? 'OD_MODEL';
      const shown = (defaultBaseUrl ?? 'none: it must be set').replace('http://', '');
      expect(VARIABLES[last].otherwise).toBe(shown);
    }
  });
});
