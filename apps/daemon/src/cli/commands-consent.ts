/**
 * A brief or a criteria file can name commands to run. Whoever wrote the file wrote them: in a stranger's project they
 * are a stranger's code, and run only for a user who says so.
 */
import { clean } from '../report/clean.ts';
import { quoted, Refusal } from './refusal.ts';

const MOST_SHOWN = 3;

export function requireCommandsAllowed(
  commands: readonly string[],
  file: string,
  isAllowed: boolean | undefined,
): void {
  if (commands.length === 0 || isAllowed === true) return;
  const shown = commands.slice(0, MOST_SHOWN).map((command) => quoted(clean(command)));
  const more = commands.length > MOST_SHOWN ? ` and ${commands.length - MOST_SHOWN} more` : '';
  throw new Refusal(
    `${quoted(file)} asks to run ${shown.join(', ')}${more}. That is code of whoever wrote it: read it, and add --run-commands to allow it.`,
  );
}
