/** The host's ports on a real PostgreSQL, under the same cases as the embedded ones. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../store/postgres/connect.ts';
import { fleetStore } from '../../store/postgres/fleet-store.ts';
import { migrateSchema } from '../../store/postgres/migrate.ts';
import { openNotices } from '../../store/postgres/notices.ts';
import { noPostgres, type PostgresServer, postgresServer } from '../../store/test/postgres-server.ts';
import { project, run } from '../../store/test/records.ts';
import type { QueueOptions } from '../queue.ts';
import { createBus } from '../stream/bus.ts';
import { artifactCases } from '../test/artifact-cases.ts';
import { busCases } from '../test/bus-cases.ts';
import { eventLogCases, isLast } from '../test/event-log-cases.ts';
import { queueCases } from '../test/queue-cases.ts';
import { makeQueue, openBoss } from './boss.ts';
import { fleetPlaces } from './fleet-place.ts';
import { FleetQueue } from './fleet-queue.ts';
import { sharingBus } from './notes.ts';

const missing = noPostgres();
// A server and its processes are slow where others work: a case takes milliseconds, or is broken.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });
let server: PostgresServer;
let migrated: string;
const reported: unknown[] = [];

describe.skipIf(missing !== null)('PostgreSQL', () => {
  beforeAll(async () => {
    server = await postgresServer();
    migrated = await server.database();
    const { pool, close } = connect(migrated);
    await migrateSchema(pool);
    await makeQueue(pool);
    await close();
  });
  afterAll(() => server?.remove());

  const place = async () => {
    const url = await server.database(migrated);
    const connection = connect(url, { max: 4 });
    const store = fleetStore(connection, { clock: Date.now, leaseTime: 'caller' });
    const notices = await openNotices({ url, pool: connection.pool, name: 'test', report: () => {} });
    const dataDir = await mkdtemp(join(tmpdir(), 'jury-fleet-'));
    onTestFinished(async () => {
      await notices.close();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    });
    await store.createProject(project());
    await store.insertRun(run());
    const places = fleetPlaces({ pool: connection.pool, notices, dataDir, patienceMs: 10_000 });
    return { places, store, pool: connection.pool };
  };
  const eventsOf = async (reading: AsyncGenerator<{ event: { type: string; seq: number } }> | undefined) => {
    const events = [];
    for await (const { event } of reading ?? []) events.push(event);
    return events;
  };

  eventLogCases('rows', async () => {
    const { places } = await place();
    return {
      open: (options = {}) => places(run()).openLog({ clock: Date.now, isTerminal: isLast, ...options }),
      read: async (after = 0) => (await eventsOf((await places(run()).log())?.read({ after }))) as never,
    };
  });

  artifactCases('rows', async () => {
    const { places } = await place();
    const { openArtifact, pageFile, pointFinal, readFinal, removeFinal } = places(run());
    return {
      write: openArtifact,
      read: async (path) => readFile(await pageFile(path, path.split('.')[0] ?? ''), 'utf8'),
      pointFinal,
      readFinal,
      removeFinal,
    };
  });

  busCases('shared with other nodes', () =>
    sharingBus(createBus(), { say: () => {}, hear: () => () => {}, close: async () => {} }, 'here'),
  );

  /** A node's queue on a database that others may share. */
  const queueOn = async (url: string, options: QueueOptions, has: (need: string) => boolean = () => true) => {
    const { pool, close } = connect(url, { max: 8 });
    const boss = await openBoss({ pool, report: () => {} });
    const report = (error: unknown): void => void reported.push(error);
    const notices = await openNotices({ url, pool, name: 'test', report });
    const queue = new FleetQueue({ ...options, boss, pool, notices, has, report });
    onTestFinished(async () => {
      queue.close();
      await boss.stop({ graceful: false });
      await notices.close();
      await close();
      expect(reported.splice(0)).toEqual([]);
    });
    return { queue, boss, pool };
  };

  queueCases('pg-boss', {
    isLocal: false,
    settle: () => delay(2),
    make: async (options) => (await queueOn(await server.database(migrated), options)).queue,
  });

  test('a page of several parts comes back as it was, and a damaged one is refused', async () => {
    const { places, pool } = await place();
    const text = '0123456789abcdef'.repeat(50_000);
    const writer = places(run()).openArtifact();
    await writer.write(text);
    const { path, sha256 } = await writer.close();
    const parts = await pool.query('select octet_length(data) as bytes from file_parts order by part');
    expect(parts.rows.map(({ bytes }) => bytes)).toEqual([262_144, 262_144, 262_144, 13_568]);
    await pool.query(`update file_parts set data = decode('00', 'hex') where part = 3`);
    await expect(places(run()).pageFile(path, sha256)).rejects.toMatchObject({ reason: 'corrupt' });
  });

  test('who lost the run is refused by the database itself: events, pages, the final one', async () => {
    const { places, store } = await place();
    const claim = (owner: string, now: number) =>
      store.leases.claim({ runId: 'r1', owner, now, until: now + 100, gone: [], isAlone: true });
    await claim('late', 1_000);
    const late = places(run(), 'late');
    const log = late.openLog({ clock: Date.now, isTerminal: isLast });
    log.append({ type: 'case.said' });
    await log.flush();
    const writer = late.openArtifact();
    await writer.write('a page');
    expect(await claim('new', 2_000)).toBe(true);
    log.append({ type: 'case.over' });
    await expect(log.flush()).rejects.toMatchObject({ reason: 'lost' });
    await log.close();
    await expect(writer.close()).rejects.toThrow('another process has taken');
    await expect(late.writeRequest({}, null)).rejects.toThrow('another process has taken');
    const after = places(run(), 'new').openLog({
      clock: Date.now,
      isTerminal: isLast,
      resume: { lastSeq: 1, terminal: null },
    });
    after.append({ type: 'case.over' });
    await after.seal();
    expect((await eventsOf((await places(run()).log())?.read())).map(({ type }) => type)).toEqual([
      'case.said',
      'case.over',
    ]);
  });

  test('a database that is killed while a log is written loses and repeats nothing', async () => {
    const { places } = await place();
    const log = places(run()).openLog({ clock: Date.now, isTerminal: isLast });
    let isDown = false;
    const restarted = (async () => {
      await server.kill();
      isDown = true;
      await server.start();
    })();
    for (let n = 0; n < 300; n++) {
      log.append({ type: 'case.said' });
      await log.flush();
    }
    await restarted;
    await log.close();
    expect(isDown).toBe(true);
    const seqs = (await eventsOf((await places(run()).log())?.read())).map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  });
});

if (missing !== null) test('PostgreSQL is installed', ({ skip }) => skip(missing));
