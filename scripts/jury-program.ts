/**
 * How tests start the CLI as a process of its own. Most of a short process is reading and compiling some 400 modules, and
 * the launcher spares its users half of that with bundles; `npm test` makes ours anew and says so, and the tests start what
 * users start. Without that word it is the sources: right while they are being edited.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './files.ts';

const VARIABLE = 'JURY_TEST_BUNDLES';
const CACHE = join(ROOT, 'node_modules/.cache');
const VENDOR = join(CACHE, 'jury-vendor/register.cjs');
const isBundled = process.env[VARIABLE] !== undefined;

/** For a process that starts the CLI and is given nothing else of our environment. */
export const BUNDLES: Readonly<Record<string, string>> = isBundled ? { [VARIABLE]: '1' } : {};

/** What comes behind the path of Node, before the command's own words. */
export const JURY_PROGRAM: readonly string[] = isBundled
  ? ['--require', VENDOR, join(CACHE, 'jury-start/start.cjs')]
  : [join(ROOT, 'apps/daemon/src/main.ts')];

/** The same for a program of the tests, by its path: see `bundle-test-programs.mjs`. */
export function testProgram(path: string): readonly string[] {
  if (!isBundled) return [path];
  const name = relative(ROOT, path).replaceAll('/', '-').replace(/\.ts$/, '.start.mjs');
  return ['--require', VENDOR, join(CACHE, 'jury-test-programs', name)];
}

/** From now on, for this process and those it starts. Packages of others were bundled when they were installed. */
export function startFromBundles(): string[] {
  for (const script of ['bundle-start.mjs', 'bundle-test-programs.mjs']) {
    const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts', script)], { stdio: 'inherit' });
    if (status !== 0) return [`${script} has failed`];
  }
  if (existsSync(VENDOR)) process.env[VARIABLE] = '1';
  else console.log('the packages are not bundled: the tests start from the sources');
  return [];
}
