/** Another user of the same machine, as a real process of theirs: what they can reach, and what they cannot. */
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startDaemon } from '../test/daemon.ts';
import { ownToken, tokenFile } from './token-file.ts';

const NOBODY = 65_534;
const run = promisify(execFile);

/** Everything they might try, each with what came of it. */
const ATTEMPTS = `
const fs = require('node:fs');
const http = require('node:http');
const [url, socketPath, tokenPath, dataDir] = process.argv.slice(2);
const tried = {};
const attempt = (name, deed) => { try { tried[name] = String(deed()).slice(0, 80); } catch (error) { tried[name] = error.code; } };
attempt('read the token', () => fs.readFileSync(tokenPath, 'utf8'));
attempt('write the token', () => fs.writeFileSync(tokenPath, 'x'.repeat(43)));
attempt('replace the token', () => fs.renameSync(__filename, tokenPath));
attempt('delete the token', () => fs.unlinkSync(tokenPath));
attempt('list the folder of the socket', () => fs.readdirSync(require('node:path').dirname(socketPath)));
attempt('delete the socket', () => fs.unlinkSync(socketPath));
attempt('put a file into the data folder', () => fs.writeFileSync(dataDir + '/planted', ''));
const ask = (name, options, body) => new Promise((resolve) => {
  const asked = http.request({ ...options, agent: false }, (response) => {
    response.resume();
    response.on('end', () => { tried[name] = response.statusCode; resolve(); });
  });
  asked.on('error', (error) => { tried[name] = error.code; resolve(); });
  asked.end(body);
});
const { hostname: host, port } = new URL(url);
const json = { 'Content-Type': 'application/json' };
(async () => {
  await ask('ask through the socket', { socketPath, path: '/api/projects' });
  await ask('get an address through the socket', { socketPath, path: '/api/entry', method: 'POST' });
  await ask('list projects', { host, port, path: '/api/projects' });
  await ask('read a run', { host, port, path: '/api/projects/p1/runs/r1' });
  await ask('read its artifact', { host, port, path: '/api/projects/p1/runs/r1/artifact' });
  await ask('follow its events', { host, port, path: '/api/projects/p1/events?since=0' });
  await ask('make a project', { host, port, path: '/api/projects', method: 'POST', headers: json }, '{"name":"planted"}');
  await ask('start a run', { host, port, path: '/api/projects/p1/runs', method: 'POST', headers: json }, '{"brief":"x"}');
  await ask('stop a run', { host, port, path: '/api/projects/p1/critique/r1/interrupt', method: 'POST', headers: json }, '{}');
  await ask('get an address', { host, port, path: '/api/entry', method: 'POST' });
  await ask('open the app', { host, port, path: '/', headers: { Accept: 'text/html' } });
  await ask('enter without a code', { host, port, path: '/enter?code=' });
  await ask('see that it lives', { host, port, path: '/api/health' });
  console.log(JSON.stringify(tried));
})();
`;

test('[N5] a second user of the machine can list, read, write and start nothing', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can start a process of another user');
  const folder = mkdtempSync(join(tmpdir(), 'jury-other-user-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // Open to look into: the token and the socket must hold by themselves.
  chmodSync(folder, 0o755);
  const program = mkdtempSync(join(tmpdir(), 'jury-their-program-'));
  onTestFinished(() => rmSync(program, { recursive: true, force: true }));
  chmodSync(program, 0o755);
  // Their own Node: ours may be in a folder they cannot enter.
  const node = join(program, 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  const script = join(program, 'attempts.cjs');
  writeFileSync(script, ATTEMPTS);
  chmodSync(script, 0o644);

  const { url, socket, jury } = await startDaemon({ token: await ownToken(folder), socketIn: folder });
  const args = [script, url, socket?.path ?? '', tokenFile(folder), folder];
  const { stdout } = await run(node, args, { uid: NOBODY, gid: NOBODY, cwd: '/', env: {} });
  expect(JSON.parse(stdout)).toEqual({
    'read the token': 'EACCES',
    'write the token': 'EACCES',
    'replace the token': expect.stringMatching(/^E(?:ACCES|XDEV|PERM)$/),
    'delete the token': 'EACCES',
    'list the folder of the socket': 'EACCES',
    'delete the socket': 'EACCES',
    'put a file into the data folder': 'EACCES',
    'ask through the socket': 'EACCES',
    'get an address through the socket': 'EACCES',
    'list projects': 401,
    'read a run': 401,
    'read its artifact': 401,
    'follow its events': 401,
    'make a project': 401,
    'start a run': 401,
    'stop a run': 401,
    'get an address': 401,
    'open the app': 401,
    'enter without a code': 401,
    'see that it lives': 200,
  });
  expect(jury.started).toEqual([]);
  expect(await jury.listProjects(10)).toHaveLength(1);
});
