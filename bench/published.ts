/**
 * The published package against the clone: one page checked through `npx`, its cache warm, and by the launcher, in turns.
 * Once as somebody calls it who has it in the project, once as somebody who has it in npm's cache alone.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../scripts/package/build.ts';
import { npm } from '../scripts/package/newcomer.ts';
import { median } from './measure.ts';
import type { BenchRow } from './report.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const REPEATS = 9;
const MAX_RATIO = 1.5;

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'jury-published-'));
  try {
    const { project, cached } = await published(folder);
    const page = join(project, 'landing.html');
    const check = ['check', page, '--browser', 'never', '--quiet', '--data', join(folder, 'data')];
    const ways = {
      clone: () => ended(join(ROOT, 'jury'), check, project, folder),
      installed: () => ended('npx', ['design-jury', ...check], project, folder),
      cached: () => ended('npx', ['--yes', '--package', cached, 'design-jury', ...check], folder, folder),
    };
    const times = { clone: [] as number[], installed: [] as number[], cached: [] as number[] };
    for (const way of Object.values(ways)) way();
    for (let turn = 0; turn < REPEATS; turn += 1)
      for (const name of ['clone', 'installed', 'cached'] as const) times[name].push(timed(ways[name]));
    const clone = median(times.clone);
    const against = (name: string, ms: number): BenchRow => ({
      name,
      value: ms,
      unit: 'ms',
      ratio: ms / clone,
      anchor: './jury',
      target: `at most ${MAX_RATIO}`,
      met: ms / clone <= MAX_RATIO,
    });
    return [
      { name: 'check of one page, ./jury', value: clone, unit: 'ms' },
      against('check of one page, npx, in the project', median(times.installed)),
      against("check of one page, npx, in npm's cache", median(times.cached)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function published(folder: string): Promise<{ project: string; cached: string }> {
  const built = join(folder, 'built');
  await buildPackage(built);
  const project = join(folder, 'project');
  mkdirSync(project);
  cpSync(join(ROOT, 'examples/landing.html'), join(project, 'landing.html'));
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  const tarball = join(folder, npm(['pack', built, '--silent'], folder, join(folder, 'cache')).trim());
  npm(['install', tarball], project, join(folder, 'cache'));
  return { project, cached: tarball };
}

function timed(way: () => void): number {
  const started = performance.now();
  way();
  return performance.now() - started;
}

/** npm's own Node, as a user's npx runs on it; nothing of this repository on the path. */
function ended(program: string, args: readonly string[], cwd: string, home: string): void {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((place) => basename(place) !== '.bin' && !place.startsWith(ROOT));
  const node = dirname(
    execFileSync('sh', ['-c', 'command -v npx'], {
      encoding: 'utf8',
      env: { PATH: path.join(delimiter) },
    }).trim(),
  );
  const { status, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    // The Node of the clone for all of them: what is compared is the package, not two versions of Node.
    env: {
      PATH: [join(ROOT, 'node_modules/node/bin'), node, ...path].join(delimiter),
      HOME: home,
      npm_config_cache: join(home, 'cache'),
      npm_config_offline: 'true',
    },
  });
  if (status !== 0 && status !== 1)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr.slice(-300)}`);
}
