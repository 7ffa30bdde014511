import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOwnFile } from './ownership.ts';

let root: string;
let checkout: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'jury-own-')));
  checkout = join(root, 'checkout');
  put('checkout/index.html', 'x');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, text: string): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

function commit(): void {
  const git = (...args: string[]): void => {
    execFileSync('git', ['-C', checkout, ...args], {
      env: { PATH: '/usr/bin:/bin', HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
    });
  };
  git('init', '-q');
  git('add', '-A');
}

const read = (file: string, home = join(root, 'home')): Promise<string | null> =>
  readOwnFile(file, { maxBytes: 100, readableBy: 'nobody', home });

test('a file that git tracks came with the repository, where the folders of the user were put into it', async () => {
  const file = put('checkout/.config/design-jury/agents.json', '{}');
  commit();
  await expect(read(file)).rejects.toThrow(`git tracks ${file}, so it came with the repository`);
});

test('so did one behind a link of the repository', async () => {
  put('checkout/settings/design-jury/agents.json', '{}');
  symlinkSync('settings', join(checkout, '.config'));
  commit();
  await expect(read(join(checkout, '.config/design-jury/agents.json'))).rejects.toThrow('git tracks ');
});

test('what git does not track there is the user\u2019s, and so is what lies outside', async () => {
  commit();
  expect(await read(put('checkout/.state/keys.json', '1'))).toBe('1');
  expect(await read(put('own/keys.json', '2'))).toBe('2');
});

test('a home under git is the user\u2019s own, and so are settings that are kept in a repository and linked to', async () => {
  const file = put('checkout/.config/keys.json', '3');
  commit();
  expect(await read(file, checkout)).toBe('3');
  mkdirSync(join(root, 'home'));
  symlinkSync(join(checkout, '.config'), join(root, 'home/.config'));
  expect(await read(join(root, 'home/.config/keys.json'))).toBe('3');
});
