import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ownToken, tokenFile } from './token-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jury-token-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

test('it is made once, for its owner alone, and nothing else is left', async () => {
  const first = await ownToken(folder);
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(statSync(tokenFile(folder)).mode & 0o777).toBe(0o600);
  expect(await ownToken(folder)).toBe(first);
  expect(readdirSync(folder)).toEqual(['token']);
});

test('processes that start together have one token', async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, () => ownToken(folder)));
  expect(new Set(tokens).size).toBe(1);
  expect(readdirSync(folder)).toEqual(['token']);
});

const own = 'x'.repeat(43);
test.each([
  ['others may read', 'can be read by other users', (path: string) => chmodSync(path, 0o604)],
  ['a group may read', 'can be read by other users', (path: string) => chmodSync(path, 0o640)],
  ['is empty', 'holds no token', (path: string) => writeFileSync(path, '')],
  ['is short', 'holds no token', (path: string) => writeFileSync(path, 'x'.repeat(15))],
  ['has more lines', 'holds no token', (path: string) => writeFileSync(path, `${own}\n${own}\n`)],
  ['is large', 'too large', (path: string) => writeFileSync(path, 'x'.repeat(4097))],
] as const)('a file that %s is refused, with what to do', async (_, problem, spoil) => {
  const path = tokenFile(folder);
  writeFileSync(path, own, { mode: 0o600 });
  spoil(path);
  await expect(ownToken(folder)).rejects.toThrow(problem);
  await expect(ownToken(folder)).rejects.toThrow('delete it, and the next start makes another');
});

test('a link, a folder and a pipe in its place are refused, and nothing waits for them', async () => {
  const path = tokenFile(folder);
  const elsewhere = join(folder, 'elsewhere');
  writeFileSync(elsewhere, own, { mode: 0o600 });
  symlinkSync(elsewhere, path);
  await expect(ownToken(folder)).rejects.toThrow('cannot be read as a file');
  rmSync(path);
  execFileSync('mkfifo', ['-m', '600', path]);
  await expect(ownToken(folder)).rejects.toThrow('is no file');
  rmSync(path);
  execFileSync('mkdir', ['-m', '700', path]);
  await expect(ownToken(folder)).rejects.toThrow('is no file');
});

test("another user's file is refused", async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can give a file to another user');
  writeFileSync(tokenFile(folder), own, { mode: 0o600 });
  chownSync(tokenFile(folder), 65_534, 65_534);
  await expect(ownToken(folder)).rejects.toThrow('belongs to another user');
});
