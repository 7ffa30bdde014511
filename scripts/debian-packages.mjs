/** Programs that some steps need and npm does not bring: found on PATH, or installed where this may be done. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const INSTALL_TIMEOUT_MS = 10 * 60_000;
/** Debian keeps servers out of an ordinary user's PATH. */
const MORE_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/**
 * The path of `binary`. Installs the Debian package `name` when it is missing, this is Debian and the user is
 * root; otherwise throws a sentence that says what to install. A package's lists are fetched once.
 */
export function ensurePackage(binary, name) {
  const found = findProgram(binary);
  if (found !== null) return found;
  if (findProgram('apt-get') === null)
    throw new Error(`${binary} was not found; install it (on Debian: the package ${name}).`);
  if (process.getuid?.() !== 0) throw new Error(`${binary} was not found; run: sudo apt-get install ${name}`);
  console.error(`${binary} is missing: installing the Debian package ${name} (apt-get)`);
  const started = Date.now();
  const install = () => aptGet('install', '-y', '--no-install-recommends', name);
  const last = install() ?? null;
  const problem = last === null ? null : (aptGet('update') ?? install() ?? null);
  const installed = findProgram(binary);
  if (installed === null) {
    throw new Error(
      `${binary} could not be installed with apt-get${problem === null ? '' : ` (${problem})`}; install ${name} yourself.`,
    );
  }
  console.error(`${binary} installed in ${Math.round((Date.now() - started) / 1000)} s`);
  return installed;
}

/** The first executable of this name on PATH, or null. */
export function findProgram(binary) {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS]) {
    const path = join(folder, binary);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** Undefined when it worked, apt's last line when it did not. */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr, error } = spawnSync('apt-get', ['-q', ...args], {
    env,
    encoding: 'utf8',
    timeout: INSTALL_TIMEOUT_MS,
  });
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim().split('\n').at(-1);
}
