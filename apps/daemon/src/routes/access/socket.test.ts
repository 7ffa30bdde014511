import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startDaemon } from '../test/daemon.ts';
import { isOwnSocket, socketPaths } from './socket.ts';

const token = 'a-token-of-some-length';

function folderOf(depth = 0): string {
  const top = mkdtempSync(join(tmpdir(), 'jury-socket-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const folder = join(top, ...Array.from({ length: depth }, () => 'a-folder-with-a-rather-long-name'));
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function get(socketPath: string, path: string): Promise<{ status: number | undefined; text: string }> {
  const asked = request({ socketPath, path, agent: false });
  asked.end();
  const [response] = await once(asked, 'response');
  return { status: response.statusCode, text: await text(response) };
}

test('programs of the same user ask through a socket without a token', async () => {
  const folder = folderOf();
  const { socket, server } = await startDaemon({ token, socketIn: folder });
  const path = join(folder, 'run', 'jury.sock');
  expect(socket).toEqual({ path });
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
  expect((await get(path, '/api/projects')).status).toBe(200);
  expect(await isOwnSocket(path)).toBe(true);
  await server.close(100);
  expect(existsSync(path)).toBe(false);
});

test('a path that is too long for a socket is replaced by a short one, which is found by the folder', async () => {
  const folder = folderOf(5);
  const { socket } = await startDaemon({ token, socketIn: folder });
  const [path = '', ...others] = await socketPaths(folder);
  expect(socket).toEqual({ path });
  expect([others, path.length <= 100, path.startsWith(folder)]).toEqual([[], true, false]);
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
  expect((await get(path, '/api/projects')).status).toBe(200);
});

test('what a killed process left behind is replaced, and a living daemon keeps its own', async () => {
  const folder = folderOf();
  mkdirSync(join(folder, 'run'), { mode: 0o700 });
  const path = join(folder, 'run', 'jury.sock');
  const child = spawn(process.execPath, [
    '-e',
    `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`,
  ]);
  await once(child, 'close');
  expect(existsSync(path)).toBe(true);
  const first = await startDaemon({ token, socketIn: folder });
  expect(first.socket).toEqual({ path });
  const second = await startDaemon({ token, socketIn: folder });
  expect(second.socket).toEqual({ path: null, problem: 'another daemon on this data folder has it' });
  expect((await get(path, '/api/projects')).status).toBe(200);
});

test('a folder that others may enter is not used, and a socket in it is not trusted', async () => {
  const folder = folderOf();
  const run = join(folder, 'run');
  mkdirSync(run);
  chmodSync(run, 0o755);
  const { socket } = await startDaemon({ token, socketIn: folder });
  expect(socket?.path?.startsWith(folder)).toBe(false);
  const planted = createServer().listen(join(run, 'jury.sock'));
  onTestFinished(() => void planted.close());
  await once(planted, 'listening');
  expect(await isOwnSocket(join(run, 'jury.sock'))).toBe(false);
  chmodSync(run, 0o700);
  expect(await isOwnSocket(join(run, 'jury.sock'))).toBe(true);
  writeFileSync(join(run, 'a-file'), '');
  expect(await isOwnSocket(join(run, 'a-file'))).toBe(false);
  expect(await isOwnSocket(join(folder, 'none', 'jury.sock'))).toBe(false);
});
