/**
 * The published package against the clone: one page checked through `npx`, its cache warm, and by the launcher, in turns.
 * Once as somebody calls it who has it in the project, once as somebody who has it in npm's cache alone; the registry that
 * npx then asks is one on loopback.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildPackage } from '../scripts/package/build.ts';
import { packageManifest } from '../scripts/package/manifest.ts';
import { npm } from '../scripts/package/newcomer.ts';
import { median } from './measure.ts';
import type { BenchRow } from './report.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const REPEATS = 7;
const MAX_RATIO = 1.5;
/** Without what this repository puts there. */
const PLAIN_PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((place) => basename(place) !== '.bin' && !place.startsWith(ROOT));

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'jury-published-'));
  const registry = await published(folder);
  const page = join(folder, 'project/landing.html');
  const check = ['check', page, '--browser', 'never', '--quiet', '--data', join(folder, 'data')];
  const call = (program: string, args: readonly string[], cwd: string) => () =>
    ended(program, [...args, ...check], { cwd, home: folder, registry: registry.address });
  const ways = {
    clone: call(join(ROOT, 'jury'), [], folder),
    installed: call('npx', ['design-jury'], join(folder, 'project')),
    cached: call('npx', ['--yes', 'design-jury'], folder),
  };
  try {
    const times = { clone: [] as number[], installed: [] as number[], cached: [] as number[] };
    for (const way of Object.values(ways)) way();
    for (let turn = 0; turn < REPEATS; turn += 1)
      for (const name of ['clone', 'installed', 'cached'] as const) times[name].push(timed(ways[name]));
    const clone = median(times.clone);
    const against = (name: string, ms: number): BenchRow => ({
      name: `check of one page, npx, ${name}`,
      value: ms,
      unit: 'ms',
      ratio: ms / clone,
      anchor: './jury',
      target: `at most ${MAX_RATIO}`,
      met: ms / clone <= MAX_RATIO,
    });
    return [
      { name: 'check of one page, ./jury', value: clone, unit: 'ms' },
      against('in the project', median(times.installed)),
      against("in npm's cache", median(times.cached)),
    ];
  } finally {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function published(folder: string): Promise<{ address: string; stop(): Promise<unknown> }> {
  const built = join(folder, 'built');
  await buildPackage(built);
  const project = join(folder, 'project');
  mkdirSync(project);
  cpSync(join(ROOT, 'examples/landing.html'), join(project, 'landing.html'));
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  const tarball = join(folder, npm(['pack', built, '--silent'], folder, join(folder, 'cache')).trim());
  npm(['install', tarball], project, join(folder, 'cache'));
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const input = { tarball, manifest: packageManifest(), upstream };
  const worker = new Worker(new URL('./ci/registry.ts', import.meta.url), { workerData: input });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  return { address: `http://127.0.0.1:${port}/`, stop: () => worker.terminate() };
}

function timed(way: () => void): number {
  const started = performance.now();
  way();
  return performance.now() - started;
}

interface Surroundings {
  cwd: string;
  home: string;
  registry: string;
}

function ended(program: string, args: readonly string[], { cwd, home, registry }: Surroundings): void {
  const { status, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    // The Node of the clone for all of them: what is compared is the package, not two versions of Node.
    env: {
      PATH: [join(ROOT, 'node_modules/node/bin'), ...PLAIN_PATH].join(delimiter),
      HOME: home,
      npm_config_cache: join(home, 'cache'),
      npm_config_registry: registry,
      ...(process.env.NODE_EXTRA_CA_CERTS !== undefined && {
        NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
      }),
    },
  });
  if (status !== 0 && status !== 1)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr.slice(-300)}`);
}
