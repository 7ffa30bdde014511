/**
 * `npm run bench:ci`: many pages as CI checks them, by `jury check`, `pa11y-ci` and `lhci autorun`, in the same run. The peers are
 * installed into a temporary folder: anchors, not dependencies. JURY_BENCH_PAGES sets how many pages (60).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { findBrowser } from '../../apps/daemon/src/measure/browser/find.ts';
import { type BenchRow, formatTable } from '../report.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const LHCI = '@lhci/cli@0.15.1';
const PA11Y = 'pa11y-ci@4.0.1';
const CORPUS =
  'agency clean-blog creative freelancer grayscale landing-page modern-business new-age resume stylish-portfolio'.split(
    ' ',
  );
const PAGES = Number(process.env.JURY_BENCH_PAGES ?? 60);
const MOST_MS = 20 * 60_000;

const browser = await findBrowser({ env: process.env });
if (browser === null) throw new Error('no browser was found; jury doctor --fix installs one');
const { executablePath } = browser;
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const folder = mkdtempSync(join(tmpdir(), 'jury-ci-'));
try {
  install(folder, ...CORPUS.map((name) => `startbootstrap-${name}`));
  const site = join(folder, 'site');
  const names = pagesInto(site);
  const { origin, stop } = await served(site);
  const addresses = names.map((name) => `${origin}/${name}`);
  const check = ['check', site, '--quiet', '--json', '--data', join(folder, 'data'), '--browser'];
  const seconds: [string, number | null][] = [
    ['jury check', timed(join(ROOT, 'jury'), [...check, 'never'])],
    ['jury check --browser always', timed(join(ROOT, 'jury'), [...check, 'always'])],
    ['pa11y-ci', byPa11y(addresses)],
    ['lhci autorun', byLighthouse(addresses)],
  ];
  await stop();
  console.log(`\n${formatTable(seconds.flatMap((entry) => row(entry, seconds[0]?.[1] ?? null)))}`);
  console.log(`\n${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function row([name, value]: [string, number | null], anchor: number | null): BenchRow[] {
  if (value === null || anchor === null) {
    console.log(`${name}: could not be installed, or did not end`);
    return [];
  }
  return [{ name: `${PAGES} pages, ${name}`, value, unit: 's', ratio: value / anchor, anchor: 'jury check' }];
}

function byPa11y(urls: readonly string[]): number | null {
  const packages = peer('pa11y', PA11Y);
  // It first looks for the name without its ending, and takes a folder for a file.
  const config = join(folder, 'pa11y-config.json');
  const chromeLaunchConfig = { executablePath, args: sandbox };
  writeFileSync(config, JSON.stringify({ urls, defaults: { chromeLaunchConfig } }));
  const program = join(packages ?? '', 'pa11y-ci/bin/pa11y-ci.js');
  return packages === null ? null : timed(process.execPath, [program, '--config', config], [0, 2]);
}

function byLighthouse(url: readonly string[]): number | null {
  const packages = peer('lhci', LHCI);
  const config = join(folder, 'lighthouserc.json');
  const chromeFlags = ['--headless=new', ...sandbox].join(' ');
  const collect = { url, numberOfRuns: 1, settings: { chromeFlags } };
  const upload = { target: 'filesystem', outputDir: join(folder, 'lhci-out') };
  writeFileSync(
    config,
    JSON.stringify({ ci: { collect, assert: { preset: 'lighthouse:recommended' }, upload } }),
  );
  const program = join(packages ?? '', '@lhci/cli/src/cli.js');
  return packages === null ? null : timed(process.execPath, [program, 'autorun', `--config=${config}`]);
}

function install(at: string, ...packages: string[]): void {
  mkdirSync(at, { recursive: true });
  const args = ['install', '--prefix', at, '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
  execFileSync('npm', [...args, ...packages], { stdio: 'ignore' });
}

/** Where its packages are; null where they cannot be downloaded. */
function peer(name: string, spec: string): string | null {
  try {
    install(join(folder, name), spec);
    return join(folder, name, 'node_modules');
  } catch {
    return null;
  }
}

/** Pages with the sheets beside them, repeated until there are enough. */
function pagesInto(site: string): string[] {
  const found = globSync('node_modules/startbootstrap-*/dist/*.html', { cwd: folder }).sort();
  return Array.from({ length: PAGES }, (_, index) => {
    const page = found[index % found.length] ?? '';
    const place = join(site, String(index));
    cpSync(join(folder, dirname(page)), place, { recursive: true });
    for (const other of globSync('**/*.html', { cwd: place }))
      if (other !== basename(page)) rmSync(join(place, other));
    return `${index}/${basename(page)}`;
  });
}

async function served(site: string): Promise<{ origin: string; stop(): Promise<unknown> }> {
  const worker = new Worker(new URL('./server.ts', import.meta.url), { workerData: site });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  return { origin: `http://127.0.0.1:${port}`, stop: () => worker.terminate() };
}

/** In seconds; null where it could not be started, did not end, or ended without verdicts. A no is a verdict like any other. */
function timed(program: string, args: readonly string[], verdicts = [0, 1, 3]): number | null {
  const started = performance.now();
  const { status } = spawnSync(program, args, {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, CHROME_PATH: executablePath },
    timeout: MOST_MS,
  });
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${basename(program)} ${basename(args[0] ?? '')}: ${seconds.toFixed(1)} s, ended with ${status}`,
  );
  return status !== null && verdicts.includes(status) ? seconds : null;
}
