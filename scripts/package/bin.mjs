#!/usr/bin/env node
/** The command of the published package: an old Node is told so in a sentence, then `main` has the word. */
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

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
const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE || join(cache, 'design-jury/compiled'));
// Not there in the repository, where this file is a part of what builds the package.
await import(new URL('../apps/daemon/src/main.js', import.meta.url).href);
