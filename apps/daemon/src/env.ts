/** Reads the variables of `env-table.ts`. The process is asked once, at the start; what is read is passed in. */
import { availableParallelism } from 'node:os';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { type CritiqueConfig, CritiqueConfigSchema } from '@design-jury/contracts/theater/critique';
import { CRITIQUE_VARIABLES, VARIABLES, type VariableName } from './env-table.ts';

export type Env = Readonly<Record<string, string | undefined>>;

type Value<Name extends VariableName> = Exclude<ReturnType<(typeof VARIABLES)[Name]['parse']>, undefined>;

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Undefined where it is not set or blank. Throws a `ConfigError` with its name, its value and what it takes. */
export function readVariable<Name extends VariableName>(env: Env, name: Name): Value<Name> | undefined {
  const text = textOf(env, name);
  if (text === undefined) return undefined;
  const { parse, takes } = VARIABLES[name];
  const value = parse(text);
  if (value === undefined) throw refused(name, text, takes);
  // The table's parsers have different types; this one is the parser of `name`.
  return value as Value<Name>;
}

/** Throws a `ConfigError` whose message names the variable, its value and what it takes. */
export function readCritiqueConfig(env: Env): CritiqueConfig {
  const values: Record<string, unknown> = {
    ...DEFAULT_CRITIQUE_CONFIG,
    maxConcurrentRuns: availableParallelism(),
  };
  const given = critiqueNames().filter((name) => textOf(env, name) !== undefined);
  for (const name of given) values[CRITIQUE_VARIABLES[name].key] = readVariable(env, name);
  const parsed = CritiqueConfigSchema.safeParse(values);
  if (parsed.success) return Object.freeze(parsed.data);
  const issue = parsed.error.issues[0];
  const key = String(issue?.path[0]);
  const culprit = given.find((name) => CRITIQUE_VARIABLES[name].key === key) ?? given[0];
  if (culprit === undefined) throw new ConfigError(`the default of ${key} is not valid: ${issue?.message}`);
  const { takes } = CRITIQUE_VARIABLES[culprit];
  throw refused(culprit, env[culprit] ?? '', `${takes} (${key} ${issue?.message})`);
}

function critiqueNames(): (keyof typeof CRITIQUE_VARIABLES)[] {
  return Object.keys(CRITIQUE_VARIABLES) as (keyof typeof CRITIQUE_VARIABLES)[];
}

function textOf(env: Env, name: VariableName): string | undefined {
  const text = env[name];
  return text === undefined || text.trim() === '' ? undefined : text;
}

const LONGEST_ECHO = 60;

function refused(name: string, value: string, takes: string): ConfigError {
  const text = value.trim();
  const shown = text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}…` : text;
  return new ConfigError(`${name} is ${JSON.stringify(shown)}; it takes ${takes}`);
}
