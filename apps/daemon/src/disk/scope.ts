/**
 * How far a path may lead. What a checkout holds was perhaps written by a stranger: a link in it, or a path in its
 * configuration, must not reach what lies outside of it, nor git's own folder, where a checkout may keep a token.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ForeignFileError, foreignFileError } from './foreign-file-error.ts';

const GIT = '.git';
const PACKAGE = 'package.json';
/** Folders between a file and the root of its checkout. */
const MAX_PARENTS = 64;

/** True for the folder itself, and for what lies below it. By name alone: links are not followed. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The root of the checkout that `folder` belongs to; null outside of any. One that holds the home confines nothing. */
export function checkoutOf(folder: string, home = homedir()): string | null {
  let at = resolve(folder);
  for (let up = 0; up < MAX_PARENTS; up += 1) {
    if (isThere(join(at, GIT))) return isWithin(at, resolve(home)) ? null : at;
    if (dirname(at) === at) return null;
    at = dirname(at);
  }
  return null;
}

/**
 * The folder whose files a page may use: the nearest one around it that is a checkout or a package, as a site's pages share
 * what lies above them (`../assets/site.css`). Without one the page's own. One that holds the home is nobody's site.
 */
export function siteOf(folder: string, home = homedir()): string {
  let at = resolve(folder);
  for (let up = 0; up < MAX_PARENTS && !isWithin(at, resolve(home)); up += 1) {
    if (isThere(join(at, GIT)) || isThere(join(at, PACKAGE))) return at;
    if (dirname(at) === at) break;
    at = dirname(at);
  }
  return resolve(folder);
}

/** What the user works on: the checkout, else the folder they are in. */
export function projectOf(cwd: string, home?: string): string {
  return checkoutOf(cwd, home) ?? resolve(cwd);
}

/**
 * The folder that a path typed by the user must stay in once its links are followed; null where it may lead anywhere.
 * A path outside of the project is theirs to choose. One inside of it may be a link that somebody planted.
 */
export function scopeOf(path: string, cwd: string, home?: string): string | null {
  const wanted = resolve(cwd, path);
  const checkout = checkoutOf(dirname(wanted), home);
  if (checkout !== null) return checkout;
  return isWithin(cwd, wanted) ? resolve(cwd) : null;
}

/** True for git's own folder and what lies in it. */
export function isGitOwn(path: string): boolean {
  return path.split(/[\\/]/).some((part) => part.toLowerCase() === GIT);
}

/** Links followed as far as the path exists; the rest, which is not there yet, is kept as it is. */
export function realPlace(path: string): string {
  const missing: string[] = [];
  let at = resolve(path);
  for (;;) {
    try {
      return join(realpathSync(at), ...missing);
    } catch (error) {
      // A link to nothing is there, and leads somewhere: never taken for a name that is free.
      if (isThere(at) && codeOf(error) === 'ENOENT') throw leadsNowhere(path, error);
      if (isThere(at) || dirname(at) === at) throw foreignFileError(error, path);
      missing.unshift(basename(at));
      at = dirname(at);
    }
  }
}

/** Whatever would be written by it would appear where it points. */
function leadsNowhere(path: string, cause: unknown): ForeignFileError {
  return new ForeignFileError(path, 'link', 'a symbolic link on its way leads nowhere; remove the link', {
    cause,
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
