/** The command of the package alone, before `main` has the word: where compiled code is kept, which is run as it lies there. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../files.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'jury-bin-')));
  for (const made of ['bin', 'apps/daemon/src', 'home', 'checkout/.git', 'shared'])
    mkdirSync(join(root, made), { recursive: true });
  cpSync(join(ROOT, 'scripts/package/bin.mjs'), join(root, 'bin/jury.mjs'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(root, 'apps/daemon/src/main.js'),
    "import module from 'node:module'; process.stdout.write(String(module.getCompileCacheDir() ?? 'none'));",
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Which folder is used, seen from a start in the checkout. */
function kept(env: Readonly<Record<string, string>>): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/jury.mjs')], {
    cwd: join(root, 'checkout'),
    env: { HOME: join(root, 'home'), ...env },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.replace(root, '');
}

test('compiled code is kept in the home, for its owner alone', () => {
  expect(kept({})).toMatch(/^\/home\/\.cache\/design-jury\/compiled\//);
  expect(statSync(join(root, 'home/.cache/design-jury/compiled')).mode & 0o777).toBe(0o700);
  expect(kept({ XDG_CACHE_HOME: join(root, 'own') })).toMatch(/^\/own\/design-jury\/compiled\//);
});

test('never in a checkout: what a pull request brings would be run', () => {
  expect(kept({ XDG_CACHE_HOME: join(root, 'checkout/.cache') })).toBe('none');
  // A relative one would lie in whatever folder we are started in.
  expect(kept({ XDG_CACHE_HOME: '.cache' })).toMatch(/^\/home\//);
  expect(kept({ HOME: join(root, 'checkout'), CI: '1' })).toBe('none');
  // A home under git is its user's own.
  expect(kept({ HOME: join(root, 'checkout') })).toMatch(/^\/checkout\/\.cache\//);
});

test('nor in the folder it is started in, whether git knows it or not', () => {
  rmSync(join(root, 'checkout/.git'), { recursive: true });
  expect(kept({ XDG_CACHE_HOME: join(root, 'checkout') })).toBe('none');
});

test('nor where others may write, or behind a link', () => {
  mkdirSync(join(root, 'shared/design-jury/compiled'), { recursive: true });
  chmodSync(join(root, 'shared/design-jury/compiled'), 0o777);
  expect(kept({ XDG_CACHE_HOME: join(root, 'shared') })).toBe('none');
  mkdirSync(join(root, 'linked/design-jury'), { recursive: true });
  symlinkSync(join(root, 'shared'), join(root, 'linked/design-jury/compiled'));
  expect(kept({ XDG_CACHE_HOME: join(root, 'linked') })).toBe('none');
});
