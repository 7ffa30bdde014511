/**
 * The one way to open a file that we did not make. Whatever lies there, the answer is its bytes or one sentence, at
 * once and within bounds: a named pipe does not wait, a device is not opened, a link does not lead out of the project.
 * Synchronous, as a page's stylesheets are read that way; nothing here can wait for anything but the disk.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { ForeignFileError, foreignFileError } from './foreign-file-error.ts';
import { isGitOwn, isWithin, scopeOf } from './scope.ts';

export interface ForeignRules {
  /** More is refused, and never in memory. */
  maxBytes: number;
  /** The folder it must lie in once links are followed; null lets it lie anywhere. */
  within: string | null;
  /** As the user knows it. */
  shown?: string;
}

/** Rules for a path that the user typed. */
export function typed(path: string, maxBytes: number, cwd: string, home?: string): ForeignRules {
  return { maxBytes, within: scopeOf(path, cwd, home), shown: path };
}

export function readForeign(path: string, rules: ForeignRules): Uint8Array {
  const { fd, size } = openForeign(path, rules);
  try {
    return readBounded(fd, size, rules, path);
  } catch (error) {
    throw foreignFileError(error, rules.shown ?? path);
  } finally {
    closeSync(fd);
  }
}

/** UTF-8; a binary file is refused. */
export function readForeignText(path: string, rules: ForeignRules): string {
  const bytes = readForeign(path, rules);
  const shown = rules.shown ?? path;
  if (bytes.includes(0)) throw new ForeignFileError(shown, 'not_text', 'it is a binary file, not text');
  return new TextDecoder('utf-8').decode(bytes);
}

/** Null where there is none; every other trouble is still an error. */
export function readForeignTextIfThere(path: string, rules: ForeignRules): string | null {
  return ifThere(() => readForeignText(path, rules));
}

/**
 * A file that we wrote into a folder of ours, when it is read back: what lies in its place by now may be a pipe, a link or
 * without an end all the same. Null where there is none.
 */
export function readKept(folder: string, name: string, maxBytes: number): Uint8Array | null {
  return ifThere(() => readForeign(join(folder, name), { maxBytes, within: folder, shown: name }));
}

function ifThere<Content>(read: () => Content): Content | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ForeignFileError && error.reason === 'missing') return null;
    throw error;
  }
}

/** A descriptor of a regular file that the caller closes, and its size now. */
export function openForeign(path: string, rules: ForeignRules): { fd: number; size: number } {
  const shown = rules.shown ?? path;
  let fd: number | null = null;
  try {
    const real = realpathSync(path);
    checkScope(real, rules, shown);
    // Asked before it is opened: opening alone can make a device do something.
    checkKind(statSync(real), shown);
    // Only the path may have changed since; without O_NONBLOCK a named pipe put there would be waited for.
    fd = openSync(
      real,
      constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW,
    );
    const info = fstatSync(fd);
    checkKind(info, shown);
    checkKernel(real, shown);
    checkPlace(fd, real, shown);
    if (info.size > rules.maxBytes) throw tooLarge(shown, rules.maxBytes, info.size);
    return { fd, size: info.size };
  } catch (error) {
    if (fd !== null) closeSync(fd);
    throw foreignFileError(error, shown);
  }
}

function checkScope(real: string, { within }: ForeignRules, shown: string): void {
  if (within === null) return;
  const root = realpathSync(within);
  if (!isWithin(root, real))
    throw new ForeignFileError(
      shown,
      'outside',
      'it leads out of the project; name the file itself, or copy it',
    );
  if (isGitOwn(real.slice(root.length)))
    throw new ForeignFileError(shown, 'git', "it lies in git's own folder, which is not read");
}

function checkKind(info: Stats, shown: string): void {
  if (info.isFile()) return;
  if (info.isDirectory()) throw new ForeignFileError(shown, 'folder', 'it is a folder; name a file');
  const kind = info.isFIFO() ? 'a named pipe' : info.isSocket() ? 'a socket' : 'a device';
  throw new ForeignFileError(shown, 'not_regular', `it is ${kind}; name a regular file`);
}

/** /proc, /sys and their like: regular by name, without a size, and made up while they are read. */
const KERNEL_FILES: ReadonlySet<number> = new Set([
  0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x64626720, 0x74726163, 0x73636673, 0xcafe4a11,
]);

function checkKernel(real: string, shown: string): void {
  if (process.platform !== 'linux' || !KERNEL_FILES.has(statfsSync(real).type)) return;
  throw new ForeignFileError(shown, 'not_regular', 'it is made up by the kernel; name a regular file');
}

/** What was opened is what was asked about, also if a folder on its way was exchanged meanwhile. */
function checkPlace(fd: number, real: string, shown: string): void {
  let opened: string;
  try {
    opened = realpathSync(`/proc/self/fd/${fd}`);
  } catch {
    return; // Not every system can say.
  }
  if (opened !== real)
    throw new ForeignFileError(shown, 'changed', 'it was exchanged while it was opened; try again');
}

const CHUNK_BYTES = 65_536;

/** Up to the limit whatever the file said of its size: it may grow while it is read. */
function readBounded(fd: number, size: number, { maxBytes, shown }: ForeignRules, path: string): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const room = Math.min(maxBytes + 1 - total, Math.max(CHUNK_BYTES, size + 1 - total));
    const chunk = new Uint8Array(room);
    const read = readSync(fd, chunk, 0, room, null);
    if (read === 0) break;
    total += read;
    if (total > maxBytes) throw tooLarge(shown ?? path, maxBytes, null);
    chunks.push(chunk.subarray(0, read));
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

function tooLarge(shown: string, maxBytes: number, bytes: number | null): ForeignFileError {
  const has = bytes === null ? 'it is larger than what is read' : `it has ${inWords(bytes)}`;
  return new ForeignFileError(shown, 'too_large', `${has}; at most ${inWords(maxBytes)} are read`);
}

function inWords(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2;
  if (bytes >= 1024 ** 2 && Number.isInteger(mebibytes)) return `${mebibytes} MiB`;
  if (mebibytes >= 10) return `${mebibytes.toFixed(1)} MiB`;
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KiB`;
}
