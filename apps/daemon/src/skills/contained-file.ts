/** Files of a library that others may have written: text only, of bounded size, never outside their folder. */
import { open, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

export class ContainedFileError extends Error {
  override name = 'ContainedFileError';
}

/** The text of `name` below `folder`. Every refusal is a sentence without the path: the caller names the file. */
export async function readContained(folder: string, name: string, maxBytes: number): Promise<string> {
  const path = await containedPath(folder, name);
  const handle = await open(path, 'r');
  try {
    const info = await handle.stat();
    if (!info.isFile()) throw new ContainedFileError('is not a file');
    if (info.size > maxBytes) {
      const size = (info.size / 1024).toFixed(0);
      throw new ContainedFileError(`has ${size} KiB; at most ${maxBytes / 1024} KiB are read`);
    }
    return decode(await handle.readFile());
  } finally {
    await handle.close();
  }
}

/** Follows links, and refuses the one that leads out. */
async function containedPath(folder: string, name: string): Promise<string> {
  if (name === '' || isAbsolute(name) || name.includes('\\') || name.split('/').includes('..'))
    throw new ContainedFileError(`${JSON.stringify(name.slice(0, 80))} leads out of its folder`);
  const root = await realpath(folder);
  let path: string;
  try {
    path = await realpath(join(root, name));
  } catch {
    throw new ContainedFileError(`there is no file ${JSON.stringify(name.slice(0, 80))}`);
  }
  if (!isInside(root, path))
    throw new ContainedFileError(
      `${JSON.stringify(name.slice(0, 80))} is a link that leads out of its folder`,
    );
  return path;
}

export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function decode(bytes: Uint8Array): string {
  if (bytes.includes(0)) throw new ContainedFileError('is a binary file, not text');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ContainedFileError('is not UTF-8 text');
  }
}
