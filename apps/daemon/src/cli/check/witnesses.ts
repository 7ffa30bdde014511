/** What is asked of files beside the panel: must-fixes of the past, as checks of the repository. */
import { resolve } from 'node:path';
import { placeOnDisk } from '../../library/subjects.ts';
import { WITNESS_FILE, type WitnessEntry, witnessWords } from '../../trust/witness-file.ts';
import { oneOf } from '../panel-flags.ts';
import type { JudgedPage } from '../review/page.ts';
import type { Shell } from '../shell.ts';
import { parseWitnesses, readWitnesses, witnessName } from '../witness-file.ts';
import type { BaseRules } from './base-rules.ts';

/** What a witness that does not hold comes to. */
const WITNESS_MODES = ['fail', 'strict', 'off'] as const;

export interface Witnesses {
  mode: (typeof WITNESS_MODES)[number];
  entries: readonly WitnessEntry[];
}

export async function witnessesFor(
  asked: string | undefined,
  shell: Shell,
  base: BaseRules | null,
): Promise<Witnesses> {
  const mode = oneOf('witnesses', asked, WITNESS_MODES) ?? 'fail';
  return { mode, entries: mode === 'off' ? [] : await witnessesOf(shell, base) };
}

/** With `--base` those of the commit: a change cannot take its own witnesses away. */
async function witnessesOf(shell: Shell, base: BaseRules | null): Promise<WitnessEntry[]> {
  if (base === null) return readWitnesses(shell);
  return parseWitnesses(await base.read(resolve(shell.cwd, WITNESS_FILE)));
}

/** Whether a witness of this file fails it; what there is to say of them is added to the gate's remarks. */
export async function breaksWitness(
  { subject, before, design, gate }: JudgedPage,
  { mode, entries }: Witnesses,
  { cwd }: Shell,
): Promise<boolean> {
  const own = entries.filter(({ file }) => file === witnessName(cwd, subject.path));
  if (own.length === 0) return false;
  const { buildPage, formatOfMime } = await import('../../measure/model/page.ts');
  const { readDesignMd } = await import('../../measure/model/design-md.ts');
  const { askWitnesses } = await import('../../trust/witness.ts');
  const page = await buildPage({
    html: before,
    path: placeOnDisk(subject),
    format: formatOfMime(subject.mime),
    design: design === null ? null : readDesignMd(design),
  });
  const asked = askWitnesses(page, own);
  gate.remarks.push(...witnessWords(asked));
  const fails = mode === 'strict' ? ['broken', 'stale', 'waived', 'unmeasured'] : ['broken'];
  return asked.some(({ state }) => fails.includes(state));
}
