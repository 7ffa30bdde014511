/**
 * A daemon with a queue of a thousand runs that is stopped, started, killed and started again. Its runs wait behind two
 * whose program says nothing: what is measured is the queue, not what is in it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { compare } from './measure.ts';
import type { BenchRow } from './report.ts';
import { AUTHORIZED, type Served, startDaemon } from './served.ts';

const RUNS = 1_000;
const PROJECTS = 50;
const ASKED_AT_ONCE = 8;
const MAX_SECONDS = 10;
const PATIENCE_MS = 300_000;

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'jury-bench-'));
  const agents = join(folder, '.config/design-jury/agents.json');
  mkdirSync(dirname(agents), { recursive: true });
  const silent = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] };
  writeFileSync(agents, JSON.stringify({ agents: [{ id: 'silent', name: 'Silent', ...silent }] }), {
    mode: 0o600,
  });
  const load = loadavg()[0] ?? 0;
  let daemon: Served | null = null;
  try {
    daemon = await start(folder);
    const filled = await seconds(() => fill(daemon?.url ?? ''));
    const before = processorSeconds(daemon);
    let computed = before;
    const stopped = await seconds(() =>
      end(daemon, 'SIGTERM', () => {
        computed = Math.max(computed, processorSeconds(daemon));
      }),
    );
    const started = await startedIn(folder);
    await fill(started.daemon.url);
    await end(started.daemon, 'SIGKILL');
    const killed = await startedIn(folder);
    daemon = killed.daemon;
    return [
      compare(`${RUNS} runs are put in the queue`, filled, `s, load ${load.toFixed(1)} before`),
      compare('stopped by SIGTERM', stopped, 's', MAX_SECONDS, 'at most'),
      compare('of which its processor time', computed - before, 's'),
      compare('started, until it answers', started.answers, 's', MAX_SECONDS, 'at most'),
      compare('started, until it is ready', started.ready, 's', MAX_SECONDS, 'at most'),
      compare('of which its processor time', started.computed, 's'),
      compare('after kill -9, until it answers', killed.answers, 's', MAX_SECONDS, 'at most'),
      compare('after kill -9, until it is ready', killed.ready, 's', MAX_SECONDS, 'at most'),
      compare('of which its processor time', killed.computed, 's'),
    ];
  } finally {
    await end(daemon, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(url: string): Promise<void> {
  const projects: string[] = [];
  for (let at = 0; at < PROJECTS; at += 1)
    projects.push((await ask<{ id: string }>(`${url}/api/projects`, { name: `queue ${at}` })).id);
  let left = RUNS;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const project = projects[left % PROJECTS] ?? '';
      await ask(`${url}/api/projects/${project}/runs`, { brief: `Page ${left}`, agent: 'silent' });
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, worker));
}

async function ask<Body>(url: string, body?: object): Promise<Body> {
  const options = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  for (;;) {
    const answer = await fetch(url, { headers: AUTHORIZED, ...options });
    // It bounds how much is asked in a second; that is not what is measured here.
    if (answer.status === 429) {
      await answer.arrayBuffer();
      await delay(200);
      continue;
    }
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  }
}

interface Started {
  daemon: Served;
  answers: number;
  ready: number;
  computed: number;
}

async function startedIn(folder: string): Promise<Started> {
  const began = performance.now();
  const daemon = await start(folder);
  const answers = (performance.now() - began) / 1000;
  while (!(await fetch(`${daemon.url}/api/ready`, { headers: AUTHORIZED })).ok) {
    if (performance.now() - began > PATIENCE_MS) throw new Error('it did not become ready');
    await delay(50);
  }
  return { daemon, answers, ready: (performance.now() - began) / 1000, computed: processorSeconds(daemon) };
}

/** Two run, the others wait. */
function start(folder: string): Promise<Served> {
  return startDaemon(folder, { OD_CRITIQUE_MAX_CONCURRENT_RUNS: '2' });
}

async function end(daemon: Served | null, signal: NodeJS.Signals, meanwhile = (): void => {}): Promise<void> {
  if (daemon === null) return;
  const timer = setInterval(meanwhile, 50);
  daemon.child.kill(signal);
  await daemon.ended;
  clearInterval(timer);
}

/** What the process has computed so far, on all its threads: it tells work from waiting for a busy machine. */
function processorSeconds(daemon: Served | null): number {
  try {
    const [, rest = ''] = readFileSync(`/proc/${daemon?.child.pid}/stat`, 'utf8').split(') ');
    const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number);
    return (user + system) / TICKS;
  } catch {
    return 0;
  }
}

const TICKS = 100;

async function seconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
