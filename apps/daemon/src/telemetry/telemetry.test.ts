/** The whole way: runs of scripted agents that end in different ways, the log, `jury logs` and `GET /metrics`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run as logs } from '../cli/logs.ts';
import { recordingShell } from '../cli/test/recording-shell.ts';
import { openTestEngine, type TestEngine } from '../host/test/engine.ts';
import { createServer, type JuryServer, type ServerAddress } from '../server.ts';
import { countRuns } from './counting.ts';

let engine: TestEngine;
let server: JuryServer;
let address: ServerAddress;
const ids: Record<string, string> = {};

beforeAll(async () => {
  engine = await openTestEngine({
    good: ['plays', 'model-happy-2-rounds'],
    low: ['plays', 'model-below-threshold'],
    broken: ['plays', 'model-malformed-unclosed-dim'],
    gone: ['crashes', 'model-happy-2-rounds', '3'],
  });
  const metrics = await countRuns(engine);
  server = createServer({ jury: engine.jury, bus: engine.bus, metrics });
  address = await server.listen();
  for (const agent of ['good', 'low', 'broken', 'gone']) {
    const { run } = await engine.start({ agent });
    ids[agent] = run.id;
    await engine.finished(run.id);
  }
  await engine.observer.settle();
});

afterAll(async () => {
  await server.close(200);
  await engine.dispose();
});

async function told(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const { shell, output, errors } = recordingShell(engine.dataDir);
  const code = await logs([...argv, '--data', engine.dataDir], shell);
  return { code, out: output(), err: errors() };
}

test('jury logs tells one run from its start to its end, and no other', async () => {
  const { code, out } = await told(ids.good ?? '');
  expect(code).toBe(0);
  const lines = out.trimEnd().split('\n');
  expect(lines[0]).toMatch(/ info critique \S+ agent_notice kind=starting/);
  expect(out).toMatch(/ run_started agent=good .*cast=/);
  expect(lines.filter((line) => line.includes('round_closed'))).toHaveLength(2);
  expect(lines.at(-1)).toContain('run_shipped');
  expect(out).not.toContain((ids.low ?? '').slice(0, 8));
});

test('a run that failed leaves the reason in the log, at the level of its weight', async () => {
  const { out } = await told(ids.gone ?? '', '--level', 'error');
  expect(out).toMatch(/run_failed cause=cli_exit_nonzero/);
  const json = await told('--level', 'warn', '--json');
  const entries = json.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['run_kept', 'degraded', 'run_failed']),
  );
  for (const entry of entries)
    expect(entry).toMatchObject({ run: expect.any(String), trace: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

test('what the log does not have is said, with what to do', async () => {
  const { code, err } = await told('no-such-run');
  expect(code).toBe(3);
  expect(err).toMatch(/has nothing of "no-such-run"; jury logs shows what it has/);
});

test('the metrics have each end once', async () => {
  const response = await fetch(`${address.url}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const body = await response.text();
  for (const [agent, status, cause] of [
    ['good', 'shipped'],
    ['low', 'below_threshold'],
    ['broken', 'degraded'],
    ['gone', 'failed', ',cause="cli_exit_nonzero"'],
  ])
    expect(body).toContain(
      `open_design_critique_runs_total{status="${status}",adapter="${agent}",skill="none"${cause ?? ''}} 1`,
    );
  const open = await fetch(`${address.url}/metrics`, {
    headers: { accept: 'application/openmetrics-text; version=1.0.0' },
  });
  expect(open.headers.get('content-type')).toMatch(/^application\/openmetrics-text/);
});
