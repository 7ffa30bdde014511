/** One SSE server under load: ours, a bare node:http write loop, or Hono's streamSSE. Run by sse-fanout.ts. */
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises';
import { createBus, type PublishedItem } from '../../apps/daemon/src/host/stream/bus.ts';
import { startHonoStream } from '../../apps/daemon/src/routes/test/hono-stream.ts';
import { createScriptedJury } from '../../apps/daemon/src/routes/test/scripted-jury.ts';
import { createServer } from '../../apps/daemon/src/server.ts';
import {
  type Burst,
  EVENTS_PATH,
  endMark,
  type FromServer,
  now,
  type ServerKind,
  type ToServer,
} from './protocol.ts';

interface Contestant {
  port: number;
  streams(): number;
  publish(item: PublishedItem): void;
}

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' };

const contestants: Record<ServerKind, () => Promise<Contestant>> = {
  async ours() {
    const bus = createBus();
    const jury = createScriptedJury(bus);
    jury.addProject('bench');
    const { port } = await createServer({ jury, bus }).listen();
    return { port, streams: () => bus.streams, publish: (item) => bus.publish(item) };
  },

  async raw() {
    const clients = new Set<ServerResponse>();
    const server = createHttpServer((_, response) => {
      response.writeHead(200, HEADERS).flushHeaders();
      clients.add(response);
      response.once('close', () => clients.delete(response));
    });
    await new Promise<void>((resolve) =>
      server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, resolve),
    );
    return {
      port: (server.address() as AddressInfo).port,
      streams: () => clients.size,
      publish({ id, event, line }) {
        // The fair anchor: encoded once, one write per client and event.
        const frame = Buffer.from(`id: ${id}\nevent: ${event.type}\ndata: ${line}\n\n`);
        for (const client of clients) client.write(frame);
      },
    };
  },

  hono: () => startHonoStream(EVENTS_PATH),
};

let lastId = 0;
function item(text: string): PublishedItem {
  const id = ++lastId;
  const event = {
    type: 'critique.panelist_notes',
    runId: 'run-1',
    round: 1,
    role: 'critic',
    text,
    seq: id,
    at: '2026-11-16T00:00:00.000Z',
  } as const;
  return { projectId: 'bench', runId: 'run-1', id, event, line: JSON.stringify(event) };
}

/** Live bytes after a collection; `rss` is what the machine gives. */
function memory(): { rss: number; held: number } {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, held: heapUsed + external };
}

const SAMPLE_EVERY_TICKS = 250;

async function publish(
  contestant: Contestant,
  { burst, events, perTick, bytes, pauseMs }: Burst,
): Promise<FromServer> {
  const text = 'x'.repeat(bytes);
  const before = pauseMs > 0 ? memory().held : 0;
  let most = before;
  const [cpu, at] = [process.cpuUsage(), now()];
  for (let sent = 0, ticks = 0; sent < events; sent += perTick, ticks++) {
    for (let n = 1; n <= perTick; n++) contestant.publish(item(sent + n === events ? endMark(burst) : text));
    await (pauseMs > 0 ? sleep(pauseMs) : tick());
    if (pauseMs > 0 && ticks % SAMPLE_EVERY_TICKS === 0) most = Math.max(most, memory().held);
  }
  const { user, system } = process.cpuUsage(cpu);
  return { did: 'publish', at, cpuMs: (user + system) / 1000, heapGrowthBytes: most - before };
}

async function answer(contestant: Contestant, message: ToServer): Promise<FromServer> {
  switch (message.do) {
    case 'publish':
      return publish(contestant, message.burst);
    case 'memory':
      return { did: 'memory', ...memory() };
    case 'streams':
      return { did: 'streams', count: contestant.streams() };
  }
}

const contestant = await contestants[process.argv[2] as ServerKind]();
process.on('message', async (message: ToServer) => process.send?.(await answer(contestant, message)));
process.send?.({ did: 'listen', port: contestant.port } satisfies FromServer);
