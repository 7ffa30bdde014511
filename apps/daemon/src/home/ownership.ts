/** Whether a folder or a file is this user's alone. What is not is never read: somebody else may have put it there. */
import { constants, type Stats } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isTracked, workTreeOf } from './git-index.ts';

const OTHERS = 0o077;
const OTHERS_MAY_WRITE = 0o022;
/** What we make in a data folder ourselves. A user's own skills and recipes in it have the rights the user gave them. */
const OURS = [
  'jury.db',
  'jury.db-wal',
  'jury.db-shm',
  'project.json',
  'degraded.json',
  'token',
  'tokens.json',
  'run',
  'artifacts',
];

/** What is wrong, where and what to do; null where nothing is, and where there is no such folder yet. */
export async function folderFault(folder: string, project: string): Promise<string | null> {
  const link = await linkOnTheWay(folder, project);
  if (link !== null)
    return `${link} is a symbolic link: what it leads to may be anybody's. Name the folder itself with --data`;
  const info = await lstat(folder).catch(() => null);
  if (info === null || !info.isDirectory()) return null;
  const fault = rightsFault(folder, info) ?? (await entryFault(folder));
  if (fault !== null) return fault;
  if (await isTracked(folder))
    return `git tracks ${folder}: what is in it came with the repository. Remove it from the repository, or name it with --data`;
  return null;
}

/** Of one folder or file alone; null also where it is not there. */
export async function rightsOf(path: string): Promise<string | null> {
  const info = await lstat(path).catch(() => null);
  return info === null ? null : rightsFault(path, info);
}

/** Below the root of the project a link may have come with it; above it lies what the user has made. */
async function linkOnTheWay(folder: string, project: string): Promise<string | null> {
  const below = folder !== project && isInside(project, folder);
  let path = below ? project : folder;
  for (const part of below ? relative(project, folder).split(sep) : ['.']) {
    path = join(path, part);
    const info = await lstat(path).catch(() => null);
    if (info?.isSymbolicLink() === true) return path;
  }
  return null;
}

async function entryFault(folder: string): Promise<string | null> {
  for (const name of OURS) {
    const path = join(folder, name);
    const info = await lstat(path).catch(() => null);
    if (info === null) continue;
    if (info.isSymbolicLink()) return `${path} is a symbolic link, which nothing of ours is. Remove it`;
    const fault = rightsFault(path, info);
    if (fault !== null) return fault;
  }
  return null;
}

function rightsFault(path: string, info: Stats): string | null {
  // Windows keeps rights elsewhere; its mode says nothing.
  if (process.platform === 'win32') return null;
  const uid = process.getuid?.() ?? info.uid;
  if (info.uid !== uid)
    return `${path} belongs to another user (${info.uid}). Name a folder of your own with --data`;
  const mode = info.mode & 0o777;
  if ((mode & OTHERS) === 0) return null;
  const may = (mode & OTHERS_MAY_WRITE) === 0 ? 'read' : 'written';
  return `${path} can be ${may} by others (mode ${octal(mode)}). Close it: chmod -R go= ${shellWord(path)}`;
}

export class OwnFileError extends Error {
  override readonly name = 'OwnFileError';
}

export interface OwnFileRules {
  maxBytes: number;
  /** `nobody`: it holds secrets, or consents. `anybody`: it may be read by others, but only we may write it. */
  readableBy: 'nobody' | 'anybody';
  /** @default that of the process */
  home?: string;
}

/**
 * A file that only this user can have written; null where there is none. One handle for the check and the reading: what was
 * checked is what is read. A link is followed, since configuration is often kept elsewhere; what it leads to is checked.
 */
export async function readOwnFile(file: string, rules: OwnFileRules): Promise<string | null> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw new OwnFileError(`${file} cannot be opened: ${error.code}`);
    },
  );
  if (handle === null) return null;
  try {
    const info = await handle.stat();
    if (!info.isFile()) throw new OwnFileError(`${file} is not a file`);
    if (info.size > rules.maxBytes) throw new OwnFileError(`${file} is larger than ${rules.maxBytes} bytes`);
    refuseForeign(file, info, rules);
    if (await isOfRepository(resolve(file), rules.home ?? homedir()))
      throw new OwnFileError(
        `git tracks ${file}, so it came with the repository and is not used. Keep yours outside of it`,
      );
    return (await handle.readFile('utf8')).replace(/^\ufeff/, '');
  } finally {
    await handle.close();
  }
}

/**
 * Where the folders of the user were put into a checkout, as continuous integration does to keep them, a pull request can bring
 * files along that would be theirs. Who keeps a whole home under git has written what git tracks there; so has who links to a
 * place outside.
 */
async function isOfRepository(file: string, home: string): Promise<boolean> {
  const tree = await workTreeOf(file);
  if (tree === null || isInside(tree.root, home)) return false;
  const real = await realpath(file).catch(() => file);
  const root = await realpath(tree.root).catch(() => tree.root);
  return isInside(root, real) && (await isTracked(real));
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function refuseForeign(file: string, { uid, mode: bits }: Stats, { readableBy }: OwnFileRules): void {
  if (process.platform === 'win32') return;
  const mode = bits & 0o777;
  const closed = readableBy === 'nobody' ? OTHERS : OTHERS_MAY_WRITE;
  if (process.getuid !== undefined && uid !== process.getuid() && uid !== 0)
    throw new OwnFileError(`${file} belongs to another user, so it is not used`);
  if ((mode & closed) === 0) return;
  const may = (mode & OTHERS_MAY_WRITE) === 0 ? 'read' : 'written';
  throw new OwnFileError(
    `${file} can be ${may} by others (mode ${octal(mode)}), so it is not used. Run: chmod ${readableBy === 'nobody' ? '600' : 'go-w'} ${shellWord(file)}`,
  );
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
