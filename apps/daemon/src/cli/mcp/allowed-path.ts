/**
 * Which paths a client may name: below the folder the server was started in, and never what holds secrets. A model chooses the
 * names here, and what is read may be shown to another one.
 */
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

export class PathRefused extends Error {
  override readonly name = 'PathRefused';
}

const SECRET_FILES =
  /^(?:\.env(?:\..+)?|\.npmrc|\.netrc|_netrc|\.pypirc|\.git-credentials|\.pgpass|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)(?:\..+)?|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)|credentials(?:\.json)?|secrets?\.(?:json|ya?ml|toml)|service-account.*\.json|terraform\.tfstate.*)$/i;
const SECRET_FOLDERS = new Set(['.git', '.ssh', '.aws', '.gnupg', '.kube', '.docker', '.azure', '.gcloud']);
/** A template without values, committed on purpose. */
const HARMLESS = /^\.env\.(?:example|sample|template|dist)$/i;

/** The path, absolute and below `root` and one of the client's folders, whatever links lie on the way. Throws a `PathRefused`. */
export function allowedPath(
  root: string,
  name: string,
  clientRoots: readonly string[] | null = null,
): string {
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
