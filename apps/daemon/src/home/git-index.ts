/**
 * Whether git tracks something at or below a path, read from the index itself: to start git in a stranger's folder would
 * be to run what its configuration names.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

const MAX_INDEX_BYTES = 268_435_456;
const MAX_GIT_FILE_BYTES = 4_096;
const MOST_PARENTS = 64;
/** `DIRC`, version, number of entries. */
const HEADER_BYTES = 12;
/** Times, device, mode, owner and size of an entry, before its hash. */
const STAT_BYTES = 40;
const SHA1_BYTES = 20;
const SHA256_BYTES = 32;
const EXTENDED = 0x40_00;
/** Of an index that keeps most of its entries in a file beside it. */
const SPLIT = 'link';

/** An index that cannot be read counts as one that has it. */
export async function isTracked(path: string): Promise<boolean> {
  const tree = await workTreeOf(path);
  if (tree === null) return false;
  const index = await readBounded(join(tree.folder, 'index'), MAX_INDEX_BYTES);
  if (index === 'missing') return false;
  return index === 'unreadable' || names(index, relative(tree.root, path).split(sep).join('/'));
}

/** The checkout that a path lies in, with git's own folder of it; null where it lies in none. */
export async function workTreeOf(path: string): Promise<{ root: string; folder: string } | null> {
  for (let root = dirname(path), steps = 0; steps < MOST_PARENTS; root = dirname(root), steps++) {
    const folder = await gitFolder(root);
    if (folder !== null) return { root, folder };
    if (dirname(root) === root) return null;
  }
  return null;
}

/** `.git` is a folder, or in a worktree and a submodule a file that names one. */
async function gitFolder(root: string): Promise<string | null> {
  const path = join(root, '.git');
  const file = await readBounded(path, MAX_GIT_FILE_BYTES);
  if (file === 'missing') return null;
  if (file === 'unreadable') return path;
  const named = /^gitdir: (.+)$/m.exec(file.toString('utf8'))?.[1];
  return named === undefined ? null : resolve(root, named);
}

async function readBounded(path: string, most: number): Promise<Buffer | 'missing' | 'unreadable'> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ENOTDIR' ? ('missing' as const) : ('unreadable' as const),
  );
  if (typeof handle === 'string') return handle;
  try {
    const info = await handle.stat();
    return info.isFile() && info.size <= most ? await handle.readFile() : 'unreadable';
  } catch {
    return 'unreadable';
  } finally {
    await handle.close();
  }
}

function names(index: Buffer, path: string): boolean {
  if (index.length < HEADER_BYTES || index.toString('latin1', 0, 4) !== 'DIRC') return true;
  const found = [SHA1_BYTES, SHA256_BYTES].map((hash) => entriesName(index, path, hash));
  // Read with the wrong length of hash it ends in nonsense, which says nothing.
  return found.every((one) => one === null) || found.some((one) => one === true);
}

/** Null where this is no index with hashes of that length. */
function entriesName(index: Buffer, path: string, hashBytes: number): boolean | null {
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  if (version < 2 || version > 4) return null;
  let at = HEADER_BYTES;
  let name = '';
  let has = false;
  for (let entry = 0; entry < count; entry++) {
    const flags = at + STAT_BYTES + hashBytes;
    if (flags + 4 > index.length) return null;
    let start = flags + 2 + ((index.readUInt16BE(flags) & EXTENDED) === 0 ? 0 : 2);
    let kept = '';
    if (version === 4) {
      const dropped = offsetAt(index, start);
      if (dropped.value > name.length) return null;
      kept = name.slice(0, name.length - dropped.value);
      start = dropped.next;
    }
    const end = index.indexOf(0, start);
    // Without a name stands for one of the other file, where there is one.
    if (end === -1) return null;
    name = kept + index.toString('latin1', start, end);
    has ||= isAtOrBelow(name, path);
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  // The rest of the names lies in another file, which is not read: any path may be among them.
  return has || hasExtension(index, at, SPLIT);
}

/** What stands behind the entries, each with its name and its length. */
function hasExtension(index: Buffer, from: number, wanted: string): boolean {
  for (let at = from; at + 8 <= index.length; at += 8 + index.readUInt32BE(at + 4))
    if (index.toString('latin1', at, at + 4) === wanted) return true;
  return false;
}

/** Names are bytes; on systems that ignore case, `.OD/jury.db` is the same file. */
function isAtOrBelow(name: string, path: string): boolean {
  const bytes = Buffer.from(path, 'utf8').toString('latin1').toLowerCase();
  const lower = name.toLowerCase();
  return lower === bytes || lower.startsWith(`${bytes}/`);
}

/** Git's own variable-length number, high bits first. */
function offsetAt(index: Buffer, at: number): { value: number; next: number } {
  let byte = index[at] ?? 0;
  let value = byte & 127;
  let next = at + 1;
  while ((byte & 128) !== 0 && next < index.length) {
    byte = index[next] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
    next += 1;
  }
  return { value, next };
}
