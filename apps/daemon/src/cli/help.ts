/** What `jury --help` says. */
import type { Command } from './commands.ts';

export function helpText(commands: readonly Command[]): string {
  const rows: [string, string][] = [
    ...commands.map(({ name, summary }): [string, string] => [name, summary]),
    ['--help', 'this text; `jury <command> --help` for one command'],
    ['--version', 'the version, and the Node it runs on'],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    'Design Jury: a jury for AI-made work. Scored rounds with evidence, a gate that code decides,',
    'every word replayable.',
    '',
    'Usage: jury <command> [options]',
    '',
    ...rows.map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Exit codes: 0 ships, 1 does not ship, 2 wrong usage, 3 inconclusive, 4 waits for an answer, 130 interrupted.',
    '',
  ].join('\n');
}

export function commandHelp({ summary, usage }: Command): string {
  return `${summary}\n\nUsage: jury ${usage}\n`;
}

/** One sentence for a name that is no command, with the nearest one that is. */
export function unknownCommand(name: string, commands: readonly Command[]): string {
  const near = commands.find((command) => command.name.startsWith(name) || name.startsWith(command.name));
  const hint = near === undefined ? '' : ` Did you mean "${near.name}"?`;
  return `jury: "${name}" is not a command.${hint} See jury --help.\n`;
}
