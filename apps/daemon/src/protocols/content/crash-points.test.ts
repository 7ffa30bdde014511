import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { testProgram } from '../../../../../scripts/jury-program.ts';
import { machinePace } from '../../../../../scripts/machine-pace.ts';

vi.setConfig({ testTimeout: 1_200_000 * machinePace() });

const PROGRAM = join(import.meta.dirname, 'test/dies-mid-run.ts');
/** Kill points of a run that are tried; all of them in the long mode. */
const CRASH_POINTS = Number(process.env.JURY_CRASH_POINTS ?? 5);

interface Played {
  status: string;
  writes: string[];
  keys: string[];
  panel: unknown;
  text: string;
  progress: string;
  recovered: string[];
  site: { ok: boolean; commit: string; pushed: string; place: string; brandBy: string };
}

const SIGN_OF_LIFE = /^(?:step\.|asked\.|run\.state)/;

function factsOf({ keys }: Pick<Played, 'keys'>): string[] {
  return keys.filter((key) => !SIGN_OF_LIFE.test(key));
}

async function child(folder: string, mode: 'start' | 'resume', dies: string) {
  const { promise, resolve } = Promise.withResolvers<{ signal: string | null; out: string; error: string }>();
  const process_ = spawn(process.execPath, [...testProgram(PROGRAM), folder, mode, dies], {
    env: { PATH: process.env.PATH, HOME: folder, ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, error] = ['', ''];
  process_.stdout.on('data', (text) => (out += text));
  process_.stderr.on('data', (text) => (error += text));
  process_.on('close', (_, signal) => resolve({ signal, out, error }));
  return promise;
}

async function inFolder<Value>(play: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'jury-content-crash-'));
  try {
    return await play(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withRemote(folder: string): string {
  execFileSync('git', ['init', '--quiet', '--bare', join(folder, 'remote.git')]);
  return folder;
}

async function killed(folder: string, mode: 'start' | 'resume', dies: string): Promise<void> {
  const { signal, out, error } = await child(folder, mode, dies);
  expect(signal, `${dies}: ${error}${out.slice(0, 500)}`).toBe('SIGKILL');
}

async function played(folder: string, mode: 'start' | 'resume'): Promise<Played> {
  const { out, error } = await child(folder, mode, 'never');
  expect(error).toBe('');
  return JSON.parse(out);
}

/** So many of them, from the first to the last. */
function spread<Point>(points: readonly Point[], most: number): Point[] {
  if (points.length <= most) return [...points];
  return Array.from(
    { length: most },
    (_, n) => points[Math.round((n * (points.length - 1)) / (most - 1))] as Point,
  );
}

/** Two at a time: each is two processes, one after the other. */
async function eachOf<Point>(points: Point[], play: (point: Point) => Promise<void>): Promise<void> {
  const one = async (): Promise<void> => {
    for (let point = points.shift(); point !== undefined; point = points.shift()) await play(point);
  };
  await Promise.all([one(), one()]);
}

/** What of a run must be the same however often it was killed; a commit bears its hour. */
function outcomeOf(run: Played) {
  const { site, status, panel, text, progress } = run;
  return {
    status,
    panel,
    text,
    progress,
    keys: factsOf(run),
    site: { ...site, commit: '', pushed: '', repository: '' },
  };
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();

/** What is served, and how many commits and pushes it took. */
function siteIn(folder: string, { commit }: Played['site']) {
  const [repository, remote] = [join(folder, 'sites/tidewatch/repository'), join(folder, 'remote.git')];
  expect(git(repository, 'rev-parse', 'HEAD')).toBe(commit);
  expect(git(remote, 'rev-parse', 'main')).toBe(commit);
  const read = (name: string): string => readFileSync(join(folder, 'sites/tidewatch/public', name), 'utf8');
  return {
    commits: git(repository, 'rev-list', '--count', 'HEAD'),
    tree: git(repository, 'rev-parse', 'HEAD^{tree}'),
    html: read('index.html'),
    css: read('style.css'),
  };
}

test('[B6] killed with -9 after any write, another process ends the run as if nothing had happened', async () => {
  const whole = await inFolder((folder) => played(folder, 'start'));
  expect(whole).toMatchObject({ status: 'approved', site: null });
  expect(new Set(whole.keys).size).toBe(whole.keys.length);
  // One end, and it is the last word.
  expect(whole.keys.filter((key) => key === 'run.ended')).toHaveLength(1);
  expect(whole.keys.at(-1)).toBe('run.ended');
  const points = whole.writes.flatMap((name, index) =>
    // Before an input is written its work is done and known to nobody.
    name.startsWith('input ') ? [`before:${index + 1}`, `after:${index + 1}`] : [`after:${index + 1}`],
  );
  expect(points.length).toBeGreaterThan(23);
  await eachOf(spread(points, CRASH_POINTS), (point) =>
    inFolder(async (folder) => {
      await killed(folder, 'start', point);
      const resumed = await played(folder, 'resume');
      expect(resumed.recovered).toEqual(['paused']);
      // Every fact once and in the same order: no step was done twice, none is missing. What was under way when
      // it was killed is told as it was.
      expect(outcomeOf(resumed), point).toEqual(outcomeOf(whole));
      const facts = factsOf(resumed);
      expect(new Set(facts).size).toBe(facts.length);
      expect(resumed.keys.filter((key) => key === 'run.state')).toHaveLength(1);
    }),
  );
});

const BRAND = {
  voice: { tone: 'plain', personality: 'calm', examples: [] },
  typography: { headingFont: 'Georgia', bodyFont: 'System UI', monoFont: 'Menlo' },
  colors: {
    background: '#ffffff',
    backgroundElevated: '#f0f4f8',
    textPrimary: '#10202f',
    textSecondary: '#334455',
    textMuted: '#4a5a6a',
    primary: '#0b3d91',
    primaryLight: '#cfe8ff',
    accent: '#0b3d91',
    border: '#c0c8d0',
  },
};
const SCRIPT = {
  select: ['["positioning"]'],
  draft: ['---\ntitle: T\ndescription: A page about water.\n---\n# Approved\n\nLead.\n'],
  revise: ['# Never'],
  brand: [BRAND],
  critiques: { 'Positioning Strategist': [{ issues: [], score: 8, pass: true }] },
};

test('[B6] killed with -9 between any two steps of the deployment, another process ends it: one commit, the same site', async () => {
  await inFolder(async (ready) => {
    writeFileSync(join(withRemote(ready), 'script.json'), JSON.stringify(SCRIPT));
    writeFileSync(join(ready, 'asked.txt'), '');
    // An approved text, and nothing of its site.
    await inFolder(async (folder) => {
      cpSync(join(ready, 'script.json'), join(withRemote(folder), 'script.json'));
      writeFileSync(join(folder, 'asked.txt'), '');
      const { writes } = await played(folder, 'start');
      const first = writes.indexOf('input deploy_step') + 1;
      await killed(ready, 'start', `before:${first}`);
      // The agent had answered, and nobody knew.
      writeFileSync(join(ready, 'asked.txt'), '');
    });
    const onACopy = <Value>(play: (folder: string) => Promise<Value>): Promise<Value> =>
      inFolder((folder) => {
        cpSync(ready, folder, { recursive: true });
        return play(folder);
      });
    const brandsAsked = (folder: string): number =>
      readFileSync(join(folder, 'asked.txt'), 'utf8')
        .split('\n')
        .filter((line) => line === 'brand').length;

    const whole = await onACopy(async (folder) => {
      const run = await played(folder, 'resume');
      return { run, site: siteIn(folder, run.site), writes: run.writes };
    });
    expect(whole.run.site).toMatchObject({ ok: true, brandBy: 'Scripted', place: '/sites/tidewatch/' });
    expect(whole.site).toMatchObject({ commits: '1' });
    expect(whole.site.css).toContain('--accent:#0b3d91');
    const steps = whole.writes.flatMap((key, index) =>
      /^input (?:deploy_step|site_ended)/.test(key) ? [index + 1] : [],
    );
    // design_brand, assemble, validate, create_repo, push, deploy, and the word that it is done.
    expect(steps).toHaveLength(7);
    const points = steps.flatMap((point) => [`before:${point}`, `after:${point}`]);
    // One at a time: copies of one run have its id, and whoever takes a run over ends the agents that bear it.
    for (const point of spread(points, CRASH_POINTS))
      await onACopy(async (folder) => {
        await killed(folder, 'resume', point);
        const resumed = await played(folder, 'resume');
        expect(outcomeOf(resumed), point).toEqual(outcomeOf(whole.run));
        expect(siteIn(folder, resumed.site), point).toEqual(whole.site);
        // Only an answer that was not yet stored is asked for again.
        expect(brandsAsked(folder), point).toBe(point === `before:${steps[0]}` ? 2 : 1);
      });
  });
});

test('a lock that a killed git left behind does not keep the site back', async () => {
  await inFolder(async (folder) => {
    withRemote(folder);
    const writes = await inFolder(async (other) => (await played(withRemote(other), 'start')).writes);
    // Brand, files and their check are done, and no commit is made.
    const [, , files = 0] = writes.flatMap((name, index) =>
      name === 'input deploy_step' ? [index + 1] : [],
    );
    await killed(folder, 'start', `after:${files}`);
    const repository = join(folder, 'sites/tidewatch/repository');
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', repository]);
    writeFileSync(join(repository, '.git/index.lock'), '');
    const { site } = await played(folder, 'resume');
    expect(siteIn(folder, site).commits).toBe('1');
  });
});
