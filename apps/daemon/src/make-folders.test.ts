import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run as check } from './cli/check.ts';
import { run as review } from './cli/review.ts';
import { run as stats } from './cli/stats.ts';
import { GOOD_PAGE } from './cli/test/jury.ts';
import { recordingShell } from './cli/test/recording-shell.ts';
import { makeFolders } from './make-folders.ts';

const root = mkdtempSync(join(tmpdir(), 'jury-make-folders-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a folder is made with its parents, and the topmost that was made is told, once', async () => {
  expect(await makeFolders(join(root, 'a/b/c'), 0o700)).toBe(join(root, 'a'));
  for (const name of ['a', 'a/b', 'a/b/c']) expect(statSync(join(root, name)).mode & 0o777).toBe(0o700);
  expect(await makeFolders(join(root, 'a/b/c'))).toBeUndefined();
  expect(await makeFolders(join(root, 'a/b/d/'))).toContain(join(root, 'a/b/d'));
  writeFileSync(join(root, 'file'), '');
  await expect(makeFolders(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolders(join(root, 'file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

const noFolders = process.platform !== 'linux';

test.skipIf(noFolders)('where no folder can be made it ends, and says so', async () => {
  await expect(makeFolders('/proc/x')).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(makeFolders('/proc/x/y/z')).rejects.toMatchObject({ code: 'ENOENT' });
});

test.skipIf(noFolders).each([
  ['check', check, ['page.html', '--browser', 'never', '--data', '/proc/x']],
  ['review', review, ['page.html', '--browser', 'never', '--data', '/proc/x/y']],
  ['review --out', review, ['page.html', '--browser', 'never', '--data', 'data', '--out', '/proc/x']],
  ['stats', stats, ['--data', '/proc/x']],
] as const)('%s ends with 2 and a sentence where its folder cannot be made', async (_name, run, argv) => {
  writeFileSync(join(root, 'page.html'), GOOD_PAGE);
  const { shell, output, errors } = recordingShell(root);
  expect(await run([...argv], shell)).toBe(2);
  expect(output() + errors()).toContain('/proc/x');
});
