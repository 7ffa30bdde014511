import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder, removeOut, replaceOut, writeOut } from './write-out.ts';

let root: string;
let project: string;
let outside: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'jury-out-')));
  project = join(root, 'project');
  outside = join(root, 'outside');
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, 'theirs'), 'theirs');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a file is written with its folders, and again over itself with the rights it had', async () => {
  const file = join(project, '.jury/a/report.html');
  expect(await writeOut(file, 'one', { within: project })).toBe(file);
  chmodSync(file, 0o640);
  await writeOut(file, new TextEncoder().encode('two'), { within: project });
  expect(readFileSync(file, 'utf8')).toBe('two');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readdirSync(join(project, '.jury/a'))).toEqual(['report.html']);
});

test('a link in place of the file is refused, and what it names stays as it was', async () => {
  symlinkSync(join(outside, 'theirs'), join(project, 'report.html'));
  await expect(writeOut(join(project, 'report.html'), 'x', { within: project })).rejects.toThrow(
    'it is a symbolic link, and nothing is written through one',
  );
  await expect(writeOut(join(project, 'report.html'), 'x', { within: null })).rejects.toThrow(
    'symbolic link',
  );
  await removeOut(join(project, 'report.html'), { within: project });
  expect(existsSync(join(project, 'report.html'))).toBe(false);
  expect(readFileSync(join(outside, 'theirs'), 'utf8')).toBe('theirs');
});

test('a folder that leads out of the project is refused, at any depth, for writing and for taking away', async () => {
  symlinkSync(outside, join(project, '.jury'));
  mkdirSync(join(project, 'deep/er'), { recursive: true });
  symlinkSync('../../../outside', join(project, 'deep/er/out'));
  for (const target of ['.jury/theirs', '.jury/new/report.html', 'deep/er/out/theirs', '../outside/theirs']) {
    const file = join(project, target);
    await expect(writeOut(file, 'x', { within: project })).rejects.toThrow('it leads out of the project');
    await expect(removeOut(file, { within: project })).rejects.toThrow('it leads out of the project');
  }
  expect(readdirSync(outside)).toEqual(['theirs']);
  expect(readFileSync(join(outside, 'theirs'), 'utf8')).toBe('theirs');
  // Who names the place itself may write there.
  await writeOut(join(outside, 'mine'), 'x', { within: null });
  expect(readFileSync(join(outside, 'mine'), 'utf8')).toBe('x');
});

test('a link to nothing is not filled', async () => {
  symlinkSync(join(outside, 'new'), join(project, '.jury'));
  for (const within of [project, null])
    await expect(writeOut(join(project, '.jury/x'), 'x', { within })).rejects.toThrow('leads nowhere');
  symlinkSync(join(outside, 'new'), join(project, 'file'));
  await expect(writeOut(join(project, 'file'), 'x', { within: null })).rejects.toThrow('symbolic link');
  expect(readdirSync(outside)).toEqual(['theirs']);
});

test("git's own folder is never written to", async () => {
  for (const target of ['.git/hooks/post-checkout', '.GIT/config', 'sub/.git/config'])
    await expect(writeOut(join(project, target), 'x', { within: project })).rejects.toThrow(
      "git's own folder",
    );
  expect(readdirSync(join(project, '.git'))).toEqual([]);
});

test('a named pipe, a folder in place of the file, and a file in place of a folder are refused', async () => {
  execFileSync('mkfifo', [join(project, 'pipe')]);
  mkdirSync(join(project, 'folder'));
  writeFileSync(join(project, 'file'), 'x');
  const rules = { within: project };
  await expect(writeOut(join(project, 'pipe'), 'x', rules)).rejects.toThrow('named pipe');
  await expect(writeOut(join(project, 'folder'), 'x', rules)).rejects.toThrow('it is a folder');
  await expect(removeOut(join(project, 'folder'), rules)).rejects.toThrow('it is a folder');
  await expect(makeFolder(join(project, 'file'), rules)).rejects.toThrow('there is a file of that name');
  await expect(writeOut(join(project, 'file/x'), 'x', rules)).rejects.toThrow('there is a file of that name');
});

test('what fails half-way leaves the old file and nothing else', async () => {
  const file = join(project, 'a.txt');
  await writeOut(file, 'old', { within: project });
  await expect(
    replaceOut(file, { within: project }, async (handle) => {
      await handle.write('half');
      throw new Error('stopped');
    }),
  ).rejects.toThrow('stopped');
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(project).sort()).toEqual(['.git', 'a.txt']);
  expect(lstatSync(file).isFile()).toBe(true);
});

test('what a killed process was writing is taken away by the next that writes there; what a living one writes stays', async () => {
  const writer = `import { replaceOut } from ${JSON.stringify(new URL('./write-out.ts', import.meta.url).href)};
    await replaceOut(${JSON.stringify(join(project, 'out', 'page.html'))}, { within: null }, async () => {
      process.stdout.write('writing');
      await new Promise((done) => setTimeout(done, 60_000));
    });`;
  const start = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  };
  const killed = await start();
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const living = await start();
  try {
    const before = readdirSync(join(project, 'out'));
    // The living one has taken away what the killed one left.
    expect(before).toHaveLength(1);
    await writeOut(join(project, 'out', 'page.html'), 'whole', { within: project });
    expect(readdirSync(join(project, 'out')).sort()).toEqual([...before, 'page.html'].sort());
  } finally {
    living.kill('SIGKILL');
    await once(living, 'exit');
  }
});
