/**
 * However we die, what we started ends soon after, also what left the group; its folder is gone, and what it kept in the
 * home by the name of that.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endMarked } from './process-group.ts';

const PROGRAM = fileURLToPath(new URL('./test/dies-with-us.mjs', import.meta.url));
/** What is promised, with room for a busy machine. */
const WITHIN_MS = 5_000;

let folder: string;
let runId: string;
beforeEach(async () => {
  runId = `r-${randomUUID()}`;
  folder = await mkdtemp(join(tmpdir(), 'jury-watch-'));
});
afterEach(async () => {
  endMarked(runId);
  await rm(folder, { recursive: true, force: true });
});

/** A zombie has ended; it only waits for its parent to look. */
function lives(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'after %s of the jury its agent, its grandchildren and its folder are gone within seconds',
  async (signal) => {
    const jury = spawn(process.execPath, [PROGRAM, folder, runId, folder], {
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await Array.fromAsync(jury.stdout.setEncoding('utf8').take(1));
    const started: { folder: string; pids: number[] } = JSON.parse(line);
    expect(started.pids.map(lives)).toEqual([true, true, true]);
    expect(existsSync(join(started.folder, 'error-report.txt'))).toBe(true);
    jury.kill(signal);
    await expect.poll(() => started.pids.filter(lives).length, { timeout: WITHIN_MS, interval: 50 }).toBe(0);
    await expect.poll(() => existsSync(started.folder), { timeout: WITHIN_MS, interval: 50 }).toBe(false);
    // The folder goes last.
    expect(await readdir(join(folder, '.kept/tmp'))).toEqual(['site']);
  },
);

test('whatever the home is called, its name is a word to the shell, and nothing else in it goes', async () => {
  const home = join(folder, 'a "home" of $(touch x) `touch y` \'s * [b] ; rm -rf\nnow');
  // What the name would mean as a pattern, and as several words.
  const other = join(folder, 'a "home" of $(touch x) `touch y` \'s ANY b ; rm -rf\nnow/.kept/tmp');
  await mkdir(home);
  await mkdir(join(other, 'site'), { recursive: true });
  const before = await readdir(folder);
  const jury = spawn(process.execPath, [PROGRAM, folder, runId, home], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await Array.fromAsync(jury.stdout.setEncoding('utf8').take(1));
  const started: { folder: string } = JSON.parse(line);
  await mkdir(join(other, basename(started.folder)));
  jury.kill('SIGKILL');
  await expect.poll(() => existsSync(started.folder), { timeout: WITHIN_MS, interval: 50 }).toBe(false);
  expect(await readdir(join(home, '.kept/tmp'))).toEqual(['site']);
  expect((await readdir(other)).sort()).toEqual([basename(started.folder), 'site']);
  expect((await readdir(folder)).filter((name) => name !== 'agent-process.json').sort()).toEqual(
    before.sort(),
  );
});
