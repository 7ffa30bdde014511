/**
 * Git's own folder in a stranger's checkout, looked at before git is. Git waits for a named pipe in place of one of its
 * files, reads a device without an end, and follows `.git` into any repository of the user's.
 */
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { readForeign } from '../disk/foreign-file.ts';
import { isWithin, realPlace } from '../disk/scope.ts';

const GIT = '.git';
const MAX_PARENTS = 64;
const MAX_POINTER_BYTES = 8_192;
const MAX_CONFIG_BYTES = 4 * 1024 ** 2;
/** What git reads whole; an index or packed references of the largest projects have a tenth of it. */
const MAX_FILE_BYTES = 1024 ** 3;
/** Entries that are looked at; git's own time limit holds for the rest. */
const MAX_ENTRIES = 20_000;

const FILES = [
  ...['HEAD', 'config', 'config.worktree', 'packed-refs', 'shallow', 'commondir', 'gitdir', 'index'],
  ...[
    'info/grafts',
    'info/attributes',
    'info/exclude',
    'objects/info/alternates',
    'objects/info/commit-graph',
  ],
] as const;
/** Looked through. Single objects are not: there are too many, and git waits for one no longer than its time limit. */
const FOLDERS = ['refs', 'objects/info', 'objects/pack', 'reftable'] as const;

/** Null where git may be asked in this folder; else what is odd about it. A folder in no checkout is git's to refuse. */
export function oddRepository(folder: string): string | null {
  const found = gitEntry(folder);
  if (found === null) return null;
  try {
    const own = folderOf(found);
    const common = own === null ? null : commonOf(own);
    if (own === null || common === null) return 'its .git leads to another repository';
    for (const place of new Set([own, common])) {
      const odd = FILES.find((name) => isThere(join(place, name)) && !isPlain(join(place, name)));
      if (odd !== undefined) return `its .git/${odd} is no regular file`;
      const led = ['objects', ...FOLDERS, ...FILES].find((name) => leadsOut(place, name));
      if (led !== undefined) return `its .git/${led} leads to another repository`;
      const included = oddInclude(place);
      if (included !== null) return `its .git/config includes ${included}, which is no regular file`;
    }
    const entry = FOLDERS.map((name) => oddEntry(common, name)).find((found) => found !== null);
    return entry === undefined ? null : `its .git/${entry} is no regular file of it`;
  } catch {
    return 'its .git cannot be read';
  }
}

/** The entry git would take: the nearest above. */
function gitEntry(folder: string): string | null {
  let at = resolve(folder);
  for (let up = 0; up < MAX_PARENTS; up += 1) {
    if (isThere(join(at, GIT))) return join(at, GIT);
    if (dirname(at) === at) return null;
    at = dirname(at);
  }
  return null;
}

/** Null where it is a pointer into a repository that does not know of this checkout. */
function folderOf(entry: string): string | null {
  const info = statSync(entry);
  if (info.isDirectory()) {
    // A link to the folder of another repository is a pointer too.
    return realPlace(entry) === join(realPlace(dirname(entry)), GIT) ? entry : null;
  }
  const target = resolve(dirname(entry), pointerIn(entry).replace(/^gitdir:\s*/, ''));
  return isOwnPointer(entry, realPlace(target)) ? target : null;
}

/**
 * A linked work tree is named by the folder it points to. A submodule points into the folder of the project around it, and
 * some keep git's folder within the checkout.
 */
function isOwnPointer(entry: string, target: string): boolean {
  const checkout = realPlace(dirname(entry));
  if (isWithin(checkout, target)) return true;
  const back = join(target, 'gitdir');
  if (isThere(back)) return realPlace(resolve(target, pointerIn(back))) === join(checkout, GIT);
  const [around, inside] = target.split(`/${GIT}/modules/`);
  return inside !== undefined && around !== undefined && isWithin(around, checkout);
}

/** Where a linked work tree keeps what all of them share. Null where that is a repository that does not hold this folder. */
function commonOf(own: string): string | null {
  const named = join(own, 'commondir');
  if (!isThere(named)) return own;
  const common = resolve(own, pointerIn(named));
  return isWithin(join(realPlace(common), 'worktrees'), realPlace(own)) ? common : null;
}

/** Rules of another repository would be taken for this one's. Lists of what to leave out are often kept elsewhere. */
function leadsOut(place: string, name: string): boolean {
  const path = join(place, name);
  return !name.startsWith('info/') && isThere(path) && !isWithin(realPlace(place), realPlace(path));
}

function pointerIn(file: string): string {
  return textOf(file, MAX_POINTER_BYTES).trim();
}

function textOf(file: string, maxBytes: number): string {
  return new TextDecoder().decode(readForeign(file, { maxBytes, within: null }));
}

/** Of the files its settings include; those that they include in turn are left to git's time limit. */
function oddInclude(place: string): string | null {
  const config = join(place, 'config');
  if (!isThere(config)) return null;
  let isInclude = false;
  for (const line of textOf(config, MAX_CONFIG_BYTES).split('\n')) {
    if (/^\s*\[/.test(line)) isInclude = /^\s*\[\s*include/i.test(line);
    const named = isInclude ? /\bpath\s*=\s*"?([^"]{1,4000}?)"?\s*$/i.exec(line)?.[1] : undefined;
    if (named === undefined) continue;
    const path = resolve(place, named);
    if (isThere(path) && !isPlain(path)) return JSON.stringify(named.slice(0, 100));
  }
  return null;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isPlain(path: string, maxBytes = MAX_FILE_BYTES): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  return info?.isFile() === true && info.size <= maxBytes;
}

/** The first entry below that is no regular file, or a link that leads out of git's folder. */
function oddEntry(common: string, name: string): string | null {
  // A pack has whatever size the project has; git maps it and reads what it needs.
  const maxBytes = name.startsWith('objects/') ? Number.POSITIVE_INFINITY : MAX_FILE_BYTES;
  const left = [join(common, name)];
  let seen = 0;
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    if (!isThere(folder)) continue;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (++seen > MAX_ENTRIES) return null;
      const path = join(folder, entry.name);
      const inside = relative(common, path);
      if (entry.isDirectory()) left.push(path);
      else if (!isPlain(path, maxBytes) || (entry.isSymbolicLink() && leadsOut(common, inside)))
        return JSON.stringify(inside.slice(0, 100)).slice(1, -1);
    }
  }
  return null;
}
