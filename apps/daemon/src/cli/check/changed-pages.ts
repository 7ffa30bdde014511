/**
 * Pages that differ from a commit, committed or not. They are compared by content with what the commit holds: git itself never reads
 * a file of the checkout, so nothing that its configuration names is started.
 */
import { createHash } from 'node:crypto';
import { glob } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { readForeign } from '../../disk/foreign-file.ts';
import { projectOf, realPlace } from '../../disk/scope.ts';
import { GitError, readGit } from '../../programs/git.ts';
import { quoted, Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';
import { type MentioningFile, mentionedKeys, nameKey, spreadChange } from './mentioned-files.ts';

const PAGES: ReadonlySet<string> = new Set(['.html', '.htm', '.xhtml']);
/** Loaded by pages, and load further files themselves. */
const PASSING: ReadonlySet<string> = new Set(['.css', '.js', '.mjs', '.svg']);
const DESIGN = 'DESIGN.md';
const MOST_FILES = 20_000;
const MOST_BYTES = 16 * 1024 * 1024;
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'coverage']);
const COMMIT = /^[0-9a-f]{40,64}$/;
const ENTRY = /^100\d{3} blob ([0-9a-f]{40,64})\t([\s\S]*)$/;

interface Text extends MentioningFile {
  isChanged: boolean;
}

/**
 * Relative to where the user is, by name. A page counts as changed too when a file that it mentions is, or one that such a stylesheet
 * or script mentions; when a file it mentions is gone; and when the DESIGN.md beside it is another.
 */
export async function changedPages(shell: Shell, ref: string): Promise<string[]> {
  const cwd = realPlace(shell.cwd);
  const root = realPlace(await git(shell, 'rev-parse', ['--show-toplevel'], ref));
  const blobs = await blobsOf(shell, await startOf(shell, ref), ref);
  const inRepository = (place: string): string => relative(root, place).split(sep).join('/');
  const differs = (path: string, bytes: Uint8Array | null): boolean => {
    const before = blobs.get(path);
    return bytes === null || before === undefined || before !== blobId(bytes, before.length);
  };
  const { texts: found, others } = await filesBelow(cwd);
  const texts = found.map((name): Text => {
    const place = join(cwd, name);
    // Too large, or not for us: the check says so, and a page is not passed by being so.
    const bytes = read(place, root);
    const mentions = mentionedKeys(Buffer.from(bytes ?? []).toString());
    return { name, mentions, isChanged: differs(inRepository(place), bytes) };
  });
  const wanted = new Set(texts.flatMap(({ mentions }) => [...mentions]));
  const known = new Set(found.map((name) => inRepository(join(cwd, name))));
  const changed = new Set(
    texts.flatMap((text) => (text.isChanged && !isPage(text.name) ? keys(text.name) : [])),
  );
  for (const path of new Set([...blobs.keys(), ...others.map((name) => inRepository(join(cwd, name)))])) {
    const [key] = keys(path);
    if (key === undefined || known.has(path) || !wanted.has(key) || changed.has(key)) continue;
    const bytes = read(join(root, path), root);
    // A page is linked to, not loaded: others depend on whether it is there.
    if (isPage(path) ? bytes === null : differs(path, bytes)) changed.add(key);
  }
  const reached = spreadChange(
    changed,
    texts.filter(({ name }) => !isPage(name)),
  );
  const hasOtherDesign = (name: string): boolean => {
    const place = join(cwd, dirname(name), DESIGN);
    const [path, bytes] = [inRepository(place), read(place, root)];
    return bytes === null ? blobs.has(path) : differs(path, bytes);
  };
  return texts
    .filter(
      ({ name, isChanged, mentions }) =>
        isPage(name) && (isChanged || !mentions.isDisjointFrom(reached) || hasOtherDesign(name)),
    )
    .map(({ name }) => name)
    .sort();
}

function keys(path: string): string[] {
  const key = nameKey(path);
  return key === null ? [] : [key];
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

async function filesBelow(cwd: string): Promise<{ texts: string[]; others: string[] }> {
  const exclude = ({ name }: { name: string }): boolean =>
    SKIPPED.has(name) || (name.startsWith('.') && name.length > 1);
  const texts: string[] = [];
  const others: string[] = [];
  for await (const entry of glob('**/*', { cwd, withFileTypes: true, exclude })) {
    if (!entry.isFile()) continue;
    const name = relative(cwd, join(entry.parentPath, entry.name));
    const isText = isPage(name) || PASSING.has(extname(name).toLowerCase());
    (isText ? texts : others).push(name);
    if (texts.length > MOST_FILES)
      throw new Refusal(
        `--changed-since: there are more than ${MOST_FILES} pages, stylesheets and scripts below this folder.`,
      );
  }
  return { texts, others };
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
