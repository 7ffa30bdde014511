/**
 * Servers for tools that a user has given a program: it would start them for a jury too. They are asked for from the
 * program itself, which knows all the places they may be noted in, and left out by their names.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { CliAgent } from './cli-table.ts';
import { childEnvironment, type Surroundings } from './environment.ts';

const run = promisify(execFile);

const LIST_TIMEOUT_MS = 15_000;
const MAX_LIST_BYTES = 4 * 1_048_576;
const MAX_SERVERS = 200;
const LONGEST_NAME = 200;

export interface ServerRule {
  /** Prints them as JSON and starts none. */
  list: readonly string[];
  /** The key of the object that has them by name; null where they are a list of objects with a `name`. */
  key: string | null;
  /** What leaves them out. */
  without(names: readonly string[]): Omissions;
}

export interface Omissions {
  args?: readonly string[];
  /** In the place of the row's file of that name. */
  files?: Readonly<Record<string, string>>;
}

const Name = z.string().min(1).max(LONGEST_NAME);
const Listed = z.array(z.looseObject({ name: Name }));
const ByName = z.record(Name, z.unknown());

/** Nothing to leave out where it says nothing: an older version may not know the question. */
export async function omissionsFor(
  { servers, environment }: Pick<CliAgent, 'servers' | 'environment'>,
  command: string,
  env: Surroundings,
  signal: AbortSignal,
): Promise<Omissions> {
  if (servers === undefined) return {};
  const folder = await mkdtemp(join(tmpdir(), 'jury-servers-'));
  try {
    const { stdout } = await run(command, [...servers.list], {
      cwd: folder,
      // With the home of the user: theirs are the servers.
      env: childEnvironment(environment, env, folder),
      timeout: LIST_TIMEOUT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_LIST_BYTES,
      signal,
    });
    const names = namesIn(stdout, servers.key);
    return names.length === 0 ? {} : servers.without(names);
  } catch {
    return {};
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

function namesIn(text: string, key: string | null): string[] {
  const value: unknown = JSON.parse(text);
  const names =
    key === null
      ? Listed.parse(value).map(({ name }) => name)
      : Object.keys(ByName.parse(z.looseObject({}).parse(value)[key] ?? {}));
  return names.slice(0, MAX_SERVERS);
}
