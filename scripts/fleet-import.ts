/**
 * `npm run fleet:import`: a data folder of a thousand runs is taken over into the database of a fleet, killed again and again on the
 * way, and into another one in one go. Both must hold the same rows, and as much as the folder. `-- --runs N --kills N --seed N`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openEngine } from '../apps/daemon/src/engine.ts';
import { installFakes } from '../apps/daemon/src/host/test/engine.ts';
import { DATABASE_FILE } from '../apps/daemon/src/store/database-file.ts';
import { plainClient, postgresServer } from '../apps/daemon/src/store/test/postgres-server.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { ROOT } from './files.ts';
import { checkInvariants } from './fleet/invariants.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
  },
});
const [RUNS, KILLS] = [Number(values.runs), Number(values.kills)];
const PROJECTS = 40;
const ASKED_AT_ONCE = 8;
const TABLES = ['projects', 'artifacts', 'runs', 'rounds', 'must_fixes', 'questions', 'events', 'files'];
const FOLDER_TABLES = ['projects', 'artifacts', 'runs', 'rounds', 'must_fixes', 'questions'];

let state = Number(values.seed);
/** The same choices for the same seed. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

const began = performance.now();
const say = (text: string): void =>
  console.log(`${Math.round((performance.now() - began) / 1_000)} s: ${text}`);
const faults: string[] = [];
const home = mkdtempSync(join(tmpdir(), 'jury-import-'));
const dataDir = join(home, 'data');
const server = await postgresServer();

function jury(url: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'apps/daemon/src/main.ts'), ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, ...COMPILE_CACHE, OD_DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function outcomeOf(child: ChildProcess): Promise<{ status: number | null; said: string }> {
  let said = '';
  child.stdout?.on('data', (text) => (said += text));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, said };
}

/** Runs of a scripted agent, a few of them stopped on the way. */
async function fill(): Promise<void> {
  const listed = installFakes(home, { quick: ['plays', 'model-happy-2-rounds'] });
  const engine = await openEngine({
    dataDir,
    env: { PATH: process.env.PATH ?? '', HOME: home, OD_CRITIQUE_GROUNDING: 'off', ...listed },
  });
  try {
    const projects: string[] = [];
    for (let n = 0; n < PROJECTS; n++)
      projects.push((await engine.jury.createProject({ name: `project ${n}` })).id);
    let asked = 0;
    const worker = async (): Promise<void> => {
      while (asked < RUNS) {
        const n = asked++;
        const { run } = await engine.jury.startRun(projects[n % PROJECTS] ?? '', {
          brief: `Page ${n}`,
          agent: 'quick',
        });
        if (n % 25 === 0) await engine.host.stop(run.id, { type: 'interrupted', recoveryReason: null });
        await engine.host.done(run.id);
      }
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, worker));
  } finally {
    await engine.close();
  }
}

/** One text for all rows of a table, whatever their order. */
async function rowsOf(url: string): Promise<Record<string, string>> {
  const client = await plainClient(url);
  try {
    const told: Record<string, string> = {};
    for (const table of TABLES) {
      const { rows } = await client.query(
        `select count(*) as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) as hash from jury.${table} t`,
      );
      told[table] = `${rows[0].rows} ${rows[0].hash}`;
    }
    return told;
  } finally {
    await client.end();
  }
}

try {
  await fill();
  say(`${RUNS} runs are in a data folder`);
  const [whole, cut] = [await server.database(), await server.database()];
  for (const url of [whole, cut]) await outcomeOf(jury(url, 'db', 'migrate'));
  const started = performance.now();
  const once_ = await outcomeOf(jury(whole, 'db', 'import', dataDir, '--json'));
  const seconds = (performance.now() - started) / 1_000;
  say(`in one go in ${seconds.toFixed(1)} s: ${once_.said.trim()}`);
  if (once_.status !== 0) faults.push(`the import in one go ended with ${once_.status}`);
  for (let kill = 0; kill < KILLS; kill++) {
    const child = jury(cut, 'db', 'import', dataDir, '--json');
    const over = once(child, 'exit');
    await Promise.race([over, delay((0.5 + random() * seconds) * 1_000)]);
    child.kill('SIGKILL');
    await over;
  }
  const last = await outcomeOf(jury(cut, 'db', 'import', dataDir, '--json'));
  say(`after ${KILLS} kills: ${last.said.trim()}`);
  const again = await outcomeOf(jury(cut, 'db', 'import', dataDir, '--json'));
  if (JSON.parse(again.said).alreadyThere !== RUNS) faults.push(`called again: ${again.said}`);
  const [rows, cutRows] = [await rowsOf(whole), await rowsOf(cut)];
  for (const table of TABLES)
    if (rows[table] !== cutRows[table])
      faults.push(`${table}: ${rows[table]} in one go, ${cutRows[table]} with kills`);
  const source = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
  for (const table of FOLDER_TABLES) {
    const count = Number(source.prepare(`select count(*) as rows from ${table}`).get()?.rows);
    if (count !== Number(rows[table]?.split(' ')[0])) faults.push(`${table}: ${count} rows in the folder`);
  }
  source.close();
  for (const { what, rows: found } of await checkInvariants(cut))
    faults.push(`${what}: ${JSON.stringify(found)}`);
  for (const fault of faults.slice(0, 20)) say(`BROKEN: ${fault}`);
  say(faults.length === 0 ? 'both are equal, and as much as the folder' : `${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await server.remove();
  rmSync(home, { recursive: true, force: true });
}
