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
