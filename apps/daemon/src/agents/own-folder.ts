/**
 * A program's own folder without what it would keep of us. Its settings and its login lie in the user's; a folder inside
 * of the private one stands for that, where everything is a link to the user's but for the places in which conversations
 * are kept. A login that is renewed is written through its link; what is kept goes with the private folder.
 */
import { readdir, symlink } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { PRIVATE_FOLDER } from '../home/rights.ts';
import { makeFolders } from '../make-folders.ts';
import type { Surroundings } from './environment.ts';

export interface OwnFolder {
  /** Names the folder to the program. */
  variable: string;
  /** Where it is otherwise, in the home. */
  usual: string;
  /** What the program keeps of its conversations there. */
  apart: readonly string[];
}

/** More entries than any program has there. */
const MAX_LINKS = 500;

/** Returns the variable that names it; nothing where the user has no home. */
export async function makeOwnFolder(
  { variable, usual, apart }: OwnFolder,
  folder: string,
  surroundings: Surroundings,
): Promise<Record<string, string>> {
  const { HOME: home, [variable]: named } = surroundings;
  const users = named ?? (home === undefined ? undefined : join(home, usual));
  if (users === undefined || !isAbsolute(users)) return {};
  const own = join(folder, 'own');
  await makeFolders(own, PRIVATE_FOLDER);
  const names = (await readdir(users).catch(() => [])).filter((name) => !apart.includes(name));
  for (const name of names.slice(0, MAX_LINKS)) await symlink(join(users, name), join(own, name));
  return { [variable]: own };
}
