/** A yes that somebody types; where nobody can, it is no. */
import { readVariable } from '../env.ts';
import type { Shell } from './shell.ts';

export function canType(shell: Shell): boolean {
  return shell.inIsTty && shell.errorIsTty && readVariable(shell.env, 'CI') !== true;
}

export async function isConfirmed(shell: Shell, question: string): Promise<boolean> {
  if (!canType(shell)) return false;
  const answer = await shell.readLine(`${question} [y/N] `, new AbortController().signal).catch(() => '');
  return /^y(?:es)?$/i.test(answer.trim());
}
