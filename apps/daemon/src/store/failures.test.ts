/** The database in trouble: real files, real second processes, a real full disk. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, test } from 'vitest';
import { openStore } from './database.ts';
import { StoreError } from './errors.ts';
import { artifactRow } from './test/artifact-row.ts';
import { finished, mustFix, project, run } from './test/records.ts';

const HOLD_LOCK = fileURLToPath(new URL('./test/hold-lock.ts', import.meta.url));
const FINISH_AND_DIE = fileURLToPath(new URL('./test/finish-and-die.ts', import.meta.url));

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function lockFor(file: string, holdMs: number): Promise<ChildProcess> {
  const holder = spawn(process.execPath, [HOLD_LOCK, file, String(holdMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    holder.kill('SIGKILL');
  });
  await once(holder.stdout, 'data');
  return holder;
}

test('a lock of another process that ends in time is waited for, without stopping the event loop', async ({
  expect,
}) => {
  const file = join(await temporaryFolder(), 'jury.sqlite');
  const store = await openStore(file, { lockWaitMs: 10_000 });
  onTestFinished(() => store.close());
  await lockFor(file, 400);
  let longestStall = 0;
  let last = performance.now();
  const heartbeat = setInterval(() => {
    longestStall = Math.max(longestStall, performance.now() - last);
    last = performance.now();
  }, 5);
  await store.createProject(project());
  clearInterval(heartbeat);
  expect(await store.getProject('p1')).not.toBeNull();
  expect(longestStall).toBeLessThan(250);
});

test('a lock that stays is a typed error after the bound, and the store works once it is gone', async ({
  expect,
}) => {
  const file = join(await temporaryFolder(), 'jury.sqlite');
  const store = await openStore(file, { lockWaitMs: 200 });
  onTestFinished(() => store.close());
  await store.createProject(project());
  await store.insertRun(run());
  const holder = await lockFor(file, 60_000);
  const started = performance.now();
  const refused = store.finishRun(finished());
  await expect(refused).rejects.toBeInstanceOf(StoreError);
  await expect(refused).rejects.toMatchObject({
    reason: 'locked',
    message: expect.stringContaining('another process'),
  });
  expect(performance.now() - started).toBeGreaterThanOrEqual(200);
  // Readers are not blocked by a writer.
  expect(await store.getRun('r1')).toMatchObject({ state: 'queued' });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await store.finishRun(finished())).toBe(true);
});

test('a verdict is there after the process died right behind it', async ({ expect }) => {
  const file = join(await temporaryFolder(), 'jury.sqlite');
  const child = spawn(process.execPath, [FINISH_AND_DIE, file], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  const store = await openStore(file);
  onTestFinished(() => store.close());
  expect(await store.getRun('r1')).toMatchObject({ state: 'shipped' });
  expect(artifactRow(file, 'a-r1')).toMatchObject({ critique_status: 'shipped', critique_score: 8.5 });
});

test('a file that is no database is corrupt and is left as it is', async ({ expect }) => {
  const file = join(await temporaryFolder(), 'jury.sqlite');
  await writeFile(file, 'not a database, but long enough to look like the header of one'.repeat(40));
  await expect(openStore(file)).rejects.toMatchObject({ name: 'StoreError', reason: 'corrupt' });
});

test('a database cut in the middle is corrupt, not a crash', async ({ expect }) => {
  const file = join(await temporaryFolder(), 'jury.sqlite');
  const store = await openStore(file);
  await store.createProject(project());
  await store.insertRun(run());
  await store.saveMustFixes(
    'r1',
    Array.from({ length: 500 }, (_, index) => mustFix(`m${index}`)),
  );
  await store.close();
  await truncate(file, 8_192);
  const reading = (async () => {
    const cut = await openStore(file);
    onTestFinished(() => cut.close());
    return cut.listMustFixes('r1');
  })();
  await expect(reading).rejects.toMatchObject({ name: 'StoreError', reason: 'corrupt' });
});

test('a folder that is a file is missing, with what to do', async ({ expect }) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  const opening = openStore(join(folder, 'file', 'deep', 'jury.sqlite'));
  await expect(opening).rejects.toMatchObject({
    reason: 'missing',
    message: expect.stringContaining('is a folder'),
  });
});

/** Mounts need root; elsewhere the ordinary tools of the system stand in. */
function mountTmpfs(folder: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return false;
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
  });
  return true;
}

test('a read-only folder is readonly, with what to do', async ({ expect, skip }) => {
  const folder = await temporaryFolder();
  const mounted = mountTmpfs(folder, '4m');
  if (!mounted && process.getuid?.() === 0) skip('root without mounts: nothing is read-only to it');
  const file = join(folder, 'jury.sqlite');
  const store = await openStore(file);
  onTestFinished(() => store.close().catch(() => {}));
  await store.createProject(project());
  await store.close();
  if (mounted) execFileSync('mount', ['-o', 'remount,ro', folder]);
  else {
    chmodSync(file, 0o444);
    chmodSync(folder, 0o555);
    onTestFinished(() => chmodSync(folder, 0o755));
  }
  const opening = openStore(file);
  await expect(opening).rejects.toBeInstanceOf(StoreError);
  await expect(opening).rejects.toMatchObject({ reason: 'readonly' });
});

test('a full disk is full: the transaction is undone, what was there stays, and it goes on with space', async ({
  expect,
  skip,
}) => {
  const folder = await temporaryFolder();
  if (!mountTmpfs(folder, '1m')) skip('mounts are not allowed here');
  const store = await openStore(join(folder, 'jury.sqlite'));
  onTestFinished(() => store.close());
  await store.createProject(project());
  await store.insertRun(run());
  const filler = join(folder, 'filler');
  await writeFile(filler, Buffer.alloc(2_000_000)).catch(() => {});
  const list = Array.from({ length: 200 }, (_, index) => mustFix(`m${index}`, { text: 'x'.repeat(2_000) }));
  await expect(store.saveMustFixes('r1', list)).rejects.toMatchObject({ name: 'StoreError', reason: 'full' });
  expect(await store.listMustFixes('r1')).toEqual([]);
  await rm(filler);
  await store.saveMustFixes('r1', list.slice(0, 20));
  expect(await store.finishRun(finished())).toBe(true);
  expect(await store.listMustFixes('r1')).toHaveLength(20);
});
