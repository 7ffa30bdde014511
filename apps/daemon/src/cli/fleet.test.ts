/** Nodes of a fleet, each a process of its own, on a real PostgreSQL. */
import type { RunSnapshot } from '@design-jury/contracts/http';
import type { FleetReport } from '@design-jury/contracts/ops';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient } from '../routes/test/stream-client.ts';
import { noPostgres, type PostgresServer, postgresServer } from '../store/test/postgres-server.ts';
import {
  authorization,
  type FleetNodes,
  fleetNodes,
  type NodeProcess,
  startRun,
} from './test/fleet-nodes.ts';

const missing = noPostgres();
let server: PostgresServer;
let fleet: FleetNodes;
let api: NodeProcess;
let worker: NodeProcess;

describe.skipIf(missing !== null)('a fleet', () => {
  beforeAll(async () => {
    server = await postgresServer();
    fleet = fleetNodes({
      url: await server.database(),
      fakes: {
        quick: ['plays', 'model-happy-2-rounds'],
        held: ['plays-until', 'model-happy-2-rounds', '<ROUND '],
      },
    });
    const early = await fleet.jury('worker');
    expect(early).toMatchObject({ status: 3, stderr: expect.stringContaining('jury db migrate') });
    expect(await fleet.jury('db', 'migrate')).toMatchObject({ status: 0, stderr: '' });
    [api, worker] = await Promise.all([fleet.serve('--no-worker'), fleet.worker('--concurrency', '2')]);
  }, 60_000);
  afterAll(async () => {
    await fleet?.remove();
    await server?.remove();
  });

  const portOf = ({ said }: NodeProcess): number => Number(new URL(said.url ?? '').port);
  const snapshot = (node: NodeProcess, { projectId, runId }: { projectId: string; runId: string }) =>
    fleet.ask<RunSnapshot>(node, `/api/projects/${projectId}/runs/${runId}`);
  const over = async (node: NodeProcess, run: { projectId: string; runId: string }, state: string) => {
    await expect.poll(async () => (await snapshot(node, run)).run.state, { timeout: 30_000 }).toBe(state);
    return snapshot(node, run);
  };

  test('a run that one node is asked for is performed by another, and told live by the first', async () => {
    const project = await fleet.ask<{ id: string }>(api, '/api/projects', { name: 'live' });
    const live = openClient(portOf(api), `/api/projects/${project.id}/events`, authorization);
    const run = await startRun(fleet, api, 'quick', project.id);
    const { lastEventId, run: record, state } = await over(api, run, 'shipped');
    await expect.poll(() => live.ids.at(-1), { timeout: 10_000 }).toBe(lastEventId);
    expect(live.ids).toEqual(Array.from({ length: live.ids.length }, (_, index) => index + live.ids[0]!));
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
  }, 60_000);

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
    await expect.poll(async () => (await snapshot(api, run)).run.state, { timeout: 20_000 }).toBe('running');
    await fleet.ask(api, `/api/projects/${run.projectId}/critique/${run.runId}/interrupt`, {});
    await over(api, run, 'interrupted');
  }, 60_000);

  test('a worker that is killed leaves its run to another, and the project goes on', async () => {
    const first = await startRun(fleet, api, 'held');
    await expect
      .poll(async () => (await snapshot(api, first)).run.state, { timeout: 20_000 })
      .toBe('running');
    const second = await startRun(fleet, api, 'quick', first.projectId);
    await worker.end('SIGKILL');
    worker = await fleet.worker('--concurrency', '2');
    const { run } = await over(api, first, 'interrupted');
    expect(run.recoveryReason).toBe('daemon_restart');
    await over(api, second, 'shipped');
    expect(await worker.end('SIGTERM')).toBe(0);
  }, 90_000);
});

test.skipIf(missing === null)('PostgreSQL is installed', ({ skip }) => skip(missing ?? ''));
