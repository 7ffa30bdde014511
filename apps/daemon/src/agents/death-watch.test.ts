/** However we die, what we started ends soon after, and its folder is gone: also what left the group. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  },
);
