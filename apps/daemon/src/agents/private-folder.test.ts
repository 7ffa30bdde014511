import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  makePrivateFolder,
  projectFolder,
  removePrivateFolder,
  sweepPrivateFolders,
} from './private-folder.ts';
import { startTicks } from './process-group.ts';

let home: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'jury-private-')));
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('every agent gets a folder of its own in the state folder, that nobody else may enter', async () => {
  const [one, two] = [await makePrivateFolder({ HOME: home }), await makePrivateFolder({ HOME: home })];
  expect(one).not.toBe(two);
  expect(dirname(one)).toBe(join(home, '.local/state/design-jury/agents'));
  expect((await stat(one)).mode & 0o777).toBe(0o700);
  expect((await stat(dirname(one))).mode & 0o777).toBe(0o700);
  const elsewhere = await makePrivateFolder({ HOME: home, XDG_STATE_HOME: join(home, 'state') });
  expect(dirname(elsewhere)).toBe(join(home, 'state/design-jury/agents'));
});

test.each([
  ['a link to somebody else’s folder', 'link'],
  ['a folder that others may write to', 'wide'],
  ['a file', 'file'],
])('%s in its place is not used', async (_, kind) => {
  const root = join(home, '.local/state/design-jury/agents');
  await mkdir(dirname(root), { recursive: true });
  if (kind === 'link') await symlink(await mkdtemp(join(home, 'other-')), root);
  else if (kind === 'file') await writeFile(root, '');
  else {
    await mkdir(root);
    await chmod(root, 0o777);
  }
  const folder = await makePrivateFolder({ HOME: home });
  try {
    expect(folder.startsWith(home)).toBe(false);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  } finally {
    await removePrivateFolder(folder);
  }
});

test.skipIf(process.platform !== 'linux')(
  'a state folder in which nothing can be made is passed over, and nobody waits for it',
  async () => {
    const folder = await makePrivateFolder({ HOME: home, XDG_STATE_HOME: '/proc/nothing/here' });
    try {
      expect(folder.startsWith('/proc')).toBe(false);
    } finally {
      await removePrivateFolder(folder);
    }
  },
);

test('a state folder inside of the checkout is not used: an agent would take its instructions from there', async () => {
  const project = join(home, 'project');
  await mkdir(join(project, '.git'), { recursive: true });
  const env = { HOME: home, XDG_STATE_HOME: join(project, '.cache/state') };
  const folder = await makePrivateFolder(env, join(project, 'site'));
  try {
    expect(folder.startsWith(home)).toBe(false);
    // The same folder is as good as any for a jury that is started elsewhere.
    expect(await makePrivateFolder(env, join(home, 'other'))).toContain(env.XDG_STATE_HOME);
  } finally {
    await removePrivateFolder(folder);
  }
});

test('the project of a server is its root, wherever it was started', async () => {
  const project = join(home, 'project');
  await mkdir(join(project, '.git'), { recursive: true });
  const env = { HOME: home, XDG_STATE_HOME: join(project, '.cache/state'), OD_PROJECT_DIR: project };
  const folder = await makePrivateFolder(env);
  expect(folder.startsWith(home)).toBe(false);
  expect(projectFolder(env)).toBe(project);
  expect(projectFolder({})).toBe(process.cwd());
  await removePrivateFolder(folder);
});

test('a link out of the home that leads into the checkout is not used either', async () => {
  const project = join(home, 'project');
  await mkdir(join(project, '.git'), { recursive: true });
  await symlink(project, join(home, 'state'));
  const folder = await makePrivateFolder({ HOME: home, XDG_STATE_HOME: join(home, 'state') }, project);
  expect(folder.startsWith(home)).toBe(false);
  await removePrivateFolder(folder);
});

test('a home that is a checkout itself is the user’s own, but for continuous integration', async () => {
  await mkdir(join(home, '.git'));
  expect(await makePrivateFolder({ HOME: home }, home)).toContain(home);
  await expect(makePrivateFolder({ HOME: home, CI: 'true' }, join(home, 'site'))).rejects.toThrow(
    /the home .* lies in the checkout .*: .* Set HOME to a folder outside of it/,
  );
});

test('where every folder lies in the checkout the agent is refused, with what to set', async () => {
  const [project, before] = [join(home, 'project'), process.env.TMPDIR];
  await mkdir(join(project, '.git'), { recursive: true });
  process.env.TMPDIR = project;
  try {
    const made = makePrivateFolder({ HOME: home, XDG_STATE_HOME: join(project, 'state') }, project);
    await expect(made).rejects.toThrow(/lie in .*\/project, .* Set one of them to a folder outside of it/);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
});

test('what a crash has left is taken away, what is in use and what is not ours is not', async () => {
  const mine = await makePrivateFolder({ HOME: home });
  const root = dirname(mine);
  const { pid } = spawnSync('true');
  await mkdir(join(root, `jury-agent-${pid}-12345-AbCdEf/tmp`), { recursive: true });
  await writeFile(join(root, `jury-agent-${pid}-12345-AbCdEf/tmp/error.json`), 'a key');
  // The number of a process that lives, but that began at another time.
  await mkdir(join(root, `jury-agent-${process.ppid}-1-AbCdEf`));
  const inUse = `jury-agent-${process.ppid}-${startTicks(process.ppid)}-AbCdEf`;
  await mkdir(join(root, inUse));
  await mkdir(join(root, 'something-else'));
  const outside = await mkdtemp(join(home, 'outside-'));
  await writeFile(join(outside, 'kept'), '');
  await symlink(outside, join(root, `jury-agent-${pid}-12345-Symlnk`));
  expect(await sweepPrivateFolders({ HOME: home })).toBe(2);
  expect((await readdir(root)).sort()).toEqual(
    [mine.slice(root.length + 1), inUse, 'something-else', `jury-agent-${pid}-12345-Symlnk`].sort(),
  );
  expect(await readdir(outside)).toEqual(['kept']);
});
