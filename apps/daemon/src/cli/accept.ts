/** `jury accept`: whether delivered work may go out: each requirement covered, the commands of the brief run. */
import { juryCommand } from '../command-name.ts';
import { converge } from './converge.ts';
import { readFlags } from './flags.ts';
import { sandboxShell } from './panel-flags.ts';
import { command, Refusal } from './refusal.ts';

export const run = command(async (argv, given) => {
  const { values, positionals } = readFlags('accept', argv);
  if (positionals.length > 0)
    throw new Refusal(`${juryCommand()} accept takes no file; name the task with --task.`);
  return converge(values, 'final-verification', sandboxShell(given, values.sandbox));
});
