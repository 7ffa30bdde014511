/**
 * Where an agent works: a fresh folder of its own, outside of every checkout, that nobody else may enter and that is
 * gone when the agent is. Programs take settings, instructions and servers from where they are started and from all
 * folders above it: in a checkout those would be a stranger's.
 */
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { isAlive } from '../disk/living-process.ts';
import { checkoutOf, isWithin, projectOf, realPlace } from '../disk/scope.ts';
import { readVariable } from '../env.ts';
import { stateHome } from '../home/places.ts';
import { makeFolders } from '../make-folders.ts';
import type { Surroundings } from './environment.ts';
import { startTicks } from './process-group.ts';

const ONLY_OURS = 0o700;
const OTHERS_MAY_WRITE = 0o022;
/** Whoever made it, and when that process began: tells a folder in use from one that a crash has left. */
const NAME = /^jury-agent-(\d{1,10})-(\d{1,20}|x)-[A-Za-z0-9]{6}$/;
/** In no checkout, but for one of the whole machine. */
const NOBODYS_HOME = '/';
/** Looked at in one sweep; more than any crash leaves. */
const MAX_SWEPT = 1_000;

/** What an agent must take nothing from: the root that a server was given, else where the process was started. */
export function projectFolder(env: Surroundings): string {
  return readVariable(env, 'OD_PROJECT_DIR') ?? process.cwd();
}

/** Rejects where no folder can be made that is ours alone, and outside of the project that `cwd` belongs to. */
export async function makePrivateFolder(env: Surroundings, cwd = projectFolder(env)): Promise<string> {
  const root = await privateRoot(env, cwd);
  return mkdtemp(join(root, `jury-agent-${process.pid}-${startTicks(process.pid) ?? 'x'}-`));
}

/** Not below a folder that others may write to, such as /tmp, where there is a home: what lies above is read too. */
async function privateRoot(env: Surroundings, cwd: string): Promise<string> {
  const project = strangersFolder(env, cwd);
  const isOutside = (folder: string): boolean => project === null || !isWithin(project, realPlace(folder));
  for (const root of candidates(env)) {
    try {
      if (!isOutside(root)) continue;
      await makeFolders(root, ONLY_OURS);
      if (await isOurs(root)) return root;
    } catch {
      // A home that cannot be written to; the next one is tried.
    }
  }
  if (isOutside(tmpdir())) return tmpdir();
  throw new Error(
    `XDG_STATE_HOME, or the state folder in HOME, and TMPDIR lie in ${project}, whose settings an agent would take. Set one of them to a folder outside of it`,
  );
}

/** Continuous integration sets state folders in the checkout, to keep them. One that holds the whole home is the user's own. */
function strangersFolder(env: Surroundings, cwd: string): string | null {
  const home = realPlace(readVariable(env, 'HOME') ?? homedir());
  const around = checkoutOf(cwd, NOBODYS_HOME);
  // A user may keep their home under git. Who checks out a stranger's work into it has none of their own.
  if (around !== null && isWithin(realPlace(around), home) && readVariable(env, 'CI') === true)
    throw new Error(
      `the home ${home} lies in the checkout ${around}: an agent would take the settings of who wrote it for yours. Set HOME to a folder outside of it`,
    );
  const project = realPlace(projectOf(cwd, home));
  return isWithin(project, home) ? null : project;
}

function candidates(env: Surroundings): string[] {
  const inTemporary = join(tmpdir(), `design-jury-${process.getuid?.() ?? 'user'}`);
  const hasHome = (['XDG_STATE_HOME', 'HOME', 'LOCALAPPDATA'] as const).some((name) =>
    isPath(readVariable(env, name)),
  );
  return [...(hasHome ? [join(stateHome(env), 'agents')] : []), inTemporary];
}

export function isPath(text: string | undefined): text is string {
  return text !== undefined && isAbsolute(text) && !text.includes('\0');
}

/** Whether a folder is named as we name them. */
export function isPrivateName(name: string): boolean {
  return NAME.test(name);
}

async function isOurs(folder: string): Promise<boolean> {
  const info = await lstat(folder);
  const owner = process.getuid?.() ?? info.uid;
  return info.isDirectory() && info.uid === owner && (info.mode & OTHERS_MAY_WRITE) === 0;
}

/** Never rejects: what cannot be taken away now is taken away by the next sweep. */
export async function removePrivateFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});
}

/** Takes away what processes that are gone have left. Returns how many folders there were. */
export async function sweepPrivateFolders(env: Surroundings): Promise<number> {
  let swept = 0;
  for (const root of candidates(env)) {
    const names = (await readdir(root).catch(() => [])).filter((name) => isLeft(name)).slice(0, MAX_SWEPT);
    for (const name of names) {
      const folder = join(root, name);
      if (!(await isOurs(folder).catch(() => false))) continue;
      await removePrivateFolder(folder);
      swept++;
    }
  }
  return swept;
}

/** Named by us, and whoever made it is gone. */
export function isLeft(name: string): boolean {
  const [, pid, ticks] = NAME.exec(name) ?? [];
  if (pid === undefined || Number(pid) === process.pid) return false;
  const now = startTicks(Number(pid));
  if (ticks !== 'x') return now !== ticks;
  return !isAlive(Number(pid));
}
