/** Arguments of one command, read by `node:util` and refused in a sentence. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { quoted, Refusal } from './refusal.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export function readFlags<Given extends Options>(command: string, argv: string[], options: Given) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Refusal(`${firstSentence(message)} See jury ${command} --help.`, { cause: error });
  }
}

/** Node adds advice about `--` that helps nobody here. */
function firstSentence(message: string): string {
  const [first = message] = message.split(/\. (?=[A-Z])|\n/);
  return `${first.replace(/\.$/, '')}.`;
}

export interface NumberRange {
  min: number;
  max: number;
  whole?: boolean;
}

export function numberFlag(name: string, text: string | undefined, range: NumberRange): number | undefined {
  if (text === undefined) return undefined;
  const { min, max, whole = false } = range;
  const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
  const kind = whole ? 'a whole number' : 'a number';
  throw new Refusal(`--${name} is ${quoted(text)}; it takes ${kind} from ${min} to ${max}.`);
}

export const BUDGET_FLAGS = { 'max-tokens': { type: 'string' }, 'max-cost': { type: 'string' } } as const;

const MAX_TOKENS = 1_000_000_000;
const LEAST_COST_USD = 0.0001;
const MAX_COST_USD = 100_000;

/** What a run may use before it is stopped; absent where nothing was said. */
export function budgetOf(
  values: {
    [Flag in keyof typeof BUDGET_FLAGS]?: string | undefined;
  },
): { maxTokens?: number; maxCostUsd?: number } {
  const maxTokens = numberFlag('max-tokens', values['max-tokens'], { min: 1, max: MAX_TOKENS, whole: true });
  const maxCostUsd = numberFlag('max-cost', values['max-cost'], { min: LEAST_COST_USD, max: MAX_COST_USD });
  return {
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
  };
}
