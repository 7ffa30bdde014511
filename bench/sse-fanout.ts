/**
 * SSE fan-out: deliveries per second to 1,000 clients, against a bare node:http write loop and Hono's streamSSE,
 * in the same run. Server and clients are processes of their own; contestants take turns, medians decide.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { compare, median } from './measure.ts';
import type { BenchRow } from './report.ts';
import {
  type FromClients,
  type FromServer,
  type Peer,
  SERVER_KINDS,
  type ServerKind,
  startPeer,
  type ToClients,
  type ToServer,
} from './sse/protocol.ts';

const CLIENTS = 1_000;
const REPEATS = 7;
const EVENT_BYTES = 120;
const BATCH = 16;

/** Long enough to be measured, short enough that the whole stays under two minutes. */
const UNBATCHED_EVENTS = { ours: 40, raw: 40, hono: 24 } as const satisfies Record<ServerKind, number>;
const BATCHED_EVENTS = { ours: BATCH * 24, raw: BATCH * 3, hono: BATCH * 2 } as const satisfies Record<
  ServerKind,
  number
>;

type Server = Peer<ToServer, FromServer> & { port: number };
type Clients = Peer<ToClients, FromClients>;
let bursts = 0;

export async function run(): Promise<BenchRow[]> {
  const clients: Clients = startPeer(new URL('./sse/clients.ts', import.meta.url), []);
  clients.first.catch(() => {});
  const servers: Server[] = [];
  try {
    const rows: BenchRow[] = [await idleMemory(clients, servers)];
    const crowd = {} as Record<ServerKind, Server>;
    for (const kind of SERVER_KINDS) {
      crowd[kind] = await startServer(kind, servers);
      await join(clients, crowd[kind], kind, CLIENTS);
    }
    rows.push(...(await throughput(clients, crowd)), ...(await stuckClient(clients, servers)));
    return rows;
  } finally {
    for (const peer of [clients, ...servers]) peer.stop();
  }
}

async function throughput(clients: Clients, crowd: Record<ServerKind, Server>): Promise<BenchRow[]> {
  const single: Record<ServerKind, number[]> = { ours: [], raw: [], hono: [] };
  const batched: Record<ServerKind, number[]> = { ours: [], raw: [], hono: [] };
  const cpu: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const kind of SERVER_KINDS) {
      single[kind].push((await deliver(clients, crowd[kind], kind, UNBATCHED_EVENTS[kind], 1)).perSecond);
      const many = await deliver(clients, crowd[kind], kind, BATCHED_EVENTS[kind], BATCH);
      batched[kind].push(many.perSecond);
      if (kind === 'ours') cpu.push(many.cpuMicros);
    }
  }
  const [one, many] = [medians(single), medians(batched)];
  return [
    ...SERVER_KINDS.map((kind) => compare(`sse ${kind}, 1 event per tick`, one[kind], 'deliveries/s')),
    ...SERVER_KINDS.map((kind) =>
      compare(`sse ${kind}, ${BATCH} events per tick`, many[kind], 'deliveries/s'),
    ),
    compare(`sse ours, ${BATCH} per tick, server CPU`, median(cpu), 'µs/delivery'),
    against('sse 1 per tick', one.ours / one.raw, 'raw, a write per event', 0.9),
    against(`sse ${BATCH} per tick`, many.ours / one.raw, 'raw, a write per event', 8),
    against(`sse ${BATCH} per tick`, many.ours / many.hono, 'Hono streamSSE', 3),
    against('sse 1 per tick', one.ours / one.hono, 'Hono streamSSE'),
    // Node corks a response until the next tick, so a bare loop coalesces too; framing and calls remain.
    against(`sse ${BATCH} per tick`, many.ours / many.raw, 'raw, corked by Node'),
  ];
}

async function deliver(clients: Clients, server: Server, group: string, events: number, perTick: number) {
  const burst = ++bursts;
  const arrived = clients.ask({ do: 'await', group, burst });
  const published = await server.ask({
    do: 'publish',
    burst: { burst, events, perTick, bytes: EVENT_BYTES, pauseMs: 0 },
  });
  const done = await arrived;
  if (published.did !== 'publish' || done.did !== 'await') throw new Error('the benchmark lost its thread');
  if (done.complete < 1)
    throw new Error(`${group}: only ${done.complete * 100} % of the clients got everything`);
  const deliveries = events * CLIENTS;
  return {
    perSecond: deliveries / ((done.at - published.at) / 1000),
    cpuMicros: (published.cpuMs * 1000) / deliveries,
  };
}

async function idleMemory(clients: Clients, servers: Server[]): Promise<BenchRow> {
  const server = await startServer('ours', servers);
  // The first connections pay for code and pools that all share.
  await join(clients, server, 'warm', 200);
  await clients.ask({ do: 'disconnect', group: 'warm' });
  await streamsOpen(server, 0);
  const before = await memoryOf(server);
  await join(clients, server, 'idle', CLIENTS);
  const after = await memoryOf(server);
  await clients.ask({ do: 'disconnect', group: 'idle' });
  server.stop();
  const kib = Math.max(after.rss - before.rss, after.held - before.held) / CLIENTS / 1024;
  return compare('sse idle client', kib, 'KiB', 35, 'at most');
}

/** One client reads nothing while 5,000 events a second of 1 KiB go to it and a hundred others. */
async function stuckClient(clients: Clients, servers: Server[]): Promise<BenchRow[]> {
  const server = await startServer('ours', servers);
  await join(clients, server, 'healthy', 100);
  await clients.ask({ do: 'connect', group: 'stuck', port: server.port, count: 1, stuck: 1 });
  const burst = ++bursts;
  const arrived = clients.ask({ do: 'await', group: 'healthy', burst });
  const load = { burst, events: 20_000, perTick: 10, bytes: 1_000, pauseMs: 1 };
  const published = await server.ask({ do: 'publish', burst: load });
  const done = await arrived;
  const left = await server.ask({ do: 'streams' });
  if (published.did !== 'publish' || done.did !== 'await' || left.did !== 'streams')
    throw new Error('the benchmark lost its thread');
  return [
    compare('sse stuck client, heap', published.heapGrowthBytes / 1e6, 'MB', 1, 'at most'),
    compare('sse stuck client, others complete', done.complete * 100, '%', 100),
    compare('sse streams left after 20 MB to a stuck client', left.count, 'of 101'),
  ];
}

async function startServer(kind: ServerKind, servers: Server[]): Promise<Server> {
  const peer: Peer<ToServer, FromServer> = startPeer(new URL('./sse/server.ts', import.meta.url), [kind]);
  const hello = await peer.first;
  if (hello.did !== 'listen') throw new Error(`${kind} did not start`);
  const server = { ...peer, port: hello.port };
  servers.push(server);
  return server;
}

async function join(clients: Clients, server: Server, group: string, count: number): Promise<void> {
  await clients.ask({ do: 'connect', group, port: server.port, count, stuck: 0 });
  await streamsOpen(server, count);
}

async function streamsOpen(server: Server, count: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await server.ask({ do: 'streams' });
    if (answer.did === 'streams' && answer.count === count) return;
    await sleep(50);
  }
  throw new Error(`the server does not have ${count} streams`);
}

async function memoryOf(server: Server): Promise<{ rss: number; held: number }> {
  await sleep(300);
  const answer = await server.ask({ do: 'memory' });
  if (answer.did !== 'memory') throw new Error('the benchmark lost its thread');
  return answer;
}

function against(name: string, ratio: number, anchor: string, target?: number): BenchRow {
  const shown = Math.round(ratio * 100) / 100;
  const row: BenchRow = { name: `${name} ÷ ${anchor}`, value: shown, unit: '×', ratio: shown, anchor };
  if (target === undefined) return row;
  const met = ratio >= target;
  const missing = met ? '' : ` (misses by ${Math.round((1 - ratio / target) * 100)} %)`;
  return { ...row, target: `at least ${target}${missing}`, met };
}

function medians(samples: Record<ServerKind, number[]>): Record<ServerKind, number> {
  return { ours: median(samples.ours), raw: median(samples.raw), hono: median(samples.hono) };
}
