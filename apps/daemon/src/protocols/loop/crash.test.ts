/** `kill -9` of a loop at random moments: it goes on where it was, changes the file once, and ends as if nothing had been. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RunEvent } from '@design-jury/contracts/run';
import { expect, test } from 'vitest';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../../scripts/jury-program.ts';
import { endMarked } from '../../agents/process-group.ts';
import { openEngine } from '../../engine.ts';
import { findTranscript, readLog } from '../../host/log/transcript.ts';

/** `JURY_CRASH_POINTS=200` is the long mode, `npm run crash`. */
const MOMENTS = Math.min(Number(process.env.JURY_CRASH_POINTS ?? 8), 1_000);
const AT_ONCE = 3;
const SPEC = fileURLToPath(new URL('../../../../../examples/specs/notifications.md', import.meta.url));

interface Result {
  text: string;
  outcome: string | null;
  /** What was decided, without ids and times. */
  passes: unknown[];
  chosen: unknown[];
}

function jury(folder: string, args: readonly string[]) {
  return spawn(process.execPath, [...JURY_PROGRAM, ...args, '--data', join(folder, 'data')], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...COMPILE_CACHE },
    stdio: ['ignore', 'ignore', process.env.JURY_CRASH_LOUD === undefined ? 'ignore' : 'inherit'],
  });
}

/** Looked at by a process of its own kind: recovery, the log and what was asked. */
async function inspect(
  folder: string,
): Promise<{ id: string; state: string; result: Result; events: RunEvent[] }> {
  const engine = await openEngine({ dataDir: join(folder, 'data'), env: { PATH: process.env.PATH } });
  try {
    const [run, ...more] = await engine.jury.allRuns({ protocols: ['loop'] });
    if (run === undefined) return { id: '', state: 'none', result: NOTHING, events: [] };
    expect(more).toEqual([]);
    expect(endMarked(run.id)).toBe(0);
    const file = await findTranscript(engine.host.folder(run));
    const events: RunEvent[] = [];
    if (file !== null) for await (const { event } of readLog(file, { inputs: true })) events.push(event);
    const text = readFileSync(join(folder, 'spec.md'), 'utf8');
    const passes = events.filter(({ type }) => type === 'loop.pass_ended').map(({ pass }) => pass);
    const chosen = events
      .filter(({ type }) => type === 'loop.chosen')
      .map(({ criterionId, choice }) => [criterionId, choice]);
    return { id: run.id, state: run.state, result: { text, outcome: run.outcome, passes, chosen }, events };
  } finally {
    await engine.close();
  }
}

const NOTHING: Result = { text: '', outcome: null, passes: [], chosen: [] };
const START = ['loop', 'spec.md', '--command', 'spec', '--unattended', 'defer', '--cap', '4'];

function prepared(): string {
  const folder = mkdtempSync(join(tmpdir(), 'jury-loop-crash-'));
  cpSync(SPEC, join(folder, 'spec.md'));
  return folder;
}

async function uninterrupted(): Promise<{ result: Result; ms: number }> {
  const folder = prepared();
  try {
    const began = performance.now();
    await once(jury(folder, START), 'close');
    const ms = performance.now() - began;
    return { result: (await inspect(folder)).result, ms };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function crashed(afterMs: number): Promise<{ result: Result; wasCut: boolean }> {
  const folder = prepared();
  try {
    const child = jury(folder, START);
    const ended = once(child, 'close');
    await Promise.race([delay(afterMs), ended]);
    child.kill('SIGKILL');
    await ended;
    let seen = await inspect(folder);
    const wasCut = seen.state !== 'ended';
    // Nothing of it was stored: it is started as if for the first time.
    if (seen.state === 'none') await once(jury(folder, START), 'close');
    else if (wasCut) {
      expect(seen.state).toBe('paused');
      await once(jury(folder, ['loop', '--resume', seen.id, '--unattended', 'defer']), 'close');
    }
    seen = await inspect(folder);
    const { events, state, result } = seen;
    expect(state).toBe('ended');
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.filter(({ type }) => type === 'run.ended')).toHaveLength(1);
    const asked = events.filter(({ type }) => type === 'question.asked').map(({ id }) => id);
    expect(new Set(asked).size).toBe(asked.length);
    return { result, wasCut };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test(`[R2] a loop killed at ${MOMENTS} moments and resumed ends like one that was not`, {
  timeout: 3_600_000,
}, async () => {
  const { result: expected, ms } = await uninterrupted();
  expect(expected.passes.length).toBeGreaterThan(0);
  const moments = Array.from({ length: MOMENTS }, (_, n) => ((n + 0.5) / MOMENTS) * ms * 1.1);
  let cut = 0;
  const worker = async (): Promise<void> => {
    for (let moment = moments.pop(); moment !== undefined; moment = moments.pop()) {
      const { result, wasCut } = await crashed(moment);
      if (wasCut) cut++;
      expect(result).toEqual(expected);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.log(`loop crash points: ${cut} of ${MOMENTS} cut`);
  expect(cut).toBeGreaterThan(0);
});
