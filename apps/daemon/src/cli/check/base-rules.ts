/**
 * The rules of a project as they are in a commit: configuration, suppressions, baseline, brief and DESIGN.md. A pull
 * request that changes them is judged by what they were, and the change is told.
 */
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { readForeign } from '../../disk/foreign-file.ts';
import { projectOf, realPlace } from '../../disk/scope.ts';
import { type GitCommand, GitError, readGit } from '../../programs/git.ts';
import type { RuleChange } from '../../report/check-result.ts';
import { CONFIG_NAMES, configOf, parseJson, type ReviewConfig } from '../config-file.ts';
import { quoted, Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';

const COMMIT = /^[0-9a-f]{40,64}$/;
/** Of a symbolic link in a tree of git. */
const LINK_MODE = '120000';

export class BaseRules {
  readonly ref: string;
  readonly commit: string;
  readonly #shell: Shell;
  /** Of the work tree, with symbolic links resolved. */
  readonly #root: string;
  readonly #changes = new Map<string, RuleChange>();
  /** Of the commit, without a link on the way. */
  readonly #folders = new Set<string>();

  private constructor(shell: Shell, ref: string, commit: string, root: string) {
    this.#shell = shell;
    this.ref = ref;
    this.commit = commit;
    this.#root = root;
  }

  static async open(shell: Shell, ref: string): Promise<BaseRules> {
    const { cwd } = shell;
    if (ref.trim() === '' || ref.startsWith('-') || /[\s\p{Cc}]/u.test(ref))
      throw new Refusal(
        `--base is ${quoted(ref)}; it takes a commit, a branch or a tag, such as origin/main.`,
      );
    const ask = (...args: string[]): Promise<string | GitError> => asked(shell, cwd, 'rev-parse', args);
    const root = await ask('--show-toplevel');
    if (root instanceof GitError) {
      throw new Refusal(
        root.reason === 'no-git'
          ? '--base needs git, which is not on PATH; install it.'
          : `--base needs a git repository, and ${quoted(cwd)} is in none that git opens (${root.said}).`,
      );
    }
    const commit = await ask('--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
    if (commit instanceof GitError || !COMMIT.test(commit)) {
      const isShallow = (await ask('--is-shallow-repository')) === 'true';
      throw new Refusal(
        isShallow
          ? `--base: this clone is shallow and has no commit ${quoted(ref)}; fetch it first, or clone with its history (fetch-depth: 0).`
          : `--base: there is no commit ${quoted(ref)} here; fetch it first, or check its name.`,
      );
    }
    return new BaseRules(shell, ref, commit, realPlace(root));
  }

  get changes(): RuleChange[] {
    return [...this.#changes.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
  }

  /** The configuration of the commit; none where it had none. */
  async config(named: string | undefined): Promise<ReviewConfig> {
    const { cwd } = this.#shell;
    const candidates = named === undefined ? CONFIG_NAMES : [named];
    let found: { file: string; text: string } | null = null;
    for (const name of candidates) {
      const file = resolve(cwd, name);
      const text = await this.read(file);
      if (text !== null) found ??= { file, text };
    }
    if (found === null) {
      if (named !== undefined && this.#changes.size === 0)
        throw new Refusal(`--config: there is no ${quoted(named)} in ${this.ref}, and none here.`);
      return { suppress: [], file: null };
    }
    const { file, text } = found;
    const shown = `${basename(file)} of ${this.ref}`;
    if (!file.endsWith('.json'))
      throw new Refusal(
        `--base reads data and runs no program: ${shown} cannot be read; write a jury.config.json.`,
      );
    return configOf(parseJson(text, shown), file, shown);
  }

  /** A file somebody named: null where it is new in this change, and refused where it is nowhere. */
  async named(what: 'design' | 'baseline' | 'brief', path: string): Promise<string | null> {
    const text = await this.read(path);
    if (text === null && !this.#changes.has(this.#nameOf(path)))
      throw new Refusal(
        `The ${what} ${quoted(relative(this.#shell.cwd, path))} is neither in ${this.ref} nor here.`,
      );
    return text;
  }

  /** The file as it is in the commit; null where it had none. Tells a difference from the one that lies here. */
  async read(path: string): Promise<string | null> {
    const before = await this.#blob(this.#inside(path));
    const now = this.#here(path);
    if (before === null ? now !== null : now === null || now === 'unread' || !before.equals(now)) {
      const change = before === null ? 'added' : now === null ? 'removed' : 'changed';
      this.#changes.set(this.#nameOf(path), { file: this.#nameOf(path), change });
    }
    return before === null ? null : before.toString('utf8');
  }

  #nameOf(path: string): string {
    return relative(this.#shell.cwd, path).split(sep).join('/');
  }

  /** What lies here now, only to be compared: what cannot be read is another file than the commit's. */
  #here(path: string): Uint8Array | 'unread' | null {
    try {
      return readForeign(path, { maxBytes: MOST_BYTES, within: this.#root });
    } catch (error) {
      return error instanceof Error && 'reason' in error && error.reason === 'missing' ? null : 'unread';
    }
  }

  /**
   * The file's name in the commit. Links lead to the repository, and are not followed in it: a change that puts one in
   * the place of a folder must not choose which rules of the commit are read.
   */
  #inside(path: string): string {
    let root: string | null = null;
    for (let at = dirname(path); ; at = dirname(at)) {
      if (realPlace(at) === this.#root) root = at;
      if (dirname(at) === at) break;
    }
    if (root === null)
      throw new Refusal(`${quoted(path)} is outside the repository, so ${this.ref} says nothing of it.`);
    return relative(root, path).split(sep).join('/');
  }

  /** Regular files only: what a link points to may be no rule, and a rule that is not read must not be taken for none. */
  async #blob(inside: string): Promise<Buffer | null> {
    const entry = await this.#entry(inside);
    if (entry?.kind === 'file') return this.#git('cat-file', ['blob', '--end-of-options', entry.id]);
    if (entry !== null) throw this.#noFile(inside, entry.kind);
    await this.#behindNoLink(dirname(inside));
    return null;
  }

  async #behindNoLink(folder: string): Promise<void> {
    if (folder === '.' || this.#folders.has(folder)) return;
    const entry = await this.#entry(folder);
    if (entry?.kind === 'link') throw this.#noFile(folder, entry.kind);
    await this.#behindNoLink(dirname(folder));
    this.#folders.add(folder);
  }

  async #entry(inside: string): Promise<{ kind: 'file' | 'link' | 'folder'; id: string } | null> {
    const listed = await this.#git('ls-tree', ['-z', '--end-of-options', this.commit, '--', inside]);
    const [, mode = '', id = ''] = /^(\d{6}) \w+ ([0-9a-f]{40,64})\t/.exec(listed.toString('utf8')) ?? [];
    if (id === '') return null;
    return { kind: mode.startsWith('100') ? 'file' : mode === LINK_MODE ? 'link' : 'folder', id };
  }

  #noFile(inside: string, kind: 'link' | 'folder'): Refusal {
    return new Refusal(
      `--base: ${quoted(inside)} is a ${kind} in ${this.ref}, and rules are read from files alone; commit the file itself.`,
    );
  }

  async #git(command: GitCommand, args: readonly string[]): Promise<Buffer> {
    try {
      return await readGit(placeIn(this.#shell, this.#root), command, args, MOST_BYTES);
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      throw new Refusal(`--base: git cannot read the rules of ${this.ref}: ${error.said || error.message}.`, {
        cause: error,
      });
    }
  }
}

/** No rule of a project is longer. */
const MOST_BYTES = 2 * 1024 * 1024;

function placeIn({ env, cwd }: Shell, folder: string) {
  return { folder, env, project: projectOf(cwd) };
}

async function asked(
  shell: Shell,
  folder: string,
  command: GitCommand,
  args: readonly string[],
): Promise<string | GitError> {
  try {
    return (await readGit(placeIn(shell, folder), command, args)).toString('utf8').trim();
  } catch (error) {
    if (error instanceof GitError) return error;
    throw error;
  }
}
