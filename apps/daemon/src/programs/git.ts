/**
 * The one way to run git. A checkout's own configuration can name programs for nearly everything git does; here none of
 * them is started: each such setting is overruled, and where it cannot be (filters have names of their own) the
 * commands that would run it are not among those that may be called in a checkout.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readVariable } from '../env.ts';
import { oddRepository } from './git-folder.ts';
import { findProgram, safeSearchPath } from './search-path.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;
/** To look up a name or one object; what a stranger made git wait for is not waited for longer. */
const READING_TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** They read objects and names, never the files of a work tree, so that no filter, textconv or hook is asked. */
const READING = [
  'cat-file',
  'diff-tree',
  'for-each-ref',
  'ls-files',
  'ls-tree',
  'merge-base',
  'rev-list',
  'rev-parse',
] as const;
/** In a repository that we made, in our own folder. */
const WRITING = ['add', 'commit', 'init', 'push', 'status'] as const;

export type GitCommand = (typeof READING)[number];
export type OwnGitCommand = GitCommand | (typeof WRITING)[number];

export interface GitPlace {
  /** Where it is run. */
  folder: string;
  /** Of these variables only a few reach git. */
  env: Readonly<Record<string, string | undefined>>;
  /** Never started from in here; null where nothing of the kind is near. */
  project: string | null;
  signal?: AbortSignal;
}

export class GitError extends Error {
  override readonly name = 'GitError';
  readonly reason: 'no-git' | 'failed';
  /** Git's own last line: it may carry a remote's address with a login. */
  readonly said: string;

  constructor(reason: GitError['reason'], message: string, said: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
    this.said = said;
  }
}

/** In somebody's checkout. `args` must separate names from options by `--` or `--end-of-options`. */
export async function readGit(
  place: GitPlace,
  command: GitCommand,
  args: readonly string[],
  maxBytes = MAX_OUTPUT_BYTES,
): Promise<Buffer> {
  const odd = oddRepository(place.folder);
  if (odd !== null) throw new GitError('failed', `git ${command} was not run: ${odd}`, odd);
  const more = { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1' };
  return git(place, command, args, more, { maxBuffer: maxBytes, timeout: READING_TIMEOUT_MS });
}

/** In a repository of our own making. */
export async function ownGit(
  place: GitPlace,
  command: OwnGitCommand,
  args: readonly string[],
): Promise<string> {
  const who = { NAME: 'Design Jury', EMAIL: 'design-jury@localhost' };
  const more = {
    // A push reaches what the user named; transports that start a program of a remote's choice do not exist.
    GIT_ALLOW_PROTOCOL: command === 'push' ? 'file:git:http:https:ssh' : '',
    GIT_AUTHOR_NAME: who.NAME,
    GIT_AUTHOR_EMAIL: who.EMAIL,
    GIT_COMMITTER_NAME: who.NAME,
    GIT_COMMITTER_EMAIL: who.EMAIL,
  };
  const bounds = { maxBuffer: MAX_OUTPUT_BYTES, timeout: TIMEOUT_MS };
  return (await git(place, command, args, more, bounds)).toString('utf8').trim();
}

async function git(
  { folder, env, project, signal }: GitPlace,
  command: OwnGitCommand,
  args: readonly string[],
  more: Readonly<Record<string, string>>,
  bounds: { maxBuffer: number; timeout: number },
): Promise<Buffer> {
  const searchPath = readVariable(env, 'PATH') ?? '';
  const program = findProgram('git', searchPath, project);
  if (program === null) throw new GitError('no-git', 'git was not found on PATH; install it', '');
  try {
    const { stdout } = await run(
      program,
      [
        '--no-pager',
        ...[...OVERRULED, ...(command === 'push' ? [] : NO_LOGIN)].flatMap((one) => ['-c', one]),
        '-C',
        folder,
        command,
        ...args,
      ],
      {
        env: { ...kept(env, command), PATH: safeSearchPath(searchPath, project), ...FIXED, ...more },
        ...bounds,
        killSignal: 'SIGKILL',
        encoding: 'buffer',
        ...(signal !== undefined && { signal }),
      },
    );
    return stdout;
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    const said = (stderr?.toString('utf8') ?? '').trim().split('\n').at(-1) ?? '';
    throw new GitError('failed', `git ${command} failed`, said, error);
  }
}

const OVERRULED: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.pager=cat',
  'core.editor=false',
  'core.askPass=',
  'core.alternateRefsCommand=false',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'diff.external=',
  'diff.ignoreSubmodules=all',
  'submodule.recurse=false',
  'commit.gpgSign=false',
  'push.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
  'protocol.ext.allow=never',
  // A folder that only looks like a repository would bring its configuration along.
  'safe.bareRepository=explicit',
];

/** Nothing but a push asks anybody for a login. */
const NO_LOGIN: readonly string[] = ['credential.helper=', 'core.sshCommand=false', 'core.gitProxy='];

const FIXED = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
  LC_ALL: 'C',
};

/** The user's own settings stay theirs: which checkouts they call safe, and how they log in for a push. */
function kept(env: GitPlace['env'], command: OwnGitCommand): Record<string, string> {
  const names = ['HOME', 'XDG_CONFIG_HOME', 'SystemRoot', ...(command === 'push' ? ['SSH_AUTH_SOCK'] : [])];
  return Object.fromEntries(
    names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name] ?? '']])),
  );
}
