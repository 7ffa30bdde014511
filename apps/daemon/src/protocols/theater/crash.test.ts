/** `kill -9` of the daemon at random moments of a run, and what is left of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isTheaterSnapshot } from '@design-jury/contracts/http';
import { isTerminalEvent, type TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { expect, test } from 'vitest';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { testProgram } from '../../../../../scripts/jury-program.ts';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { endMarked } from '../../agents/process-group.ts';
import { openEngine } from '../../engine.ts';
import { readTranscript } from '../../host/log/transcript.ts';
import { installFakes, temporaryFolder } from '../../host/test/engine.ts';

/** `JURY_CRASH_POINTS=200` is the long mode, `npm run crash`. */
const MOMENTS = Number(process.env.JURY_CRASH_POINTS ?? 20);
/** Most of a crash is waiting for its moment. */
const AT_ONCE = 6;
/** A run of the fake takes about this long once the daemon is up. */
const SPAN_MS = 700;
const PATIENCE_MS = 60_000 * machinePace();
const DAEMON = fileURLToPath(new URL('../../host/test/crash-daemon.ts', import.meta.url));

/** Seeded, so that a red run can be looked at again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @param afterStartMs null: as soon as the run has said its last word */
async function crashAt(afterStartMs: number | null): Promise<string> {
  const dataDir = await temporaryFolder();
  try {
    const listed = installFakes(dataDir, { fake: ['plays', 'model-happy-3-rounds', '120', '6'] });
    const daemon = spawn(process.execPath, [...testProgram(DAEMON), dataDir, 'fake'], {
      env: { PATH: process.env.PATH, ...COMPILE_CACHE, ...listed },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    daemon.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    const heard = (words: string): Promise<void> =>
      expect.poll(() => printed.includes(words), { timeout: PATIENCE_MS, interval: 5 }).toBe(true);
    await heard('run ');
    await (afterStartMs === null ? heard('critique.ship') : delay(afterStartMs));
    daemon.kill('SIGKILL');
    await once(daemon, 'close');
    return await check(dataDir, printed);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function check(dataDir: string, printed: string): Promise<string> {
  const lines = printed.slice(0, printed.lastIndexOf('\n')).split('\n');
  const [, projectId = '', runId = ''] = lines.find((line) => line.startsWith('run '))?.split(' ') ?? [];
  const published = lines.filter((line) => !line.startsWith('run ')).map((line) => line.split(' '));
  const engine = await openEngine({ dataDir });
  try {
    const snapshot = await engine.jury.runSnapshot(projectId, runId);
    if (!isTheaterSnapshot(snapshot)) throw new Error(`${runId} is no run of the Theater`);
    const { run, state } = snapshot;
    const { path } = await engine.jury.transcriptFile(projectId, runId);
    const events: TranscriptEvent[] = [];
    for await (const event of readTranscript(path)) events.push(event);
    // Every committed event is there, in its place.
    for (const [id, type] of published) expect(events[Number(id) - 1]?.type).toBe(type);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
    // One end, and it is the run's.
    expect(events.filter(isTerminalEvent)).toHaveLength(1);
    const last = events.at(-1);
    expect(last !== undefined && isTerminalEvent(last) && last.status).toBe(run.state);
    expect(state.phase).toBe(run.state);
    expect(['shipped', 'interrupted'], `it ended with ${JSON.stringify(last)}`).toContain(run.state);
    if (run.state === 'interrupted') expect(run.recoveryReason).toBe('daemon_restart');
    // Nothing it started lives on.
    expect(endMarked(runId)).toBe(0);
    return run.state;
  } finally {
    await engine.close();
  }
}

test(`[R1] after kill -9 at ${MOMENTS} moments every run is over, once, and no committed event is lost`, {
  timeout: 900_000 * machinePace(),
}, async () => {
  const next = random(20261116);
  // Spread over the run, each anywhere in its share of it; one is after the end, however long a run takes here.
  const moments = Array.from({ length: MOMENTS }, (_, n) =>
    n === 0 ? null : ((n - next()) / (MOMENTS - 1)) * SPAN_MS,
  );
  const ends: Record<string, number> = {};
  const worker = async (): Promise<void> => {
    for (let moment = moments.pop(); moment !== undefined; moment = moments.pop()) {
      const state = await crashAt(moment);
      ends[state] = (ends[state] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.log(`crash points: ${JSON.stringify(ends)}`);
  // Both kinds must have been hit, or the moments were not spread over the run.
  expect(ends.interrupted).toBeGreaterThan(0);
  expect(ends.shipped).toBeGreaterThan(0);
});
