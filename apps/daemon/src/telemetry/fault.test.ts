/** A fault of ours on its way: what the log keeps of it, and the id that whoever saw it is told. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run as logs } from '../cli/logs.ts';
import { recordingShell } from '../cli/test/recording-shell.ts';
import { openTestEngine, type TestEngine } from '../host/test/engine.ts';
import { theaterProtocol } from '../protocols/theater/protocol.ts';
import { createServer } from '../server.ts';
import { inTrace, traceIdOf } from '../trace-context.ts';
import { faultReport } from './fault.ts';
import type { LogFile } from './log-file.ts';

let engine: TestEngine;
const shown: string[] = [];

beforeEach(async () => {
  engine = await openTestEngine(
    { good: ['plays', 'model-happy-2-rounds'] },
    {
      report: (error) => void shown.push(String(error)),
      protocols: {
        theater: async () =>
          theaterProtocol(async () => {
            throw new Error('nobody expected this');
          }),
      },
    },
  );
});

afterEach(async () => {
  await engine.dispose();
  shown.splice(0);
});

async function logged(event: string): Promise<Record<string, unknown>[]> {
  await engine.observer.settle();
  const text = await readFile(join(engine.dataDir, 'logs', 'jury.ndjson'), 'utf8');
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line)).filter((entry) => entry.event === event);
}

async function foundBy(id: string): Promise<string> {
  const { shell, output } = recordingShell(engine.dataDir);
  await logs([id, '--data', engine.dataDir], shell);
  return output();
}

test('a run that falls over says the id of what the log has of it, with its stack', async () => {
  const { run } = await engine.start({ agent: 'good' });
  await engine.finished(run.id);
  const end = engine.events.at(-1);
  if (end?.type !== 'critique.failed') throw new Error(`it ended with ${end?.type}`);
  expect(end.cause).toBe('orchestrator_internal');
  const [, id = ''] = /^nobody expected this \(report ([0-9a-f]{8})\)$/.exec(end.message) ?? [];
  expect(await logged('internal_fault')).toEqual([
    expect.objectContaining({
      level: 'error',
      run: run.id,
      trace: traceIdOf(run.id),
      report: id,
      message: 'nobody expected this',
      stack: expect.arrayContaining([expect.stringContaining('fault.test.ts')]),
    }),
  ]);
  expect(await foundBy(id)).toContain('nobody expected this');
  expect(await foundBy(run.id)).toContain(`report=${id}`);
  expect(shown).toEqual(['Error: nobody expected this']);
});

test('an answer of 500 says the id of what the log has of it', async () => {
  const falls = async (): Promise<never> => {
    throw new Error('secret path /etc/jury');
  };
  const server = createServer({
    jury: { ...engine.jury, listProjects: falls },
    bus: engine.bus,
    report: engine.report,
  });
  const { url } = await server.listen();
  const answer = await fetch(`${url}/api/projects`, {
    headers: { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` },
  });
  const { error } = (await answer.json()) as { error: { message: string } };
  await server.close(200);
  expect(answer.status).toBe(500);
  const [, id = ''] = /its log says what \(report ([0-9a-f]{8})\)$/.exec(error.message) ?? [];
  expect(await logged('internal_fault')).toEqual([
    expect.objectContaining({ report: id, message: 'secret path /etc/jury', trace: 'ab'.repeat(16) }),
  ]);
  expect(await foundBy(id)).toContain('/etc/jury');
});

test('whoever is shown a fault is given its id, and nothing is logged where there is no log', () => {
  const lines: string[] = [];
  const told: unknown[] = [];
  const log: LogFile = {
    write: (line) => void lines.push(line),
    flush: async () => {},
    close: async () => {},
  };
  const show = (error: unknown, id: string | null): void => void told.push([error, id]);
  const report = faultReport({ log, show, clock: () => 0, secrets: ['planted-secret'] });
  const within = { traceId: 'ef'.repeat(16), spanId: 'cd'.repeat(8), sampled: false };
  const id = inTrace(within, () => report('planted-secret leaked', 'r-1'));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ run: 'r-1', trace: within.traceId, message: '[redacted] leaked', report: id }),
  ]);
  expect(faultReport({ log: null, show, clock: () => 0 })('again')).toBeUndefined();
  expect(told).toEqual([
    ['planted-secret leaked', id],
    ['again', null],
  ]);
});
