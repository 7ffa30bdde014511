/** The changes a loop made, in the order it made them, from the files it kept: bytes, not texts. */
import { readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readKept } from '../../disk/foreign-file.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../home/rights.ts';
import { makeFolders } from '../../make-folders.ts';
import { hashOf } from '../../measure/model/text-bytes.ts';
import { subjectHash, writeSubject } from './subject-file.ts';

/** Of one version of a document, or of what changed in it. */
const MAX_VERSION_BYTES = 67_108_864;

export interface KeptChange {
  before: Uint8Array;
  after: Uint8Array;
  diff: string;
}

export interface LoopChange {
  pass: number;
  name: string;
  before: Uint8Array;
  after: Uint8Array;
}

/** `place` is a path without an ending. */
export async function keepChange(place: string, { before, after, diff }: KeptChange): Promise<void> {
  await makeFolders(dirname(place), PRIVATE_FOLDER);
  await writeFile(`${place}.before`, before, { mode: PRIVATE_FILE });
  await writeFile(`${place}.after`, after, { mode: PRIVATE_FILE });
  // Last: when it is there, both texts are whole.
  await writeFile(`${place}.diff`, diff, { mode: PRIVATE_FILE });
}

export async function keptChange(place: string): Promise<KeptChange | null> {
  const kept = (ending: string): Uint8Array | null =>
    readKept(dirname(place), `${basename(place)}.${ending}`, MAX_VERSION_BYTES);
  try {
    const [before, after, diff] = [kept('before'), kept('after'), kept('diff')];
    if (before === null || after === null || diff === null) return null;
    return { before, after, diff: new TextDecoder().decode(diff) };
  } catch {
    return null;
  }
}

export async function loopChanges(workDir: string): Promise<LoopChange[]> {
  const folders = await readdir(workDir).catch(() => []);
  const changes: LoopChange[] = [];
  for (const folder of folders) {
    const pass = /^pass-(\d+)$/.exec(folder)?.[1];
    if (pass === undefined) continue;
    for (const file of await readdir(join(workDir, folder))) {
      if (!file.endsWith('.diff')) continue;
      const name = file.slice(0, -'.diff'.length);
      const kept = await keptChange(join(workDir, folder, name));
      if (kept !== null) changes.push({ pass: Number(pass), name, before: kept.before, after: kept.after });
    }
  }
  return changes.toSorted((one, other) => one.name.localeCompare(other.name, 'en') || one.pass - other.pass);
}

export type Reverted =
  | { status: 'reverted'; changes: number }
  | { status: 'nothing' | 'as-before' | 'changed-since' | 'not-restored' };

/** Puts a file back byte for byte; by hash, before and after. */
export async function revertChanges(
  subject: { file: string },
  changes: readonly LoopChange[],
): Promise<Reverted> {
  const [first, last] = [changes.at(0), changes.at(-1)];
  if (first === undefined || last === undefined) return { status: 'nothing' };
  const now = subjectHash(subject);
  const wanted = hashOf(first.before);
  if (now === wanted) return { status: 'as-before' };
  if (now !== hashOf(last.after)) return { status: 'changed-since' };
  await writeSubject(subject, last.after, first.before);
  return subjectHash(subject) === wanted
    ? { status: 'reverted', changes: changes.length }
    : { status: 'not-restored' };
}
