/** The witness file of a project: where it is, and what it says. */
import { relative, resolve, sep } from 'node:path';
import { readForeignTextIfThere } from '../disk/foreign-file.ts';
import { scopeOf } from '../disk/scope.ts';
import { fileRefusal } from '../library/subjects.ts';
import { MAX_WITNESS_BYTES, WITNESS_FILE, type WitnessEntry, WitnessFileSchema } from '../trust/witness.ts';
import { Refusal } from './refusal.ts';
import { writeReport } from './review/report-file.ts';
import type { Shell } from './shell.ts';

/** In the folder a command is called in, as for jury.config.json; none is an empty one. */
export function readWitnesses(shell: Pick<Shell, 'cwd'>): WitnessEntry[] {
  const file = resolve(shell.cwd, WITNESS_FILE);
  let text: string | null;
  try {
    text = readForeignTextIfThere(file, { within: scopeOf(file, shell.cwd), maxBytes: MAX_WITNESS_BYTES });
  } catch (error) {
    throw fileRefusal(error, WITNESS_FILE);
  }
  if (text === null) return [];
  try {
    return WitnessFileSchema.parse(JSON.parse(text)).witnesses;
  } catch (cause) {
    throw new Refusal(
      `${WITNESS_FILE} cannot be read: it is no file of witnesses. Correct it, or remove it.`,
      { cause },
    );
  }
}

export async function writeWitnesses(shell: Shell, witnesses: readonly WitnessEntry[]): Promise<void> {
  const text = `${JSON.stringify({ version: 1, witnesses }, null, 2)}\n`;
  await writeReport(shell, resolve(shell.cwd, WITNESS_FILE), text);
}

/** How a file is named in it. */
export function witnessName(cwd: string, path: string): string {
  return relative(cwd, path).split(sep).join('/');
}
