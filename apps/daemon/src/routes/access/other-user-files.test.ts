/** Another user of the machine, as a real process of theirs, after commands that were called with a mask that closes nothing. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { makePrivateFolder } from '../../agents/private-folder.ts';
import type { Shell } from '../../cli/shell.ts';
import { callCommand, GOOD_PAGE } from '../../cli/test/jury.ts';
import { recordingShell } from '../../cli/test/recording-shell.ts';

const NOBODY = 65_534;
const run = promisify(execFile);

/** Each path that could be listed, read, written or entered, and what the daemon answered. */
const ATTEMPTS = `
const fs = require('node:fs');
const { paths, asked } = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const could = [];
const attempt = (deed, path) => { try { fs[deed](path, deed === 'writeFileSync' ? 'x' : undefined); could.push(deed + ' ' + path); } catch {} };
for (const path of paths)
  for (const deed of ['readdirSync', 'readFileSync', 'writeFileSync', 'unlinkSync', 'rmdirSync']) attempt(deed, path);
for (const path of paths) attempt('writeFileSync', path + '/planted');
(async () => {
  const statuses = {};
  for (const [name, url, options] of asked) statuses[name] = (await fetch(url, { redirect: 'manual', ...options })).status;
  console.log(JSON.stringify({ could, statuses }));
})();
`;

/** Their own Node, as ours may be in a folder they cannot enter, and what it is to run. */
function theirProgram(): { node: string; script: string; data: string } {
  const folder = mkdtempSync(join(tmpdir(), 'jury-their-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const [node, script] = [join(folder, 'node'), join(folder, 'attempts.cjs')];
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  writeFileSync(script, ATTEMPTS, { mode: 0o644 });
  return { node, script, data: join(folder, 'data.json') };
}

test('[N5] after a review, a consent and a key with an open mask nothing of the state folder is another user’s, nor is /mcp or a used code', async ({
  skip,
}) => {
  skip(process.getuid?.() !== 0, 'only root can start a process of another user');
  const mask = process.umask(0);
  onTestFinished(() => void process.umask(mask));
  const home = mkdtempSync(join(tmpdir(), 'jury-open-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const project = join(home, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'page.html'), GOOD_PAGE);
  writeFileSync(join(project, 'jury.config.mjs'), 'export default {};\n');
  const called = (argv: string[], more: Partial<Shell> = {}) => {
    const recorded = recordingShell(project, { HOME: home });
    return callCommand(argv, { ...recorded, shell: { ...recorded.shell, ...more } });
  };
  for (const argv of [
    ['trust', 'jury.config.mjs'],
    ['key', 'new', '--name', 'x'],
    ['review', 'page.html', '--quiet'],
  ])
    expect(await called(argv)).toMatchObject({ status: 0 });
  const state = join(home, '.local/state/design-jury');
  await makePrivateFolder({ HOME: home }, project);

  const stop = Promise.withResolvers<(signal: 'SIGTERM') => void>();
  const told = Promise.withResolvers<string>();
  const served = called(['serve', '--port', '0', '--json'], {
    out: told.resolve,
    onStop(listener) {
      stop.resolve(listener);
      return () => {};
    },
  });
  const { url, entryUrl } = JSON.parse(await told.promise);
  expect((await fetch(entryUrl, { redirect: 'manual' })).status).toBe(303);

  const paths = globSync('**/*', { cwd: state }).map((name) => join(state, name));
  const names = paths.map((path) => relative(state, path).replace(/[0-9a-f-]{30,}|jury-agent-.*/g, '*'));
  expect(names).toEqual(
    expect.arrayContaining([
      ...[
        'agents',
        'agents/*',
        'trust.json',
        'keys.json',
        '*/jury.db',
        '*/token',
        '*/run',
        '*/run/jury.sock',
      ],
      ...['*/artifacts', '*/project.json'],
    ]),
  );
  expect(names.some((name) => /transcript\.ndjson/.test(name))).toBe(true);
  // As somebody leaves them who opens a home to others: each file and folder below must hold by itself.
  const opened = new Set([
    state,
    ...paths.filter((path) => lstatSync(path).isDirectory() && dirname(path) === state),
  ]);
  for (let at = state; at !== dirname(home); at = dirname(at)) chmodSync(at, 0o755);
  for (const path of opened) if (path !== join(state, 'agents')) chmodSync(path, 0o755);

  const { node, script, data } = theirProgram();
  const tool = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  };
  const asked = [
    ['call a tool', `${url}/mcp`, tool],
    ['open a session of tools', `${url}/mcp`],
    ['enter with a used code', entryUrl],
    ['send documents', `${url}/api/runs`, { ...tool, body: '{}' }],
  ];
  const closed = paths.filter((path) => !opened.has(path) || path === join(state, 'agents'));
  writeFileSync(data, JSON.stringify({ paths: closed, asked }), { mode: 0o644 });
  const { stdout } = await run(node, [script, data], { uid: NOBODY, gid: NOBODY, cwd: '/', env: {} });
  expect(JSON.parse(stdout)).toEqual({
    could: [],
    statuses: {
      'call a tool': 401,
      'open a session of tools': 401,
      'enter with a used code': 401,
      'send documents': 401,
    },
  });
  (await stop.promise)('SIGTERM');
  expect(await served).toMatchObject({ status: 0 });
});
