/**
 * What of the table is installed here, which version, and whether somebody is logged in: told by looking at files
 * and names of variables. Nothing is started for that but a program's own `--version` or `--help`, in a home of its
 * own, and no secret is read.
 */
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readVariable } from '../env.ts';
import type { CliAgent, Flags, NativeBinary } from './cli-table.ts';
import { childEnvironment, type Surroundings } from './environment.ts';
import { withTimeout } from './with-timeout.ts';

const run = promisify(execFile);

const PROBE_TIMEOUT_MS = 15_000;
const MAX_PROBE_BYTES = 1_048_576;
const VERSION = /\d{1,6}\.\d{1,6}(?:\.\d{1,6})?/;
/** A file this small holds no login: some programs write an empty one when they start. */
const EMPTY_BYTES = 4;
const MAX_PARENTS = 8;
/** Answers that are kept; more than the table can ask for. */
const MAX_ANSWERS = 100;
/** How long the kernel may take to end a program that was killed. */
const KILLED_WAIT_MS = 2_000;

export interface Installed {
  /** As it was found on PATH. */
  path: string;
  /** What to start: the native binary where there is one. */
  command: string;
  version: string | null;
  /** False as well where the row has a minimum and the program does not tell its version. */
  supported: boolean;
}

/** Null when it is not on PATH. */
export async function detect(
  agent: CliAgent,
  env: Surroundings,
  system: { platform: string; arch: string } = process,
  ask: Probe = probe,
): Promise<Installed | null> {
  const path = await findCommand(agent.command, readVariable(env, 'PATH') ?? '');
  if (path === null) return null;
  const root = agent.package === null ? null : await packageRoot(path, agent.package);
  const native =
    root === null || agent.native === undefined ? null : await nativeBinary(root, agent.native, system);
  const command = native ?? path;
  const version =
    root === null ? versionIn(await ask(command, ['--version'], env)) : await packageVersion(root);
  const { minimumVersion } = agent;
  const supported = minimumVersion === null || (version !== null && compare(version, minimumVersion) >= 0);
  return { path, command, version, supported };
}

async function findCommand(command: string, searchPath: string): Promise<string | null> {
  for (const folder of searchPath.split(delimiter)) {
    if (folder !== '' && (await isProgram(join(folder, command)))) return join(folder, command);
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

const ManifestSchema = z.looseObject({ name: z.string(), version: z.string() });

/** The folder of the npm package a command on PATH belongs to. */
async function packageRoot(path: string, name: string): Promise<string | null> {
  let folder = dirname(await realpath(path).catch(() => path));
  for (let up = 0; up < MAX_PARENTS; up++) {
    if ((await manifest(folder))?.name === name) return folder;
    folder = dirname(folder);
  }
  return null;
}

async function manifest(folder: string): Promise<z.infer<typeof ManifestSchema> | null> {
  try {
    return ManifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  } catch {
    return null;
  }
}

async function packageVersion(root: string): Promise<string | null> {
  return (await manifest(root))?.version ?? null;
}

/** Beside the package or inside of it: npm puts it in either place. */
async function nativeBinary(
  root: string,
  { package: name, path, triples }: NativeBinary,
  { platform, arch }: { platform: string; arch: string },
): Promise<string | null> {
  const triple = triples?.[`${platform}-${arch}`] ?? '';
  const file = join(name.replace('{os}', platform).replace('{cpu}', arch), path.replace('{triple}', triple));
  let folder = root;
  for (let up = 0; up < MAX_PARENTS; up++) {
    const candidate = join(folder, 'node_modules', file);
    if (await isProgram(candidate)) return candidate;
    folder = dirname(folder);
  }
  return null;
}

function versionIn(text: string): string | null {
  return VERSION.exec(text)?.[0] ?? null;
}

/** What a program prints about itself; empty when it prints nothing. */
export type Probe = (command: string, args: readonly string[], env: Surroundings) => Promise<string>;

export interface Prober {
  ask: Probe;
  /** Resolves when nothing that was asked is running any more. */
  close(): Promise<void>;
}

/** Asks a program once, until its file changes. */
export function createProber(): Prober {
  const answers = new Map<string, Promise<string>>();
  const running = new Set<Promise<string>>();
  const stop = new AbortController();
  return {
    async ask(command, args, env) {
      const info = await stat(command).catch(() => null);
      const key = JSON.stringify([command, info?.mtimeMs, info?.size, ...args]);
      let answer = answers.get(key);
      if (answer === undefined) {
        if (answers.size >= MAX_ANSWERS) answers.clear();
        const asked = probe(command, args, env, stop.signal);
        running.add(asked);
        asked.then((text) => {
          running.delete(asked);
          // One that could not answer this once is not held to it: a version that is not known is refused.
          if (text === '') answers.delete(key);
        });
        answers.set(key, asked);
        answer = asked;
      }
      return answer;
    },
    async close() {
      stop.abort();
      await Promise.all(running);
    },
  };
}

/** Nothing of the user's is in reach. */
async function probe(
  command: string,
  args: readonly string[],
  env: Surroundings,
  signal?: AbortSignal,
): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'jury-probe-'));
  try {
    const asked = run(command, [...args], {
      cwd: home,
      env: { ...childEnvironment({}, env, home), HOME: home },
      timeout: PROBE_TIMEOUT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_PROBE_BYTES,
      ...(signal !== undefined && { signal }),
    });
    // An abort is answered at once; the program is gone a little later, and is waited for.
    const { stdout, stderr } = await asked.finally(() => hasEnded(asked.child));
    return `${stdout}\n${stderr}`;
  } catch {
    return '';
  } finally {
    await rm(home, { recursive: true, force: true }).catch(() => {});
  }
}

/** Killed already: only the kernel is left to wait for. */
async function hasEnded(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  await withTimeout(KILLED_WAIT_MS, once(child, 'exit'));
}

/** Of some flags those that this version understands. */
export async function argumentsFor(
  agent: CliAgent,
  wanted: readonly Flags[],
  { command, version }: Installed,
  env: Surroundings,
  ask: Probe = probe,
): Promise<string[]> {
  const isTried = version !== null && version === agent.triedVersion;
  const needsHelp = !isTried && wanted.some((flags) => 'gated' in flags);
  const help = needsHelp ? await ask(command, agent.help, env) : null;
  return wanted.flatMap((flags) => chosen(flags, help));
}

function chosen(flags: Flags, help: string | null): readonly string[] {
  if ('protects' in flags) return flags.protects;
  if (!('gated' in flags)) return flags;
  const name = flags.gated[0]?.split('=')[0] ?? '';
  // Help that cannot be had says nothing.
  return help === null || help === '' || help.includes(name) ? flags.gated : [];
}

/** Null when it cannot be told. */
export async function isLoggedIn({ login }: CliAgent, env: Surroundings): Promise<boolean | null> {
  if (login.variables.some((name) => (env[name] ?? '') !== '')) return true;
  for (const { variable, path } of login.files) {
    const folder = variable === undefined ? readVariable(env, 'HOME') : env[variable];
    if (folder === undefined || folder === '') continue;
    const info = await stat(join(folder, path)).catch(() => null);
    if (info !== null && (info.isDirectory() || info.size > EMPTY_BYTES)) return true;
  }
  return login.complete ? false : null;
}

/** Dotted numbers, compared one by one. */
export function compare(a: string, b: string): number {
  const left = numbers(a);
  const right = numbers(b);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbers(version: string): number[] {
  return (VERSION.exec(version)?.[0] ?? '').split('.').map(Number);
}
