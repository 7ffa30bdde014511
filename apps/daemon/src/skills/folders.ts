/** Where skills and design systems are: ours, then the user's. */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Env, readVariable } from '../env.ts';
import { isInside } from './contained-file.ts';

export type LibraryKind = 'skills' | 'design-systems';

export interface Root {
  path: string;
  origin: 'built-in' | 'user';
  /** Named by the user, so its absence is reported; our own places may be missing. */
  named: boolean;
}

const VARIABLE = {
  skills: 'OD_SKILLS_DIR',
  'design-systems': 'OD_DESIGN_SYSTEMS_DIR',
} as const satisfies Record<LibraryKind, string>;

/** Beside the packages: `skills/` and `design-systems/` of the repository. */
const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

export function rootsOf(kind: LibraryKind, dataDir: string, env: Env): Root[] {
  const named = (readVariable(env, VARIABLE[kind]) ?? []).map(
    (path): Root => ({ path: resolve(path), origin: 'user', named: true }),
  );
  return [
    { path: join(REPOSITORY, kind), origin: 'built-in', named: false },
    { path: join(dataDir, kind), origin: 'user', named: false },
    ...named,
  ];
}

const MAX_ENTRIES = 500;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export type Entry = { name: string; path: string } & ({ ok: true } | { ok: false; message: string });

/** The folders of a root, by name. A link is followed as long as it stays inside. */
export async function entriesOf(root: Root): Promise<Entry[] | null> {
  let found: Dirent[];
  let real: string;
  try {
    real = await realpath(root.path);
    found = await readdir(real, { withFileTypes: true });
  } catch {
    return null;
  }
  const entries: Entry[] = [];
  const names = found.map(({ name }) => name).sort();
  for (const name of names.slice(0, MAX_ENTRIES)) {
    const path = join(real, name);
    if (name.startsWith('.') || name === 'README.md') continue;
    if (!NAME.test(name)) {
      entries.push({ name, path, ok: false, message: 'the folder needs a name of letters, digits, - and _' });
      continue;
    }
    const target = await realpath(path).catch(() => null);
    if (target === null || !isInside(real, target)) {
      entries.push({ name, path, ok: false, message: 'is a link that leads out of its folder' });
      continue;
    }
    if ((await stat(target)).isDirectory()) entries.push({ name, path: target, ok: true });
  }
  if (names.length > MAX_ENTRIES)
    entries.push({
      name: '…',
      path: real,
      ok: false,
      message: `holds ${names.length} entries; the first ${MAX_ENTRIES} are read`,
    });
  return entries;
}
