import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readForeign, readForeignText, readForeignTextIfThere, typed } from './foreign-file.ts';
import { ForeignFileError } from './foreign-file-error.ts';

let root: string;
let project: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'jury-disk-')));
  project = join(root, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  writeFileSync(join(root, 'secret.txt'), 'secret');
  writeFileSync(join(project, 'page.html'), '<p>page</p>');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const MAX = 1000;

function refusal(path: string, within: string | null = project, maxBytes = MAX): ForeignFileError {
  try {
    readForeign(path, { maxBytes, within });
  } catch (error) {
    if (error instanceof ForeignFileError) return error;
    throw error;
  }
  throw new Error(`${path} was read`);
}

test('a regular file of the project is read, also through a link that stays in the project', () => {
  symlinkSync('page.html', join(project, 'link.html'));
  for (const name of ['page.html', 'link.html'])
    expect(readForeignText(join(project, name), { maxBytes: MAX, within: project })).toBe('<p>page</p>');
});

test.each([
  ['to a file outside', '../secret.txt'],
  ['to a file of the kernel', '/proc/self/environ'],
  ['to a device', '/dev/zero'],
])('a link that leads out of the project is refused: %s', (_, target) => {
  symlinkSync(target, join(project, 'planted.html'));
  expect(refusal(join(project, 'planted.html'))).toMatchObject({
    reason: 'outside',
    why: 'it leads out of the project; name the file itself, or copy it',
  });
});

test('a folder that is a link out of the project leads nowhere either', () => {
  symlinkSync(root, join(project, 'docs'));
  expect(refusal(join(project, 'docs/secret.txt')).reason).toBe('outside');
});

test('what git keeps for itself is not read: it may hold a token', () => {
  writeFileSync(join(project, '.git/config'), 'token');
  symlinkSync('.git/config', join(project, 'DESIGN.md'));
  expect(refusal(join(project, '.git/config')).reason).toBe('git');
  expect(refusal(join(project, 'DESIGN.md')).reason).toBe('git');
});

test('a named pipe is refused at once, with and without a writer', () => {
  execFileSync('mkfifo', [join(project, 'pipe.html')]);
  expect(refusal(join(project, 'pipe.html'))).toMatchObject({
    reason: 'not_regular',
    why: 'it is a named pipe; name a regular file',
  });
});

test('a socket, a device and a folder are refused by their kind', async () => {
  const server = createServer().listen(join(project, 's'));
  await new Promise((resolve) => server.once('listening', resolve));
  expect(refusal(join(project, 's')).why).toBe('it is a socket; name a regular file');
  server.close();
  expect(refusal('/dev/zero', null).why).toBe('it is a device; name a regular file');
  expect(refusal(project)).toMatchObject({ reason: 'folder', why: 'it is a folder; name a file' });
});

test.skipIf(process.platform !== 'linux')('a file that the kernel makes up is refused', () => {
  expect(refusal('/proc/self/environ', null)).toMatchObject({
    reason: 'not_regular',
    why: 'it is made up by the kernel; name a regular file',
  });
  expect(refusal('/sys/kernel/mm/transparent_hugepage/enabled', null).reason).toMatch(/not_regular|missing/);
});

test('a file of the limit is read, one byte more is not, and a huge one is never in memory', () => {
  writeFileSync(join(project, 'a'), 'x'.repeat(MAX - 1));
  writeFileSync(join(project, 'b'), 'x'.repeat(MAX));
  writeFileSync(join(project, 'c'), 'x'.repeat(MAX + 1));
  expect(readForeign(join(project, 'a'), { maxBytes: MAX, within: project })).toHaveLength(MAX - 1);
  expect(readForeign(join(project, 'b'), { maxBytes: MAX, within: project })).toHaveLength(MAX);
  expect(refusal(join(project, 'c')).why).toBe('it has 1001 bytes; at most 1000 bytes are read');
  writeFileSync(join(project, 'd'), '');
  truncateSync(join(project, 'd'), 20 * 1024 ** 3);
  expect(refusal(join(project, 'd'), project, 1024 ** 2).why).toBe(
    'it has 20480 MiB; at most 1 MiB are read',
  );
});

test('an empty file is no trouble, a missing one is said to be missing or is null', () => {
  writeFileSync(join(project, 'empty'), '');
  expect(readForeign(join(project, 'empty'), { maxBytes: MAX, within: project })).toHaveLength(0);
  expect(refusal(join(project, 'none')).message).toMatch(/none": there is no such file; check the path\.$/);
  const rules = { maxBytes: MAX, within: project };
  expect(readForeignTextIfThere(join(project, 'none'), rules)).toBeNull();
  expect(() => readForeignTextIfThere(project, rules)).toThrow('it is a folder');
  symlinkSync('x', join(project, 'x'));
  expect(refusal(join(project, 'x')).reason).toBe('link');
});

test('a text is no binary file', () => {
  writeFileSync(join(project, 'b.md'), 'a\u0000b');
  expect(() => readForeignText(join(project, 'b.md'), { maxBytes: MAX, within: project })).toThrow(
    'it is a binary file, not text',
  );
});

test('a path that the user typed may be a link, but not one that the project plants to lead out of it', () => {
  symlinkSync('secret.txt', join(root, 'mine.txt'));
  symlinkSync('../secret.txt', join(project, 'planted.txt'));
  const read = (path: string, cwd = root): string => readForeignText(join(cwd, path), typed(path, MAX, cwd));
  expect(read('mine.txt')).toBe('secret');
  expect(read('../secret.txt', project)).toBe('secret');
  expect(() => read('planted.txt', project)).toThrow('"planted.txt": it leads out of the project');
  // The checkout that holds the file counts, wherever the user is.
  expect(() => read('project/planted.txt')).toThrow('it leads out of the project');
  linkSync(join(root, 'secret.txt'), join(project, 'hard.txt'));
  expect(read('hard.txt', project)).toBe('secret');
});

test('a home that is a checkout itself confines nothing', () => {
  mkdirSync(join(root, '.git'));
  mkdirSync(join(root, 'a/b'), { recursive: true });
  symlinkSync('../../secret.txt', join(root, 'a/b/link'));
  const rules = typed('b/link', MAX, join(root, 'a'), root);
  expect(rules.within).toBe(join(root, 'a'));
  expect(typed('b/link', MAX, join(root, 'a')).within).toBe(root);
});
