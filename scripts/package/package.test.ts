/** The published package as a newcomer meets it: packed, installed from an empty cache into a folder outside any clone, and used. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../files.ts';
import { machinePace } from '../machine-pace.ts';
import { buildPackage } from './build.ts';

const OLDER = ['22.13.0', '24.21.0'];
const MB = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'jury-package-'));
const project = join(folder, 'project');
let tarball = '';
let installMs = 0;

/** npm runs on the Node it came with, without anything of this repository. */
const plainPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((place) => basename(place) !== '.bin')
  .join(delimiter);
const CERTIFICATES =
  /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|npm_config_registry|npm_config_cafile)$/i;

function npm(args: readonly string[], cwd: string, cache: string): string {
  const kept = Object.entries(process.env).filter(([name]) => CERTIFICATES.test(name));
  return execFileSync('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--cache', cache], {
    cwd,
    encoding: 'utf8',
    env: { ...Object.fromEntries(kept), PATH: plainPath, HOME: process.env.HOME ?? folder },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 300_000 * machinePace(),
  });
}

/** As a user who has never had it: a new home, no variable of ours. */
function jury(node: string, ...args: string[]) {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  return spawnSync(node, [join(project, 'node_modules/.bin/design-jury'), ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', HOME: home },
  });
}

function bytesBelow(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

beforeAll(async () => {
  const built = join(folder, 'built');
  await buildPackage(built);
  mkdirSync(project);
  cpSync(join(ROOT, 'examples/landing.html'), join(project, 'landing.html'));
  tarball = join(folder, npm(['pack', built, '--silent'], folder, join(folder, 'cache')).trim());
  npm(['init', '-y'], project, join(folder, 'cache'));
  const started = performance.now();
  npm(['install', tarball], project, join(folder, 'cache'));
  installMs = performance.now() - started;
}, 600_000 * machinePace());

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the published package', () => {
  test('is at most 5 MB packed and 120 MB installed', () => {
    const [packed, installed] = [statSync(tarball).size, bytesBelow(join(project, 'node_modules'))];
    console.log(
      `package: ${(packed / MB).toFixed(1)} MB packed, ${(installed / MB).toFixed(1)} MB installed in ${(installMs / 1000).toFixed(1)} s`,
    );
    expect(packed).toBeLessThanOrEqual(5 * MB);
    expect(installed).toBeLessThanOrEqual(120 * MB);
  });

  test('gives the verdict that the clone gives', () => {
    const published = jury(process.execPath, 'check', 'landing.html', '--json');
    const clone = spawnSync(join(ROOT, 'jury'), ['check', 'landing.html', '--json'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(published.status).toBe(1);
    const verdict = (text: string) => {
      const { files } = JSON.parse(text);
      return files.map(({ composite, mustFix }: Record<string, unknown>) => ({ composite, mustFix }));
    };
    expect(verdict(published.stdout)).toEqual(verdict(clone.stdout));
  });

  test('names what it leaves out with the command that adds it', () => {
    const { stdout, stderr } = jury(process.execPath, 'check', 'landing.html', '--browser', 'always');
    expect(stdout + stderr).toMatch(/npm install playwright-core axe-core/);
  });

  test.for(OLDER)(
    'gives a verdict and a better page on Node %s',
    { timeout: 300_000 },
    (version, context) => {
      const node = olderNode(version);
      if (node === null) return context.skip(`Node ${version} is not to be had from the registry here`);
      const { status, stdout, stderr } = jury(node, 'review', 'landing.html');
      expect(stderr).not.toMatch(/Warning/);
      expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('SHIPPED') });
    },
  );
});

/** From its npm package, kept between runs; null where this machine has none. */
function olderNode(version: string): string | null {
  const place = join(ROOT, 'node_modules/.cache/older-nodes', version);
  const name = `node-${process.platform}-${process.arch}`;
  const binary = join(place, 'node_modules', name, 'bin/node');
  try {
    if (!existsSync(binary)) {
      mkdirSync(place, { recursive: true });
      npm(['install', '--prefix', place, `${name}@${version}`], place, join(folder, 'cache'));
    }
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}
