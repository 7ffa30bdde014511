/** `create_repo` and `push_files`: a real repository with a commit, pushed to any remote git knows. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeOut } from '../../../disk/write-out.ts';
import { makeFolders } from '../../../make-folders.ts';
import { GitError, type OwnGitCommand, ownGit } from '../../../programs/git.ts';
import { ContentError } from '../content-error.ts';
import type { SiteFile } from './assemble.ts';

type Env = Readonly<Record<string, string | undefined>>;

async function git(
  folder: string,
  env: Env,
  command: OwnGitCommand,
  args: readonly string[],
): Promise<string> {
  try {
    return await ownGit({ folder, env, project: null }, command, args);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if (error.reason === 'no-git')
      throw new ContentError('no-git', 'git was not found; install it to keep sites in a repository');
    // Its own words, or none: the command itself may name a remote with a login.
    const said = withoutLogin(error.said);
    throw new ContentError('git', `git ${command} failed: ${said || 'it did not say why, or took too long'}`);
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
  await makeFolders(folder);
  await freed(folder);
  await git(folder, env, 'init', ['--quiet', '--initial-branch=main']);
  for (const { path, text } of files) await writeOut(join(folder, path), text, { within: folder });
  await git(folder, env, 'add', ['--', ...files.map(({ path }) => path)]);
  const changed = await git(folder, env, 'status', ['--porcelain', '--untracked-files=no']);
  if (changed !== '') await git(folder, env, 'commit', ['--quiet', '-m', message]);
  return git(folder, env, 'rev-parse', ['HEAD']);
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
  await git(folder, env, 'push', ['--quiet', '--', remote, 'HEAD:refs/heads/main']);
}
