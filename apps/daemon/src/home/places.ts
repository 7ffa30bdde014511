/** Where this user's own files are on this system. Nothing of a project is read from here, and nothing of ours from a project. */
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { type Env, readVariable } from '../env.ts';

const NAME = 'design-jury';

/** Runs, consents, and the folders agents work in. */
export function stateHome(env: Env, platform: string = process.platform): string {
  const home = homeOf(env);
  switch (platform) {
    case 'win32':
      return win32.join(absolute(env, 'LOCALAPPDATA', win32) ?? win32.join(home, 'AppData', 'Local'), NAME);
    case 'darwin':
      return posix.join(
        absolute(env, 'XDG_STATE_HOME') ?? posix.join(home, 'Library', 'Application Support'),
        NAME,
      );
    default:
      return posix.join(absolute(env, 'XDG_STATE_HOME') ?? posix.join(home, '.local', 'state'), NAME);
  }
}

/** What the user has set: programs of their own, keys. */
export function configHome(env: Env, platform: string = process.platform): string {
  const home = homeOf(env);
  if (platform === 'win32')
    return win32.join(absolute(env, 'APPDATA', win32) ?? win32.join(home, 'AppData', 'Roaming'), NAME);
  return posix.join(absolute(env, 'XDG_CONFIG_HOME') ?? posix.join(home, '.config'), NAME);
}

/** What can be made again: compiled code of the published package. */
export function cacheHome(env: Env, platform: string = process.platform): string {
  const home = homeOf(env);
  // As `bin/jury.mjs` of the package has it, on every system.
  const path = platform === 'win32' ? win32 : posix;
  return path.join(absolute(env, 'XDG_CACHE_HOME', path) ?? path.join(home, '.cache'), NAME);
}

function homeOf(env: Env): string {
  return absolute(env, 'HOME') ?? homedir();
}

/** A relative one is ignored, as the XDG specification says: it would lie in whatever folder we are started in. */
function absolute(
  env: Env,
  name: 'HOME' | 'XDG_CACHE_HOME' | 'XDG_STATE_HOME' | 'XDG_CONFIG_HOME' | 'LOCALAPPDATA' | 'APPDATA',
  path: typeof posix = posix,
): string | null {
  const value = readVariable(env, name);
  return value !== undefined && path.isAbsolute(value) && !value.includes('\0') ? value : null;
}
