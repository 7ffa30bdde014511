/** A command from its body: what is refused becomes one line on stderr and its exit code. */

import { EXIT, type ExitCode } from '@design-jury/contracts/exit-codes';
import { Refusal } from '../library/refusal.ts';
import { clean } from '../report/clean.ts';
import type { Shell } from './shell.ts';

export { quoted, Refusal } from '../library/refusal.ts';

/** Errors whose message is already such a sentence. Everything else is a bug and passes. */
const EXIT_OF_ERROR: ReadonlyMap<string, ExitCode> = new Map<string, ExitCode>([
  ['ConfigError', EXIT.usage],
  ['AgentsFileError', EXIT.usage],
  ['ForeignFileError', EXIT.usage],
  ['CriteriaFileError', EXIT.usage],
  ['TaskError', EXIT.usage],
  ['StateFileError', EXIT.usage],
  ['UnreadablePageError', EXIT.inconclusive],
  ['TranscriptError', EXIT.usage],
  ['JuryError', EXIT.inconclusive],
  ['StoreError', EXIT.inconclusive],
  ['EventLogError', EXIT.inconclusive],
  ['ArtifactError', EXIT.inconclusive],
  ['AgentUnavailableError', EXIT.inconclusive],
]);

export function command(body: (argv: string[], shell: Shell) => Promise<number>) {
  return async (argv: string[], given?: Shell): Promise<number> => {
    // Loaded where a command is run: help has sentences too, and needs no more.
    const shell = given ?? (await import('./shell.ts')).processShell();
    try {
      return await body(argv, shell);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const exit = error instanceof Refusal ? error.exit : EXIT_OF_ERROR.get(error.name);
      if (exit === undefined) throw error;
      shell.error(`jury: ${clean(error.message)}\n`);
      return exit;
    }
  };
}
