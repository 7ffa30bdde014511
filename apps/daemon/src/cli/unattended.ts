/** Who is asked where nobody may be there: the flag, the terminal, and what to say instead. */

import { UNATTENDED_POLICIES, type UnattendedPolicy } from '@design-jury/contracts/questions';
import { juryCommand } from '../command-name.ts';
import { readVariable } from '../env.ts';
import { dataDirOf, shown } from './data-dir.ts';
import { shellWord } from './next-step.ts';
import { quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

export function unattendedOf(given: string | undefined): UnattendedPolicy | undefined {
  if (given === undefined) return undefined;
  const policy = UNATTENDED_POLICIES.find((known) => known === given);
  if (policy === undefined)
    throw new Refusal(`--unattended is ${quoted(given)}; it takes ${UNATTENDED_POLICIES.join(' or ')}.`);
  return policy;
}

/** Whether somebody can be asked here: a person at a terminal, who did not say that nobody is there. */
export function canBeAsked(
  { inIsTty, errorIsTty, env }: Shell,
  flags: { json: boolean; mode: string; unattended: UnattendedPolicy | undefined },
): boolean {
  const isCi = readVariable(env, 'CI') === true;
  return (
    inIsTty && errorIsTty && !isCi && !flags.json && flags.mode !== 'silent' && flags.unattended === undefined
  );
}

/** The command we name must find the run. */
export function whereToAnswer(shell: Shell, dataDir: string): string {
  const isOurs = dataDir === dataDirOf(shell, undefined);
  const data = isOurs ? '' : ` --data ${shellWord(shown(shell.cwd, dataDir))}`;
  return `Try again? The question waits in the browser: ${juryCommand()} serve${data}
`;
}
