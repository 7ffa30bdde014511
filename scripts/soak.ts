/**
 * `npm run soak`: ten minutes of a daemon that is used: runs of all four protocols (the Theater over HTTP with a scripted
 * agent, the others by the command line in the same data folder), streams that come and go, pages and transcripts read.
 * Prints memory and descriptors each minute and ends with 1 when they grow. `-- --minutes N` for another time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { ROOT } from './files.ts';

const TOKEN = 'soak-token-0123456789abcdef';
const STREAMS = 24;
const SAMPLE_MS = 10_000;
const RUN_LIMIT_MS = 120_000;
const MIB = 1_048_576;
const MAIN = join(ROOT, 'apps/daemon/src/main.ts');

/** What may still be between the first and the last third of the samples, after the first fifth is left out. */
const MAY_GROW = { heapUsed: 8 * MIB, rss: 48 * MIB, descriptors: 8 } as const;

export interface Sample {
  heapUsed: number;
  rss: number;
  descriptors: number;
}

type Figure = keyof typeof MAY_GROW;

/** By medians: one sample in the middle of a run says nothing. */
export function growthOf(samples: readonly Sample[]): Record<Figure, number> {
  const warm = samples.slice(Math.floor(samples.length / 5));
  const third = Math.max(1, Math.floor(warm.length / 3));
  const grown = (figure: Figure): number =>
    median(warm.slice(-third).map((sample) => sample[figure])) -
    median(warm.slice(0, third).map((sample) => sample[figure]));
  return { heapUsed: grown('heapUsed'), rss: grown('rss'), descriptors: grown('descriptors') };
}

export function notFlat(samples: readonly Sample[]): string[] {
  const growth = growthOf(samples);
  return (Object.keys(MAY_GROW) as Figure[])
    .filter((figure) => growth[figure] > MAY_GROW[figure])
    .map(
      (figure) =>
        `${figure} grew by ${shown(figure, growth[figure])}, at most ${shown(figure, MAY_GROW[figure])} is flat`,
    );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function shown(figure: Figure, value: number): string {
  return figure === 'descriptors' ? String(value) : `${(value / MIB).toFixed(1)} MiB`;
}

class Soak {
  readonly home = mkdtempSync(join(tmpdir(), 'jury-soak-'));
  readonly dataDir = join(this.home, 'data');
  readonly samples: Sample[] = [];
  readonly counts = { theater: 0, loop: 0, convergence: 0, content: 0, streams: 0, failures: 0 };
  readonly env = { PATH: process.env.PATH ?? '', HOME: this.home, LANG: 'C.UTF-8' };
  #daemon: ChildProcess | null = null;
  #memory: AsyncIterator<string> | null = null;
  #port = 0;
  isOver = false;

  async start(): Promise<void> {
    const program = join(ROOT, 'apps/daemon/src/agents/test/plays.mjs');
    const args = [program, 'model-happy-3-rounds', '200', '5'];
    const agents = { agents: [{ id: 'scripted', name: 'Scripted', command: process.execPath, args }] };
    for (const folder of [this.dataDir, join(this.home, '.config/design-jury')]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, 'agents.json'), JSON.stringify(agents), { mode: 0o600 });
    }
    cpSync(join(ROOT, 'examples'), join(this.home, 'examples'), { recursive: true });
    const preload = fileURLToPath(new URL('./soak-memory.cjs', import.meta.url));
    const daemon = spawn(
      process.execPath,
      [
        '--expose-gc',
        '--require',
        preload,
        MAIN,
        'serve',
        '--port',
        '0',
        '--json',
        '--token',
        TOKEN,
        '--data',
        this.dataDir,
      ],
      { cwd: this.home, env: this.env, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] },
    );
    this.#daemon = daemon;
    const lines = (stream: unknown): AsyncIterator<string> =>
      createInterface({ input: stream as Readable })[Symbol.asyncIterator]();
    const first = await lines(daemon.stdout).next();
    this.#port = JSON.parse(String(first.value)).port;
    this.#memory = lines(daemon.stdio[3]);
  }

  async stop(): Promise<void> {
    const daemon = this.#daemon;
    if (daemon !== null && daemon.exitCode === null) {
      const ended = new Promise((resolve) => daemon.once('exit', resolve));
      daemon.kill('SIGTERM');
      await ended;
    }
    rmSync(this.home, { recursive: true, force: true });
  }

  async sample(): Promise<Sample> {
    const pid = this.#daemon?.pid;
    if (pid === undefined || this.#daemon?.exitCode !== null) throw new Error('the daemon has ended');
    process.kill(pid, 'SIGUSR2');
    const line = await this.#memory?.next();
    const { rss, heapUsed } = JSON.parse(String(line?.value));
    const sample = { rss, heapUsed, descriptors: readdirSync(`/proc/${pid}/fd`).length };
    this.samples.push(sample);
    return sample;
  }

  /** One run of the Theater after the other in one project, watched by a stream, its files read. */
  async theater(): Promise<void> {
    const project = await this.#ask('POST', '/api/projects', { name: 'soak' });
    while (!this.isOver) {
      const { run } = await this.#ask('POST', `/api/projects/${project.id}/runs`, {
        brief: 'A page about invoices.',
        agent: 'scripted',
        grounding: 'off',
      });
      const address = `/api/projects/${project.id}/runs/${run.id}`;
      const deadline = Date.now() + RUN_LIMIT_MS;
      let state = 'queued';
      while (state === 'queued' || state === 'running') {
        if (Date.now() > deadline) throw new Error(`run ${run.id} did not end`);
        await delay(250);
        ({ state } = (await this.#ask('GET', address)).run);
      }
      await this.#ask('GET', `${address}/transcript`, undefined, 'text');
      this.counts.theater += 1;
      // A run that fails at once would leave nothing to watch.
      if (state !== 'shipped') this.#fail(`run ${run.id} ended as ${state}`);
    }
  }

  /** Streams that are opened, read for a while and cut. */
  async streams(): Promise<void> {
    while (!this.isOver) {
      const { projects } = await this.#ask('GET', '/api/projects');
      const open = projects.slice(0, 6).flatMap(({ id }: { id: string }) =>
        Array.from({ length: STREAMS / 6 }, () =>
          request({
            port: this.#port,
            host: '127.0.0.1',
            path: `/api/projects/${id}/events?since=0`,
            headers: { Authorization: `Bearer ${TOKEN}` },
          })
            .on('response', (response) => response.resume().on('error', () => {}))
            .on('error', () => {})
            .end(),
        ),
      );
      this.counts.streams += open.length;
      await delay(5_000);
      for (const stream of open) stream.destroy();
      await delay(500);
    }
  }

  /** The other protocols, as their users start them: processes of their own, whose runs the daemon follows. */
  async commands(): Promise<void> {
    for (let n = 0; !this.isOver; n++) {
      const specs = readdirSync(join(this.home, 'examples/specs')).filter((name) => name.endsWith('.md'));
      const [spec = ''] = specs;
      const [idea = ''] = readdirSync(join(this.home, 'examples/ideas'));
      const task = 'late-fee';
      const copy = join(this.home, `spec-${n}.md`);
      cpSync(join(this.home, 'examples/specs', spec), copy);
      await this.#jury('loop', ['loop', copy, '--command', 'spec', '--unattended', 'defer']);
      await this.#jury('convergence', [
        'converge',
        '--task',
        join('examples/tasks', task),
        '--type',
        'requirements-discovery',
      ]);
      await this.#jury('content', ['content', join('examples/ideas', idea), '--type', 'blog-post']);
      rmSync(copy, { force: true });
    }
  }

  async #jury(protocol: 'loop' | 'convergence' | 'content', args: string[]): Promise<void> {
    if (this.isOver) return;
    const child = spawn(process.execPath, [MAIN, ...args, '--data', this.dataDir], {
      cwd: this.home,
      env: this.env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: RUN_LIMIT_MS,
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
    });
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    this.counts[protocol] += 1;
    // Any verdict will do; one that took too long, wrong usage, no verdict or a crash would leave nothing to watch.
    const hasVerdict = code !== null && code !== EXIT.usage && code !== EXIT.inconclusive;
    if (!hasVerdict || /^ {4}at .*:\d+:\d+/m.test(said))
      this.#fail(`jury ${args.join(' ')}: ${code}\n${said}`);
  }

  #fail(why: string): void {
    this.counts.failures += 1;
    console.error(why);
  }

  // biome-ignore lint/suspicious/noExplicitAny: a few fields of several answers, each looked at once
  async #ask(method: string, path: string, body?: unknown, as: 'json' | 'text' = 'json'): Promise<any> {
    const response = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${TOKEN}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return as === 'json' ? response.json() : response.text();
  }
}

async function soak(minutes: number): Promise<number> {
  const soaking = new Soak();
  try {
    await soaking.start();
    const end = Date.now() + minutes * 60_000;
    const work = [
      ...Array.from({ length: 4 }, () => soaking.theater()),
      soaking.streams(),
      soaking.commands(),
    ];
    const working = Promise.all(work);
    working.catch(() => {});
    let nextLine = Date.now();
    console.log('minute      rss     heap  descriptors  runs (theater, loop, convergence, content)  streams');
    while (Date.now() < end) {
      await Promise.race([delay(SAMPLE_MS), working]);
      const { rss, heapUsed, descriptors } = await soaking.sample();
      if (Date.now() < nextLine) continue;
      nextLine += 60_000;
      const { theater, loop, convergence, content, streams } = soaking.counts;
      const minute = ((Date.now() - end) / 60_000 + minutes).toFixed(1);
      console.log(
        `${minute.padStart(6)} ${shown('rss', rss).padStart(8)} ${shown('heapUsed', heapUsed).padStart(8)} ${String(descriptors).padStart(8)}      ${theater}, ${loop}, ${convergence}, ${content}      ${streams}`,
      );
    }
    soaking.isOver = true;
    await working;
    const { heapUsed, rss, descriptors } = growthOf(soaking.samples);
    console.log(
      `growth after warming up: heap ${shown('heapUsed', heapUsed)}, rss ${shown('rss', rss)}, descriptors ${descriptors}`,
    );
    const problems = notFlat(soaking.samples);
    if (soaking.counts.failures > 0) problems.push(`${soaking.counts.failures} runs failed`);
    console.log(problems.length === 0 ? 'flat' : `NOT FLAT: ${problems.join('; ')}`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    soaking.isOver = true;
    await soaking.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
  const minutes = Number(values.minutes);
  if (!(minutes >= 0.5 && minutes <= 600)) {
    console.error(`--minutes is ${JSON.stringify(values.minutes)}; it takes 0.5 to 600`);
    process.exit(2);
  }
  if (process.platform !== 'linux') {
    console.error('soak reads descriptors from /proc: it runs on Linux only');
    process.exit(2);
  }
  process.exitCode = await soak(minutes);
}
