/** Arguments of one command, read by `node:util` and refused in a sentence. */
import { parseArgs } from 'node:util';
import { juryCommand } from '../command-name.ts';
import { didYouMean } from '../nearest-word.ts';
import { COMMAND_FLAGS, type CommandName } from './command-flags.ts';
import { quoted, Refusal } from './refusal.ts';

/** What was given of a command's flags. */
export type FlagsOf<Name extends CommandName> = ReturnType<typeof readFlags<Name>>['values'];

export function readFlags<Name extends CommandName>(command: Name, argv: string[]) {
  try {
    const options: (typeof COMMAND_FLAGS)[Name] = COMMAND_FLAGS[command];
    return parseArgs({ args: argv, options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const flag = /^Option '[^']*?(--[\w-]+)[^']*' argument is ambiguous/.exec(message)?.[1];
    if (flag !== undefined) throw new Refusal(withoutValue(flag, argv), { cause: error });
    const hint = unknownFlag(message, Object.keys(COMMAND_FLAGS[command]));
    throw new Refusal(`${firstSentence(message)}${hint} See ${juryCommand()} ${command} --help.`, {
      cause: error,
    });
  }
}

/** What begins with a dash may be the value or the next flag: nobody can tell. */
function withoutValue(flag: string, argv: readonly string[]): string {
  const next = argv[argv.indexOf(flag) + 1] ?? '';
  return `${flag} needs a value, and ${quoted(next)} looks like a flag; write ${flag}=VALUE for one that begins with a dash.`;
}

/** @param message Node's own */
function unknownFlag(message: string, flags: readonly string[]): string {
  const typed = /^Unknown option '--([^'\n]+)'/.exec(message)?.[1];
  return typed === undefined ? '' : didYouMean(typed, flags, (flag) => `--${flag}`);
}

/** For a command that takes flags only. */
export function noArguments(command: CommandName, positionals: readonly string[]): void {
  if (positionals[0] !== undefined)
    throw new Refusal(
      `${command} takes no ${quoted(positionals[0])}; see ${juryCommand()} ${command} --help.`,
    );
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
