import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeOwnFolder } from './own-folder.ts';

const RULE = { variable: 'PROGRAM_DIR', usual: '.program', apart: ['sessions', 'logs'] };

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'jury-own-'));
  await mkdir(join(root, 'home/.program/sessions'), { recursive: true });
  await writeFile(join(root, 'home/.program/sessions/before.json'), '{}');
  await writeFile(join(root, 'home/.program/login.json'), 'old');
  await mkdir(join(root, 'private'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('settings and a login are the user’s, also when they are written; conversations are not', async () => {
  const env = await makeOwnFolder(RULE, join(root, 'private'), { HOME: join(root, 'home') });
  const own = env.PROGRAM_DIR ?? '';
  expect(await readdir(own)).toEqual(['login.json']);
  await writeFile(join(own, 'login.json'), 'renewed');
  await mkdir(join(own, 'sessions'));
  await writeFile(join(own, 'sessions/ours.json'), '{}');
  await rm(join(root, 'private'), { recursive: true });
  expect(await readFile(join(root, 'home/.program/login.json'), 'utf8')).toBe('renewed');
  expect(await readdir(join(root, 'home/.program/sessions'))).toEqual(['before.json']);
});

test('a folder that the user names is the one that counts; without any there is nothing to stand for', async () => {
  await mkdir(join(root, 'elsewhere'));
  await writeFile(join(root, 'elsewhere/config.yaml'), '');
  const named = { HOME: join(root, 'home'), PROGRAM_DIR: join(root, 'elsewhere') };
  const env = await makeOwnFolder(RULE, join(root, 'private'), named);
  expect(await readdir(env.PROGRAM_DIR ?? '')).toEqual(['config.yaml']);
  expect(await makeOwnFolder(RULE, join(root, 'private'), {})).toEqual({});
});
