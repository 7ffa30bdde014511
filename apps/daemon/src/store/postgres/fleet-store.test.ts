import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { keyValuesContract } from '../test/key-values-contract.ts';
import { leaseCases } from '../test/lease-cases.ts';
import { noPostgres, type PostgresServer, postgresServer } from '../test/postgres-server.ts';
import { project, run } from '../test/records.ts';
import { storeCases } from '../test/store-cases.ts';
import { connect } from './connect.ts';
import { appendEvents } from './event-rows.ts';
import { fleetStore } from './fleet-store.ts';
import type { LeaseTime } from './leases.ts';
import { migrateSchema, requireSchema, schemaStatus } from './migrate.ts';
import { openNotices } from './notices.ts';

const missing = noPostgres();
// A server and its processes are slow where others work: a case takes milliseconds, or is broken.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });
let server: PostgresServer;
let migrated: string;

describe.skipIf(missing !== null)('PostgreSQL', () => {
  beforeAll(async () => {
    server = await postgresServer();
    migrated = await server.database();
    const { pool, close } = connect(migrated);
    await migrateSchema(pool);
    await close();
  });
  afterAll(() => server?.remove());

  let passed = 0;
  const open = async (leaseTime: LeaseTime = 'caller') => {
    const connection = connect(await server.database(migrated), { max: 4 });
    const store = fleetStore(connection, { clock: () => Date.now() + passed, leaseTime, patienceMs: 20_000 });
    onTestFinished(() => store.close());
    return store;
  };
  storeCases('PostgreSQL', open);
  leaseCases('PostgreSQL', open);
  keyValuesContract('PostgreSQL', async () => ({
    keyValues: (await open()).keyValues,
    pass: async (ms) => {
      passed += ms;
    },
  }));

  test('a connection that is lost while somebody has it is told to whoever asks next, and ends no process', async () => {
    const { pool, close } = connect(await server.database(migrated), { max: 2 });
    onTestFinished(close);
    const held = await pool.connect();
    const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid');
    const lost = new Promise<void>((resolve) => held.once('end', resolve));
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await lost;
    await expect(held.query('select 1')).rejects.toThrow(/not queryable|terminated|closed/);
    held.release(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('a lease lasts by the clock of the database, whatever a node takes for now', async () => {
    const store = await open('database');
    await store.createProject(project());
    for (const id of ['r1', 'r2']) await store.insertRun(run(id));
    const claim = (runId: string, owner: string, now: number, ms: number) =>
      store.leases.claim({ runId, owner, now, until: now + ms, gone: [], isAlone: true });
    // One node is a year ahead, the other a year behind.
    const [ahead, behind] = [Date.now() + 31_536_000_000, Date.now() - 31_536_000_000];
    expect(await claim('r1', 'a', behind, 60_000)).toBe(true);
    expect(await claim('r1', 'b', ahead, 60_000)).toBe(false);
    expect(await claim('r2', 'b', ahead, 60_000)).toBe(false);
    expect(await store.leases.holders('r1', ahead)).toMatchObject([{ owner: 'a' }]);
    await store.leases.release('r1', 'a');
    expect(await claim('r2', 'b', ahead, 1)).toBe(true);
    await expect.poll(() => claim('r1', 'a', behind, 60_000)).toBe(true);
  });

  test('who lost a run, or its project, changes nothing of it any more', async () => {
    const store = await open();
    await store.createProject(project());
    for (const id of ['r1', 'r2']) await store.insertRun(run(id));
    const claim = (runId: string, owner: string, now: number) =>
      store.leases.claim({ runId, owner, now, until: now + 100, gone: [], isAlone: true });
    expect(await claim('r1', 'late', 1_000)).toBe(true);
    await store.updateRun('r1', { state: 'running' }, 'late');
    expect(await claim('r2', 'other', 2_000)).toBe(true);
    const lost = { reason: 'conflict', message: expect.stringContaining('another process has taken') };
    await expect(store.updateRun('r1', { state: 'paused' }, 'late')).rejects.toMatchObject(lost);
    await expect(store.saveMustFixes('r1', [], 'late')).resolves.toBeUndefined();
    const round = { n: 1, composite: 1, mustFix: 0, decision: 'ship', artifactSha256: null } as const;
    await expect(
      store.saveRound('r1', { ...round, artifactBytes: null, artifactMime: null }, 'late'),
    ).rejects.toMatchObject(lost);
    expect((await store.getRun('r1'))?.state).toBe('running');
  });

  test('a group of events whose answer was lost is written once; one whose numbers are taken adds nothing at all', async () => {
    const connection = connect(await server.database(migrated), { max: 2 });
    const store = fleetStore(connection, { clock: Date.now, leaseTime: 'caller' });
    onTestFinished(() => store.close());
    await store.createProject(project());
    await store.insertRun(run('r1'));
    const claim = (owner: string, now: number) =>
      store.leases.claim({ runId: 'r1', owner, now, until: now + 100, gone: [], isAlone: true });
    const append = (owner: string, firstSeq: number, lines: string[], again: boolean) =>
      appendEvents(connection.pool, { runId: 'r1', owner, firstSeq, lines }, again);
    const stored = async () =>
      (await connection.pool.query('select line from events order by seq')).rows.map(({ line }) => line);
    await claim('a', 1_000);
    await append('a', 1, ['1', '2'], false);
    await append('a', 1, ['1', '2'], true);
    const taken = { reason: 'conflict', message: 'run r1 has other events from 1 on already' };
    await expect(append('a', 1, ['1', '2'], false)).rejects.toMatchObject(taken);
    await expect(append('a', 1, ['1', 'other'], true)).rejects.toMatchObject(taken);
    await expect(append('a', 1, ['1', '2', '3'], true)).rejects.toMatchObject(taken);
    expect(await stored()).toEqual(['1', '2']);
    await claim('b', 2_000);
    const lost = { reason: 'conflict', message: 'another process has taken run r1 over' };
    for (const [first, again] of [
      [1, true],
      [3, false],
    ] as const)
      await expect(append('a', first, ['3', '4'], again)).rejects.toMatchObject(lost);
    await append('b', 3, ['3'], false);
    expect(await stored()).toEqual(['1', '2', '3']);
  });

  test('an append waits for a claim that is under way, and is refused when that takes the run', async () => {
    const connection = connect(await server.database(migrated), { max: 3 });
    const store = fleetStore(connection, { clock: Date.now, leaseTime: 'caller' });
    onTestFinished(() => store.close());
    await store.createProject(project());
    await store.insertRun(run('r1'));
    await store.leases.claim({ runId: 'r1', owner: 'a', now: 1, until: 100, gone: [], isAlone: true });
    const claiming = await connection.pool.connect();
    await claiming.query('begin');
    await claiming.query(`update runs set owner = 'b' where id = 'r1'`);
    let isOver = false;
    const late = appendEvents(
      connection.pool,
      { runId: 'r1', owner: 'a', firstSeq: 1, lines: ['1'] },
      false,
    ).finally(() => {
      isOver = true;
    });
    late.catch(() => {});
    const waits = `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    // Not asked within the claim: a transaction goes on seeing what it saw of the others first.
    await expect
      .poll(async () => (await connection.pool.query(waits)).rows[0]?.n, { timeout: 30_000 * machinePace() })
      .toBe(1);
    expect(isOver).toBe(false);
    await claiming.query('commit');
    claiming.release();
    await expect(late).rejects.toThrow('another process has taken run r1 over');
    expect((await connection.pool.query('select 1 from events')).rowCount).toBe(0);
  });

  test('a notice is heard, and its commit alone does not wait for the disk', async () => {
    const url = await server.database(migrated);
    const { pool, close } = connect(url, { max: 1 });
    const notices = await openNotices({ url, pool, name: 'test', report: () => {} });
    onTestFinished(async () => {
      await notices.close();
      await close();
    });
    const heard = Promise.withResolvers<void>();
    notices.hear((topics) => topics.has('event:r1') && heard.resolve());
    notices.say('event:r1');
    await heard.promise;
    expect((await pool.query('show synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }]);
  });

  test('a schema is made, refused when it is not ours, and undone', async () => {
    const connection = connect(await server.database());
    onTestFinished(() => connection.close());
    await expect(requireSchema(connection.pool)).rejects.toThrow('jury db migrate');
    expect((await migrateSchema(connection.pool)).pending).toEqual([]);
    await requireSchema(connection.pool);
    await connection.pool.query(`insert into schema_migrations (name) values ('9999_newer')`);
    await expect(requireSchema(connection.pool)).rejects.toThrow('newer version');
    await expect(migrateSchema(connection.pool)).rejects.toThrow('newer version');
    await connection.pool.query(`delete from schema_migrations where name = '9999_newer'`);
    await connection.pool.query(
      `insert into nodes (id, machine, kind, agents_json, concurrency, running, version, state)
       values ('n1', 'here', 'worker', '[]', 1, 0, '0', 'up')`,
    );
    await expect(migrateSchema(connection.pool, { to: 'empty' })).rejects.toThrow(
      '1 node runs on this database',
    );
    await connection.pool.query(`update nodes set state = 'gone'`);
    await migrateSchema(connection.pool, { to: 'empty' });
    expect((await schemaStatus(connection.pool)).applied).toEqual([]);
  });

  test('a database that is restarted is waited for', async () => {
    const store = await open();
    await store.createProject(project());
    await server.kill();
    const reading = store.getProject('p1');
    await server.start();
    expect(await reading).toMatchObject({ id: 'p1' });
  });
});

if (missing !== null) test('PostgreSQL is installed', ({ skip }) => skip(missing));
