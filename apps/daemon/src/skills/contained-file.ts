/** Files of a library that others may have written: text only, of bounded size, never outside their folder. */
import { isAbsolute, join, relative, sep } from 'node:path';
import { readForeign } from '../disk/foreign-file.ts';
import { ForeignFileError } from '../disk/foreign-file-error.ts';

export class ContainedFileError extends Error {
  override name = 'ContainedFileError';
}

/** The text of `name` below `folder`. Every refusal is a sentence without the path: the caller names the file. */
export async function readContained(folder: string, name: string, maxBytes: number): Promise<string> {
  const shown = JSON.stringify(name.slice(0, 80));
  if (name === '' || isAbsolute(name) || name.includes('\\') || name.split('/').includes('..'))
    throw new ContainedFileError(`${shown} leads out of its folder`);
  try {
    return decode(readForeign(join(folder, name), { maxBytes, within: folder }));
  } catch (error) {
    if (!(error instanceof ForeignFileError)) throw error;
    throw new ContainedFileError(why(error, shown), { cause: error });
  }
}

function why(error: ForeignFileError, shown: string): string {
  switch (error.reason) {
    case 'missing':
      return `there is no file ${shown}`;
    case 'outside':
      return `${shown} is a link that leads out of its folder`;
    case 'folder':
    case 'not_regular':
      return 'is not a file';
    case 'too_large':
      return error.why.replace(/^it /, '');
    default:
      return `cannot be read: ${error.why}`;
  }
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
