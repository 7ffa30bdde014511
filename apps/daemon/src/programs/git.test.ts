import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GitError, ownGit, readGit } from './git.ts';
import { findProgram, safeSearchPath } from './search-path.ts';

let root: string;
let project: string;
let canary: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'jury-git-')));
  project = join(root, 'project');
  canary = join(root, 'canary');
  mkdirSync(project);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const SYSTEM = '/usr/bin:/bin';

function git(...args: string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...who, '-C', project, ...args], {
    env: { PATH: SYSTEM, HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** A program that leaves a file when it is started. */
function trap(name: string): string {
  const file = join(project, name);
  writeFileSync(file, `#!/bin/sh\necho "$0" >> '${canary}'\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Every setting of git that names a program, as a stranger's checkout may carry it. */
function hostileCheckout(): string {
  git('init', '-q', '-b', 'main');
  const program = trap('trap.sh');
  writeFileSync(join(project, '.gitattributes'), '* filter=evil diff=evil merge=evil\n');
  writeFileSync(join(project, 'a.txt'), 'one\n');
  git('add', '-A');
  git('commit', '-qm', 'one');
  const settings = [
    ['core.fsmonitor', program],
    ['core.hooksPath', join(project, 'hooks')],
    ['core.pager', program],
    ['core.editor', program],
    ['core.askPass', program],
    ['core.sshCommand', program],
    ['core.gitProxy', program],
    ['core.alternateRefsCommand', program],
    ['credential.helper', `!${program}`],
    ['diff.external', program],
    ['diff.evil.textconv', program],
    ['diff.evil.command', program],
    ['filter.evil.clean', program],
    ['filter.evil.smudge', program],
    ['filter.evil.process', program],
    ['merge.evil.driver', program],
    ['gpg.program', program],
    ['log.showSignature', 'true'],
    ['commit.gpgSign', 'true'],
    ['pager.ls-tree', program],
    ['alias.ls-tree', `!${program}`],
    ['alias.rev-parse', `!${program}`],
    ['protocol.ext.allow', 'always'],
    ['remote.origin.url', `ext::${program}`],
    ['remote.origin.promisor', 'true'],
    ['extensions.partialClone', 'origin'],
    ['submodule.recurse', 'true'],
  ];
  mkdirSync(join(project, 'hooks'));
  for (const hook of ['post-index-change', 'pre-commit', 'post-checkout', 'reference-transaction'])
    trap(`hooks/${hook}`);
  git('config', 'core.repositoryFormatVersion', '1');
  for (const [name = '', value = ''] of settings) git('config', name, value);
  writeFileSync(join(project, 'a.txt'), 'two\n');
  return program;
}

test('in a checkout whose settings name a program for everything, none is started', async () => {
  hostileCheckout();
  const place = { folder: project, env: { PATH: SYSTEM, HOME: root }, project };
  const text = async (...args: Parameters<typeof readGit>): Promise<string> =>
    (await readGit(...args)).toString('utf8');
  const commit = (await text(place, 'rev-parse', ['--verify', '--end-of-options', 'HEAD'])).trim();
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(await text(place, 'ls-tree', ['-r', '--name-only', commit])).toContain('a.txt');
  expect(await text(place, 'ls-files', ['-z', '--', 'a.txt'])).toBe('a.txt\0');
  expect(await text(place, 'cat-file', ['blob', `${commit}:a.txt`])).toBe('one\n');
  expect(await text(place, 'merge-base', [commit, commit])).toContain(commit);
  expect(await text(place, 'rev-list', ['--max-count=1', commit])).toContain(commit);
  await readGit(place, 'diff-tree', ['--root', '-r', '--name-only', commit]);
  await readGit(place, 'for-each-ref', []);
  // An object that is not there is not fetched from a remote that is a command.
  await expect(readGit(place, 'cat-file', ['blob', 'a'.repeat(40)])).rejects.toThrow(GitError);
  expect(existsSync(canary)).toBe(false);
});

test('the trap itself works: plain git falls into it', () => {
  hostileCheckout();
  try {
    git('status');
  } catch {
    // A filter that prints nothing makes it fail; what counts is that it was started.
  }
  expect(existsSync(canary)).toBe(true);
});

test('a folder that only looks like a repository brings no settings along', async () => {
  const program = trap('trap.sh');
  mkdirSync(join(project, 'bare'));
  execFileSync('git', ['init', '-q', '--bare', join(project, 'bare')], { env: { PATH: SYSTEM, HOME: root } });
  writeFileSync(join(project, 'bare/config'), `[core]\n\tbare = true\n\tfsmonitor = ${program}\n`);
  const place = { folder: join(project, 'bare'), env: { PATH: SYSTEM, HOME: root }, project };
  await expect(readGit(place, 'rev-parse', ['--git-dir'])).rejects.toThrow(GitError);
  expect(existsSync(canary)).toBe(false);
});

/** Each way to make git wait, read without an end, or open a repository that is not this checkout's. */
const ODD: Readonly<Record<string, () => void>> = {
  'HEAD is a pipe': () => inPlaceOf('HEAD', (path) => execFileSync('mkfifo', ['--', path])),
  'HEAD is a device': () => inPlaceOf('HEAD', (path) => symlinkSync('/dev/zero', path)),
  'config is a pipe': () => inPlaceOf('config', (path) => execFileSync('mkfifo', ['--', path])),
  'packed-refs is a device': () => inPlaceOf('packed-refs', (path) => symlinkSync('/dev/zero', path)),
  'index is a folder': () => inPlaceOf('index', (path) => mkdirSync(path)),
  'a branch is a pipe': () => inPlaceOf('refs/heads/x', (path) => execFileSync('mkfifo', ['--', path])),
  'alternates is a pipe': () =>
    inPlaceOf('objects/info/alternates', (path) => execFileSync('mkfifo', ['--', path])),
  'grafts is a device': () => inPlaceOf('info/grafts', (path) => symlinkSync('/dev/zero', path)),
  'settings include a pipe': () => {
    execFileSync('mkfifo', ['--', join(project, 'pipe')]);
    appendFileSync(join(project, '.git/config'), '[includeIf "gitdir:/"]\n\tpath = ../pipe\n');
  },
  'it points to another repository': () => {
    rmSync(join(project, '.git'), { recursive: true });
    writeFileSync(join(project, '.git'), `gitdir: ${otherRepository()}\n`);
  },
  'a pack is a pipe': () =>
    inPlaceOf('objects/pack/pack-1.idx', (path) => execFileSync('mkfifo', ['--', path])),
  'a chain of commits is a pipe': () =>
    inPlaceOf('objects/info/commit-graphs/commit-graph-chain', (path) =>
      execFileSync('mkfifo', ['--', path]),
    ),
  'tables of references are a pipe': () =>
    inPlaceOf('reftable/tables.list', (path) => execFileSync('mkfifo', ['--', path])),
  'it shares another repository': () =>
    inPlaceOf('commondir', (path) => writeFileSync(path, `${otherRepository()}\n`)),
  'it shares a folder that it made up as one of its work trees': () =>
    inPlaceOf('commondir', (path) => {
      writeFileSync(path, `${otherRepository()}\n`);
      mkdirSync(join(project, '.git/worktrees'));
    }),
  'its references are those of another repository': () =>
    inPlaceOf('refs', (path) => symlinkSync(join(otherRepository(), 'refs'), path)),
  'its objects are those of another repository': () =>
    inPlaceOf('objects', (path) => symlinkSync(join(otherRepository(), 'objects'), path)),
  'its packs are those of another repository': () =>
    inPlaceOf('objects/pack', (path) => symlinkSync(join(otherRepository(), 'objects/pack'), path)),
  'a branch is one of another repository': () =>
    inPlaceOf('refs/heads/x', (path) => symlinkSync(join(otherRepository(), 'HEAD'), path)),
  'its HEAD is that of another repository': () =>
    inPlaceOf('HEAD', (path) => symlinkSync(join(otherRepository(), 'HEAD'), path)),
  'it is a link to another repository': () => {
    rmSync(join(project, '.git'), { recursive: true });
    symlinkSync(otherRepository(), join(project, '.git'));
  },
  'it points to a folder that shares another repository': () => {
    const shared = join(project, 'shared');
    mkdirSync(shared);
    writeFileSync(join(shared, 'HEAD'), 'ref: refs/heads/main\n');
    execFileSync('mkfifo', ['--', join(shared, 'commondir')]);
    rmSync(join(project, '.git'), { recursive: true });
    writeFileSync(join(project, '.git'), 'gitdir: shared\n');
  },
};

function inPlaceOf(name: string, make: (path: string) => void): void {
  const path = join(project, '.git', name);
  rmSync(path, { force: true, recursive: true });
  mkdirSync(dirname(path), { recursive: true });
  make(path);
}

function otherRepository(): string {
  const other = join(root, 'other');
  execFileSync('git', ['init', '-q', other], { env: { PATH: SYSTEM, HOME: root } });
  return join(other, '.git');
}

test.each(Object.entries(ODD))('git is not run where %s', async (_, spoil) => {
  git('init', '-q', '-b', 'main');
  writeFileSync(join(project, 'a.txt'), 'one\n');
  git('add', '-A');
  git('commit', '-qm', 'one');
  const place = { folder: project, env: { PATH: SYSTEM, HOME: root }, project };
  await readGit(place, 'rev-parse', ['--verify', 'HEAD']);
  spoil();
  await expect(readGit(place, 'rev-parse', ['--verify', 'HEAD'])).rejects.toThrow(/was not run: its /);
});

test('linked work trees and submodules are repositories of their own', async () => {
  git('init', '-q', '-b', 'main');
  git('commit', '-qm', 'one', '--allow-empty');
  git('worktree', 'add', '-q', join(root, 'linked'));
  execFileSync('git', ['clone', '-q', project, join(root, 'source')], { env: { PATH: SYSTEM, HOME: root } });
  git('submodule', 'add', '-q', join(root, 'source'), 'part');
  // As git once wrote what a remote calls its main branch, and as users keep their lists of what to leave out.
  mkdirSync(join(project, '.git/refs/remotes/origin'), { recursive: true });
  symlinkSync('../../heads/main', join(project, '.git/refs/remotes/origin/HEAD'));
  rmSync(join(project, '.git/info/exclude'), { force: true });
  writeFileSync(join(root, 'exclude'), '*.log\n');
  symlinkSync(join(root, 'exclude'), join(project, '.git/info/exclude'));
  const env = { PATH: SYSTEM, HOME: root };
  for (const folder of [join(root, 'linked'), join(project, 'part'), project])
    expect((await readGit({ folder, env, project: folder }, 'rev-parse', ['HEAD'])).toString()).toMatch(
      /^[0-9a-f]{40}/,
    );
});

test('variables that point git elsewhere do not reach it', async () => {
  git('init', '-q');
  const env = {
    PATH: SYSTEM,
    HOME: root,
    GIT_DIR: '/nowhere',
    GIT_SSH_COMMAND: trap('trap.sh'),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: join(project, 'trap.sh'),
  };
  expect((await readGit({ folder: project, env, project }, 'rev-parse', ['--git-dir'])).toString()).toBe(
    '.git\n',
  );
  expect(existsSync(canary)).toBe(false);
});

test('a git in the project is not the git that is run', async () => {
  git('init', '-q');
  trap('git');
  symlinkSync(project, join(root, 'tools'));
  const env = { PATH: [project, '', '.', join(root, 'tools'), SYSTEM].join(delimiter), HOME: root };
  await readGit({ folder: project, env, project }, 'rev-parse', ['--git-dir']);
  expect(existsSync(canary)).toBe(false);
  const none = { folder: project, env: { PATH: project, HOME: root }, project };
  await expect(readGit(none, 'rev-parse', [])).rejects.toMatchObject({ reason: 'no-git' });
});

test('in a repository of our own files are added, committed and pushed', async () => {
  const bare = join(root, 'bare.git');
  execFileSync('git', ['init', '-q', '--bare', bare], { env: { PATH: SYSTEM, HOME: root } });
  const place = { folder: project, env: { PATH: SYSTEM, HOME: root }, project: null };
  await ownGit(place, 'init', ['--quiet', '--initial-branch=main']);
  writeFileSync(join(project, 'index.html'), 'x');
  await ownGit(place, 'add', ['--', 'index.html']);
  await ownGit(place, 'commit', ['--quiet', '-m', 'one']);
  await ownGit(place, 'push', ['--quiet', '--', bare, 'HEAD:refs/heads/main']);
  await expect(ownGit(place, 'push', ['--quiet', '--', `ext::${canary}`, 'HEAD'])).rejects.toThrow(GitError);
});

test('programs are looked for in absolute folders outside of the project alone', () => {
  mkdirSync(join(project, 'bin'));
  trap('bin/agent');
  symlinkSync(join(project, 'bin'), join(root, 'bin'));
  mkdirSync(join(root, 'own'));
  symlinkSync(join(project, 'bin/agent'), join(root, 'own/agent'));
  const all = ['', '.', 'bin', join(project, 'bin'), join(root, 'bin'), join(root, 'own'), '/usr/bin'];
  expect(safeSearchPath(all.join(delimiter), project)).toBe([join(root, 'own'), '/usr/bin'].join(delimiter));
  expect(findProgram('agent', all.join(delimiter), project)).toBeNull();
  expect(findProgram('agent', all.join(delimiter))).toBe(join(project, 'bin/agent'));
  expect(findProgram('sh', SYSTEM, project)).toMatch(/^\/(usr\/)?bin\/sh$/);
});
