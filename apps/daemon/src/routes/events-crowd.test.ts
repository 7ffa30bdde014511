import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../scripts/machine-pace.ts';
import { startDaemon } from './test/daemon.ts';
import { notes, runStarted, speak } from './test/scripted-jury.ts';
import { openClient } from './test/stream-client.ts';

const EVENTS = '/api/projects/p1/events';
const upTo = (last: number, from = 1): number[] =>
  Array.from({ length: last - from + 1 }, (_, i) => from + i);

describe('many clients', () => {
  test('1,000 clients, one of them stuck: all others get every event, and the run does not wait', async () => {
    const [CLIENTS, EVENT_COUNT, PER_TICK] = [1_000, 320, 16];
    const { port, jury, bus } = await startDaemon();
    const clients = [];
    for (let i = 0; i < CLIENTS; i++) {
      clients.push(openClient(port, `${EVENTS}?since=0`));
      if (i % 100 === 99) await expect.poll(() => bus.streams).toBe(i + 1);
    }
    const [stuck, ...healthy] = clients;
    stuck?.socket.pause();
    let publishingMs = 0;
    for (let said = PER_TICK; said <= EVENT_COUNT; said += PER_TICK) {
      const before = processorMs();
      speak(jury, said);
      publishingMs += processorMs() - before;
      await tick();
    }
    await expect
      .poll(() => healthy.filter(({ ids }) => ids.length !== EVENT_COUNT).length, { interval: 500 })
      .toBe(0);
    const expected = upTo(EVENT_COUNT).join();
    expect(healthy.filter(({ ids }) => ids.join() !== expected)).toEqual([]);
    // Publishing is a push into one window; a thousand readers do not make it longer.
    expect(publishingMs).toBeLessThan(1_000);
    for (const { socket } of clients) socket.destroy();
    await expect.poll(() => bus.streams).toBe(0);
  });

  test('a client that takes nothing is disconnected, and resumes without a gap', async () => {
    const { port, jury, bus } = await startDaemon();
    const [stuck, healthy] = [openClient(port, `${EVENTS}?since=0`), openClient(port, `${EVENTS}?since=0`)];
    await expect.poll(() => bus.streams).toBe(2);
    stuck.socket.pause();
    const LAST = 1_200;
    jury.say('r1', runStarted('r1'));
    for (let id = 2; id <= LAST; id++) {
      jury.say('r1', notes('r1', 'x'.repeat(16 * 1024)));
      if (id % 4 === 0) await tick();
    }
    await expect.poll(() => healthy.ids.length, { interval: 300 }).toBe(LAST);
    expect(bus.streams).toBe(1);
    // What the kernel had taken is still delivered; then the connection is gone.
    stuck.socket.resume();
    await expect.poll(() => stuck.closed).toBe(true);
    const got = stuck.ids;
    expect(got).toEqual(upTo(got.length));
    expect(got.length).toBeLessThan(LAST);
    const again = openClient(port, EVENTS, { 'Last-Event-ID': String(got.length) });
    await expect.poll(() => again.ids.length, { interval: 300 }).toBe(LAST - got.length);
    expect([...got, ...again.ids]).toEqual(upTo(LAST));
  });

  test('a stuck replay is given up after a while and costs the others nothing', async () => {
    const { port, jury, bus } = await startDaemon({ stallMs: 200 });
    jury.say('r1', runStarted('r1'));
    for (let id = 2; id <= 1_000; id++) jury.say('r1', notes('r1', 'x'.repeat(16 * 1024)));
    const stuck = openClient(port, `${EVENTS}?since=0`);
    stuck.socket.pause();
    await expect.poll(() => bus.streams).toBe(1);
    await expect.poll(() => bus.streams).toBe(0);
  });

  test('a quiet stream gets a heartbeat comment', async () => {
    const { port } = await startDaemon({ heartbeatMs: 30 });
    const client = openClient(port, EVENTS);
    await expect.poll(() => client.text.match(/: ping\n\n/g)?.length ?? 0).toBeGreaterThan(2);
    expect(client.events).toHaveLength(1);
  });

  test('queue positions reach the waiting client without an id', async () => {
    const { port, bus } = await startDaemon();
    const client = openClient(port, EVENTS);
    await expect.poll(() => client.events.length).toBe(1);
    bus.announce({
      projectId: 'p1',
      runId: 'r1',
      name: 'queue_position',
      data: { runId: 'r1', position: 2 },
    });
    await expect
      .poll(() => client.events.at(1))
      .toEqual({ id: null, event: 'queue_position', data: { runId: 'r1', position: 2 } });
  });
});
