import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { StreamSnapshotSchema } from '@design-jury/contracts/http';
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { EventSource } from 'eventsource';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startDaemon } from './test/daemon.ts';
import { notes, type ScriptedJury, speak } from './test/scripted-jury.ts';
import { eventsIn, openClient } from './test/stream-client.ts';

const EVENTS = '/api/projects/p1/events';
const upTo = (last: number, from = 1): number[] =>
  Array.from({ length: last - from + 1 }, (_, i) => from + i);

describe('joining', () => {
  test('with ?since=0 gets everything from the start, then what happens', async () => {
    const { port, jury } = await startDaemon();
    speak(jury, 5);
    const client = openClient(port, `${EVENTS}?since=0`);
    await client.numbered(5);
    speak(jury, 8);
    await client.numbered(8);
    expect(client.ids).toEqual(upTo(8));
    expect(client.events.map(({ event }) => event).slice(0, 2)).toEqual([
      'critique.run_started',
      'critique.panelist_notes',
    ]);
  });

  test('late without an id gets a snapshot without id, then only what is new', async () => {
    const { port, jury } = await startDaemon();
    speak(jury, 5);
    const client = openClient(port, EVENTS);
    await expect.poll(() => client.events.length).toBe(1);
    speak(jury, 7);
    await client.numbered(2);
    const [first, ...rest] = client.events;
    const snapshot = StreamSnapshotSchema.parse(first?.data);
    expect([first?.event, first?.id, snapshot.lastEventId]).toEqual(['snapshot', null, 5]);
    expect(rest.map(({ id }) => id)).toEqual([6, 7]);
    const folded = rest.reduce(
      (state, { data }) => fold(state, data as TranscriptEvent),
      (snapshot.run?.state ?? IDLE) as CritiqueState,
    );
    expect(folded).toEqual(jury.state('r1'));
  });

  test('a project that never ran gets an empty snapshot', async () => {
    const { port, jury } = await startDaemon();
    jury.addProject('p2');
    const client = openClient(port, '/api/projects/p2/events');
    await expect
      .poll(() => client.events)
      .toEqual([{ id: null, event: 'snapshot', data: { lastEventId: 0, run: null } }]);
  });

  test('sends the headers and the retry line a stream needs', async () => {
    const { port } = await startDaemon();
    const client = openClient(port, EVENTS);
    await expect.poll(() => client.events.length).toBe(1);
    expect(client.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    for (const header of [
      'Content-Type: text/event-stream; charset=utf-8',
      'Cache-Control: no-store, no-transform',
      'X-Accel-Buffering: no',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ])
      expect(client.head.split('\r\n')).toContain(header);
    expect(client.head).not.toMatch(/transfer-encoding|content-length/i);
    expect(client.text).toContain('\r\n\r\nretry: 2000\n\n');
  });

  test.each([
    ['/api/projects/unknown/events', {}, 404],
    [`${EVENTS}?run=unknown`, {}, 404],
    [`${EVENTS}?run=..`, {}, 400],
    [`${EVENTS}?since=-1`, {}, 400],
    [`${EVENTS}?since=1e3`, {}, 400],
    [EVENTS, { 'Last-Event-ID': 'abc' }, 400],
    [EVENTS, { Host: 'evil.example' }, 403],
    [EVENTS, { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' }, 403],
  ])('%s with %j is %i and no stream', async (path, headers, status) => {
    const { port } = await startDaemon();
    const client = openClient(port, path, { ...headers, Connection: 'close' });
    await expect.poll(() => client.closed).toBe(true);
    expect(client.head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(client.head).toContain('content-type: application/json');
  });

  test('is refused when too many streams are open, and possible again when one left', async () => {
    const { port, bus } = await startDaemon({ maxStreams: 2 });
    const clients = [openClient(port, EVENTS), openClient(port, EVENTS)];
    await expect.poll(() => bus.streams).toBe(2);
    const refused = openClient(port, EVENTS, { Connection: 'close' });
    await expect.poll(() => refused.closed).toBe(true);
    expect(refused.head).toMatch(/^HTTP\/1\.1 503 /);
    clients[0]?.socket.destroy();
    await expect.poll(() => bus.streams).toBe(1);
  });

  test('a client that left while its project was looked up leaves nothing behind', async () => {
    const { port, jury, bus } = await startDaemon();
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const getProject = jury.getProject;
    jury.getProject = async (id) => {
      asked.resolve();
      await gate.promise;
      return getProject(id);
    };
    const client = openClient(port, EVENTS);
    await asked.promise;
    client.socket.destroy();
    await sleep(50);
    gate.resolve();
    await sleep(50);
    expect(bus.streams).toBe(0);
  });

  test('HEAD answers the headers and ends', async () => {
    const { url, bus } = await startDaemon();
    const response = await fetch(url + EVENTS, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type'), bus.streams]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      0,
    ]);
  });
});

describe('resuming', () => {
  test('the header is newer than the URL of a reconnecting client', async () => {
    const { port, jury } = await startDaemon();
    speak(jury, 6);
    const client = openClient(port, `${EVENTS}?since=0`, { 'Last-Event-ID': '4' });
    await client.numbered(2);
    expect(client.ids).toEqual([5, 6]);
  });

  test('while the run goes on loses nothing and repeats nothing', async () => {
    const { port, jury } = await startDaemon();
    speak(jury, 100);
    // The run speaks between any two events of the replay.
    jury.onReplay = ({ id }) => {
      if (id <= 100) speak(jury, jury.state('r1').lastSeq + 1);
    };
    const client = openClient(port, EVENTS, { 'Last-Event-ID': '0' });
    await client.numbered(200);
    speak(jury, 203);
    await client.numbered(203);
    expect(client.ids).toEqual(upTo(203));
  });

  test('more is said meanwhile than a mailbox holds: the log is read again', async () => {
    const { port, jury } = await startDaemon();
    speak(jury, 3);
    const log = jury.eventsSince;
    let passes = 0;
    jury.eventsSince = async function* (projectId, since) {
      passes++;
      // Everything that was there when the reading began, and then a burst that it does not see.
      const last = jury.state('r1').lastSeq;
      for await (const item of log(projectId, since)) {
        if (item.id > last) break;
        yield item;
      }
      if (passes === 1) speak(jury, last + 1_000);
    };
    const client = openClient(port, `${EVENTS}?since=0`);
    await client.numbered(1_003);
    expect(client.ids).toEqual(upTo(1_003));
    expect(passes).toBe(2);
  });

  test('an event that was read from the log before it was published comes once', async () => {
    const { port, jury, bus } = await startDaemon();
    speak(jury, 3);
    const early = jury.write('r1', notes('r1', 'read first'));
    const client = openClient(port, `${EVENTS}?since=1`);
    await client.numbered(3);
    bus.publish(early);
    speak(jury, 6);
    await client.numbered(5);
    expect(client.ids).toEqual(upTo(6, 2));
  });

  test('with an id of another history starts over with a snapshot', async () => {
    const { port, jury } = await startDaemon();
    speak(jury, 3);
    const client = openClient(port, EVENTS, { 'Last-Event-ID': '4000' });
    await expect.poll(() => client.events.length).toBe(1);
    speak(jury, 5);
    await client.numbered(2);
    expect([client.events[0]?.event, client.ids]).toEqual(['snapshot', [4, 5]]);
  });

  test('?run= narrows replay, snapshot and live events to one run', async () => {
    const { port, jury } = await startDaemon();
    speak(jury, 3);
    jury.addRun('p1', 'r2');
    speak(jury, 2, 'r2');
    const [one, two, all] = ['run=r1&since=0', 'run=r2&since=0', 'since=0'].map((query) =>
      openClient(port, `${EVENTS}?${query}`),
    );
    await all?.numbered(5);
    speak(jury, 3, 'r2');
    await all?.numbered(6);
    await two?.numbered(3);
    expect([one?.ids, two?.ids, all?.ids]).toEqual([upTo(3), [4, 5, 6], upTo(6)]);
    const late = openClient(port, `${EVENTS}?run=r1`);
    await expect.poll(() => late.events.length).toBe(1);
    expect(late.events[0]?.data).toMatchObject({ lastEventId: 3, run: { run: { id: 'r1' } } });
  });

  test('a log that cannot be read ends the stream and is reported', async () => {
    const { port, jury, reported, bus } = await startDaemon();
    // biome-ignore lint/correctness/useYield: a log that fails at its first line
    jury.eventsSince = async function* () {
      throw new Error('line 1 is not JSON');
    };
    const client = openClient(port, `${EVENTS}?since=0`);
    await expect.poll(() => client.closed).toBe(true);
    expect(reported.map(String)).toEqual(['Error: line 1 is not JSON']);
    expect(bus.streams).toBe(0);
  });
});

describe('a reload in the middle of a run', () => {
  test('with a real EventSource: the folded state equals the live one', async () => {
    const { url, jury, server, bus } = await startDaemon({ retryMs: 50 });
    let state: CritiqueState = IDLE;
    const seen: number[] = [];
    const source = new EventSource(`${url}${EVENTS}?since=0`);
    onTestFinished(() => source.close());
    for (const name of ['critique.run_started', 'critique.panelist_notes', 'critique.interrupted'])
      source.addEventListener(name, ({ data, lastEventId }) => {
        state = fold(state, JSON.parse(data));
        seen.push(Number(lastEventId));
      });
    speak(jury, 20);
    await expect.poll(() => seen.length).toBe(20);
    // The connection breaks, the run goes on, the browser comes back by itself.
    bus.shutdown();
    speak(jury, 40);
    await expect.poll(() => bus.streams).toBe(1);
    speak(jury, 50);
    await jury.interruptRun('p1', 'r1');
    await expect.poll(() => seen.length).toBe(51);
    expect(seen).toEqual(upTo(51));
    expect(state).toEqual(jury.state('r1'));
    expect(state.phase).toBe('interrupted');
    source.close();
    await server.close(100);
  });

  test('with curl and Last-Event-ID: what it missed, then what happens', async () => {
    const { url, jury } = await startDaemon();
    speak(jury, 30);
    const curl = spawn('curl', ['-sN', '-H', 'Last-Event-ID: 12', url + EVENTS]);
    let text = '';
    curl.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    await expect.poll(() => eventsIn(text).at(-1)?.id).toBe(30);
    speak(jury, 35);
    await expect.poll(() => eventsIn(text).at(-1)?.id).toBe(35);
    // As a browser tab that is closed.
    curl.kill();
    await once(curl, 'close');
    const events = eventsIn(text);
    expect(events.map(({ id }) => id)).toEqual(upTo(35, 13));
    const before: CritiqueState = await foldedTo(jury, 12);
    expect(events.reduce((state, { data }) => fold(state, data as TranscriptEvent), before)).toEqual(
      jury.state('r1'),
    );
  });
});

async function foldedTo(jury: ScriptedJury, id: number): Promise<CritiqueState> {
  let state: CritiqueState = IDLE;
  for await (const item of jury.eventsSince('p1', 0))
    if (item.id <= id) state = fold(state, item.event as TranscriptEvent);
  return state;
}
