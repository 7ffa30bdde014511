/** Where runs are kept: whose folder it is, who may open it, and what of a project is never read. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { dataFolderOf, homeOfProject, readNote, writeNote } from '../home/data-folder.ts';
import { openStore } from '../store/database.ts';
import { run as runAgents } from './agents.ts';
import { run as runData } from './data.ts';
import { run as review } from './review.ts';
import { GOOD_PAGE } from './test/jury.ts';
import { recordingShell } from './test/recording-shell.ts';
import { run as runUninstall } from './uninstall.ts';

const OLD = fileURLToPath(new URL('../../../../__fixtures__/data-0.1/data.tar.gz', import.meta.url));

const NOBODY = 65_534;

let home: string;
let project: string;
let state: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'jury-home-')));
  project = join(home, 'work');
  mkdirSync(project);
  writeFileSync(join(project, 'page.html'), GOOD_PAGE);
  state = join(home, '.local/state/design-jury');
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

type Command = typeof runData;

async function call(command: Command, args: string[], env = {}, answers: string[] | null = null) {
  const { shell, output, errors } = recordingShell(project, { HOME: home, ...env }, answers);
  return { status: await command(args, shell), out: output(), errors: errors() };
}

const pageReview = (...args: string[]) =>
  call(review, ['page.html', '--browser', 'never', '--quiet', ...args]);
const shown = async (env = {}) => JSON.parse((await call(runData, ['--json'], env)).out);

/** Modes of everything in a folder, such as `700 artifacts/`. */
function modesIn(folder: string, at = ''): string[] {
  return readdirSync(join(folder, at), { withFileTypes: true }).flatMap((entry) => {
    const name = join(at, entry.name);
    const mode = (lstatSync(join(folder, name)).mode & 0o777).toString(8);
    return entry.isDirectory() ? [`${mode} ${name}/`, ...modesIn(folder, name)] : [`${mode} ${name}`];
  });
}

test('a review keeps its run in the state folder, readable by its owner alone, and its results in .jury', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  expect((await pageReview()).status).toBe(0);
  const dataDir = dataFolderOf(project, state);
  expect(dataDir).toMatch(/design-jury\/[0-9a-f]{32}$/);
  expect(existsSync(join(project, '.jury/page/transcript.ndjson'))).toBe(true);
  expect(readdirSync(project).toSorted()).toEqual(['.jury', 'page.html']);
  const modes = modesIn(state);
  expect(modes.length).toBeGreaterThan(6);
  expect(modes.filter((line) => !/^(?:700 .*\/|600 .*[^/])$/.test(line))).toEqual([]);
  expect((lstatSync(state).mode & 0o777).toString(8)).toBe('700');
  expect(await shown()).toMatchObject({ path: dataDir, project, made: true, runs: 1 });
  expect(await readNote(dataDir)).toMatchObject({ project });
});

test('a project that is reached by a link is the same project', async () => {
  symlinkSync(project, join(home, 'link'));
  const { shell, output } = recordingShell(join(home, 'link'), { HOME: home });
  await runData(['--json'], shell);
  expect(JSON.parse(output()).path).toBe(dataFolderOf(project, state));
});

describe('a data folder that somebody else may have filled is refused, with what to do, unless a flag names it', () => {
  const refused = async (env = {}) => {
    const { status, errors } = await call(runData, [], env);
    expect(status).toBe(2);
    return errors;
  };
  const closed = () => {
    mkdirSync(join(project, '.od'), { mode: 0o700 });
    return { OD_DATA_DIR: '.od' };
  };

  test('others may read or write it', async () => {
    const env = closed();
    chmodSync(join(project, '.od'), 0o755);
    expect(await refused(env)).toContain(
      `.od can be read by others (mode 0755). Close it: chmod -R go= ${project}/.od`,
    );
    chmodSync(join(project, '.od'), 0o722);
    expect(await refused(env)).toContain('can be written by others (mode 0722)');
    expect((await call(runData, ['--data', '.od'])).status).toBe(0);
  });

  test('a file of ours in it is open to others', async () => {
    const env = closed();
    writeFileSync(join(project, '.od/jury.db'), '', { mode: 0o644 });
    chmodSync(join(project, '.od/jury.db'), 0o644);
    expect(await refused(env)).toContain('jury.db can be read by others (mode 0644)');
  });

  test('the state folder itself is open to others', async () => {
    mkdirSync(state, { recursive: true });
    chmodSync(state, 0o777);
    expect(await refused()).toContain('design-jury can be written by others (mode 0777)');
  });

  test('it is a link, or lies behind one of the project', async () => {
    mkdirSync(join(home, 'elsewhere/data'), { recursive: true, mode: 0o700 });
    symlinkSync(join(home, 'elsewhere'), join(project, 'out'));
    expect(await refused({ OD_DATA_DIR: 'out' })).toContain('work/out is a symbolic link');
    expect(await refused({ OD_DATA_DIR: 'out/data' })).toContain('work/out is a symbolic link');
    // As a folder whose name begins with two dots is, and as a command that is called further below sees it.
    symlinkSync(join(home, 'elsewhere'), join(project, '..out'));
    expect(await refused({ OD_DATA_DIR: '..out/data' })).toContain('work/..out is a symbolic link');
    mkdirSync(join(project, '.git'));
    mkdirSync(join(project, 'site'));
    const below = recordingShell(join(project, 'site'), { HOME: home, OD_DATA_DIR: '../out/data' });
    expect(await runData([], below.shell)).toBe(2);
    expect(below.errors()).toContain('work/out is a symbolic link');
  });

  test('another user owns it, a file of ours in it, or the state folder', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can give a folder to another user');
    const env = closed();
    const file = join(project, '.od/jury.db');
    writeFileSync(file, '', { mode: 0o600 });
    for (const [path, variables] of [
      [join(project, '.od'), env],
      [file, env],
      [state, {}],
    ] as const) {
      mkdirSync(state, { recursive: true, mode: 0o700 });
      chownSync(path, NOBODY, NOBODY);
      expect(await refused(variables)).toContain(`${path} belongs to another user (${NOBODY})`);
      chownSync(path, 0, 0);
    }
    chownSync(join(project, '.od'), NOBODY, NOBODY);
    rmSync(file);
    expect((await call(runData, ['--data', '.od'])).status).toBe(0);
  });

  test.each(['2', '4'])('git tracks it (index version %s)', async (version) => {
    const git = (...args: string[]) =>
      execFileSync('git', args, {
        cwd: project,
        env: { PATH: process.env.PATH, HOME: home },
        stdio: 'ignore',
      });
    git('init', '-q');
    const env = closed();
    expect((await call(runData, [], env)).status).toBe(0);
    mkdirSync(join(project, '.obscure'));
    writeFileSync(join(project, '.obscure/a'), 'x');
    writeFileSync(join(project, '.od/jury.db'), 'x', { mode: 0o600 });
    git('add', '.obscure', 'page.html');
    git('update-index', '--index-version', version);
    expect((await call(runData, [], env)).status).toBe(0);
    git('add', '-f', '.od/jury.db');
    git('update-index', '--index-version', version);
    expect(await refused(env)).toContain('.od: what is in it came with the repository');
    // Most names then lie in another file, and none of them is in this one.
    git('update-index', '--split-index');
    writeFileSync(join(project, '.od/jury.db'), 'y', { mode: 0o600 });
    git('add', '-f', '.od/jury.db');
    git('-c', 'splitIndex.maxPercentChange=100', 'update-index', '--refresh');
    expect(await refused(env)).toContain('.od: what is in it came with the repository');
  });

  test('a note that git tracks, in a state folder that was put into the checkout, says where it is', async () => {
    const env = { XDG_STATE_HOME: join(project, '.state') };
    const own = homeOfProject(project, join(project, '.state/design-jury'));
    const away = join(home, 'away');
    await writeNote(own, { version: 1, project, told: [], movedTo: away });
    expect(await shown(env)).toMatchObject({ path: away });
    execFileSync('git', ['init', '-q'], { cwd: project, env: { PATH: process.env.PATH, HOME: home } });
    execFileSync('git', ['add', '-f', '.state'], {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: home },
    });
    expect(await refused(env)).toContain(`git tracks ${own}`);
    expect((await call(review, ['page.html', '--quiet'], env)).status).toBe(2);
    expect(existsSync(away)).toBe(false);
  });

  test('nor does it have what is of others moved or removed, whatever project it is of', async () => {
    const env = { XDG_STATE_HOME: join(project, '.state') };
    const planted = join(project, '.state/design-jury');
    const away = join(home, 'away');
    mkdirSync(away, { mode: 0o700 });
    writeFileSync(join(away, 'jury.db'), '', { mode: 0o600 });
    for (const of of [project, join(home, 'gone')])
      await writeNote(homeOfProject(of, planted), { version: 1, project: of, told: [], movedTo: away });
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: project, env: { PATH: process.env.PATH, HOME: home } });
    git('init', '-q');
    git('add', '-f', '.state');
    const gone = ['--project', join(home, 'gone')];
    for (const args of [['move'], ['move', join(home, 'there')], gone, ['move', ...gone]])
      expect(await call(runData, args, env)).toMatchObject({
        status: 2,
        errors: expect.stringContaining('git tracks'),
      });
    expect(await call(runData, ['prune', '--yes', '--data', join(home, 'data')], env)).toMatchObject({
      status: 0,
      out: 'Nothing to remove.\n',
      errors: expect.stringContaining('gone is gone, and what it left stays: git tracks'),
    });
    expect((await call(runUninstall, ['--data', '--yes'], env)).out).not.toContain(away);
    expect(existsSync(join(away, 'jury.db'))).toBe(true);
  });

  test('a checkout that is a submodule tracks what it brings, too', async () => {
    const [outer, inner] = [join(home, 'outer'), join(home, 'inner')];
    const git = (cwd: string, ...args: string[]) =>
      execFileSync(
        'git',
        ['-c', 'protocol.file.allow=always', '-c', 'user.name=a', '-c', 'user.email=a@b', ...args],
        { cwd, env: { PATH: process.env.PATH, HOME: home }, stdio: 'ignore' },
      );
    for (const folder of [outer, inner]) {
      mkdirSync(folder);
      git(folder, 'init', '-q');
    }
    mkdirSync(join(inner, '.od'), { mode: 0o700 });
    writeFileSync(join(inner, '.od/jury.db'), 'x', { mode: 0o600 });
    git(inner, 'add', '-f', '.od');
    git(inner, 'commit', '-qm', 'a');
    git(outer, 'submodule', 'add', inner, 'part');
    const module = join(outer, 'part');
    chmodSync(join(module, '.od'), 0o700);
    chmodSync(join(module, '.od/jury.db'), 0o600);
    for (const [cwd, data] of [
      [module, '.od'],
      [outer, 'part/.od'],
    ] as const) {
      const { shell, errors } = recordingShell(cwd, { HOME: home, OD_DATA_DIR: data });
      expect([await runData([], shell), errors()]).toEqual([2, expect.stringContaining('git tracks')]);
    }
  });
});

describe('what a project contains is not read', () => {
  test('agents.json of a project or a data folder is told of once, and names nobody', async () => {
    const agents = { agents: [{ id: 'claude', name: 'Planted', command: '/bin/false' }] };
    mkdirSync(join(project, '.od'));
    writeFileSync(join(project, '.od/agents.json'), JSON.stringify(agents));
    const first = await call(runAgents, ['--json']);
    expect(first.errors).toContain(
      `.od/agents.json names programs to start and is not read. Agents of your own belong in ${home}/.config/design-jury/agents.json`,
    );
    expect(first.out).not.toContain('Planted');
    expect((await call(runAgents, ['--json', '--data', '.od'])).out).not.toContain('Planted');
    expect((await call(runAgents, ['--json'])).errors).toBe('');
  });

  test('the user’s own is read, unless others may write it', async () => {
    const file = join(home, '.config/design-jury/agents.json');
    mkdirSync(join(home, '.config/design-jury'), { recursive: true });
    writeFileSync(file, JSON.stringify({ agents: [{ id: 'mine', name: 'Mine', command: '/bin/false' }] }));
    expect((await call(runAgents, ['--json'])).out).toContain('"Mine"');
    chmodSync(file, 0o666);
    expect(await call(runAgents, ['--json'])).toMatchObject({
      status: 2,
      errors: expect.stringContaining(`chmod go-w ${file}`),
    });
  });
});

describe('a folder of 0.1 in the project', () => {
  const old = () => {
    execFileSync('tar', ['-xzf', OLD, '-C', project]);
    cpSync(join(project, 'data'), join(project, '.od'), { recursive: true });
    rmSync(join(project, 'data'), { recursive: true });
  };
  const listed = async () => {
    const store = await openStore(join(dataFolderOf(project, state), 'jury.db'));
    try {
      return {
        runs: await store.listAllRuns({ limit: 200 }),
        questions: [
          ...(await store.questions.list({ status: 'open' })),
          ...(await store.questions.list({ status: 'answered' })),
        ],
      };
    } finally {
      await store.close();
    }
  };

  test('is told of once where nobody can be asked, and not read', async () => {
    old();
    const first = await call(runData, []);
    expect(first.errors).toContain(
      'Note: .od holds runs of an older version and is not read. jury data --import',
    );
    expect((await call(runData, [])).errors).toBe('');
    expect(await shown()).toMatchObject({ runs: 0 });
  });

  test('is imported when the user says yes, and asked for once', async () => {
    old();
    const no = await call(runData, [], {}, ['']);
    expect(no.errors).toContain('Import them into');
    expect(await shown()).toMatchObject({ runs: 0 });
    rmSync(homeOfProject(project, state), { recursive: true });
    const yes = await call(runData, [], {}, ['y']);
    expect(yes.errors).toMatch(/Imported \d+ runs from \.od/);
    expect((await shown()).runs).toBeGreaterThan(20);
  });

  test('in CI nobody is asked', async () => {
    old();
    expect((await call(runData, [], { CI: 'true' }, ['y'])).errors).toContain('is not read');
    expect(await shown()).toMatchObject({ runs: 0 });
  });

  test('brings history and nothing that could start something', async () => {
    old();
    const planted = new DatabaseSync(join(project, '.od/jury.db'));
    planted.exec(`create trigger planted after insert on runs begin delete from runs; end`);
    planted.exec('create view planted_view as select 1');
    planted.exec(
      "insert into projects (id, name, metadata_json, created_at) values ('../../../escaped', 'x', '{}', '2026-01-01T00:00:00.000Z')",
    );
    planted.exec(
      `update runs set state = 'running', ended_at = null where rowid = (select min(rowid) from runs)`,
    );
    planted.close();
    writeFileSync(join(project, '.od/agents.json'), '{"agents":[]}');
    writeFileSync(join(home, 'secret'), 'secret words');
    const [linked = ''] = readdirSync(join(project, '.od/artifacts'));
    rmSync(join(project, '.od/artifacts', linked, 'transcript.ndjson'), { force: true });
    symlinkSync(join(home, 'secret'), join(project, '.od/artifacts', linked, 'transcript.ndjson'));
    expect((await call(runData, ['--import'])).out).toMatch(/^Imported \d+ runs from \.od/m);
    const { runs, questions } = await listed();
    expect(runs.length).toBeGreaterThan(20);
    expect(runs.filter(({ endedAt }) => endedAt === null)).toEqual([]);
    expect(questions).toEqual([]);
    const dataDir = dataFolderOf(project, state);
    const files = readdirSync(dataDir, { recursive: true }).map(String);
    expect(
      files.filter((name) => /agents\.json|agent-process|request\.json|lock|\.import/.test(name)),
    ).toEqual([]);
    expect(files.some((name) => name.endsWith('transcript.ndjson'))).toBe(true);
    expect(readdirSync(home, { recursive: true }).filter((name) => String(name).includes('escaped'))).toEqual(
      [],
    );
    expect(files).not.toContain(join('artifacts', linked, 'transcript.ndjson'));
    const again = await call(runData, ['--import']);
    expect(again.out).toMatch(/^Imported 0 runs/);
    expect((await listed()).runs.length).toBe(runs.length);
  });
});

describe('jury data', () => {
  test('move takes the runs along and remembers where they are; without a name it brings them back', async () => {
    await pageReview();
    const from = dataFolderOf(project, state);
    const to = join(home, 'disk/runs');
    expect(await call(runData, ['move', to])).toMatchObject({ status: 0 });
    expect(await shown()).toMatchObject({ path: to, runs: 1 });
    await pageReview();
    expect(await shown()).toMatchObject({ path: to, runs: 2 });
    expect((await call(runData, ['move', project])).errors).toContain('is not empty');
    expect((await call(runData, ['move'])).status).toBe(0);
    expect(await shown()).toMatchObject({ path: from, runs: 2 });
    expect(existsSync(to)).toBe(false);
  });

  test('move refuses while another process has it open', async () => {
    await pageReview();
    const store = await openStore(join(dataFolderOf(project, state), 'jury.db'));
    const refusal = await call(runData, ['move', join(home, 'disk')]);
    await store.close();
    expect(refusal).toMatchObject({ status: 2, errors: expect.stringContaining('is in use') });
  });

  test('move --project takes the data of a project that was renamed', async () => {
    const old = join(home, 'old-name');
    const place = homeOfProject(old, state);
    await pageReview();
    expect((await call(runData, ['move', place])).status).toBe(0);
    rmSync(homeOfProject(project, state), { recursive: true });
    await writeNote(place, { version: 1, project: old, told: [] });
    expect((await call(runData, ['move', '--project', old])).status).toBe(0);
    expect(await shown()).toMatchObject({ path: homeOfProject(project, state), runs: 1 });
    expect(existsSync(place)).toBe(false);
  });

  test('prune names what it would remove, and removes it only when told', async () => {
    await pageReview();
    const lost = homeOfProject('/gone/project', state);
    await writeNote(lost, { version: 1, project: '/gone/project', told: [] });
    const asked = await call(runData, ['prune']);
    expect(asked.out).toContain('/gone/project is gone');
    expect(asked.out).toContain('Nothing was removed; jury data prune --yes');
    expect(existsSync(lost)).toBe(true);
    expect((await call(runData, ['prune'], {}, ['n'])).out).toContain('Nothing was removed');
    expect((await call(runData, ['prune', '--yes', '--older-than', '1'])).out).toContain('Removed.');
    expect([existsSync(lost), (await shown()).runs]).toEqual([false, 1]);

    const db = new DatabaseSync(join(dataFolderOf(project, state), 'jury.db'));
    db.exec("update runs set ended_at = '2020-01-01T00:00:00.000Z'");
    db.close();
    expect((await call(runData, ['prune', '--older-than', '30'], {}, ['y'])).out).toContain(
      '1 run that ended more than 30 days ago',
    );
    expect(await shown()).toMatchObject({ runs: 0 });
    expect(readdirSync(join(dataFolderOf(project, state), 'artifacts'))).toEqual([]);
    expect((await call(runData, ['prune'])).out).toBe('Nothing to remove.\n');
  });
});
