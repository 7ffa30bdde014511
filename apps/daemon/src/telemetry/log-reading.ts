/** Lines of the log, read back. Whoever can write to the file may have written anything: nothing is believed of a line. Pure. */
import { z } from 'zod';
import { LOG_LEVELS } from './log-lines.ts';

const LineSchema = z.looseObject({
  ts: z.string().optional(),
  level: z.enum(LOG_LEVELS),
  ns: z.string(),
  event: z.string(),
  run: z.string().optional(),
  report: z.string().optional(),
});
export type LoggedLine = z.infer<typeof LineSchema>;

export function readLine(line: string): LoggedLine | null {
  try {
    return LineSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

const HEAD: ReadonlySet<string> = new Set(['ts', 'level', 'ns', 'event', 'run', 'project', 'trace']);
const SHORT_ID = 8;

/** For a person: `08:12:03 info critique run-1a2b round_closed round=1 composite=7.9`. */
export function wordsOf(line: string): string {
  const entry = readLine(line);
  if (entry === null) return line;
  const fields = Object.entries(entry).flatMap(([name, value]) =>
    HEAD.has(name) || value === null
      ? []
      : [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
  );
  const time = entry.ts === undefined ? [] : [entry.ts.replace('T', ' ').replace(/\.\d+Z$/, '')];
  const run = entry.run === undefined ? [] : [entry.run.slice(0, SHORT_ID)];
  return [...time, entry.level.padEnd(5), entry.ns, ...run, entry.event, ...fields].join(' ');
}
