/**
 * `npm run fleet:limits`: a fleet whose database has no connection left, and one whose database has a full disk of its own (a small
 * tmpfs, where root can mount one). Runs wait or end with a name, readiness says so, and when there is room again everything goes on.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  authorization,
  type FleetNodes,
  fleetNodes,
  type NodeProcess,
  startRun,
} from '../apps/daemon/src/cli/test/fleet-nodes.ts';
import {
  type PostgresServer,
  plainClient,
  postgresServer,
} from '../apps/daemon/src/store/test/postgres-server.ts';
import { checkInvariants } from './fleet/invariants.ts';

const PATIENCE_MS = 180_000;
const RUNS = 6;
const MIB = 1_048_576;
const faults: string[] = [];
const began = performance.now();
const say = (text: string): void =>
  console.log(`${Math.round((performance.now() - began) / 1_000)} s: ${text}`);

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) {
      faults.push(`not within ${PATIENCE_MS / 1_000} s: ${what}`);
      return;
    }
    await delay(250);
  }
  say(what);
}

const readiness = async (node: NodeProcess): Promise<number> =>
  (await fetch(`${node.said.url}/api/ready`, { headers: authorization })).status;

interface Stage {
  fleet: FleetNodes;
  api: NodeProcess;
  worker: NodeProcess;
  url: string;
  project: string;
}

async function open(server: PostgresServer): Promise<Stage> {
  const url = await server.database();
  const fleet = fleetNodes({
    url,
    fakes: {
      paced: ['plays', 'model-happy-2-rounds', '400', '20'],
      quick: ['plays', 'model-happy-2-rounds'],
    },
    env: { OD_DATABASE_CONNECTIONS: '4', OD_DRAIN_SECONDS: '5' },
  });
  const { status, stderr } = await fleet.jury('db', 'migrate');
  if (status !== 0) throw new Error(stderr);
  const api = await fleet.serve('--no-worker');
  const worker = await fleet.worker('--concurrency', '2');
  const { projectId } = await startRun(fleet, api, 'quick');
  return { fleet, api, worker, url, project: projectId };
}

/** Everything is terminal, a new run ships, and the database holds what it must. */
async function goesOn({ fleet, api, worker, url, project }: Stage): Promise<void> {
  await until('ready again', async () => (await readiness(api)) === 200);
  const { runId } = await startRun(fleet, api, 'quick', project);
  const client = await plainClient(url);
  try {
    const stateOf = async (): Promise<string> =>
      (await client.query('select state from jury.runs where id = $1', [runId])).rows[0]?.state;
    await until('a new run has shipped', async () => (await stateOf()) === 'shipped');
    await until('every run is over', async () => {
      const { rows } = await client.query(
        `select count(*) as open from jury.runs where state in ('queued', 'running')`,
      );
      return Number(rows[0].open) === 0;
    });
    const { rows } = await client.query(
      'select state, count(*) from jury.runs group by state order by state',
    );
    say(rows.map(({ state, count }) => `${count} ${state}`).join(', '));
  } finally {
    await client.end();
  }
  for (const [name, { child, errors }] of Object.entries({ api, worker }))
    if (child.exitCode !== null || child.signalCode !== null)
      faults.push(`the ${name} ended with ${child.exitCode ?? child.signalCode}: ${errors()}`);
  await until('no job is left', async () => (await checkInvariants(url)).length === 0);
  for (const { what, rows } of await checkInvariants(url)) faults.push(`${what}: ${JSON.stringify(rows)}`);
}

/** Asks for runs and counts the answers; one that is not an answer of ours is a fault. */
async function ask({ api, project }: Stage): Promise<void> {
  const answers: Record<string, number> = {};
  for (let n = 0; n < RUNS; n++) {
    const answer = await fetch(`${api.said.url}/api/projects/${project}/runs`, {
      method: 'POST',
      headers: { ...authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ brief: `Page ${n}`, agent: 'paced' }),
    });
    answers[answer.status] = (answers[answer.status] ?? 0) + 1;
    const text = await answer.text();
    if (answer.status !== 202 && answer.status !== 201 && answer.status !== 503)
      faults.push(`${answer.status}: ${text.slice(0, 300)}`);
  }
  say(`asked for ${RUNS} runs: ${JSON.stringify(answers)}`);
}

async function withoutConnections(): Promise<void> {
  say('no connection left');
  const server = await postgresServer({ settings: { max_connections: '24' } });
  const held: Awaited<ReturnType<typeof plainClient>>[] = [];
  let stage: Stage | null = null;
  try {
    stage = await open(server);
    await ask(stage);
    for (let failed = false; !failed; ) {
      const client = await plainClient(server.urlOf('postgres')).catch(() => null);
      if (client === null) failed = true;
      else held.push(client);
    }
    say(`${held.length} connections are held by others`);
    const name = new URL(stage.url).pathname.slice(1);
    // Its own are taken away, and taken by others before it can have them again.
    for (let round = 0; round < 3; round++) {
      await held[0]?.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      for (let left = 12; left > 0; left--) {
        const client = await plainClient(server.urlOf('postgres')).catch(() => null);
        if (client !== null) held.push(client);
      }
    }
    const { api } = stage;
    await until('readiness says that the database is away', async () => (await readiness(api)) === 503);
    await ask(stage);
    for (const client of held.splice(0)) await client.end();
    say('the connections are free again');
    await goesOn(stage);
  } finally {
    for (const client of held) await client.end().catch(() => {});
    await stage?.fleet.remove();
    await server.remove();
  }
}

async function withFullDisk(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'jury-full-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=192m,mode=0777', 'tmpfs', place], { stdio: 'ignore' });
  } catch {
    say('SKIPPED the full disk: a tmpfs can be mounted by root only');
    rmSync(place, { recursive: true, force: true });
    return;
  }
  say('a full disk');
  const server = await postgresServer({
    within: place,
    settings: { max_wal_size: '32MB', min_wal_size: '32MB', fsync: 'on' },
  });
  let stage: Stage | null = null;
  try {
    stage = await open(server);
    await ask(stage);
    const ballast = join(place, 'ballast');
    fill(ballast);
    say('the disk of the database is full');
    for (let n = 0; n < 4; n++) {
      await ask(stage);
      await delay(3_000);
    }
    rmSync(ballast);
    say('there is room again');
    // A database that could not write its log has ended itself.
    if ((await readiness(stage.api)) !== 200) await server.start().catch(() => {});
    await goesOn(stage);
  } finally {
    await stage?.fleet.remove();
    await server.remove();
    execFileSync('umount', [place]);
    rmSync(place, { recursive: true, force: true });
  }
}

/** Until nothing more fits. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const size of [MIB, 4_096]) {
      const piece = Buffer.alloc(size, 1);
      for (let left = 512; left > 0; left--) writeSync(file, piece);
    }
  } catch {
    // That was all.
  }
  try {
    const piece = Buffer.alloc(4_096, 1);
    for (let left = 512; left > 0; left--) writeSync(file, piece);
  } catch {
    // To the last page.
  } finally {
    closeSync(file);
  }
}

await withoutConnections();
await withFullDisk();
for (const fault of faults.slice(0, 20)) say(`BROKEN: ${fault}`);
say(faults.length === 0 ? 'everything held' : `${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;
