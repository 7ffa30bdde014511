/** Programs of others that ours is tried with or held against: brought from the registry, pinned, into conformance/optional/, and run beside it. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

const NPM_TIMEOUT_MS = 5 * 60_000;
const RUN_TIMEOUT_MS = 5 * 60_000;

/** Resolves with the folder of the package. */
export function bring(name: string, version: string): string {
  const folder = join(
    import.meta.dirname,
    '../conformance/optional',
    name.replace(/^@/, '').replace('/', '-'),
  );
  const place = join(folder, 'node_modules', name);
  const isThere = (): boolean => {
    const file = join(place, 'package.json');
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
  };
  if (isThere()) return place;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // npm runs on the Node it came with; a `.bin` in front of the PATH would change that.
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => basename(part) !== '.bin');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', ['install', ...quiet, `${name}@${version}`], {
    cwd: folder,
    env: { ...process.env, PATH: path.join(delimiter) },
    encoding: 'utf8',
    timeout: NPM_TIMEOUT_MS,
  });
  if (status !== 0 || !isThere())
    throw new Error(`npm could not bring ${name}: ${stderr.trim().slice(-500)}`);
  return place;
}

export interface Said {
  status: number | null;
  /** Of both pipes. */
  said: string;
  /** Of the standard output alone. */
  out: string;
}

/** Runs a program of JavaScript. This process goes on meanwhile: it may be the one that answers. */
export function runBeside(argv: readonly string[], cwd: string, env?: NodeJS.ProcessEnv): Promise<Said> {
  const child = spawn(process.execPath, argv, {
    cwd,
    timeout: RUN_TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(env !== undefined && { env }),
  });
  let [said, out] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const { promise, resolve, reject } = Promise.withResolvers<Said>();
  child.once('error', reject).once('close', (status) => resolve({ status, said, out }));
  return promise;
}
