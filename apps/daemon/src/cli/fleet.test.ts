/** Nodes of a fleet, each a process of its own, on a real PostgreSQL. */
import { join } from 'node:path';
import type { RunSnapshot } from '@design-jury/contracts/http';
import type { FleetReport } from '@design-jury/contracts/ops';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { openClient } from '../routes/test/stream-client.ts';
import { openStore } from '../store/database.ts';
import {
  noPostgres,
  type PostgresServer,
  plainClient,
  postgresServer,
} from '../store/test/postgres-server.ts';
import {
  authorization,
  type FleetNodes,
  fleetNodes,
  type NodeProcess,
  startRun,
} from './test/fleet-nodes.ts';
import { place } from './test/jury.ts';

const missing = noPostgres();
// A server and its processes are slow where others work: a case takes milliseconds, or is broken.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });
let server: PostgresServer;
let url: string;
let fleet: FleetNodes;
let api: NodeProcess;
let worker: NodeProcess;

describe.skipIf(missing !== null)('a fleet', () => {
  beforeAll(async () => {
    server = await postgresServer();
    url = await server.database();
    fleet = fleetNodes({
      url,
      fakes: {
        quick: ['plays', 'model-happy-2-rounds'],
        held: ['plays-until', 'model-happy-2-rounds', '<ROUND '],
      },
    });
    const early = await fleet.jury('worker');
    expect(early).toMatchObject({ status: 3, stderr: expect.stringContaining('jury db migrate') });
    expect(await fleet.jury('db', 'migrate')).toMatchObject({ status: 0, stderr: '' });
    [api, worker] = await Promise.all([fleet.serveWithoutAgents(), fleet.worker('--concurrency', '2')]);
  });
  afterAll(async () => {
    await fleet?.remove();
    await server?.remove();
  });

  const portOf = ({ said }: NodeProcess): number => Number(new URL(said.url ?? '').port);
  const snapshot = (node: NodeProcess, { projectId, runId }: { projectId: string; runId: string }) =>
    fleet.ask<RunSnapshot>(node, `/api/projects/${projectId}/runs/${runId}`);
  const over = async (node: NodeProcess, run: { projectId: string; runId: string }, state: string) => {
    await expect
      .poll(async () => (await snapshot(node, run)).run.state, { timeout: 30_000 * machinePace() })
      .toBe(state);
    return snapshot(node, run);
  };

  test('a run that one node is asked for is performed by another, and told live by the first', async () => {
    const project = await fleet.ask<{ id: string }>(api, '/api/projects', { name: 'live' });
    const live = openClient(portOf(api), `/api/projects/${project.id}/events`, authorization);
    const run = await startRun(fleet, api, 'quick', project.id);
    const { lastEventId, run: record, state } = await over(api, run, 'shipped');
    await expect.poll(() => live.ids.at(-1)).toBe(lastEventId);
    const [first = 0] = live.ids;
    expect(live.ids).toEqual(live.ids.map((_, index) => first + index));
    expect(record.eventCount).toBe(lastEventId);
    // Whoever comes to another node with the id of what it has seen misses nothing and gets nothing twice.
    const other = await fleet.serve('--no-worker');
    const late = openClient(portOf(other), `/api/projects/${project.id}/events`, {
      ...authorization,
      'Last-Event-ID': '3',
    });
    await expect.poll(() => late.ids).toEqual(live.ids.filter((id) => id > 3));
    expect((await snapshot(other, run)).state).toEqual(state);
    const page = (node: NodeProcess) =>
      fleet.ask<string>(node, `/api/projects/${run.projectId}/runs/${run.runId}/artifact`);
    expect(await page(other)).toBe(await page(api));
    expect(await other.end('SIGTERM')).toBe(0);
    for (const { socket } of [live, late]) socket.destroy();
  });

  test('a token of the fleet opens its project on every node, and no other', async () => {
    const { id } = await fleet.ask<{ id: string }>(api, '/api/projects', { name: 'mine' });
    const added = await fleet.jury('token', 'add', 'ci', '--project', id, '--json');
    expect(added).toMatchObject({ status: 0, stderr: '' });
    const { token } = JSON.parse(added.stdout) as { token: string };
    const status = async (path: string) =>
      (await fetch(`${api.said.url}${path}`, { headers: { Authorization: `Bearer ${token}` } })).status;
    await expect.poll(() => status(`/api/projects/${id}/runs`)).toBe(200);
    expect(await status('/api/runs')).toBe(403);
    expect(await fleet.jury('token', 'revoke', 'ci')).toMatchObject({ status: 0 });
    await expect.poll(() => status(`/api/projects/${id}/runs`)).toBe(401);
  });

  test(
    'nodes that lose every connection to the database stay, and go on when there are some again',
    async () => {
      const name = new URL(url).pathname.slice(1);
      const readiness = async () =>
        (await fetch(`${api.said.url}/api/ready`, { headers: authorization })).status;
      const admin = await plainClient(server.urlOf('postgres'));
      try {
        await admin.query(`alter database ${name} allow_connections false`);
        await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [
          name,
        ]);
        await expect.poll(readiness).toBe(503);
      } finally {
        await admin.query(`alter database ${name} allow_connections true`);
        await admin.end();
      }
      await expect.poll(readiness).toBe(200);
      expect(worker.child.exitCode).toBeNull();
      await over(api, await startRun(fleet, api, 'quick'), 'shipped');
    },
    90_000 * machinePace(),
  );

  test('nodes and the queue are seen from any of them', async () => {
    const report = await fleet.ask<FleetReport>(api, '/api/fleet');
    expect(report.nodeId).toBe(
      report.nodes.find(({ kind, state }) => kind === 'serve' && state === 'up')?.id,
    );
    expect(report.nodes.find(({ kind }) => kind === 'worker')).toMatchObject({ state: 'up', concurrency: 2 });
    expect(report.queue).toEqual({ waiting: 0, active: 0, blocked: [] });
  });

  test('a run of another node is stopped from here', async () => {
    const run = await startRun(fleet, api, 'held');
    await expect.poll(async () => (await snapshot(api, run)).run.state).toBe('running');
    await fleet.ask(api, `/api/projects/${run.projectId}/critique/${run.runId}/interrupt`, {});
    await over(api, run, 'interrupted');
  });

  test('the runs of a data folder are taken over, and only compared when they are there', async () => {
    const here = place();
    onTestFinished(() => here[Symbol.dispose]());
    for (const name of ['one', 'two']) {
      here.write(
        `${name}.html`,
        `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1><p>Text.</p></html>`,
      );
      await here.jury('review', `${name}.html`, '--plain', '--quiet');
    }
    const taken = async () => {
      const { status, stdout, stderr } = await fleet.jury('db', 'import', here.dataDir, '--json');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return JSON.parse(stdout);
    };
    const first = await taken();
    expect(first).toMatchObject({ runs: 2, alreadyThere: 0, differences: [] });
    expect(first.events).toBeGreaterThan(10);
    expect(await taken()).toEqual({ ...first, alreadyThere: 2 });
    const { runs } = await fleet.ask<{ runs: { id: string }[] }>(api, '/api/runs');
    const store = await openStore(join(here.dataDir, 'jury.db'));
    onTestFinished(() => store.close());
    const [run] = await store.listAllRuns({});
    expect(runs.map(({ id }) => id)).toContain(run?.id);
    const page = await fleet.ask<string>(api, `/api/projects/${run?.projectId}/runs/${run?.id}/artifact`);
    expect(page).toContain('<h1>two</h1>');
  });

  test(
    'a worker that is killed leaves its run to another, and the project goes on',
    async () => {
      const first = await startRun(fleet, api, 'held');
      await expect.poll(async () => (await snapshot(api, first)).run.state).toBe('running');
      const second = await startRun(fleet, api, 'quick', first.projectId);
      await worker.end('SIGKILL');
      worker = await fleet.worker('--concurrency', '2');
      const { run } = await over(api, first, 'interrupted');
      expect(run.recoveryReason).toBe('daemon_restart');
      await over(api, second, 'shipped');
      expect(await worker.end('SIGTERM')).toBe(0);
    },
    90_000 * machinePace(),
  );
});

if (missing !== null) test('PostgreSQL is installed', ({ skip }) => skip(missing));
