/** `jury accept`: whether delivered work may go out: each requirement covered, the commands of the brief run. */
import { converge } from './converge.ts';
import { readFlags } from './flags.ts';
import { Refusal, refusing } from './refusal.ts';
import { processShell, type Shell } from './shell.ts';

export function run(argv: string[], shell: Shell = processShell()): Promise<number> {
  return refusing(shell, () => {
    const { values, positionals } = readFlags('accept', argv);
    if (positionals.length > 0) throw new Refusal('jury accept takes no file; name the task with --task.');
    return converge(values, 'final-verification', shell);
  });
}
