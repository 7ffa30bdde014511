/** A decision of a command that opens no engine, in the log of its data folder. */
import { Redactor } from '../agents/redact.ts';
import { type Env, readVariable } from '../env.ts';
import { DEFAULT_LOG_LEVEL } from './fault.ts';
import type { Decision } from './host-lines.ts';
import { openLogFile } from './log-file.ts';
import { isTold, lineOf, toldEntry } from './log-lines.ts';

/** Never rejects: what was decided stands, whether or not the log has it. */
export async function logDecision(
  { level, event, fields }: Omit<Decision, 'runId'>,
  { dataDir, env }: { dataDir: string; env: Env },
): Promise<void> {
  const least = readVariable(env, 'OD_LOG_LEVEL') ?? DEFAULT_LOG_LEVEL;
  if (least === 'off' || !isTold(level, least)) return;
  const redactor = new Redactor();
  const log = openLogFile({ dataDir, onProblem: () => {} });
  const entry = { ts: new Date().toISOString(), level, ns: 'host', event, fields };
  log.write(lineOf(toldEntry(entry, (text) => redactor.message(text))));
  await log.close();
}
