/**
 * A folder with its parents. Node's own recursive `mkdir` never ends where a folder is there and nothing can be made in it, as in
 * `/proc`: it makes the parent, finds it there, and tries again, in a thread that no signal reaches.
 */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Resolves with the topmost folder that was made, as `mkdir` does; undefined where all were there. */
export async function makeFolders(path: string, mode?: number): Promise<string | undefined> {
  try {
    return await makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissing(error) || parent === path) throw error;
    const first = await makeFolders(parent, mode);
    const made = await makeOne(path, mode);
    return first ?? made;
  }
}

async function makeOne(path: string, mode: number | undefined): Promise<string | undefined> {
  try {
    await mkdir(path, { mode });
    return path;
  } catch (error) {
    // The top of a file system says differently why it cannot be made: what counts is that it is there.
    const info = await stat(path).catch(() => null);
    if (info?.isDirectory() === true) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
