/** The files of a commit, and where a change began. Git itself reads no file of the checkout for it. */
import { createHash } from 'node:crypto';
import { projectOf } from '../../disk/scope.ts';
import { GitError, readGit } from '../../programs/git.ts';
import { quoted, Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';

const MOST_LISTED_BYTES = 1_073_741_824;
const COMMIT = /^[0-9a-f]{40,64}$/;
const ENTRY = /^100\d{3} blob ([0-9a-f]{40,64})\t([\s\S]*)$/;

export interface CommitFiles {
  /** Of the work tree, as git says it. */
  root: string;
  /** By path from there. */
  blobs: ReadonlyMap<string, string>;
}

/** Of the commit from which the change began. */
export async function commitFiles(shell: Shell, ref: string): Promise<CommitFiles> {
  const root = await git(shell, 'rev-parse', ['--show-toplevel'], ref);
  return { root, blobs: await blobsOf(shell, await startOf(shell, ref), ref) };
}

/** Whether what lies here now is not what the commit has; null for what cannot be read, which is another. */
export function differs(before: string | undefined, bytes: Uint8Array | null): boolean {
  return bytes === null || before === undefined || before !== blobId(bytes, before.length);
}

/** Where the two parted: what others did since is none of this change. */
async function startOf(shell: Shell, ref: string): Promise<string> {
  if (ref.trim() === '' || ref.startsWith('-') || /[\s\p{Cc}]/u.test(ref))
    throw new Refusal(`--changed-since is ${quoted(ref)}; it takes a commit, a branch or a tag.`);
  const commit = await git(
    shell,
    'rev-parse',
    ['--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    ref,
  );
  if (!COMMIT.test(commit)) throw unknown(ref);
  const shared = await git(shell, 'merge-base', ['--end-of-options', commit, 'HEAD'], ref).catch(
    () => commit,
  );
  return COMMIT.test(shared) ? shared : commit;
}

async function blobsOf(shell: Shell, commit: string, ref: string): Promise<Map<string, string>> {
  const listed = await git(shell, 'ls-tree', ['-r', '-z', '--full-tree', '--end-of-options', commit], ref);
  const found = listed.split('\0').flatMap((line): [string, string][] => {
    const [, id, name] = ENTRY.exec(line) ?? [];
    return id === undefined || name === undefined ? [] : [[name, id]];
  });
  return new Map(found);
}

function blobId(bytes: Uint8Array, length: number): string {
  const hash = createHash(length === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

async function git(
  shell: Shell,
  command: Parameters<typeof readGit>[1],
  args: string[],
  ref: string,
): Promise<string> {
  const { cwd, env } = shell;
  try {
    const said = await readGit(
      { folder: cwd, env, project: projectOf(cwd) },
      command,
      args,
      MOST_LISTED_BYTES,
    );
    return command === 'ls-tree' ? said.toString('utf8') : said.toString('utf8').trim();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if (error.reason === 'no-git')
      throw new Refusal('--changed-since needs git, which is not on PATH; install it.');
    throw command === 'rev-parse' && args.includes('--verify')
      ? unknown(ref)
      : new Refusal(`--changed-since: ${error.said}.`);
  }
}

function unknown(ref: string): Refusal {
  return new Refusal(
    `--changed-since: there is no commit ${quoted(ref)} here; fetch it first (in CI: fetch-depth: 0), or check its name.`,
  );
}
