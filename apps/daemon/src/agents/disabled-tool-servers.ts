/**
 * Servers for tools that a user has given a program: it would start them for a jury too. They are asked for from the
 * program itself, which knows all the places they may be noted in, and left out by their names.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { CliAgent } from './cli-table.ts';
import { childEnvironment, type Surroundings } from './environment.ts';
import { makePrivateFolder, removePrivateFolder } from './private-folder.ts';
import { AgentUnavailableError } from './session.ts';

const run = promisify(execFile);

/** On a busy machine some need half a minute to start. */
const LIST_TIMEOUT_MS = 60_000;
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

/**
 * Nothing to leave out where it says nothing: an older version may not know the question. Rejects with an
 * `AgentUnavailableError` where it did not come to its answer: it would start what nobody could leave out.
 */
export async function omissionsFor(
  { name, servers, environment }: Pick<CliAgent, 'name' | 'servers' | 'environment'>,
  command: string,
  env: Surroundings,
  signal: AbortSignal,
  timeoutMs = LIST_TIMEOUT_MS,
): Promise<Omissions> {
  if (servers === undefined) return {};
  // As private as the one it will work in: what lies above is read for this question too.
  const folder = await makePrivateFolder(env).catch((error: Error) => {
    throw new AgentUnavailableError(`${name} cannot be started: no folder for it: ${error.message}`);
  });
  try {
    const { stdout } = await run(command, [...servers.list], {
      cwd: folder,
      // With the home of the user: theirs are the servers.
      env: childEnvironment(environment, env, folder),
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_LIST_BYTES,
      signal,
    });
    const names = namesIn(stdout, servers.key);
    return names.length === 0 ? {} : servers.without(names);
  } catch (error) {
    if (!signal.aborted && isEnded(error))
      throw new AgentUnavailableError(
        `${name} did not say within ${timeoutMs / 1_000} s which servers for tools it would start, so it is not started. Try again when the machine is less busy`,
      );
    return {};
  } finally {
    await removePrivateFolder(folder);
  }
}

/** By us, at the limit of time or of output; else it ended by itself. */
function isEnded(error: unknown): boolean {
  return error instanceof Error && 'killed' in error && error.killed === true;
}

function namesIn(text: string, key: string | null): string[] {
  const value: unknown = JSON.parse(text);
  const names =
    key === null
      ? Listed.parse(value).map(({ name }) => name)
      : Object.keys(ByName.parse(z.looseObject({}).parse(value)[key] ?? {}));
  return names.slice(0, MAX_SERVERS);
}
