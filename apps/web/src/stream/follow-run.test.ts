/** The follower against a server that speaks as the daemon does, and hangs up when the test wants it to. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunSnapshot } from '@design-jury/contracts/http';
import type { RunRecord } from '@design-jury/contracts/run';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RUN } from '../runs/test/run.ts';
import { createFollower, type FollowedRun } from '../runs/use-run.ts';
import { type Follower, followRun } from './follow-run.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let handle: Handler;
let asked: string[];
let stop: AbortController;
let close: () => void;

beforeEach(async () => {
  asked = [];
  stop = new AbortController();
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['last-event-id'] ?? ''}`.trim());
    handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`${base}${path}`, init));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});

afterEach(() => {
  stop.abort();
  close();
  vi.unstubAllGlobals();
});

const at = (seconds: number): string => new Date(Date.parse(RUN.updatedAt) + seconds * 1_000).toISOString();

function snapshotOf(run: Partial<RunRecord>, lastEventId: number, state: unknown = null): RunSnapshot {
  return {
    run: { ...RUN, ...run },
    held: true,
    rounds: [],
    mustFixes: [],
    queuePosition: null,
    lastEventId,
    state,
  };
}

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};
const frame = (id: number, event: { type: string; seq: number }): string =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify({ at: at(event.seq), ...event })}\n\n`;
const ENDED = { type: 'run.ended', runId: 'r-1', state: 'ended', outcome: 'converged', exitCode: 0 };

function watched(): { follower: Follower; seen: FollowedRun[]; now(): FollowedRun } {
  const seen: FollowedRun[] = [];
  return { follower: createFollower((now) => seen.push(now)), seen, now: () => seen.at(-1) as FollowedRun };
}

test('a run is read from its first event, resumed after a lost connection, and nothing is heard twice', async () => {
  let streams = 0;
  handle = ({ url = '' }, response) => {
    if (url === '/api/runs/r-1') return json(response, snapshotOf({ state: 'queued' }, 0));
    streams += 1;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    if (streams === 1) {
      response.write(frame(41, { type: 'loop.started', seq: 1 }) + frame(42, { type: 'x', seq: 2 }));
      response.end();
      return;
    }
    // The run was resumed by another process: its events are numbered anew in the project, not in themselves.
    response.write(frame(141, { type: 'loop.started', seq: 1 }) + frame(142, { type: 'x', seq: 2 }));
    response.write(frame(144, { type: 'loop.ended', seq: 4 }) + frame(145, { ...ENDED, seq: 5 }));
  };
  const { follower, seen, now } = watched();
  await followRun('r-1', follower, stop.signal);
  expect(now().events.map(({ seq }) => seq)).toEqual([1, 2, 4, 5]);
  expect(now()).toMatchObject({
    connection: 'closed',
    run: { state: 'ended', outcome: 'converged', exitCode: 0, endedAt: at(5) },
  });
  expect(seen.map(({ connection }) => connection)).toContain('lost');
  const events = '/api/projects/p-1/events?run=r-1';
  expect(asked.filter((line) => line.startsWith(events))).toEqual([`${events} 0`, `${events} 42`]);
  // How it stands is asked for with each connection and at the end, never with an event.
  expect(asked.filter((line) => line === '/api/runs/r-1')).toHaveLength(3);
});

test('a run that is over is read to its last event, and then nothing is waited for', async () => {
  const over = {
    state: 'ended',
    outcome: 'converged',
    exitCode: 0,
    endedAt: at(9),
    updatedAt: at(9),
  } as const;
  handle = ({ url = '' }, response) => {
    if (url === '/api/runs/r-1') return json(response, { ...snapshotOf(over, 12), held: false });
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(frame(11, { type: 'loop.started', seq: 1 }));
    setTimeout(() => response.write(frame(12, { ...ENDED, seq: 2 })), 50);
  };
  const { follower, now } = watched();
  await followRun('r-1', follower, stop.signal);
  expect(now().events).toHaveLength(2);
  expect(now().run).toMatchObject(over);
  // What is heard again of an old run is no sign of life.
  expect(now().held).toBe(false);
});

test('a record that was put aside after the last event stays so, until the run speaks again', async () => {
  let say = (_text: string): void => {};
  handle = ({ url = '' }, response) => {
    if (url === '/api/runs/r-1')
      return json(response, { ...snapshotOf({ state: 'paused', updatedAt: at(3) }, 2), held: false });
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(
      frame(1, { type: 'content.started', seq: 1 }) +
        frame(2, { type: 'run.state', seq: 2, ...{ state: 'running' } }),
    );
    say = (text) => response.write(text);
  };
  const { follower, now } = watched();
  void followRun('r-1', follower, stop.signal);
  await vi.waitFor(() => expect(now()?.events).toHaveLength(2));
  expect(now()).toMatchObject({ run: { state: 'paused' }, held: false });
  say(frame(13, { type: 'run.state', seq: 4, ...{ state: 'running' } }));
  await vi.waitFor(() => expect(now()).toMatchObject({ run: { state: 'running' }, held: true }));
  say(frame(14, { type: 'run.state', seq: 5, ...{ state: 'waiting' } }));
  await vi.waitFor(() => expect(now()).toMatchObject({ run: { state: 'waiting' }, held: false }));
});

test('without all events a snapshot stands for those before it, and another one for those that were lost', async () => {
  const snapshots: unknown[] = [];
  let standing: ReturnType<Follower['standing']> = 'open';
  handle = ({ url = '' }, response) => {
    if (url === '/api/runs/r-1')
      return json(response, snapshotOf({}, 7 + snapshots.length, snapshots.length));
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(frame(9, { type: 'critique.run_started', seq: 9 }));
  };
  await followRun(
    'r-1',
    {
      whole: false,
      onSnapshot({ state }) {
        snapshots.push(state);
        if (standing === 'stale') standing = 'over';
      },
      onFrames: (frames) => {
        if (frames.length > 0) standing = 'stale';
      },
      onConnection: () => {},
      standing: () => standing,
    },
    stop.signal,
  );
  expect(snapshots).toEqual([0, 1, 2]);
  expect(asked.filter((line) => line.includes('/events'))).toEqual(['/api/projects/p-1/events?run=r-1 7']);
});

test('a run that is not there is said once and not asked for again', async () => {
  handle = (_request, response) =>
    json(response, { error: { code: 'not_found', message: 'there is no run r-1' } }, 404);
  const { follower, now } = watched();
  await followRun('r-1', follower, stop.signal);
  expect(now()).toMatchObject({ run: null, connection: 'closed', problem: 'there is no run r-1' });
  expect(asked).toEqual(['/api/runs/r-1']);
});
