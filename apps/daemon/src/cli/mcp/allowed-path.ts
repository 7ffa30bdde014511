/**
 * Which paths a client may name: below the folder the server was started in, and never what holds secrets. A model chooses the
 * names here, and what is read may be shown to another one.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { patternFault } from '../../library/file-pattern.ts';
import { findSubjects } from '../../library/subjects.ts';
import { Refusal } from '../refusal.ts';

export class PathRefused extends Error {
  override readonly name = 'PathRefused';
}

const SECRET_FILES =
  /^(?:\.env(?:\..+)?|\.npmrc|\.netrc|_netrc|\.pypirc|\.git-credentials|\.pgpass|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)(?:\..+)?|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)|credentials(?:\.json)?|secrets?\.(?:json|ya?ml|toml)|service-account.*\.json|terraform\.tfstate.*)$/i;
const SECRET_FOLDERS = new Set(['.git', '.ssh', '.aws', '.gnupg', '.kube', '.docker', '.azure', '.gcloud']);
/** A template without values, committed on purpose. */
const HARMLESS = /^\.env\.(?:example|sample|template|dist)$/i;

/** The path, absolute and below `root` and one of the client's folders, whatever links lie on the way. Throws a `PathRefused`. */
function allowedPath(root: string, name: string, clientRoots: readonly string[] | null = null): string {
  const path = resolve(root, name);
  if (clientRoots !== null && !clientRoots.some((one) => isBelow(realOf(one), realOf(path))))
    throw new PathRefused(`${JSON.stringify(name)} is outside of the folders that the client lets us use.`);
  if (!isBelow(root, path))
    throw new PathRefused(`${JSON.stringify(name)} is outside of ${root}, which is all this server may use.`);
  const secret = relative(root, path).split(sep).find(isSecret);
  if (secret !== undefined)
    throw new PathRefused(`${JSON.stringify(secret)} is kept out: files of that name hold secrets.`);
  const real = realOf(path);
  if (!isBelow(realOf(root), real))
    throw new PathRefused(`${JSON.stringify(name)} leads out of ${root} through a link.`);
  if (relative(realOf(root), real).split(sep).some(isSecret))
    throw new PathRefused(`${JSON.stringify(name)} leads to a file that holds secrets.`);
  return path;
}

/** As `allowedPath`, for a name that a command may take as a pattern: braces and brackets can stand for `..`. */
export function allowedFile(
  root: string,
  name: string,
  clientRoots: readonly string[] | null = null,
): string {
  const path = allowedPath(root, name, clientRoots);
  if (isPattern(path)) throw new PathRefused(`There is no file ${JSON.stringify(name)}; name one file.`);
  return path;
}

/** The files behind a name, which may be a pattern: those below `root` alone, whatever else it matches. */
export async function allowedFiles(
  root: string,
  name: string,
  clientRoots: readonly string[] | null = null,
): Promise<string[]> {
  const path = allowedPath(root, name, clientRoots);
  if (!isPattern(path)) return [path];
  const fault = patternFault(path);
  if (fault !== null) throw new PathRefused(`${JSON.stringify(name)} cannot be used as a pattern: ${fault}.`);
  const found = await findSubjects(root, [path]).catch((error: unknown) => {
    if (error instanceof Refusal) return [];
    throw error;
  });
  const allowed = found.map((page) => page.path).filter((page) => isAllowed(root, page, clientRoots));
  // What lies elsewhere is as if it were not there: a refusal would tell that it is.
  if (allowed.length === 0) throw new PathRefused(`No page matches ${JSON.stringify(name)} below ${root}.`);
  return allowed;
}

function isPattern(path: string): boolean {
  return /[*?{[]/.test(path) && lstatSync(path, { throwIfNoEntry: false }) === undefined;
}

function isAllowed(root: string, path: string, clientRoots: readonly string[] | null): boolean {
  try {
    allowedPath(root, path, clientRoots);
    return true;
  } catch (error) {
    if (error instanceof PathRefused) return false;
    throw error;
  }
}

function isSecret(part: string): boolean {
  return SECRET_FOLDERS.has(part.toLowerCase()) || (SECRET_FILES.test(part) && !HARMLESS.test(part));
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && !isAbsolute(way));
}

/** Of what does not exist yet, the nearest folder that does counts. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realOf(above), basename(path));
  }
}
