/**
 * A program that works for a run: started in a private folder with an environment of its own, noted for a daemon that
 * comes after a crash, read by pull, and gone with its folder and everything it started when it is ended or we are.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate as afterPolling } from 'node:timers/promises';
import { readVariable } from '../env.ts';
import { writeOwnFile } from '../home/own-file.ts';
import { configHome, stateHome } from '../home/places.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../home/rights.ts';
import { makeFolders } from '../make-folders.ts';
import { currentTrace, traceparentOf } from '../trace-context.ts';
import { openCountingProxy } from './counting-proxy.ts';
import { watchOverDeath } from './death-watch.ts';
import { childEnvironment, type EnvironmentRule, type Surroundings, secretValues } from './environment.ts';
import { PROXIES, type Reach } from './model-addresses.ts';
import { openRelay, type Relay } from './network-relay.ts';
import { OutputFile } from './output-file.ts';
import { makeOwnFolder, type OwnFolder } from './own-folder.ts';
import { makePrivateFolder, projectFolder, removePrivateFolder } from './private-folder.ts';
import { MARK_VARIABLE, ProcessGroup, startTicks } from './process-group.ts';
import { MAX_QUESTIONS, QuestionCount } from './question-count.ts';
import { Redactor } from './redact.ts';
import {
  canLimitNetwork,
  findSandbox,
  HOSTS_FILE,
  insideOf,
  NO_SANDBOX,
  placesOf,
  type SandboxMode,
} from './sandbox.ts';
import { type AgentExit, AgentUnavailableError } from './session.ts';
import { removeTraces, tracePlaces } from './traces.ts';
import { reroute, withProxy } from './upstream-proxy.ts';

export interface Launch {
  /** As users know it. */
  name: string;
  command: string;
  args: readonly string[];
  environment: EnvironmentRule;
  /** Written into its private folder before the start. @default none */
  files?: Readonly<Record<string, string>>;
  /** All it will ever read, as a file on its standard input. @default a pipe, which is written later */
  input?: string;
  /** Where it writes its answer. @default a pipe */
  output?: 'file';
  surroundings: Surroundings;
  killGraceMs: number;
  /** Folders in its home where it keeps something by the name of the folder it works in. @default none */
  traces?: readonly string[];
  /** Stands for the program's folder in the home. @default the user's */
  ownFolder?: OwnFolder;
  /** @default 'off' */
  sandbox?: SandboxMode;
  /** Where its model is: in a sandbox it reaches nothing else. @default not known */
  reach?: Reach;
  /** It takes a proxy that its environment names: without a network of its own its questions are counted there. @default false */
  proxied?: boolean;
}

/** Whose it is: the run's id marks the child's environment, and its process is noted in the run's folder. */
export interface LaunchPlace {
  runId: string;
  workDir: string;
}

/** Where a run notes the group of its child. */
export const PROCESS_FILE = 'agent-process.json';

/**
 * A grandchild may hold the pipe open when its parent is gone. What is under way is still read: until the pipe is
 * quiet for this long, and no longer than that in all.
 */
const QUIET_MS = 200;
const LONGEST_DRAIN_MS = 2_000;

/** Rejects with an `AgentUnavailableError`, and then nothing of it is left. */
export async function startChild(
  launch: Launch,
  { runId, workDir }: LaunchPlace,
  signal: AbortSignal,
): Promise<SupervisedChild> {
  const folder = await makePrivateFolder(launch.surroundings).catch((error: Error) => {
    throw new AgentUnavailableError(`${launch.name} cannot be started: no folder for it: ${error.message}`);
  });
  const kept = tracePlaces(launch);
  const temporary = join(folder, 'tmp');
  const env = childEnvironment(launch.environment, launch.surroundings, temporary);
  const trace = currentTrace();
  const redactor = new Redactor(secretValues(env));
  let group: ProcessGroup | null = null;
  let callOff = async (): Promise<void> => {};
  let closeRelay = async (): Promise<void> => {};
  let input: FileHandle | null = null;
  let output: OutputFile | null = null;
  const questions = new QuestionCount(() =>
    group?.endFor(`it asked its model more than ${MAX_QUESTIONS} times without completing its answer`),
  );
  try {
    await makeFolders(temporary, PRIVATE_FOLDER);
    if (launch.ownFolder !== undefined)
      Object.assign(env, await makeOwnFolder(launch.ownFolder, folder, launch.surroundings));
    for (const [path, text] of Object.entries(launch.files ?? {}))
      await writeSettings(join(folder, path), text);
    if (launch.input !== undefined) input = await openInput(folder, launch.input);
    if (launch.output === 'file') output = await OutputFile.open(folder);
    signal.throwIfAborted();
    const { command, args, relay } = await inSandbox(launch, env, folder, questions);
    closeRelay = async () => relay?.close();
    const rerouted = relay === null && launch.proxied === true ? reroute(env) : null;
    if (rerouted !== null) {
      const proxy = await openCountingProxy(questions, rerouted.upstream);
      closeRelay = () => proxy.close();
      withProxy(env, PROXIES, proxy.url, rerouted);
    }
    group = new ProcessGroup({
      command,
      args,
      cwd: folder,
      env: { ...env, ...(trace !== null && { TRACEPARENT: traceparentOf(trace) }), [MARK_VARIABLE]: runId },
      killGraceMs: launch.killGraceMs,
      ...(input !== null && { stdin: input.fd }),
      ...(output !== null && { stdout: output.fd }),
      mark: runId,
    });
    // When a child exits, Node lets its pipes flow, and what nobody has read by then is gone. With a listener it waits.
    group.child.stdout?.on('readable', () => {});
    if (group.pid !== null) callOff = watchOverDeath({ pgid: group.pid, mark: runId, folder, kept });
    await started(group, launch);
    await noteProcess(workDir, folder, group);
    signal.throwIfAborted();
  } catch (error) {
    // Nobody else knows of it yet.
    await group?.end();
    await output?.close();
    await closeRelay();
    await removePrivateFolder(folder);
    await removeTraces(folder, kept);
    await callOff();
    if (error instanceof AgentUnavailableError) throw error;
    const why = redactor.message((error as Error).message);
    throw new AgentUnavailableError(`${launch.name} cannot be started: ${why}`);
  } finally {
    await input?.close();
  }
  const child = new SupervisedChild(group, redactor, output, {
    folder,
    questions,
    async remove() {
      await closeRelay();
      await removePrivateFolder(folder);
      await removeTraces(folder, kept);
      await callOff();
    },
  });
  const terminate = (): void => child.terminate();
  signal.addEventListener('abort', terminate, { once: true });
  child.exited().then(() => signal.removeEventListener('abort', terminate));
  return child;
}

/** Rejects where a sandbox is required and there is none. */
async function inSandbox(
  { command, args, name, sandbox = 'off', reach, surroundings }: Launch,
  env: Readonly<Record<string, string>>,
  folder: string,
  questions: QuestionCount,
): Promise<{ command: string; args: readonly string[]; relay: Relay | null }> {
  const kind = sandbox === 'off' ? null : await findSandbox();
  if (kind === null) {
    if (sandbox === 'require') throw new AgentUnavailableError(`${name} is not started: ${NO_SANDBOX}`);
    return { command, args, relay: null };
  }
  const network = reach?.known === true && (await canLimitNetwork(kind)) ? reach.addresses : null;
  const hidden = [
    stateHome(surroundings),
    configHome(surroundings),
    readVariable(surroundings, 'OD_DATA_DIR') ?? '',
  ];
  const inside = insideOf(kind, {
    command,
    args,
    env,
    folder,
    project: projectFolder(surroundings),
    hidden,
    network,
  });
  if (network === null) return { ...inside, relay: null };
  await writeFile(join(folder, HOSTS_FILE), placesOf(network).hosts, { mode: PRIVATE_FILE });
  return { ...inside, relay: await openRelay(folder, network, questions) };
}

async function writeSettings(path: string, text: string): Promise<void> {
  await makeFolders(dirname(path), PRIVATE_FOLDER);
  await writeFile(path, text, { mode: PRIVATE_FILE });
}

/** Its name is gone before anything is in it: nobody else reads it, and nothing of it is left, whoever dies when. */
async function openInput(folder: string, text: string): Promise<FileHandle> {
  const path = join(folder, `agent-input-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path, { force: true });
    const bytes = Buffer.from(text);
    // Each piece at its place: the child reads from where the file stands, and that stays its beginning.
    for (let at = 0; at < bytes.length; )
      at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten;
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** `spawn` reports a missing program by an event, one tick later. */
async function started(group: ProcessGroup, { command, name }: Launch): Promise<void> {
  if (group.pid !== null) return;
  await group.exited();
  const why = group.spawnError?.message ?? 'it did not start';
  throw new AgentUnavailableError(
    `${name} cannot be started: ${why}. Check that ${command} is installed and on PATH.`,
  );
}

/** Its folder is noted for people who look; recovery finds those that were left by their own names. */
async function noteProcess(workDir: string, folder: string, group: ProcessGroup): Promise<void> {
  if (group.pid === null) return;
  const note = { pgid: group.pid, startTicks: startTicks(group.pid), folder };
  // Moved into place, never written through what lies there: a pipe would be waited for.
  await writeOwnFile(join(workDir, PROCESS_FILE), JSON.stringify(note));
}

interface Place {
  folder: string;
  /** Counted where its network is ours. */
  questions: QuestionCount;
  /** With everything in it. */
  remove(): Promise<void>;
}

export class SupervisedChild {
  /** Knows the secrets this child was given. */
  readonly redactor: Redactor;
  /** Where it works; gone when it has ended. */
  readonly folder: string;
  readonly #group: ProcessGroup;
  readonly #output: OutputFile | null;
  readonly #place: Place;
  #hasExited = false;
  #ending: Promise<AgentExit> | null = null;

  constructor(group: ProcessGroup, redactor: Redactor, output: OutputFile | null, place: Place) {
    this.#group = group;
    this.#output = output;
    this.#place = place;
    this.folder = place.folder;
    this.redactor = redactor;
    group.exited().then(() => {
      this.#hasExited = true;
    });
    output?.watch(() => void group.end());
  }

  /** A turn begins with this prompt. */
  asks(prompt: string): void {
    this.#place.questions.begin(Buffer.byteLength(prompt));
  }

  /** Resolves when the child has taken it, or does not listen any more. */
  async write(text: string): Promise<void> {
    const { stdin } = this.#group.child;
    if (stdin === null || stdin.destroyed || stdin.write(text)) return;
    await Promise.race([once(stdin, 'drain'), once(stdin, 'close'), this.#group.exited()]).catch(() => {});
  }

  /** Sends what is given and closes the pipe; whatever its size, it arrives whole as the child reads it. */
  endInput(text = ''): void {
    this.#group.child.stdin?.end(text);
  }

  /**
   * Standard output as it comes. Pulled, not pushed: while nobody asks, the pipe fills and the child waits; one that
   * writes to a file does not wait, and is ended when that is full. Ends with the pipe, or shortly after the child
   * where something else holds the pipe open.
   */
  async *output(): AsyncGenerator<Buffer, void, undefined> {
    if (this.#output !== null) return yield* this.#fromFile(this.#output);
    const { stdout } = this.#group.child;
    if (stdout === null) return;
    let failure: Error | null = null;
    stdout.on('error', (error) => {
      failure = error;
    });
    let drained = 0;
    for (;;) {
      const bytes: Buffer | null = stdout.read();
      if (bytes !== null) {
        yield bytes;
        continue;
      }
      if (failure !== null && this.#ending === null) throw failure;
      if (stdout.readableEnded || stdout.destroyed) return;
      const before = performance.now();
      const came = await this.#more(stdout);
      if (this.#hasExited) drained += performance.now() - before;
      if (!came || drained > LONGEST_DRAIN_MS) return;
    }
  }

  async *#fromFile(file: OutputFile): AsyncGenerator<Buffer, void, undefined> {
    try {
      yield* file.read(this.#group.exited());
    } catch (error) {
      // Whoever ended the child has closed the file as well.
      if (this.#ending === null) throw error;
    }
  }

  /** False when the child is gone and the pipe is quiet. */
  async #more(stdout: Readable): Promise<boolean> {
    const stop = new AbortController();
    const { signal } = stop;
    const readable = Promise.race(
      ['readable', 'end', 'close', 'error'].map((name) => once(stdout, name, { signal })),
    ).then(
      () => true,
      () => true,
    );
    try {
      const exited = this.#group.exited().then(() => false);
      if (await Promise.race([readable, exited])) return true;
      const quiet = Promise.withResolvers<boolean>();
      // What lies in the pipe is noticed while polling, which comes after the timers.
      const timer = setTimeout(() => void afterPolling().then(() => quiet.resolve(false)), QUIET_MS);
      try {
        return await Promise.race([readable, quiet.promise]);
      } finally {
        clearTimeout(timer);
      }
    } finally {
      stop.abort();
    }
  }

  terminate(): void {
    this.#group.terminate();
  }

  /** The child's own end, without hurrying it; a grandchild may still live. */
  async exited(): Promise<AgentExit> {
    return this.#clean(await this.#group.exited());
  }

  /** Nothing of it is left when this resolves, its folder neither. */
  end(): Promise<AgentExit> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<AgentExit> {
    const exit = await this.#group.end();
    await this.#output?.close();
    await this.#place.remove();
    return this.#clean(exit);
  }

  #clean(exit: AgentExit): AgentExit {
    return { ...exit, stderrTail: this.redactor.message(exit.stderrTail) };
  }
}
