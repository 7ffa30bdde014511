/**
 * A home for one browser process, gone when the process is: what a browser writes of its own accord (crash reports, certificates,
 * caches, singletons) is neither left in the user's home nor mixed with their own browser's. Fonts stay the user's.
 */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { makeFolders } from '../../make-folders.ts';

/** Where fonts, their settings and their cache are looked for, by the variable that may name the folder and by its default. */
const FONTS: readonly (readonly [variable: string, otherwise: string, name: string])[] = [
  ['XDG_CONFIG_HOME', '.config', 'fontconfig'],
  ['XDG_DATA_HOME', '.local/share', 'fonts'],
  ['XDG_CACHE_HOME', '.cache', 'fontconfig'],
  ['', '', '.fonts'],
];

export interface PrivateHome {
  env: Record<string, string>;
  /** Never rejects. */
  remove(): Promise<void>;
}

export async function makePrivateHome(env: Readonly<Record<string, string>>): Promise<PrivateHome> {
  const home = await mkdtemp(join(tmpdir(), 'jury-browser-'));
  const remove = (): Promise<void> =>
    rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});
  try {
    const folders: Record<string, string> = {};
    for (const [variable, otherwise, name] of FONTS) {
      const own = join(home, otherwise);
      await makeFolders(own, 0o700);
      if (variable !== '') folders[variable] = own;
      const theirs = folderOf(env, variable, otherwise);
      // A link to nothing is one that is not followed.
      if (theirs !== null) await symlink(join(theirs, name), join(own, name));
    }
    const temporary = join(home, 'tmp');
    await mkdir(temporary, { mode: 0o700 });
    const { XDG_STATE_HOME: _state, XDG_RUNTIME_DIR: _runtime, ...rest } = env;
    return { env: { ...rest, ...folders, HOME: home, TMPDIR: temporary }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function folderOf(env: Readonly<Record<string, string>>, variable: string, otherwise: string): string | null {
  const named = env[variable];
  if (named !== undefined && isAbsolute(named)) return named;
  const { HOME: home } = env;
  return home === undefined || !isAbsolute(home) ? null : join(home, otherwise);
}
