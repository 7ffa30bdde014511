/** Somebody who has never had the package: npm with an empty cache, a new home, a folder outside any clone. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { ROOT } from '../files.ts';
import { machinePace } from '../machine-pace.ts';

/** npm runs on the Node it came with, without anything of this repository. */
const plainPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((place) => basename(place) !== '.bin')
  .join(delimiter);
const CERTIFICATES =
  /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|npm_config_registry|npm_config_cafile)$/i;

export function npm(args: readonly string[], cwd: string, cache: string): string {
  const kept = Object.entries(process.env).filter(([name]) => CERTIFICATES.test(name));
  return execFileSync('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--cache', cache], {
    cwd,
    encoding: 'utf8',
    env: { ...Object.fromEntries(kept), PATH: plainPath, HOME: process.env.HOME ?? cwd },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 300_000 * machinePace(),
  });
}

export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

/** Without a variable of ours. */
export function start(program: string, args: readonly string[], cwd: string, home: string): Promise<Ended> {
  mkdirSync(home, { recursive: true });
  return new Promise((resolve) => {
    const options = {
      cwd,
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', HOME: home, NO_COLOR: '1' },
      maxBuffer: 16 * 1024 * 1024,
      timeout: 300_000 * machinePace(),
    } as const;
    execFile(program, [...args], options, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    );
  });
}

/** The folder that holds a package of the registry, kept between runs; null where it cannot be installed. */
export function fromRegistry(name: string, version: string, cache: string): string | null {
  const place = join(ROOT, 'node_modules/.cache/from-npm', `${name.replace('/', '-')}-${version}`);
  const installed = join(place, 'node_modules', name);
  try {
    if (!existsSync(join(installed, 'package.json'))) {
      mkdirSync(place, { recursive: true });
      npm(['install', '--prefix', place, `${name}@${version}`], place, cache);
    }
    return existsSync(installed) ? join(place, 'node_modules') : null;
  } catch {
    return null;
  }
}

export function bytesBelow(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
