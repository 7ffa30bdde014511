/** The daemon's variables: a table of name → key → parser. Read once, at the start; nothing reads them later. */
import { availableParallelism } from 'node:os';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import {
  type CritiqueConfig,
  CritiqueConfigSchema,
  FALLBACK_POLICIES,
  GROUNDING_MODES,
} from '@design-jury/contracts/theater/critique';

/** A parser answers with the value, or with `undefined` for text it does not take. */
interface EnvRule {
  key: keyof CritiqueConfig;
  takes: string;
  parse: (text: string) => CritiqueConfig[keyof CritiqueConfig] | undefined;
}

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
};

const switchWord = (text: string) => WORDS[text.toLowerCase()];
const positiveInteger = (text: string) =>
  /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
const decimal = (text: string) => (/^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined);
const groundingMode = (text: string) => GROUNDING_MODES.find((mode) => mode === text.toLowerCase());
const fallbackPolicy = (text: string) => FALLBACK_POLICIES.find((policy) => policy === text);

export const ENV_RULES = {
  OD_CRITIQUE_ENABLED: { key: 'enabled', takes: 'true or false', parse: switchWord },
  OD_CRITIQUE_MAX_ROUNDS: { key: 'maxRounds', takes: 'a whole number from 1 to 20', parse: positiveInteger },
  OD_CRITIQUE_SCORE_THRESHOLD: {
    key: 'scoreThreshold',
    takes: 'a number from 0 to the score scale, such as 8.0',
    parse: decimal,
  },
  OD_CRITIQUE_SCORE_SCALE: { key: 'scoreScale', takes: 'a number above 0, at most 1000', parse: decimal },
  OD_CRITIQUE_ROUND_TIMEOUT_MS: {
    key: 'perRoundTimeoutMs',
    takes: 'milliseconds, a whole number above 0',
    parse: positiveInteger,
  },
  OD_CRITIQUE_TOTAL_TIMEOUT_MS: {
    key: 'totalTimeoutMs',
    takes: 'milliseconds, a whole number above 0',
    parse: positiveInteger,
  },
  OD_CRITIQUE_PARSER_MAX_BLOCK_BYTES: {
    key: 'parserMaxBlockBytes',
    takes: 'bytes, a whole number of at least 64',
    parse: positiveInteger,
  },
  OD_CRITIQUE_PLATEAU_ROUNDS: {
    key: 'plateauRounds',
    takes: 'a whole number from 1 to 20',
    parse: positiveInteger,
  },
  OD_CRITIQUE_MAX_TOKENS: {
    key: 'maxTokens',
    takes: 'tokens of a whole run, a whole number above 0',
    parse: positiveInteger,
  },
  OD_CRITIQUE_MAX_COST_USD: {
    key: 'maxCostUsd',
    takes: 'US dollars of a whole run, a number above 0 such as 0.50',
    parse: decimal,
  },
  OD_CRITIQUE_FALLBACK_POLICY: {
    key: 'fallbackPolicy',
    takes: FALLBACK_POLICIES.join(', '),
    parse: fallbackPolicy,
  },
  OD_CRITIQUE_GROUNDING: { key: 'grounding', takes: GROUNDING_MODES.join(', '), parse: groundingMode },
  OD_CRITIQUE_MAX_CONCURRENT_RUNS: {
    key: 'maxConcurrentRuns',
    takes: 'a whole number above 0',
    parse: positiveInteger,
  },
} as const satisfies Record<string, EnvRule>;

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Throws a `ConfigError` whose message names the variable, its value and what it takes. */
export function readCritiqueConfig(env: Readonly<Record<string, string | undefined>>): CritiqueConfig {
  const values: Record<string, unknown> = {
    ...DEFAULT_CRITIQUE_CONFIG,
    maxConcurrentRuns: availableParallelism(),
  };
  const given = Object.entries(ENV_RULES).filter(([name]) => env[name] !== undefined && env[name] !== '');
  for (const [name, rule] of given) {
    const text = (env[name] ?? '').trim();
    const value = rule.parse(text);
    if (value === undefined) throw refused(name, text, rule.takes);
    values[rule.key] = value;
  }
  const parsed = CritiqueConfigSchema.safeParse(values);
  if (parsed.success) return Object.freeze(parsed.data);
  const issue = parsed.error.issues[0];
  const key = String(issue?.path[0]);
  const culprit = given.find(([, rule]) => rule.key === key) ?? given[0];
  if (culprit === undefined) throw new ConfigError(`the default of ${key} is not valid: ${issue?.message}`);
  throw refused(culprit[0], env[culprit[0]] ?? '', `${culprit[1].takes} (${key} ${issue?.message})`);
}

const MEASURING_THREADS = 'OD_MEASURING_THREADS';
const MOST_THREADS = 64;

/** How many pages are measured at once, where it is said. */
export function readMeasuring(env: Readonly<Record<string, string | undefined>>): { limit?: number } {
  const text = (env[MEASURING_THREADS] ?? '').trim();
  if (text === '') return {};
  const limit = positiveInteger(text);
  if (limit === undefined || limit > MOST_THREADS)
    throw refused(MEASURING_THREADS, text, `a whole number from 1 to ${MOST_THREADS}`);
  return { limit };
}

const LONGEST_ECHO = 60;

function refused(name: string, value: string, takes: string): ConfigError {
  const shown = value.length > LONGEST_ECHO ? `${value.slice(0, LONGEST_ECHO)}…` : value;
  return new ConfigError(`${name} is ${JSON.stringify(shown)}; it takes ${takes}`);
}
