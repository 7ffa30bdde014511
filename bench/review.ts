/**
 * A whole static check, process start included, against one Lighthouse run, one cold axe-in-Chromium run and one run of
 * impeccable on the same page, in turns; then warm pages a second with one and with all cores, and a page of 10 MB.
 * Lighthouse, impeccable and the pages are installed into a temporary folder: anchors, not dependencies.
 */
import { execFileSync, spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findBrowser } from '../apps/daemon/src/measure/browser/find.ts';
import { MeasuringThreads } from '../apps/daemon/src/measure/threads/threads.ts';
import { createGroundedAgent } from '../apps/daemon/src/protocols/theater/offline/grounded-agent.ts';
import { ensurePackage } from '../scripts/debian-packages.mjs';
import { watched } from '../scripts/pathological/watched.ts';
import { median } from './measure.ts';
import type { BenchRow } from './report.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGE = join(ROOT, 'examples/landing.html');
const LIGHTHOUSE = 'lighthouse@12.8.2';
const IMPECCABLE = 'impeccable@4.1.0';
const CORPUS =
  'agency bare blog-home blog-post business-casual business-frontpage clean-blog coming-soon creative freelancer full-width-pics grayscale heroic-features landing-page modern-business new-age one-page-wonder resume sb-admin scrolling-nav shop-homepage shop-item simple-sidebar small-business stylish-portfolio the-big-picture'
    .split(' ')
    .map((name) => `startbootstrap-${name}`);
const REPEATS = 7;
const LIGHTHOUSE_REPEATS = 3;
const WARM_PAGES = 62;
const MIN_FASTER_THAN_LIGHTHOUSE = 10;
const MAX_CHECK_MS = 700;
const MIN_WARM_PAGES_PER_S = 25;
const LARGE = { bytes: 10_000_000, maxMs: 20_000, maxMb: 600 };

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
      check: check(folder),
      axe: coldAxe(address, chromium),
      lighthouse: lighthouse(folder, address, chromium),
      impeccable: impeccable(folder),
    };
    return [...(await compared(programs)), ...(await warm(folder)), ...(await large(folder))];
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves when the program has ended. */
type Program = () => Promise<void>;

type Programs = Record<'check' | 'axe' | 'lighthouse' | 'impeccable', Program>;

async function compared({ check, axe, lighthouse, impeccable }: Programs): Promise<BenchRow[]> {
  // Once unmeasured, so that all find their files and caches warm.
  for (const program of [check, axe, impeccable]) await program();
  const times = {
    check: [] as number[],
    axe: [] as number[],
    lighthouse: [] as number[],
    impeccable: [] as number[],
  };
  // In turns: a busy moment of the machine hits all alike.
  for (let turn = 0; turn < REPEATS; turn += 1) {
    times.check.push(await timed(check));
    times.axe.push(await timed(axe));
    times.impeccable.push(await timed(impeccable));
    if (turn < LIGHTHOUSE_REPEATS) times.lighthouse.push(await timed(lighthouse));
  }
  const checkMs = median(times.check);
  const against = (name: string, otherMs: number): BenchRow => ({
    name: `review: one ${name} run`,
    value: otherMs,
    unit: 'ms',
    ratio: otherMs / checkMs,
    anchor: 'our check',
  });
  const faster = median(times.lighthouse) / checkMs;
  const slower = checkMs / median(times.axe);
  return [
    {
      name: 'review: static check of one page, cold',
      value: checkMs,
      unit: 'ms',
      target: `at most ${MAX_CHECK_MS}`,
      met: checkMs <= MAX_CHECK_MS,
    },
    {
      ...against('Lighthouse', median(times.lighthouse)),
      target: `at least ${MIN_FASTER_THAN_LIGHTHOUSE}`,
      met: faster >= MIN_FASTER_THAN_LIGHTHOUSE,
    },
    {
      ...against('cold axe', median(times.axe)),
      target: 'at least 1',
      met: slower <= 1,
    },
    // A compiled program that asks far less: told, and no target.
    against('impeccable', median(times.impeccable)),
  ];
}

async function browserPath(): Promise<string> {
  const found = await findBrowser({ env: process.env });
  return found?.executablePath ?? ensurePackage('chromium', 'chromium');
}

function check(folder: string): Program {
  const args = ['check', PAGE, '--browser', 'never', '--quiet', '--data', join(folder, 'data')];
  return () => ended(join(ROOT, 'jury'), args);
}

function install(folder: string, ...packages: string[]): void {
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
  execFileSync('npm', [...args, ...packages], { stdio: 'ignore' });
}

function impeccable(folder: string): Program {
  const at = join(folder, 'impeccable');
  install(at, IMPECCABLE);
  return () => ended(process.execPath, [join(at, 'node_modules/impeccable/cli/bin/cli.js'), 'detect', PAGE]);
}

function coldAxe(address: string, chromium: string): Program {
  const script = join(ROOT, 'bench/review/cold-axe.ts');
  return () => ended(process.execPath, [script, address, chromium]);
}

function lighthouse(folder: string, address: string, chromium: string): Program {
  install(folder, LIGHTHOUSE);
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
  // 1 is a verdict: the page does not ship. So is impeccable's 2.
  if (code !== 0 && code !== 1 && code !== 2) throw new Error(`${program} ${args[0]} ended with ${code}`);
}

async function timed(program: Program): Promise<number> {
  const started = performance.now();
  await program();
  return performance.now() - started;
}

interface CorpusPage {
  path: string;
  content: string;
}

/** Pages as people publish them, with the sheets beside them. */
function corpus(folder: string): CorpusPage[] {
  const at = join(folder, 'corpus');
  install(at, ...CORPUS);
  const files = globSync('node_modules/startbootstrap-*/dist/**/*.html', { cwd: at }).sort();
  return Array.from({ length: WARM_PAGES }, (_, index) => {
    const path = join(at, files[index % files.length] ?? '');
    return { path, content: readFileSync(path, 'utf8') };
  });
}

/** In the threads that checks of many pages use; each thread's first pages are not counted. */
async function warm(folder: string): Promise<BenchRow[]> {
  const pages = corpus(folder);
  const cores = availableParallelism();
  const perSecond = async (count: number, rounds: number): Promise<number> => {
    const threads = new MeasuringThreads({ limit: count, serves: true });
    const lanes = Array.from({ length: count }, (_, lane) => lane);
    await Promise.all(
      lanes.map(async () => {
        for (const page of pages.slice(0, WARM_UPS)) await reviewed(threads, page, rounds);
      }),
    );
    let next = 0;
    const started = performance.now();
    await Promise.all(
      lanes.map(async () => {
        for (let page = pages[next++]; page !== undefined; page = pages[next++])
          await reviewed(threads, page, rounds);
      }),
    );
    const rate = pages.length / ((performance.now() - started) / 1000);
    await threads.close();
    return rate;
  };
  const single = await perSecond(1, 1);
  const all = await perSecond(cores, 1);
  return [
    { name: `review: warm, ${pages.length} pages checked, one core`, value: single, unit: 'pages/s' },
    {
      name: `review: warm, ${pages.length} pages checked, ${cores} cores`,
      value: all,
      unit: 'pages/s',
      ratio: all / single,
      anchor: 'one core',
      target: `at least ${MIN_WARM_PAGES_PER_S} pages/s`,
      met: all >= MIN_WARM_PAGES_PER_S,
    },
    {
      name: `review: warm, ${pages.length} pages fixed too, ${cores} cores`,
      value: await perSecond(cores, 2),
      unit: 'pages/s',
    },
    { name: 'review: load average at the end', value: loadavg()[0] ?? 0, unit: '' },
  ];
}

const WARM_UPS = 4;

/** As a run does it: measured; in a second round fixed, and measured again. */
async function reviewed(threads: MeasuringThreads, page: CorpusPage, rounds: number): Promise<void> {
  const subject = { kind: 'artifact', content: page.content, mime: 'text/html', path: page.path } as const;
  const request = { runId: 'bench', subject, workDir: ROOT };
  const session = await createGroundedAgent({}, threads).open(request, new AbortController().signal);
  for (let round = 1; round <= rounds; round += 1) {
    for await (const delta of session.send({ kind: 'round', round, prompt: '' })) {
      if (delta.type === 'error') throw new Error(delta.message);
    }
  }
  await session.close();
}

/** One page of ten megabytes: time and memory of the whole process tree. */
async function large(folder: string): Promise<BenchRow[]> {
  const card = (index: number): string =>
    `<section class="card"><h2>Harbour ${index}</h2><p class="note">High water at ${index % 24}:10 in the harbour of place ${index}.</p><a href="#s${index}">Read tide ${index}</a></section>\n`;
  const cards = Array.from({ length: Math.ceil(LARGE.bytes / card(10_000).length) }, (_, index) =>
    card(index),
  );
  const page = join(folder, 'large.html');
  writeFileSync(
    page,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tides</title><style>.note { color: #aaa }</style></head><body><main><h1>Tides</h1>${cards.join('')}</main></body></html>`,
  );
  const args = ['check', page, '--browser', 'never', '--quiet', '--data', join(folder, 'data')];
  const started = performance.now();
  const child = spawn(join(ROOT, 'jury'), args, { stdio: 'ignore' });
  const watch = watched(child.pid ?? 0);
  await new Promise((done) => child.on('exit', done));
  const ms = performance.now() - started;
  const mb = watch.stop().peakBytes / 1024 ** 2;
  return [
    {
      name: 'review: a page of 10 MB',
      value: ms,
      unit: 'ms',
      target: `at most ${LARGE.maxMs}`,
      met: ms <= LARGE.maxMs,
    },
    {
      name: 'review: memory of a page of 10 MB',
      value: mb,
      unit: 'MB',
      target: `at most ${LARGE.maxMb}`,
      met: mb <= LARGE.maxMb,
    },
  ];
}
