/** A database that is gone or damaged, made anew from the runs beside it: the same lists, replays and resumes as before. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { RunRecord } from '@design-jury/contracts/run';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, openEngine } from '../engine.ts';
import { installFakes, temporaryFolder } from '../host/test/engine.ts';
import { toyProtocol } from '../host/test/toy-protocol.ts';
import { run as doctor } from './doctor.ts';
import { recordingShell } from './test/recording-shell.ts';

let agents: ReturnType<typeof installFakes>;

const open = (dataDir: string): Promise<Engine> =>
  openEngine({
    dataDir,
    env: { PATH: process.env.PATH, ...agents },
    config: { ...DEFAULT_CRITIQUE_CONFIG, grounding: 'off' },
    protocols: { toy: async () => toyProtocol },
  });

/** All that others can see of the runs. */
async function seen({ jury }: Engine) {
  const runs = await jury.allRuns({ limit: 200 });
  const projects = (await jury.listProjects(200)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const snapshots = await Promise.all(runs.map(({ id }) => jury.snapshotOf(id)));
  const events: unknown[] = [];
  for (const { id } of projects) for await (const item of jury.eventsSince(id, 0)) events.push(item);
  return { runs, projects, snapshots, events };
}

let made: string;
let before: Awaited<ReturnType<typeof seen>>;
let waiting: RunRecord;

beforeAll(async () => {
  made = await temporaryFolder();
  agents = installFakes(made, {
    fake: ['plays', 'model-happy-1-round'],
    cut: ['plays', 'model-below-threshold'],
  });
  const engine = await open(made);
  const { id } = await engine.jury.createProject({ name: 'A shop', metadata: { team: 'blue' } });
  await engine.jury.patchProject(id, { metadata: { jury: true } });
  for (const agent of ['fake', 'cut', 'fake']) {
    const { run } = await engine.jury.startRun(id, { brief: 'A page about invoices.', agent });
    await engine.jury.done(run.id);
  }
  const toy = await engine.host.start({
    protocol: 'toy',
    project: null,
    title: 'counting',
    subjectKey: 'counting',
    agent: 'none',
    model: null,
    config: { a: 1 },
    request: { steps: 3, askAt: 1, stepMs: 0 },
  });
  waiting = await engine.host.done(toy.id);
  before = await seen(engine);
  await engine.close();
  expect(waiting.state).toBe('waiting');
  expect(before.runs).toHaveLength(4);
  expect(before.events.length).toBeGreaterThan(20);
});

afterAll(() => rm(made, { recursive: true, force: true }));

const DAMAGE: Record<string, (file: string) => Promise<unknown>> = {
  missing: (file) => rm(file),
  empty: (file) => truncate(file, 0),
  'cut in the middle': (file) => truncate(file, 8_192),
  'no database': (file) => writeFile(file, 'not a database, but long enough to be one'.repeat(100)),
  'overwritten with zeros': async (file) => writeFile(file, Buffer.alloc((await readFile(file)).length)),
  'a folder': async (file) => {
    await rm(file);
    await mkdir(file);
  },
};

test.each(Object.entries(DAMAGE))(
  'a database that is %s is made anew, and nothing looks different',
  async (what, damage) => {
    const dataDir = await temporaryFolder();
    await cp(made, dataDir, { recursive: true });
    const file = join(dataDir, 'jury.db');
    for (const side of ['-wal', '-shm']) await rm(`${file}${side}`, { force: true });
    await damage(file);

    const looked = recordingShell(dataDir);
    await doctor(['--data', dataDir], looked.shell);
    expect(looked.output()).toContain('jury doctor --rebuild');
    // One that is missing or empty is a new one; every other is named in a sentence.
    if (what !== 'missing' && what !== 'empty')
      await expect(open(dataDir).then(seen)).rejects.toMatchObject({
        name: 'StoreError',
        reason: 'corrupt',
        message: expect.stringContaining('jury doctor --rebuild'),
      });

    const { shell, output } = recordingShell(dataDir);
    await doctor(['--rebuild', '--data', dataDir], shell);
    expect(output()).toContain('rebuilt the database: 4 runs in 2 projects');
    const old = (await readdir(dataDir)).filter((name) => /^jury\.db\.\d{8}T\d{6}Z\.old$/.test(name));
    expect(old).toHaveLength(what === 'missing' ? 0 : 1);

    const engine = await open(dataDir);
    expect(await seen(engine)).toEqual(before);
    await engine.host.resume(waiting.id);
    expect(await engine.host.done(waiting.id)).toMatchObject({ state: 'waiting' });
    const [question] = await engine.questions.list({ runId: waiting.id });
    expect(question).toMatchObject({ status: 'open' });
    await engine.close();
    await rm(dataDir, { recursive: true });
  },
);

test('records that are gone or damaged are named; what the log tells is kept', async () => {
  const dataDir = await temporaryFolder();
  await cp(made, dataDir, { recursive: true });
  const [shipped, ...others] = before.runs.filter(({ state }) => state === 'shipped');
  const theater = before.runs.filter(({ protocol }) => protocol === 'theater');
  expect(others).toHaveLength(1);
  await rm(join(dataDir, 'artifacts', shipped?.artifactId ?? '', 'run.json'));
  await writeFile(join(dataDir, 'artifacts', others[0]?.artifactId ?? '', 'run.json'), '{"run":');
  await mkdir(join(dataDir, 'artifacts', 'a-strange'));
  await rm(join(dataDir, 'projects'), { recursive: true });
  for (const side of ['', '-wal', '-shm']) await rm(join(dataDir, `jury.db${side}`), { force: true });

  const { shell, output } = recordingShell(dataDir);
  await doctor(['--rebuild', '--data', dataDir], shell);
  expect(output()).toContain('2 runs kept no record');
  expect(output()).toContain('not rebuilt: artifacts/a-strange');
  expect(output()).toContain(`not rebuilt: artifacts/${others[0]?.artifactId}/run.json`);
  const engine = await open(dataDir);
  for (const { id, projectId, state } of theater)
    expect((await engine.jury.snapshotOf(id)).run).toMatchObject({ state, projectId });
  const again = await engine.jury.snapshotOf(shipped?.id ?? '');
  const was = before.snapshots.find(({ run }) => run.id === shipped?.id);
  expect(again.state).toEqual(was?.state);
  expect(again.rounds).toEqual(was?.rounds);
  await engine.close();
  await rm(dataDir, { recursive: true });
});

test('a database that another process has open is not taken from under it', async ({ skip }) => {
  if (process.platform !== 'linux') skip('only Linux tells which files a process has open');
  const dataDir = await temporaryFolder();
  await cp(made, dataDir, { recursive: true });
  const holder = spawn(process.execPath, [
    '-e',
    `const db = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
     db.exec('select 1 from runs'); process.stdout.write('open'); setInterval(() => {}, 1000);`,
    join(dataDir, 'jury.db'),
  ]);
  await once(holder.stdout, 'data');
  const { shell, errors } = recordingShell(dataDir);
  expect(await doctor(['--rebuild', '--data', dataDir], shell)).toBe(2);
  expect(errors()).toContain(`Process ${holder.pid} has the database open`);
  holder.kill();
  await once(holder, 'exit');
  await rm(dataDir, { recursive: true });
});
