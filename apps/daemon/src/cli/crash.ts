/** What is printed about a bug of ours. It may quote anything, so no secret of the environment may be in it. */
import { type Surroundings, secretValues } from '../agents/environment.ts';
import { Redactor } from '../agents/redact.ts';

export function crashReport(error: unknown, env: Surroundings): string {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const redacted = new Redactor(secretValues(env)).message(words);
  return `jury: internal error: ${redacted}\nThis is a bug in Design Jury, not a verdict. Please report it with the lines above.\n`;
}
