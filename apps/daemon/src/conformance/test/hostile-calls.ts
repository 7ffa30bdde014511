/**
 * The whole product in a stranger's checkout, with one real CLI: `jury review`, `run` and `check` as processes of their own
 * that are started in it. Or the CLI itself, without a jury, to see that the checkout does something to who works in it.
 * `node hostile-calls.ts '{"agent":"gemini"}'` prints the report as JSON. Started in a network of its own by `stage.ts`.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../../scripts/jury-program.ts';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { type PinnedAgent, readPins } from '../binaries.ts';
import { type ModelServer, startModelServer } from '../model-server/server.ts';
import { DUMMY_KEY, makeSurroundings } from '../surroundings.ts';
import { guestsSeen } from './guests.ts';
import { CANARY, isOutsideKept, OUTSIDE, plantProject } from './hostile-project.ts';
import { processesOf } from './leftovers.ts';
import { runReal } from './run-real.ts';

const LONGEST_CALL_MS = 60_000 * machinePace();
/** What ends with the jury may need a moment for it. */
const LONGEST_LEAVING_MS = 5_000;
/** Short enough to see the programs that an agent starts first. */
const LOOK_MS = 50;
/** A key of the user's that no agent needs: none may have it. */
const SECRET = 'deploy-3c77-nobody-else';
const NAME_CHARS = 200;
const STATE = '.state';
/** What is ours to write in a checkout: results, and runs where the user wants them there. */
const OURS: readonly string[] = ['.jury', STATE, '.local'];

export interface HostileCallsOrder {
  agent: string;
  /** `jury`: every command. `alone`: the CLI itself, in the checkout. */
  who: 'jury' | 'alone';
}

export interface HostileCall {
  name: string;
  exit: number | null;
  /** Requests the model had for an answer. */
  answers: number;
  /** What the checkout has brought about, a sentence each. */
  trips: string[];
  /** The end of what was printed, for a look at a call that went wrong. */
  said: string;
}

export interface HostileCallsReport {
  /** Files of the checkout. */
  planted: number;
  calls: HostileCall[];
}

/** One question without a terminal, as the program's own help says. */
const ASKED_ALONE: Readonly<Record<string, readonly string[]>> = {
  claude: ['-p', 'Say hello.'],
  codex: ['exec', '--skip-git-repo-check', 'Say hello.'],
  gemini: ['-p', 'Say hello.', '--skip-trust'],
  opencode: ['run', 'Say hello.'],
  qwen: ['-p', 'Say hello.'],
  copilot: ['-p', 'Say hello.', '--allow-all-tools', '--trust-folder'],
  kimi: ['-p', 'Say hello.'],
  pi: ['-p', 'Say hello.'],
  continue: ['-p', 'Say hello.'],
};

interface Scene {
  pin: PinnedAgent;
  folder: string;
  project: string;
  server: ModelServer;
  trap: ModelServer;
}

async function hostileCalls({ agent, who }: HostileCallsOrder): Promise<HostileCallsReport> {
  const pin = (await readPins()).find(({ id }) => id === agent);
  if (pin === undefined) throw new Error(`conformance/package.json has no ${agent}`);
  const folder = await mkdtemp(join(tmpdir(), 'jury-stranger-'));
  const [server, trap] = [await startModelServer(), await startModelServer()];
  try {
    const project = await plantProject(folder, trap.url);
    const scene: Scene = { pin, folder, project, server, trap };
    const planted = filesOf(project).size;
    if (who === 'alone') return { planted, calls: [await callAlone(scene)] };
    const brief = 'Title: Night school\n\nSix evenings of welding. Say how to book.';
    const env = {
      ...(await makeSurroundings(pin, server.urlFor('good'), folder)),
      ...COMPILE_CACHE,
      DEPLOY_TOKEN: SECRET,
      NPM_TOKEN: SECRET,
    };
    const calls: HostileCall[] = [];
    const common = ['--agent', agent, '--browser', 'never', '--json'];
    for (const [name = '', ...args] of [
      ['review', 'index.html'],
      ['run', '--brief', brief],
      ['check', 'index.html', '--base', 'HEAD'],
    ])
      calls.push(await callJury(name, [name, ...args, ...common], env, scene));
    // As continuous integration has it where only what lies in the checkout is kept for the next time.
    const inside = { ...env, XDG_STATE_HOME: join(project, STATE) };
    calls.push(await callJury('check, state inside', ['check', 'index.html', ...common], inside, scene));
    // And where the whole home is there: every setting of the checkout would count as the user's.
    const atHome = { ...env, HOME: project, CI: 'true' };
    calls.push(await callJury('check, home inside', ['check', 'index.html', ...common], atHome, scene));
    return { planted, calls };
  } finally {
    await trap.close();
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function callJury(
  name: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  scene: Scene,
): Promise<HostileCall> {
  const { folder, project, server } = scene;
  const [before, answered] = [filesOf(project), server.answers().length];
  const jury = spawn(process.execPath, [...JURY_PROGRAM, ...argv], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_CALL_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const pipe of [jury.stdout, jury.stderr])
    pipe.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  // The jury itself has it, and so has what it starts until that is another program.
  const ours = [process.execPath, ...JURY_PROGRAM, ...argv].join(' ').slice(0, NAME_CHARS);
  const holders = new Set<string>();
  const looking = setInterval(() => {
    for (const pid of processesOf(folder)) if (holdsSecret(pid)) holders.add(nameOf(pid));
  }, LOOK_MS);
  const exit = await new Promise<number | null>((resolve, reject) => {
    jury.once('error', reject).once('close', resolve);
  });
  clearInterval(looking);
  holders.delete(ours);
  const changed = changesOf(before, filesOf(project));
  for (let waited = 0; waited < LONGEST_LEAVING_MS && processesOf(folder).length > 0; waited += LOOK_MS)
    await delay(LOOK_MS);
  const left = processesOf(folder).length;
  return {
    name,
    exit,
    answers: server.answers().length - answered,
    trips: [
      ...(await tripsOf(scene)),
      ...[...holders].map((name) => `a key that no agent needs is in the environment of ${name}`),
      ...(changed.length > 0 ? [`the checkout was changed: ${changed.slice(0, 5).join(', ')}`] : []),
      ...(left > 0 ? [`${left} processes were left`] : []),
      ...wordsOf(said).map((trip) => `${trip}, in what was printed`),
    ],
    said: said.slice(-1_500),
  };
}

async function callAlone(scene: Scene): Promise<HostileCall> {
  const { pin, folder, project, server } = scene;
  const url = server.urlFor('good');
  const { exit, said } = await runReal(pin, ASKED_ALONE[pin.id] ?? [], { url, folder, project });
  const trips = await tripsOf(scene);
  return { name: 'alone', exit, answers: server.answers().length, trips, said: said.slice(-1_500) };
}

/** Since the checkout was made. */
async function tripsOf({ folder, server, trap }: Scene): Promise<string[]> {
  const { requests } = server;
  const told = requests.map(({ prompt }) => prompt).join('\n');
  return [
    ...(await guestsSeen(folder)).map((mark) => `started: ${mark}`),
    ...(trap.requests.length > 0 ? [`${trap.requests.length} requests to its address`] : []),
    ...(trap.requests.some((request) => request.carriedKey(DUMMY_KEY))
      ? ['its address was sent the key']
      : []),
    ...(told.includes(CANARY) ? ['the model was told its instructions'] : []),
    ...wordsOf(told).map((trip) => `${trip}, in what the model was told`),
    ...((await isOutsideKept(folder)) ? [] : ['a file outside was changed']),
    ...(requests.some((request) => request.carriedKey('planted')) ? ['its key was used'] : []),
  ];
}

function wordsOf(text: string): string[] {
  return [
    ...(text.includes(OUTSIDE) ? ['the words of a file outside'] : []),
    ...(text.includes(SECRET) || text.includes(DUMMY_KEY) ? ['a key of the user'] : []),
  ];
}

/** What each file of the checkout holds, or where it leads; our own are not of it. */
function filesOf(project: string, folder = project): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (OURS.includes(relative(project, path))) continue;
    if (entry.isDirectory()) for (const [name, hash] of filesOf(project, path)) found.set(name, hash);
    else found.set(relative(project, path), entry.isSymbolicLink() ? readlinkSync(path) : hashOf(path));
  }
  return found;
}

function hashOf(path: string): string {
  const { mode } = lstatSync(path);
  return `${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
}

function changesOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

function holdsSecret(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(SECRET);
  } catch {
    // It is gone.
    return false;
  }
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim().slice(0, NAME_CHARS);
  } catch {
    return 'a program that is gone';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const report = JSON.stringify(await hostileCalls(JSON.parse(process.argv[2] ?? '{}')));
  // Whole, however long it is.
  process.stdout.write(report, () => process.exit(0));
}
