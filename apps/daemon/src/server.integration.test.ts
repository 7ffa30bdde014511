/** The whole way: real engine, real child process, real socket, real clients. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RunSnapshot } from '@design-jury/contracts/http';
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/theater/fold';
import {
  CRITIQUE_EVENT_NAMES,
  isTerminalEvent,
  type TranscriptEvent,
} from '@design-jury/contracts/theater/sse';
import { EventSource } from 'eventsource';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from './host/test/engine.ts';
import { createServer, type JuryServer, type ServerAddress } from './server.ts';

let engine: TestEngine;
let server: JuryServer;
let address: ServerAddress;

beforeEach(async () => {
  engine = await openTestEngine({
    paced: ['plays', 'model-happy-3-rounds', '200', '8'],
    quick: ['plays', 'model-happy-2-rounds'],
    // Long enough to be interrupted, however slow the machine is to ask.
    slow: ['plays', 'model-happy-3-rounds', '20', '8'],
  });
  server = createServer({ jury: engine.jury, bus: engine.bus });
  address = await server.listen();
});

afterEach(async () => {
  await server.close(200);
  await engine.dispose();
});

const events = () => `${address.url}/api/projects/${engine.projectId}/events`;

async function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${address.url}/api/projects/${engine.projectId}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
}

/** Reads a stream with the real EventSource client until the test says enough. */
function listen(
  url: string,
  headers: Record<string, string>,
  enough: (event: TranscriptEvent, id: string) => boolean,
) {
  const seen: { id: string; event: TranscriptEvent }[] = [];
  return new Promise<{ id: string; event: TranscriptEvent }[]>((resolve, reject) => {
    const source = new EventSource(url, {
      fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...headers } }),
    });
    source.onerror = (error) => {
      source.close();
      reject(new Error(`stream failed: ${error.message}`));
    };
    for (const name of CRITIQUE_EVENT_NAMES) {
      source.addEventListener(name, ({ data, lastEventId }) => {
        const event: TranscriptEvent = JSON.parse(data);
        seen.push({ id: lastEventId, event });
        if (!enough(event, lastEventId)) return;
        source.close();
        resolve(seen);
      });
    }
  });
}

const folded = (list: { event: TranscriptEvent }[]): CritiqueState =>
  list.reduce((state, { event }) => fold(state, event), IDLE);

test('[R2] a client that reloads in the middle sees what a client that stayed saw', async () => {
  const stayed = listen(`${events()}?since=0`, {}, isTerminalEvent);
  const before = listen(`${events()}?since=0`, {}, ({ type }) => type === 'critique.round_end');
  const started = await post('/runs', { brief: 'A page about invoices.', agent: 'paced' });
  expect(started.status).toBe(201);
  const { run }: RunSnapshot = await started.json();

  const half = await before;
  const lastId = half.at(-1)?.id ?? '';
  const rest = await listen(events(), { 'Last-Event-ID': lastId }, isTerminalEvent);
  const live = await stayed;

  expect([...half, ...rest].map(({ id }) => id)).toEqual(live.map(({ id }) => id));
  expect(folded([...half, ...rest])).toEqual(folded(live));
  const snapshot: RunSnapshot = await (
    await fetch(`${address.url}/api/projects/${engine.projectId}/runs/${run.id}`)
  ).json();
  expect(snapshot.state).toEqual(folded(live));
  expect(snapshot.run.state).toBe('shipped');
});

test('[R2] curl resumes from the log after the run, across two runs of a project', async () => {
  for (const agent of ['quick', 'quick']) {
    const { run }: RunSnapshot = await (await post('/runs', { brief: 'x', agent })).json();
    await engine.finished(run.id);
  }
  const all = await curl([]);
  expect(all).toEqual(Array.from({ length: all.length }, (_, i) => i + 1));
  const half = Math.floor(all.length / 2);
  expect(await curl(['-H', `Last-Event-ID: ${half}`])).toEqual(all.slice(half));
});

async function curl(args: string[]): Promise<number[]> {
  const child = spawn('curl', [
    '-sN',
    '--max-time',
    '1',
    ...args,
    args.length === 0 ? `${events()}?since=0` : events(),
  ]);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  await once(child, 'close');
  return [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
}

test('[R3] the artifact of every round and the final one are served, shut in', async () => {
  const { run }: RunSnapshot = await (await post('/runs', { brief: 'x', agent: 'quick' })).json();
  await engine.finished(run.id);
  const base = `${address.url}/api/projects/${engine.projectId}/runs/${run.id}`;
  const first = await fetch(`${base}/rounds/1/artifact`);
  expect(await first.text()).toContain('Ledgerly draft 1');
  const final = await fetch(`${base}/artifact`);
  expect(final.headers.get('content-security-policy')).toContain('sandbox');
  expect(final.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await final.text()).toContain('<title>Ledgerly</title>');
  const transcript = await fetch(`${base}/transcript`);
  expect((await transcript.text()).trimEnd().split('\n').length).toBe(41 + 1);
});

test('[R3] an interrupt over HTTP ends the run', async () => {
  const { run }: RunSnapshot = await (await post('/runs', { brief: 'x', agent: 'slow' })).json();
  await engine.heard(({ type }) => type === 'critique.round_end');
  expect((await post(`/critique/${run.id}/interrupt`, {})).status).toBe(202);
  expect((await engine.finished(run.id)).run.state).toBe('interrupted');
  expect((await post(`/critique/${run.id}/interrupt`, {})).status).toBe(200);
});

test('[R3] a run that cannot be started says which field is wrong', async () => {
  const unknown = await post('/runs', { brief: 'x', agent: 'nobody' });
  expect(unknown.status).toBe(400);
  expect(await unknown.json()).toMatchObject({
    error: { code: 'bad_request', message: expect.stringContaining('agent') },
  });
  const above = await post('/runs', { brief: 'x', threshold: 11 });
  expect(await above.json()).toMatchObject({ error: { message: expect.stringContaining('threshold: 11') } });
});
