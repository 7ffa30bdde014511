/** What `jury data` knows of a data folder, and how it is moved. */

import { cp, lstat, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { juryCommand } from '../../command-name.ts';
import { NOTE_FILE, readNote } from '../../home/data-folder.ts';
import { PRIVATE_FOLDER } from '../../home/rights.ts';
import { fileRefusal } from '../../library/subjects.ts';
import { makeFolders } from '../../make-folders.ts';
import { Refusal } from '../refusal.ts';

const DATABASE = 'jury.db';
/** Counted in one folder; what is beyond says no more than "large". */
const MAX_COUNTED = 200_000;
const LOCK_WAIT_MS = 1_000;

/** Bytes of everything in it, links not followed. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  const waiting = [folder];
  for (let counted = 0; waiting.length > 0 && counted < MAX_COUNTED; ) {
    const here = waiting.pop() ?? folder;
    for (const entry of await readdir(here, { withFileTypes: true }).catch(() => [])) {
      counted++;
      const path = join(here, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else bytes += (await lstat(path).catch(() => null))?.size ?? 0;
    }
  }
  return bytes;
}

/** Null where there is no database, or one that cannot be read. */
export async function countRuns(folder: string): Promise<number | null> {
  const file = join(folder, DATABASE);
  if (!(await isThere(file))) return null;
  const { DatabaseSync } = await import('node:sqlite');
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return Number(database.prepare('select count(*) as runs from runs').get()?.runs);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** Refuses while another process has the database open: it would write on into what is gone. */
export async function refuseInUse(folder: string): Promise<void> {
  const file = join(folder, DATABASE);
  if (!(await isThere(file))) return;
  const { DatabaseSync } = await import('node:sqlite');
  try {
    const database = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
    try {
      // Only who is alone may leave the mode with a shared journal; it also folds that journal into the file.
      const mode = database.prepare('pragma journal_mode = delete').get()?.journal_mode;
      if (mode === 'delete') return;
    } finally {
      database.close();
    }
  } catch (error) {
    if (!/locked|busy/i.test(error instanceof Error ? error.message : '')) return;
  }
  throw new Refusal(
    `${folder} is in use; stop ${juryCommand()} serve and the runs that use it, then try again.`,
  );
}

/** All of it or nothing; what was at `from` is gone afterwards. */
export async function moveFolder(from: string, to: string): Promise<void> {
  await refuseInUse(from);
  await clear(to);
  try {
    await makeFolders(dirname(to), PRIVATE_FOLDER);
    await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error;
      await copyAll(from, to);
      await rm(from, { recursive: true });
    });
  } catch (error) {
    throw fileRefusal(error, to);
  }
}

/** What is there must be empty, but for the note of a place that data was moved away from. */
async function clear(to: string): Promise<void> {
  const names = await readdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw fileRefusal(error, to);
  });
  if (names === null) return;
  if (names.length === 1 && names[0] === NOTE_FILE && (await readNote(to))?.movedTo !== undefined)
    await rm(join(to, NOTE_FILE));
  else if (names.length > 0) throw new Refusal(`${to} is not empty; name a folder that is not there yet.`);
  await rmdir(to);
}

async function copyAll(from: string, to: string): Promise<void> {
  try {
    await mkdir(to, { mode: PRIVATE_FOLDER });
    await cp(from, to, {
      recursive: true,
      preserveTimestamps: true,
      errorOnExist: true,
      verbatimSymlinks: true,
    });
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    throw error;
  }
}

export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
