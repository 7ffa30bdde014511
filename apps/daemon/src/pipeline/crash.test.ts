import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, 'test/dies-mid-run.ts');

interface Played {
  status: string;
  writes: number;
  keys: string[];
  panel: unknown;
  text: string;
}

async function child(folder: string, mode: string, after: number) {
  const { promise, resolve } = Promise.withResolvers<{ signal: string | null; out: string; error: string }>();
  const process_ = spawn(process.execPath, [PROGRAM, folder, mode, String(after)], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, error] = ['', ''];
  process_.stdout.on('data', (text) => (out += text));
  process_.stderr.on('data', (text) => (error += text));
  process_.on('close', (_, signal) => resolve({ signal, out, error }));
  return promise;
}

async function inFolder<Value>(play: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'jury-content-crash-'));
  try {
    return await play(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const SIGN_OF_LIFE = /^(?:step|asked|resumed)\./;

function factsOf({ keys }: Pick<Played, 'keys'>): string[] {
  return keys.filter((key) => !SIGN_OF_LIFE.test(key));
}

test('[B6] killed with -9 after any write, another process ends the run as if nothing had happened', async () => {
  const whole = await inFolder(async (folder): Promise<Played> => {
    const { out, error } = await child(folder, 'start', 0);
    expect(error).toBe('');
    return JSON.parse(out);
  });
  expect(whole).toMatchObject({ status: 'approved' });
  expect(new Set(whole.keys).size).toBe(whole.keys.length);
  expect(whole.writes).toBeGreaterThan(15);
  const points = Array.from({ length: whole.writes }, (_, index) => index + 1);
  // Two at a time: each is two processes, one after the other.
  const one = async (): Promise<void> => {
    for (let point = points.shift(); point !== undefined; point = points.shift())
      await inFolder(async (folder) => {
        expect((await child(folder, 'start', point ?? 0)).signal, `write ${point}`).toBe('SIGKILL');
        const { out, error } = await child(folder, 'resume', 0);
        expect(error).toBe('');
        const { writes: _writes, ...resumed }: Played = JSON.parse(out);
        const { writes: _all, ...expected } = whole;
        // Every fact once and in the same order: no step was done twice, none is missing. What was under way when
        // it was killed is told as it was.
        expect({ ...resumed, keys: factsOf(resumed) }, `write ${point}`).toEqual({
          ...expected,
          keys: factsOf(expected),
        });
        expect(new Set(resumed.keys).size).toBe(resumed.keys.length);
        expect(resumed.keys.filter((key) => key.startsWith('resumed.')).length).toBeLessThanOrEqual(1);
      });
  };
  await Promise.all([one(), one()]);
}, 600_000);
