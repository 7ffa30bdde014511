/**
 * Pages that differ from a commit, committed or not. They are compared by content with what the commit holds: git itself never reads
 * a file of the checkout, so nothing that its configuration names is started.
 */
import { createHash } from 'node:crypto';
import { glob } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { readForeign } from '../../disk/foreign-file.ts';
import { projectOf, realPlace } from '../../disk/scope.ts';
import { GitError, readGit } from '../../programs/git.ts';
import { quoted, Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';

const PAGES: ReadonlySet<string> = new Set(['.html', '.htm', '.xhtml']);
const STYLES = '.css';
const MOST_FILES = 20_000;
const MOST_BYTES = 16 * 1024 * 1024;
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'coverage']);
const COMMIT = /^[0-9a-f]{40,64}$/;
const ENTRY = /^100\d{3} blob ([0-9a-f]{40,64})\t([\s\S]*)$/;

/** Relative to where the user is, by name; a page counts as changed too when a stylesheet it names is. */
export async function changedPages(shell: Shell, ref: string): Promise<string[]> {
  const { cwd } = shell;
  const root = realPlace(await git(shell, 'rev-parse', ['--show-toplevel'], ref));
  const blobs = await blobsOf(shell, await startOf(shell, ref), ref);
  const changed: { name: string; bytes: Uint8Array }[] = [];
  const same: typeof changed = [];
  for (const name of await filesBelow(cwd)) {
    const place = join(realPlace(cwd), name);
    const bytes = read(place, root);
    if (bytes === null) {
      // Too large, or not for us: the check says so, and a page is not passed by being so.
      if (isPage(name)) changed.push({ name, bytes: new Uint8Array() });
      continue;
    }
    const before = blobs.get(relative(root, place).split(sep).join('/'));
    const isSame = before !== undefined && before === blobId(bytes, before.length);
    (isSame ? same : changed).push({ name, bytes });
  }
  const styles = changed.flatMap(({ name }) =>
    extname(name).toLowerCase() === STYLES ? [basename(name)] : [],
  );
  const dependent = same.filter(
    ({ name, bytes }) => isPage(name) && styles.some((style) => Buffer.from(bytes).includes(style)),
  );
  return [...changed.filter(({ name }) => isPage(name)), ...dependent].map(({ name }) => name).sort();
}

function isPage(name: string): boolean {
  return PAGES.has(extname(name).toLowerCase());
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

async function filesBelow(cwd: string): Promise<string[]> {
  const exclude = ({ name }: { name: string }): boolean =>
    SKIPPED.has(name) || (name.startsWith('.') && name.length > 1);
  const found: string[] = [];
  for await (const entry of glob('**/*.{html,htm,xhtml,css}', { cwd, withFileTypes: true, exclude })) {
    if (!entry.isFile()) continue;
    found.push(relative(cwd, join(entry.parentPath, entry.name)));
    if (found.length > MOST_FILES)
      throw new Refusal(
        `--changed-since: there are more than ${MOST_FILES} pages and stylesheets below this folder.`,
      );
  }
  return found;
}

/** What cannot be read is left to the check, which says why; here it is only compared. */
function read(path: string, root: string): Uint8Array | null {
  try {
    return readForeign(path, { maxBytes: MOST_BYTES, within: root });
  } catch {
    return null;
  }
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
    const said = await readGit({ folder: cwd, env, project: projectOf(cwd) }, command, args, 64 * MOST_BYTES);
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
