/** What is printed about a bug of ours. It may quote anything, so no secret of the environment may be in it. */
import { type Surroundings, secretValues } from '../agents/environment.ts';
import { Redactor } from '../agents/redact.ts';
import { juryCommand } from '../command-name.ts';
import { withReport } from '../fault-report.ts';

/** `id`: under which the log has it; null where it has not. */
export function crashReport(error: unknown, env: Surroundings, id: string | null): string {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const redacted = new Redactor(secretValues(env)).message(words);
  const please = 'Please report it with the lines above';
  const found = id === null ? please : withReport(please, `${id}: ${juryCommand()} logs ${id}`);
  return `jury: internal error: ${redacted}\nThis is a bug in Design Jury, not a verdict. ${found}.\n`;
}
