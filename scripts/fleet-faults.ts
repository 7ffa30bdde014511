/**
 * `npm run fleet:faults`: a fleet of real processes on a real PostgreSQL, under load, while nodes are killed, stopped past their
 * lease and continued, and the database is killed and started again. Then everything is let come to rest, and the database is
 * asked whether anything was lost, done twice or left behind. `-- --kills N --restarts N --seed N`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fleetNodes, type NodeProcess, startRun } from '../apps/daemon/src/cli/test/fleet-nodes.ts';
import { plainClient, postgresServer } from '../apps/daemon/src/store/test/postgres-server.ts';
import { checkInvariants } from './fleet/invariants.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    restarts: { type: 'string', default: '20' },
    stops: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    pause: { type: 'string', default: '1500' },
  },
});
const wanted = {
  kills: Number(values.kills),
  restarts: Number(values.restarts),
  stops: Number(values.stops),
};
const PROJECTS = 8;
const WORKERS = 3;
/** Past the lease of 30 s. */
const STOPPED_MS = 40_000;
const REST_MS = 240_000;

let state = Number(values.seed);
/** The same choices for the same seed. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

const server = await postgresServer({ settings: { max_connections: '200' } });
const url = await server.database();
const fleet = fleetNodes({
  url,
  fakes: { paced: ['plays', 'model-happy-2-rounds', '400', '20'], quick: ['plays', 'model-happy-2-rounds'] },
  env: { OD_DATABASE_CONNECTIONS: '6', OD_DRAIN_SECONDS: '5' },
});
const done = { kills: 0, restarts: 0, stops: 0, started: 0, refused: 0 };
let isOver = false;
const began = performance.now();
const seconds = (): number => Math.round((performance.now() - began) / 1_000);
try {
  const migrated = await fleet.jury('db', 'migrate');
  if (migrated.status !== 0) throw new Error(migrated.stderr);
  const serve = (): Promise<NodeProcess> => fleet.serve('--no-worker');
  const work = (): Promise<NodeProcess> => fleet.worker('--concurrency', '3');
  const apis = await Promise.all([serve(), serve()]);
  const workers = await Promise.all(Array.from({ length: WORKERS }, work));
  const projects: string[] = [];
  for (let n = 0; n < PROJECTS; n++)
    projects.push(
      (await fleet.ask<{ id: string }>(apis[0] as NodeProcess, '/api/projects', { name: `p${n}` })).id,
    );

  const load = async (): Promise<void> => {
    while (!isOver) {
      const node = apis[Math.floor(random() * apis.length)];
      const project = projects[Math.floor(random() * projects.length)];
      // What a killed node did not answer is nobody's run, or one that is performed: both are looked at in the end.
      if (node !== undefined && project !== undefined)
        await startRun(fleet, node, random() < 0.5 ? 'paced' : 'quick', project).then(
          () => (done.started += 1),
          () => (done.refused += 1),
        );
      await delay(400);
    }
  };
  const loading = load();
  const replace = async (nodes: NodeProcess[], start: () => Promise<NodeProcess>): Promise<void> => {
    const n = Math.floor(random() * nodes.length);
    await nodes[n]?.end('SIGKILL');
    done.kills += 1;
    nodes[n] = await start();
  };
  const total = wanted.kills + wanted.restarts + wanted.stops;
  while (done.kills + done.restarts + done.stops < total) {
    await delay(random() * Number(values.pause));
    const left = {
      kills: wanted.kills - done.kills,
      restarts: wanted.restarts - done.restarts,
      stops: wanted.stops - done.stops,
    };
    const at = random() * (left.kills + left.restarts + left.stops);
    try {
      if (at < left.restarts) {
        done.restarts += 1;
        await (random() < 0.5 ? server.kill() : server.stop());
        await delay(random() * 3_000);
        await server.start();
      } else if (at < left.restarts + left.stops) {
        const stopped = workers[Math.floor(random() * workers.length)];
        done.stops += 1;
        stopped?.child.kill('SIGSTOP');
        await delay(STOPPED_MS);
        stopped?.child.kill('SIGCONT');
      } else if (random() < 0.75) await replace(workers, work);
      else await replace(apis, serve);
    } catch (error) {
      console.error(`${seconds()} s: ${error instanceof Error ? error.message.slice(0, 300) : error}`);
    }
    if ((done.kills + done.restarts) % 20 === 0) console.error(`${seconds()} s: ${JSON.stringify(done)}`);
  }
  isOver = true;
  await loading;
  console.log(`${seconds()} s: faults are over, ${JSON.stringify(done)}`);
  await rest(url);
  const faults = await checkInvariants(url);
  const states = await query(url, 'select state, count(*) from jury.runs group by state order by state');
  console.log(`${seconds()} s: ${states.map(({ state: name, count }) => `${count} ${name}`).join(', ')}`);
  for (const { what, rows } of faults) console.log(`BROKEN: ${what}: ${JSON.stringify(rows)}`);
  console.log(faults.length === 0 ? 'every invariant holds' : `${faults.length} invariants are broken`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  isOver = true;
  await fleet.remove();
  await server.remove();
}

/** Until nothing waits or is under way. */
async function rest(of: string): Promise<void> {
  for (const until = performance.now() + REST_MS; performance.now() < until; await delay(1_000)) {
    const [left] = await query(of, `select count(*) from jury.runs where state in ('queued', 'running')`);
    const [jobs] = await query(of, `select count(*) from jury_queue.job where state < 'completed'`);
    if (Number(left?.count) === 0 && Number(jobs?.count) === 0) return;
  }
  console.log('the fleet did not come to rest');
}

async function query(of: string, text: string): Promise<Record<string, unknown>[]> {
  const client = await plainClient(of);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
