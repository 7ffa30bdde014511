/**
 * `npm run fleet:load`: one node that answers, two workers, many runs over many projects with a scripted agent, and clients that
 * stream. Says whether order, cap, ends and streams were as they must be. `-- --runs N --projects N --clients N`.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { authorization, fleetNodes, startRun } from '../apps/daemon/src/cli/test/fleet-nodes.ts';
import { openClient } from '../apps/daemon/src/routes/test/stream-client.ts';
import { plainClient, postgresServer } from '../apps/daemon/src/store/test/postgres-server.ts';
import { checkInvariants } from './fleet/invariants.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '500' },
    projects: { type: 'string', default: '50' },
    clients: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '20' },
  },
});
const [RUNS, PROJECTS, CLIENTS] = [Number(values.runs), Number(values.projects), Number(values.clients)];
const CAP = 4;
const ASKED_AT_ONCE = 4;
const faults: string[] = [];
const began = performance.now();
const say = (text: string): void =>
  console.log(`${Math.round((performance.now() - began) / 1_000)} s: ${text}`);

const server = await postgresServer({ settings: { max_connections: '200' } });
const url = await server.database();
const fleet = fleetNodes({ url, fakes: { quick: ['plays', 'model-happy-2-rounds'] } });
const db = await plainClient(url);
try {
  const migrated = await fleet.jury('db', 'migrate');
  if (migrated.status !== 0) throw new Error(migrated.stderr);
  const [api] = await Promise.all([
    fleet.serve('--no-worker'),
    fleet.worker('--concurrency', String(CAP)),
    fleet.worker('--concurrency', String(CAP)),
  ]);
  const projects: string[] = [];
  for (let n = 0; n < PROJECTS; n++)
    projects.push((await fleet.ask<{ id: string }>(api, '/api/projects', { name: `p${n}` })).id);
  const port = Number(new URL(api.said.url ?? '').port);
  const clients = Array.from({ length: CLIENTS }, (_, n) => {
    const project = projects[n % PROJECTS] ?? '';
    return { project, client: openClient(port, `/api/projects/${project}/events`, authorization) };
  });
  await Promise.all(clients.map(({ client }) => once(client.socket, 'data')));
  say(`${CLIENTS} clients stream`);
  const asked = new Map<string, string[]>();
  // Within a project one after the other: the order of asking is the order that counts.
  const askFor = async (project: string): Promise<void> => {
    const ids: string[] = [];
    for (let n = 0; n < RUNS / PROJECTS; n++) ids.push((await startRun(fleet, api, 'quick', project)).runId);
    asked.set(project, ids);
  };
  for (let from = 0; from < PROJECTS; from += ASKED_AT_ONCE)
    await Promise.all(projects.slice(from, from + ASKED_AT_ONCE).map(askFor));
  say(`${RUNS} runs are asked for`);
  const until = performance.now() + Number(values.minutes) * 60_000;
  let most = 0;
  for (let left = RUNS; left > 0 && performance.now() < until; await delay(250)) {
    const { rows } = await db.query(
      `select count(*) filter (where state in ('queued', 'running')) as left, count(*) filter (where state = 'running') as running from jury.runs`,
    );
    left = Number(rows[0].left);
    most = Math.max(most, Number(rows[0].running));
    const nodes = await db.query(
      'select id, running, concurrency from jury.nodes where running > concurrency',
    );
    for (const row of nodes.rows) faults.push(`more than its cap: ${JSON.stringify(row)}`);
  }
  say(`at most ${most} runs at once`);
  if (most > 2 * CAP) faults.push(`${most} runs at once, ${2 * CAP} allowed`);
  const { rows: runs } = await db.query(
    'select id, project_id, state, started_at from jury.runs order by started_at',
  );
  if (runs.length !== RUNS) faults.push(`${runs.length} runs of ${RUNS}`);
  const shipped = runs.filter(({ state }) => state === 'shipped').length;
  if (shipped !== RUNS) faults.push(`${shipped} shipped of ${RUNS}`);
  for (const [project, ids] of asked) {
    const order = runs.filter(({ project_id }) => project_id === project).map(({ id }) => id);
    if (order.join() !== ids.join()) faults.push(`${project}: another order`);
  }
  // How far apart the projects were: the last run of one, and the first of another.
  const firsts = [...asked.values()].map(([id]) => runs.findIndex((run) => run.id === id));
  say(`the last project began as run ${Math.max(...firsts) + 1} of ${RUNS}`);
  const totals = await db.query(
    'select project_id, max(event_base + event_count) as last from jury.runs group by project_id',
  );
  const lastOf = new Map(totals.rows.map(({ project_id, last }) => [project_id, Number(last)]));
  for (const { project, client } of clients) {
    for (let tries = 0; tries < 200 && client.ids.at(-1) !== lastOf.get(project); tries++) await delay(50);
    const { ids } = client;
    if (ids.at(-1) !== lastOf.get(project))
      faults.push(`a client of ${project} stopped at ${ids.at(-1)} of ${lastOf.get(project)}`);
    else if (ids.some((id, n) => n > 0 && id <= (ids[n - 1] ?? 0)))
      faults.push(`a client of ${project} got ids out of order`);
    const { rows } = await db.query(
      `select count(*) as events from jury.events e join jury.runs r on r.id = e.run_id
       where r.project_id = $1 and e.line::json ->> 'type' <> 'run.input'`,
      [project],
    );
    if (ids.length !== Number(rows[0].events))
      faults.push(`a client of ${project} got ${ids.length} events of ${rows[0].events}`);
    client.socket.destroy();
  }
  for (const { what, rows } of await checkInvariants(url)) faults.push(`${what}: ${JSON.stringify(rows)}`);
  for (const fault of faults.slice(0, 20)) say(`BROKEN: ${fault}`);
  say(faults.length === 0 ? 'everything held' : `${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await db.end().catch(() => {});
  await fleet.remove();
  await server.remove();
}
