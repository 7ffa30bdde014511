/**
 * The one way to write a file for the user. It is there as a whole or not at all: written under a name nobody can guess
 * and moved into place. A link is never written through: not in place of the file, and not on the way to it where the
 * way lies in a project, which a stranger may have laid out.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolders } from '../make-folders.ts';
import { ForeignFileError, foreignFileError } from './foreign-file-error.ts';
import { isGitOwn, isWithin, realPlace } from './scope.ts';
import { temporaryIn } from './temporary.ts';

export interface OutRules {
  /** The folder that must hold it once links are followed; null where the user named a place anywhere. */
  within: string | null;
  /** As the user knows it. */
  shown?: string;
  /** Of a file that is new. @default 0o666, less what the user's umask takes */
  mode?: number;
}

/** The file's place with the links of its folders followed; the folders are made. */
export async function writeOut(
  target: string,
  content: string | Uint8Array,
  rules: OutRules,
): Promise<string> {
  return replaceOut(target, rules, (handle) => handle.writeFile(content));
}

/** As `writeOut`, for what is too large to hold: `fill` writes to the handle and leaves it open. */
export async function replaceOut(
  target: string,
  rules: OutRules,
  fill: (handle: FileHandle) => Promise<unknown>,
): Promise<string> {
  const shown = rules.shown ?? target;
  const folder = await makeFolder(dirname(target), rules);
  const place = join(folder, basename(target));
  try {
    const before = await infoOf(place);
    refuseUnlessFile(before, shown);
    const temporary = await temporaryIn(folder);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const handle = await open(
      temporary,
      flags,
      before === null ? (rules.mode ?? 0o666) : before.mode & 0o777,
    );
    try {
      try {
        await fill(handle);
      } finally {
        await handle.close();
      }
      await rename(temporary, place);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
    return place;
  } catch (error) {
    throw foreignFileError(error, shown);
  }
}

/** Writes a file that is not there yet; false where something is, even a link to nothing: then nothing is touched. */
export async function createOut(target: string, content: string, rules: OutRules): Promise<boolean> {
  const shown = rules.shown ?? target;
  try {
    const place = join(checkedPlace(dirname(target), rules), basename(target));
    if ((await infoOf(place)) !== null) return false;
    await makeFolder(dirname(target), rules);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const handle = await open(place, flags, rules.mode ?? 0o666);
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw foreignFileError(error, shown);
  }
}

/** Takes away a file, or the link that stands in its place; what the link names stays. Nothing there is fine too. */
export async function removeOut(target: string, rules: OutRules): Promise<void> {
  const shown = rules.shown ?? target;
  try {
    const place = join(checkedPlace(dirname(target), rules), basename(target));
    const info = await infoOf(place);
    if (info?.isDirectory()) throw new ForeignFileError(shown, 'folder', 'it is a folder; move it away');
    if (info !== null) await rm(place, { force: true });
  } catch (error) {
    throw foreignFileError(error, shown);
  }
}

/** With its parents; resolves with the place behind its links. */
export async function makeFolder(folder: string, rules: OutRules): Promise<string> {
  const shown = rules.shown ?? folder;
  try {
    const place = checkedPlace(folder, rules);
    await makeFolders(place);
    // Made by others meanwhile, or by us: it is where it was looked for.
    const now = checkedPlace(folder, rules);
    if (now !== place)
      throw new ForeignFileError(shown, 'changed', 'it was exchanged while it was made; try again');
    return place;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EEXIST')
      throw new ForeignFileError(shown, 'not_regular', 'there is a file of that name; name a folder', {
        cause: error,
      });
    throw foreignFileError(error, shown);
  }
}

function checkedPlace(folder: string, { within, shown = folder }: OutRules): string {
  const place = realPlace(folder);
  if (within === null) return place;
  const root = realPlace(within);
  if (!isWithin(root, place))
    throw new ForeignFileError(
      shown,
      'outside',
      `it leads out of the project, to ${JSON.stringify(place)}; nothing is written there unless a flag names that place itself`,
    );
  if (isGitOwn(place.slice(root.length)))
    throw new ForeignFileError(shown, 'git', "it lies in git's own folder; nothing is written there");
  return place;
}

function refuseUnlessFile(info: Stats | null, shown: string): void {
  if (info === null || info.isFile()) return;
  if (info.isDirectory()) throw new ForeignFileError(shown, 'folder', 'it is a folder; name a file');
  if (info.isSymbolicLink())
    throw new ForeignFileError(
      shown,
      'link',
      'it is a symbolic link, and nothing is written through one; remove it, or name the file itself',
    );
  throw new ForeignFileError(shown, 'not_regular', 'it is a named pipe, a socket or a device; remove it');
}

/** Where a folder for the user lies or would lie, links followed; refuses as writing there would. Nothing is made. */
export function outPlace(folder: string, rules: OutRules): string {
  try {
    return checkedPlace(folder, rules);
  } catch (error) {
    throw foreignFileError(error, rules.shown ?? folder);
  }
}

async function infoOf(path: string): Promise<Stats | null> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
