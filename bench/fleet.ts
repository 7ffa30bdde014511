/** A fleet's queue, log and streams on a real PostgreSQL, each against the bare thing it stands on, in one run. */
import { setTimeout as delay } from 'node:timers/promises';
import { makeQueue, openBoss, RUNS_QUEUE } from '../apps/daemon/src/host/fleet/boss.ts';
import { openFleetLog, readFleetLog } from '../apps/daemon/src/host/fleet/fleet-log.ts';
import { FleetQueue } from '../apps/daemon/src/host/fleet/fleet-queue.ts';
import { tailFleet } from '../apps/daemon/src/host/fleet/fleet-tail.ts';
import { createBus } from '../apps/daemon/src/host/stream/bus.ts';
import { connect } from '../apps/daemon/src/store/postgres/connect.ts';
import { fleetStore } from '../apps/daemon/src/store/postgres/fleet-store.ts';
import { migrateSchema } from '../apps/daemon/src/store/postgres/migrate.ts';
import { openNotices } from '../apps/daemon/src/store/postgres/notices.ts';
import { noPostgres, postgresServer } from '../apps/daemon/src/store/test/postgres-server.ts';
import { project, run as record } from '../apps/daemon/src/store/test/records.ts';
import { median } from './measure.ts';
import type { BenchRow } from './report.ts';

const JOBS = 1_000;
const PROJECTS = 50;
const AT_ONCE = 16;
const EVENTS = 5_000;
const REPEATS = 5;
const TEXT = 'The hierarchy is tight, the second button competes with the first. '.repeat(2);

const report = (error: unknown): void => console.error(error);

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (count / (performance.now() - started)) * 1_000;
}

export async function run(): Promise<BenchRow[]> {
  if (noPostgres() !== null) return [];
  const server = await postgresServer({ settings: { fsync: 'on' } });
  try {
    const url = await server.database();
    const connection = connect(url, { max: AT_ONCE });
    const { pool } = connection;
    await migrateSchema(pool);
    await makeQueue(pool);
    const notices = await openNotices({ url, pool, name: 'bench', report });
    const store = fleetStore(connection, { clock: Date.now });
    await store.createProject(project());
    const services = { pool, notices, dataDir: server.folder, patienceMs: 5_000 };
    try {
      return [
        ...(await queueRows(pool, notices)),
        ...(await logRows(services, store)),
        ...(await latencyRows(services, store)),
        ...(await growthRows(services, store)),
      ];
    } finally {
      await notices.close();
      await store.close();
    }
  } finally {
    await server.remove();
  }
}

type Services = Parameters<typeof openFleetLog>[0];
type Store = ReturnType<typeof fleetStore>;

async function queueRows(pool: Services['pool'], notices: Services['notices']): Promise<BenchRow[]> {
  const boss = await openBoss({ pool, report, supervise: false });
  const jobs = (round: string) =>
    Array.from({ length: JOBS }, (_, n) => ({
      runId: `${round}-${n}`,
      projectId: `${round}-p${n % PROJECTS}`,
    }));
  const inParts = async (work: (n: number) => Promise<unknown>): Promise<void> => {
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < JOBS) await work(next++);
      }),
    );
  };
  const bare = (round: string): Promise<number> =>
    perSecond(JOBS, async () => {
      const all = jobs(round);
      await inParts((n) => boss.send(RUNS_QUEUE, all[n] ?? {}, { singletonKey: all[n]?.projectId ?? '' }));
      for (let left = JOBS; left > 0; ) {
        const got = await boss.fetch(RUNS_QUEUE, { batchSize: AT_ONCE });
        await Promise.all(got.map(({ id }) => boss.complete(RUNS_QUEUE, id)));
        left -= got.length;
      }
    });
  const ours = (round: string): Promise<number> =>
    perSecond(JOBS, async () => {
      let over = 0;
      const queue = new FleetQueue({
        boss,
        pool,
        notices,
        report,
        has: () => true,
        maxConcurrent: AT_ONCE,
        onCrash: (_job, error) => report(error),
        perform: async () => {
          over += 1;
        },
      });
      const all = jobs(round);
      await inParts(async (n) => queue.enqueue(all[n] ?? { runId: '', projectId: '' }));
      while (over < JOBS) await delay(1);
      queue.close();
      await queue.idle();
    });
  const [theirs, own]: [number[], number[]] = [[], []];
  for (let n = 0; n < REPEATS; n++) {
    theirs.push(await bare(`b${n}`));
    own.push(await ours(`o${n}`));
  }
  await boss.stop({ graceful: false });
  const [value, anchor] = [median(own), median(theirs)];
  const ratio = value / anchor;
  return [
    {
      name: 'fleet: jobs through our queue',
      value,
      unit: 'jobs/s',
      ratio,
      anchor: 'bare pg-boss',
      target: 'at least 0.9',
      met: ratio >= 0.9,
    },
  ];
}

async function logRows(services: Services, store: Store): Promise<BenchRow[]> {
  const { pool } = services;
  await pool.query(
    'create table bare_events (run_id text, seq bigint, line text, primary key (run_id, seq))',
  );
  const lines = Array.from({ length: EVENTS }, (_, n) =>
    JSON.stringify({ type: 'case.said', text: TEXT, seq: n + 1 }),
  );
  const groups = 64;
  const bare = (round: string): Promise<number> =>
    perSecond(EVENTS, async () => {
      for (let from = 0; from < EVENTS; from += groups)
        await pool.query({
          name: 'bare-insert',
          text: 'insert into bare_events select $1, $2::bigint + n, line from unnest($3::text[]) with ordinality as rows(line, n)',
          values: [round, from, lines.slice(from, from + groups)],
        });
    });
  const ours = async (round: string): Promise<number> => {
    await store.insertRun(record(round));
    const log = openFleetLog(services, { runId: round, owner: null }, { clock: Date.now });
    const rate = await perSecond(EVENTS, async () => {
      for (let n = 0; n < EVENTS; n++) {
        log.append({ type: 'case.said', ...{ text: TEXT } });
        if (n % groups === groups - 1) await log.flush();
      }
      await log.flush();
    });
    await log.close();
    return rate;
  };
  const [theirs, own]: [number[], number[]] = [[], []];
  for (let n = 0; n < REPEATS; n++) {
    theirs.push(await bare(`b${n}`));
    own.push(await ours(`log${n}`));
  }
  const [value, anchor] = [median(own), median(theirs)];
  const ratio = value / anchor;
  return [
    {
      name: 'fleet: events appended, fenced',
      value,
      unit: 'events/s',
      ratio,
      anchor: 'bare multi-row insert',
      target: 'at least 0.7',
      met: ratio >= 0.7,
    },
  ];
}

/** From an append on one node to the bus of another. */
async function latencyRows(services: Services, store: Store): Promise<BenchRow[]> {
  const { pool, notices } = services;
  await store.insertRun(record('latency'));
  await store.updateRun('latency', { state: 'running', eventBase: 0 });
  const bus = createBus();
  const protocol = (): Promise<never> => Promise.reject(new Error('none'));
  const tail = await tailFleet({
    pool,
    notices,
    bus,
    nodeId: 'other',
    clock: Date.now,
    protocol,
    isOurs: () => false,
    report,
  });
  const heard = new Map<number, number>();
  bus.listen('p1', ({ id }) => heard.set(id, performance.now()));
  const log = openFleetLog(services, { runId: 'latency', owner: null }, { clock: Date.now });
  const said: number[] = [];
  for (let n = 0; n < 500; n++) {
    said.push(performance.now());
    log.append({ type: 'case.said', ...{ text: TEXT } });
    await delay(5);
  }
  await log.flush();
  for (let tries = 0; heard.size < said.length && tries < 300; tries++) await delay(20);
  await log.close();
  await tail.close();
  const waits = said
    .map((at, n) => (heard.get(n + 1) ?? Number.POSITIVE_INFINITY) - at)
    .toSorted((a, b) => a - b);
  const value = waits[Math.floor(waits.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  return [
    {
      name: 'fleet: event to the bus of another node, p99',
      value,
      unit: 'ms',
      target: 'at most 50',
      met: value <= 50,
    },
    {
      name: 'fleet: event to the bus of another node, p50',
      value: waits[Math.floor(waits.length / 2)] ?? 0,
      unit: 'ms',
    },
  ];
}

/** Reading one run back among ten thousand events, and among a million. */
async function growthRows(services: Services, store: Store): Promise<BenchRow[]> {
  const { pool } = services;
  await store.insertRun(record('kept'));
  const fill = (from: number, to: number): Promise<unknown> =>
    pool.query(
      `insert into events select 'fill-' || (n / 200), n % 200 + 1, '{"type":"case.said","seq":' || (n % 200 + 1) || ',"at":"2026-01-31T12:00:00.000Z"}'
       from generate_series($1::bigint, $2::bigint) as n`,
      [from, to - 1],
    );
  await pool.query(
    `insert into events select 'kept', n, '{"type":"case.said","seq":' || n || ',"at":"2026-01-31T12:00:00.000Z"}' from generate_series(1, 1000) as n`,
  );
  const read = async (): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < 9; n++) {
      const started = performance.now();
      let seen = 0;
      for await (const _ of readFleetLog(services, 'kept')) seen += 1;
      if (seen !== 1_000) throw new Error(`read ${seen}`);
      times.push(performance.now() - started);
    }
    return median(times);
  };
  await fill(0, 10_000);
  const small = await read();
  for (let from = 10_000; from < 1_000_000; from += 90_000) await fill(from, from + 90_000);
  const value = await read();
  const ratio = value / small;
  return [
    {
      name: 'fleet: a run read back among 1 M events',
      value,
      unit: 'ms',
      ratio,
      anchor: 'among 10 k',
      target: 'at most 1.5',
      met: ratio <= 1.5,
    },
  ];
}
