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
const Keyed = z.record(z.string(), z.unknown());
const ByName = z.record(Name, z.unknown());

/**
 * Nothing to leave out where it refuses the question or prints no JSON: an older version may not know it. Rejects with an
 * `AgentUnavailableError` where it did not come to its answer, or to one that can be read whole: it would start what nobody
 * could leave out.
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
    if (names === null)
      throw new AgentUnavailableError(
        `${name} said in a way that cannot be read which servers for tools it would start, so it is not started. There may be at most ${MAX_SERVERS} of them, with names of at most ${LONGEST_NAME} characters`,
      );
    return names.length === 0 ? {} : servers.without(names);
  } catch (error) {
    if (error instanceof AgentUnavailableError) throw error;
    if (signal.aborted || isRefusal(error)) return {};
    throw new AgentUnavailableError(
      isOverlong(error)
        ? `${name} said more than ${MAX_LIST_BYTES} bytes when it was asked which servers for tools it would start, so it is not started. Take some of them out`
        : `${name} did not say within ${timeoutMs / 1_000} s which servers for tools it would start, so it is not started. Try again when the machine is less busy`,
      { cause: error },
    );
  } finally {
    await removePrivateFolder(folder);
  }
}

/** It ended by itself with a code, or is not there: it does not know the question, and was stopped by nobody. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (typeof error.code === 'number' || error.code === 'ENOENT')
  );
}

function isOverlong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
}

/** None where it prints no JSON, as an older version does; null where there are some that could not all be left out. */
function namesIn(text: string, key: string | null): string[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const names = key === null ? listedNames(value) : keyedNames(value, key);
  return names === null || names.length > MAX_SERVERS ? null : names;
}

function listedNames(value: unknown): string[] | null {
  const listed = Listed.safeParse(value);
  return listed.success ? listed.data.map(({ name }) => name) : null;
}

function keyedNames(value: unknown, key: string): string[] | null {
  const whole = Keyed.safeParse(value);
  const own = whole.success ? ByName.safeParse(whole.data[key] ?? {}) : whole;
  return own.success ? Object.keys(own.data) : null;
}
