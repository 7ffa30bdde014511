/** A daemon that is killed and started again: what it left is in the log and in the metrics, each run once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COMPILE_CACHE } from '../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../scripts/jury-program.ts';
import { type Place, place } from '../cli/test/jury.ts';
import { installFakes, openTestEngine } from '../host/test/engine.ts';
import { traceIdOf } from '../trace-context.ts';
import { countRuns } from './counting.ts';

const TOKEN = 'a-token-of-the-test-that-is-long-enough';
const RUNS = 'open_design_critique_runs_total';

let here: Place;
let dataDir: string;
let child: ChildProcess | null = null;
let url = '';

beforeEach(() => {
  here = place();
  dataDir = join(here.folder, 'data');
});

afterEach(async () => {
  await leave('SIGKILL');
  here[Symbol.dispose]();
});

async function serve(more: Readonly<Record<string, string>> = {}): Promise<void> {
  child = spawn(process.execPath, [...JURY_PROGRAM, 'serve', '--port', '0', '--json', '--data', dataDir], {
    cwd: here.folder,
    env: {
      ...{ PATH: process.env.PATH ?? '', HOME: here.folder, LANG: 'C.UTF-8', OD_BROWSER: '/nonexistent' },
      ...installFakes(here.folder, { silent: ['silent'] }),
      ...{ OD_TOKEN: TOKEN, OD_CRITIQUE_GROUNDING: 'off' },
      ...COMPILE_CACHE,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('no pipe');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  ({ url } = JSON.parse(String(line)) as { url: string });
}

async function leave(signal: NodeJS.Signals): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url + path, {
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answer;
}

async function scraped(): Promise<string> {
  return (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
}

type Line = Record<string, unknown>;

async function logged(test: (line: Line) => boolean): Promise<Line[]> {
  const file = join(dataDir, 'logs/jury.ndjson');
  for (let tries = 200; ; tries -= 1) {
    const text = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '';
    const found = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
    const wanted = found.filter(test);
    if (wanted.length > 0) return wanted;
    if (tries === 0) throw new Error(`the log has none of it: ${text}`);
    await delay(50);
  }
}

function seriesOf(text: string, name: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(`${name}{`) && !line.endsWith(' 0'));
}

test('runs of a daemon that was killed are interrupted by its restart, in the log and in the metrics, each once', async () => {
  await serve();
  const { id: project } = await ask<{ id: string }>('/api/projects', { name: 'killed' });
  const start = async (): Promise<string> => {
    const { run } = await ask<{ run: { id: string } }>(`/api/projects/${project}/runs`, {
      brief: 'A page about tides.',
      agent: 'silent',
    });
    return run.id;
  };
  const stateOf = async (id: string): Promise<string> =>
    (await ask<{ run: { state: string } }>(`/api/projects/${project}/runs/${id}`)).run.state;
  const first = await start();
  await expect.poll(() => stateOf(first)).toBe('running');
  const queued = await start();
  await leave('SIGKILL');
  await serve();
  const counted = `${RUNS}{status="interrupted",adapter="silent",skill="none",cause="daemon_restart"} 2`;
  await expect.poll(async () => seriesOf(await scraped(), RUNS)).toEqual([counted]);
  // Of a person's will it was not.
  expect(seriesOf(await scraped(), 'open_design_critique_interrupted_total')).toEqual([]);
  const lines = await logged(({ event }) => event === 'run_interrupted');
  expect(lines.map(({ run }) => run).sort()).toEqual([first, queued].sort());
  for (const line of lines)
    expect(line).toMatchObject({
      ...{ level: 'info', ns: 'critique', project, recoveryReason: 'daemon_restart' },
      trace: traceIdOf(String(line.run)),
    });
  const [recovered] = await logged(({ event }) => event === 'recovered');
  expect(recovered).toMatchObject({ level: 'info', ns: 'host', ended: 2, paused: 0 });
  // Whatever the other process's logs say when they are looked at again: each has ended once.
  const third = await start();
  await expect.poll(() => stateOf(third)).toBe('running');
  expect(seriesOf(await scraped(), RUNS)).toEqual([counted]);
});

test('the log has when a daemon began and was ended, who was refused, and a fault behind a 500', async () => {
  const fall = here.write('fall.mjs', "Map.groupBy = () => { throw new Error('nobody expected this'); };");
  await serve({ NODE_OPTIONS: `--import=${fall}` });
  expect((await logged(({ event }) => event === 'daemon_started'))[0]).toMatchObject({
    ...{ level: 'info', ns: 'host', host: '127.0.0.1', port: Number(new URL(url).port) },
    version: expect.any(String),
  });
  expect((await fetch(`${url}/api/projects`)).status).toBe(401);
  expect((await logged(({ event }) => event === 'access_refused'))[0]).toMatchObject({
    ...{ level: 'warn', ns: 'host', code: 'unauthorized', address: '127.0.0.1', method: 'GET' },
  });
  const { error } = await ask<{ error: { message: string } }>('/api/ops');
  const [, report = ''] = /its log says what \(report ([0-9a-f]{8})\)$/.exec(error.message) ?? [];
  expect((await logged(({ event }) => event === 'internal_fault'))[0]).toMatchObject({
    ...{ level: 'error', report, message: 'nobody expected this' },
    stack: expect.arrayContaining([expect.stringContaining('fall.mjs')]),
  });
  await leave('SIGTERM');
  expect(await logged(({ event }) => event === 'daemon_stopping')).toHaveLength(1);
});

test('a run that is stopped while it waits is in the log and in the metrics, once', async () => {
  const engine = await openTestEngine(
    { silent: ['silent'] },
    { serves: true, config: { maxConcurrentRuns: 1 } },
  );
  try {
    const metrics = await countRuns(engine);
    const running = await engine.start({ agent: 'silent' });
    const queued = await engine.start({ agent: 'silent' });
    await engine.host.stop(queued.run.id, { type: 'interrupted', recoveryReason: null });
    await engine.host.done(queued.run.id);
    await engine.host.stop(running.run.id, { type: 'interrupted', recoveryReason: null });
    await engine.finished(running.run.id);
    await engine.observer.settle();
    const { body } = await metrics.text('prometheus');
    expect(seriesOf(body, RUNS)).toEqual([`${RUNS}{status="interrupted",adapter="silent",skill="none"} 2`]);
    expect(seriesOf(body, 'open_design_critique_interrupted_total')).toEqual([
      'open_design_critique_interrupted_total{adapter="silent"} 2',
    ]);
    dataDir = engine.dataDir;
    const lines = await logged(({ event }) => event === 'run_interrupted');
    expect(lines.map(({ run }) => run).sort()).toEqual([running.run.id, queued.run.id].sort());
  } finally {
    await engine.dispose();
  }
});
