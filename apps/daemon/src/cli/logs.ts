/** `jury logs`: the log of a data folder, for a person, or line by line for a program. */

import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { clean } from '../report/clean.ts';
import { linesOf, logFiles } from '../telemetry/log-file.ts';
import { LOG_LEVELS, type LogLevel } from '../telemetry/log-lines.ts';
import { type LoggedLine, readLine, wordsOf } from '../telemetry/log-reading.ts';
import { checkedDataDir, shown } from './data-dir.ts';
import { numberFlag, readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';

const DEFAULT_LAST = 200;
const MOST_LINES = 1_000_000;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('logs', argv);
  const [of, ...more] = positionals;
  if (more.length > 0) throw new Refusal(`logs takes one id, not ${quoted(more[0] ?? '')} as well.`);
  const least = levelOf(values.level);
  const count = numberFlag('last', values.last, { min: 0, max: MOST_LINES, whole: true }) ?? DEFAULT_LAST;
  const dataDir = await checkedDataDir(shell, values.data);
  const kept: string[] = [];
  let damaged = 0;
  for (const file of await logFiles(dataDir)) {
    for await (const line of linesOf(file)) {
      const entry = readLine(line);
      if (entry === null) damaged += 1;
      else if (isAsked(entry, of, least)) kept.push(line);
      // In pieces: to shift a long list for every line would be quadratic.
      if (count > 0 && kept.length > 2 * count + 1_000) kept.splice(0, kept.length - count);
    }
  }
  const told = count === 0 ? kept : kept.slice(-count);
  for (const line of told) shell.out(`${values.json === true ? line : clean(wordsOf(line))}\n`);
  if (damaged > 0)
    shell.error(
      `${damaged === 1 ? '1 line of the log cannot be read; it was' : `${damaged} lines of the log cannot be read; they were`} left out.\n`,
    );
  if (told.length > 0) return EXIT.ships;
  const where = shown(shell.cwd, dataDir);
  shell.error(
    of === undefined
      ? `The log in ${where} has no such line. OD_LOG_LEVEL=off writes none.\n`
      : `The log in ${where} has nothing of ${quoted(of)}; ${juryCommand()} logs shows what it has.\n`,
  );
  return EXIT.inconclusive;
});

function levelOf(word: string | undefined): LogLevel {
  if (word === undefined) return 'debug';
  const level = LOG_LEVELS.find((known) => known === word.toLowerCase());
  if (level === undefined) throw new Refusal(`--level takes ${LOG_LEVELS.join(', ')}, not ${quoted(word)}.`);
  return level;
}

/** A run by its whole id or the beginning of it, as lists show it; a report by its id. */
function isAsked(entry: LoggedLine, of: string | undefined, least: LogLevel): boolean {
  if (LOG_LEVELS.indexOf(entry.level) < LOG_LEVELS.indexOf(least)) return false;
  return of === undefined || entry.run?.startsWith(of) === true || entry.report === of;
}
