/**
 * A whole static review, process start included, against one Lighthouse run and one cold axe-in-Chromium run on
 * the same page, in turns; then warm pages a second with all cores. Lighthouse is installed into a temporary
 * folder: it is an anchor, not a dependency.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findBrowser } from '../apps/daemon/src/measure/browser/find.ts';
import { MeasuringThreads } from '../apps/daemon/src/measure/threads/threads.ts';
import { createGroundedAgent } from '../apps/daemon/src/protocols/theater/offline/grounded-agent.ts';
import { ensurePackage } from '../scripts/debian-packages.mjs';
import { median } from './measure.ts';
import type { BenchRow } from './report.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGE = join(ROOT, 'examples/landing.html');
const LIGHTHOUSE = 'lighthouse@12.8.2';
const REPEATS = 7;
const LIGHTHOUSE_REPEATS = 3;
const WARM_PAGES = 62;
const MIN_FASTER_THAN_LIGHTHOUSE = 5;

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'jury-bench-'));
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(readFileSync(PAGE));
  });
  await promisify((done: () => void) => server.listen(0, '127.0.0.1', done))();
  const bound = server.address();
  const port = typeof bound === 'object' ? (bound?.port ?? 0) : 0;
  const address = `http://127.0.0.1:${port}/`;
  try {
    const chromium = await browserPath();
    const programs = {
      review: review(folder),
      axe: coldAxe(address, chromium),
      lighthouse: lighthouse(folder, address, chromium),
    };
    return [...(await compared(programs)), ...(await warm())];
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves when the program has ended. */
type Program = () => Promise<void>;

async function compared({
  review,
  axe,
  lighthouse,
}: Record<'review' | 'axe' | 'lighthouse', Program>): Promise<BenchRow[]> {
  // Once unmeasured, so that all find their files and caches warm.
  await review();
  await axe();
  const times = { review: [] as number[], axe: [] as number[], lighthouse: [] as number[] };
  // In turns: a busy moment of the machine hits all alike.
  for (let turn = 0; turn < REPEATS; turn += 1) {
    times.review.push(await timed(review));
    times.axe.push(await timed(axe));
    if (turn < LIGHTHOUSE_REPEATS) times.lighthouse.push(await timed(lighthouse));
  }
  const [reviewMs, axeMs, lighthouseMs] = [median(times.review), median(times.axe), median(times.lighthouse)];
  const faster = lighthouseMs / reviewMs;
  const slower = reviewMs / axeMs;
  return [
    { name: 'review: one Lighthouse run', value: lighthouseMs, unit: 'ms' },
    { name: 'review: one cold axe run in Chromium', value: axeMs, unit: 'ms' },
    {
      name: 'review: static, times faster than Lighthouse',
      value: reviewMs,
      unit: 'ms',
      ratio: faster,
      anchor: 'as fast',
      target: `at least ${MIN_FASTER_THAN_LIGHTHOUSE}`,
      met: faster >= MIN_FASTER_THAN_LIGHTHOUSE,
    },
    {
      name: 'review: static, against a cold axe run',
      value: reviewMs,
      unit: 'ms',
      ratio: slower,
      anchor: 'its time',
      target: 'at most 1',
      met: slower <= 1,
    },
  ];
}

async function browserPath(): Promise<string> {
  const found = await findBrowser({ env: process.env });
  return found?.executablePath ?? ensurePackage('chromium', 'chromium');
}

function review(folder: string): Program {
  const args = [
    'review',
    PAGE,
    '--browser',
    'never',
    '--quiet',
    '--out',
    join(folder, 'out'),
    '--data',
    join(folder, 'data'),
  ];
  return () => ended(join(ROOT, 'jury'), args);
}

function coldAxe(address: string, chromium: string): Program {
  const script = join(ROOT, 'bench/review/cold-axe.ts');
  return () => ended(process.execPath, [script, address, chromium]);
}

function lighthouse(folder: string, address: string, chromium: string): Program {
  execFileSync(
    'npm',
    ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--silent', LIGHTHOUSE],
    {
      stdio: 'ignore',
    },
  );
  const cli = join(folder, 'node_modules/lighthouse/cli/index.js');
  const flags = `--headless=new ${process.getuid?.() === 0 ? '--no-sandbox' : ''}`;
  const args = [
    cli,
    address,
    '--quiet',
    '--output=json',
    `--output-path=${join(folder, 'lighthouse.json')}`,
    `--chrome-flags=${flags}`,
  ];
  return () => ended(process.execPath, args, { CHROME_PATH: chromium });
}

/** Not the synchronous kind: the page's server lives in this process. */
async function ended(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('exit', done));
  // 1 is a verdict: the page does not ship.
  if (code !== 0 && code !== 1) throw new Error(`${program} ${args[0]} ended with ${code}`);
}

async function timed(program: Program): Promise<number> {
  const started = performance.now();
  await program();
  return performance.now() - started;
}

/** The examples in turn, in the threads reviews of many pages use; each thread's first page is not counted. */
async function warm(): Promise<BenchRow[]> {
  const pages = ['good', 'landing', 'poor'].map((name) =>
    readFileSync(join(ROOT, `examples/${name}.html`), 'utf8'),
  );
  const cores = availableParallelism();
  const perSecond = async (count: number): Promise<number> => {
    const threads = new MeasuringThreads({ limit: count });
    const lanes = Array.from({ length: count }, (_, lane) => lane);
    let next = 0;
    await Promise.all(lanes.map(() => reviewed(threads, pages[1] ?? '')));
    const started = performance.now();
    await Promise.all(
      lanes.map(async () => {
        while (next < WARM_PAGES) await reviewed(threads, pages[next++ % pages.length] ?? '');
      }),
    );
    const perSecond = WARM_PAGES / ((performance.now() - started) / 1000);
    await threads.close();
    return perSecond;
  };
  const single = await perSecond(1);
  const all = await perSecond(cores);
  return [
    { name: `review: warm, ${WARM_PAGES} pages, one core`, value: single, unit: 'pages/s' },
    {
      name: `review: warm, ${WARM_PAGES} pages, ${cores} cores`,
      value: all,
      unit: 'pages/s',
      ratio: all / single,
      anchor: 'one core',
    },
    { name: 'review: load average at the end', value: loadavg()[0] ?? 0, unit: '' },
  ];
}

const ROUNDS = 2;

/** As a run does it: measured, fixed, measured again. */
async function reviewed(threads: MeasuringThreads, content: string): Promise<void> {
  const subject = { kind: 'artifact', content, mime: 'text/html', path: null } as const;
  const request = { runId: 'bench', subject, workDir: ROOT };
  const session = await createGroundedAgent({}, threads).open(request, new AbortController().signal);
  for (let round = 1; round <= ROUNDS; round += 1) {
    for await (const delta of session.send({ kind: 'round', round, prompt: '' })) {
      if (delta.type === 'error') throw new Error(delta.message);
    }
  }
  await session.close();
}
