/** What `jury --help` says. */
import { EXIT_MEANINGS } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { didYouMean } from '../nearest-word.ts';
import { COMMAND_FLAGS, type Flag } from './command-flags.ts';
import type { Command } from './commands.ts';
import { EXAMPLES } from './examples.ts';
import { quoted } from './refusal.ts';

/** Ours alone, without a word of anybody else: so every command in it can be named as this one was called. */
function asCalled(text: string): string {
  const names = Object.keys(COMMAND_FLAGS).join('|');
  return text.replaceAll(new RegExp(`\\bjury (?=(?:${names})\\b|<|--)`, 'g'), `${juryCommand()} `);
}

export function helpText(commands: readonly Command[]): string {
  const rows: [string, string][] = [
    ...commands.map(({ name, summary }): [string, string] => [name, summary]),
    ['--help', 'this text; `jury <command> --help` for one command'],
    ['--version', 'the version, and the Node it runs on'],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = [
    'Design Jury: a jury for AI-made work.',
    'Scored rounds with evidence, a gate that code decides, every word replayable.',
    '',
    'Usage: jury <command> [options]',
    '',
    'To begin: jury review page.html judges a page and writes a better copy; jury init sets up a project.',
    '',
    ...rows.map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    `Exit codes: ${EXIT_MEANINGS.map(({ code, short }) => `${code} ${short}`).join(', ')}.`,
    '',
  ];
  return asCalled(lines.join('\n'));
}

export function commandHelp(command: Command): string {
  const { summary, usage, notes = [] } = command;
  const rows = helpRows(command);
  const width = Math.max(...rows.map(({ head }) => head.length));
  const lines = [
    summary,
    '',
    ...usage.map((line, index) => `${index === 0 ? 'Usage:' : '      '} jury ${line}`),
    '',
    ...rows.map(({ head, help }) => `  ${head.padEnd(width)}  ${help}`),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `  ${note}`)]),
    '',
    'Examples:',
    ...exampleRows(command.name),
    '',
  ];
  return asCalled(lines.join('\n'));
}

function exampleRows(name: Command['name']): string[] {
  return EXAMPLES[name].flatMap(([line, does]) => [`  jury ${line}`, `      ${does}`]);
}

/** What can follow a command's name, for its help and for docs/cli.md. */
export function helpRows({ name, arguments: words = [] }: Command): { head: string; help: string }[] {
  const flags: Readonly<Record<string, Flag>> = COMMAND_FLAGS[name];
  return [
    ...words.map((word) => ({ head: word.name, help: word.help })),
    ...Object.entries(flags).flatMap(([flag, { value, help }]) =>
      help === null ? [] : [{ head: `--${flag}${value === undefined ? '' : ` ${value}`}`, help }],
    ),
  ];
}

/** One sentence for a name that is no command, with the nearest one that is. */
export function unknownCommand(name: string, commands: readonly Command[]): string {
  const hint = didYouMean(
    name,
    commands.map((command) => command.name),
  );
  return `jury: ${quoted(name)} is not a command.${hint} See ${juryCommand()} --help.\n`;
}
