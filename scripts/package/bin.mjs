#!/usr/bin/env node
/** The command of the published package: an old Node is told so in a sentence, then `main` has the word. */
import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

const OLDEST = [22, 13];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `jury: Node ${process.versions.node} is too old; Design Jury needs ${OLDEST.join('.')} or newer (https://nodejs.org).\n`,
  );
  process.exit(2);
}
// `node:sqlite` says on each start that it may change; what we use of it is pinned by our tests.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (!/SQLite is an experimental feature/.test(String(warning))) emitWarning.call(process, warning, ...rest);
};
// Compiled code is kept between starts: this is most of what makes a start fast.
const compiled = process.env.NODE_COMPILE_CACHE || compiledFolder();
if (compiled !== null) module.enableCompileCache?.(compiled);
// Not there in the repository, where this file is a part of what builds the package.
await import(new URL('../apps/daemon/src/main.js', import.meta.url).href);

/**
 * What was compiled is run as it lies there: never from a folder that others may write, nor from one in a checkout, where
 * continuous integration puts such folders to keep them and a pull request can fill them. Null: nothing is kept.
 */
function compiledFolder() {
  const { XDG_CACHE_HOME: named = '', CI: isBuild } = process.env;
  const isNamed = isAbsolute(named);
  const folder = join(isNamed ? named : join(homedir(), '.cache'), 'design-jury/compiled');
  if (isNamed && isWithin(process.cwd(), folder)) return null;
  for (let at = folder; dirname(at) !== at; at = dirname(at))
    // A home under git is its user's own; in a build it is a stranger's.
    if (existsSync(join(at, '.git')) && (isBuild || !isWithin(at, homedir()))) return null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const info = lstatSync(folder);
    const isOwn = process.getuid === undefined || info.uid === process.getuid();
    const isClosed = process.platform === 'win32' || (info.mode & 0o022) === 0;
    return info.isDirectory() && isOwn && isClosed ? folder : null;
  } catch {
    return null;
  }
}

function isWithin(folder, path) {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
