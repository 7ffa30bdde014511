/** `create_repo` and `push_files`: a real repository with a commit, pushed to any remote git knows. */
import { execFile } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ContentError } from '../content-error.ts';
import type { SiteFile } from './assemble.ts';

const run = promisify(execFile);
const GIT_TIMEOUT_MS = 120_000;
const MAX_OUTPUT = 1_048_576;

type Env = Readonly<Record<string, string | undefined>>;

/** Nobody's own settings, hooks or prompts take part; transports that start programs are not among the protocols. */
function gitEnv(env: Env): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'SSH_AUTH_SOCK', 'SystemRoot'].flatMap((name) =>
    env[name] === undefined ? [] : [[name, env[name]]],
  );
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
    GIT_AUTHOR_NAME: 'Design Jury',
    GIT_AUTHOR_EMAIL: 'design-jury@localhost',
    GIT_COMMITTER_NAME: 'Design Jury',
    GIT_COMMITTER_EMAIL: 'design-jury@localhost',
  };
}

async function git(folder: string, env: Env, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(
      'git',
      ['-c', 'core.hooksPath=/dev/null', '-c', 'commit.gpgsign=false', '-C', folder, ...args],
      { env: gitEnv(env), timeout: GIT_TIMEOUT_MS, maxBuffer: MAX_OUTPUT },
    );
    return stdout.trim();
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    if (code === 'ENOENT')
      throw new ContentError('no-git', 'git was not found; install it to keep sites in a repository');
    // Its own words, or none: the command itself may name a remote with a login.
    const said = withoutLogin(stderr.trim().split('\n').at(-1) ?? '');
    throw new ContentError('git', `git ${args[0]} failed: ${said || 'it did not say why, or took too long'}`);
  }
}

/** Addresses as they may be stored and shown. */
export function withoutLogin(text: string): string {
  return text.replace(/:\/\/[^/\s]*@/g, '://');
}

/** The commit that holds exactly these files. The same files again make no other commit. */
export async function createRepo(
  folder: string,
  files: readonly SiteFile[],
  message: string,
  env: Env,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await freed(folder);
  await git(folder, env, ['init', '--quiet', '--initial-branch=main']);
  for (const { path, text } of files) await writeFile(join(folder, path), text);
  await git(folder, env, ['add', '--', ...files.map(({ path }) => path)]);
  const changed = await git(folder, env, ['status', '--porcelain', '--untracked-files=no']);
  if (changed !== '') await git(folder, env, ['commit', '--quiet', '-m', message]);
  return git(folder, env, ['rev-parse', 'HEAD']);
}

const LOCKS = ['index.lock', 'HEAD.lock', 'config.lock', 'refs/heads/main.lock'];
const LOCK_WAIT_MS = 2_000;
const LOCK_LOOK_MS = 100;

/** A process that was killed leaves git's locks. The idea is ours alone: after a wait for a git that still runs, they go. */
async function freed(folder: string): Promise<void> {
  const isThere = (path: string): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    );
  for (const lock of LOCKS.map((name) => join(folder, '.git', name))) {
    for (let waited = 0; waited < LOCK_WAIT_MS && (await isThere(lock)); waited += LOCK_LOOK_MS)
      await delay(LOCK_LOOK_MS);
    await rm(lock, { force: true });
  }
}

export async function pushFiles(folder: string, remote: string, env: Env): Promise<void> {
  if (remote.startsWith('-')) throw new ContentError('git', `${JSON.stringify(remote)} is no remote`);
  await git(folder, env, ['push', '--quiet', '--', remote, 'HEAD:refs/heads/main']);
}
