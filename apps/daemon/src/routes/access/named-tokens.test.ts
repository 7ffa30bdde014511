import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileTokens, loadTokens, newToken } from '../../store/named-tokens.ts';
import { startDaemon } from '../test/daemon.ts';

const own = 'a-token-of-some-length';
const AT = '2026-11-17T00:00:00.000Z';

async function withTokens() {
  const folder = await mkdtemp(join(tmpdir(), 'jury-tokens-'));
  const tokens = fileTokens(folder);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const add = async (name: string, projects: string[] | null, requestsPerMinute: number | null = null) => {
    const { token, sha256 } = newToken();
    await tokens.add({ name, sha256, projects, requestsPerMinute, createdAt: AT });
    return token;
  };
  return { folder, tokens, add };
}

test('a file that others may have written, a pipe or a link lets nobody in, and is not waited for', async () => {
  const { folder, tokens, add } = await withTokens();
  await add('ci', null);
  const file = join(folder, 'tokens.json');
  await chmod(file, 0o644);
  await expect(tokens.list()).rejects.toThrow(/can be read by others/);
  await rm(file);
  execFileSync('mkfifo', ['-m', '600', file]);
  await expect(tokens.list()).rejects.toThrow('a named pipe');
  await rm(file);
  await symlink('/dev/zero', file);
  await expect(tokens.list()).rejects.toThrow();
  await rm(file);
  await writeFile(file, ' '.repeat(1024 ** 2 + 1), { mode: 0o600 });
  await expect(tokens.list()).rejects.toThrow('at most 1 MiB');
  await writeFile(file, 'no JSON', { mode: 0o600 });
  await expect(tokens.list()).rejects.toThrow('holds no tokens');
});

const status = async (url: string, token: string, method = 'GET'): Promise<number> =>
  (await fetch(url, { method, headers: { Authorization: `Bearer ${token}` } })).status;

test('a token with projects opens those and nothing else; one without opens everything but a session', async () => {
  const { tokens, add } = await withTokens();
  const [narrow, wide] = [await add('ci', ['p-mine']), await add('team', null)];
  const loaded = await loadTokens(tokens, () => {});
  onTestFinished(() => loaded.close());
  const { url } = await startDaemon({ token: own, namedTokens: loaded.current });
  expect(await status(`${url}/api/projects/p-mine/runs`, narrow)).not.toBe(403);
  for (const path of [
    '/api/projects/p-other/runs',
    '/api/projects',
    '/api/runs',
    '/metrics',
    '/api/projects/p-mine2/runs',
  ])
    expect([path, await status(`${url}${path}`, narrow)]).toEqual([path, 403]);
  expect(await status(`${url}/api/agents`, narrow)).toBe(200);
  expect(await status(`${url}/api/projects`, wide)).toBe(200);
  for (const token of [narrow, wide]) expect(await status(`${url}/api/entry`, token, 'POST')).toBe(403);
  expect(await status(`${url}/api/projects`, 'jt_somebody-else')).toBe(401);
});

test('a token asks as fast as its rate, whoever else asks', async () => {
  const { tokens, add } = await withTokens();
  const slow = await add('slow', null, 3);
  const loaded = await loadTokens(tokens, () => {});
  onTestFinished(() => loaded.close());
  const { url } = await startDaemon({ token: own, namedTokens: loaded.current });
  const asked = [];
  for (let n = 0; n < 4; n++) asked.push(await status(`${url}/api/agents`, slow));
  expect(asked).toEqual([200, 200, 200, 429]);
  expect(await status(`${url}/api/agents`, own)).toBe(200);
});

test('only hashes are stored, for the owner alone; a name is taken once, and revoked is out', async () => {
  const { folder, tokens, add } = await withTokens();
  await add('one', null);
  const [stored] = await tokens.list();
  expect(stored?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect((await stat(join(folder, 'tokens.json'))).mode & 0o077).toBe(0);
  await expect(add('one', null)).rejects.toMatchObject({ reason: 'conflict' });
  expect([await tokens.revoke('one'), await tokens.revoke('one')]).toEqual([true, false]);
  expect(await tokens.list()).toEqual([]);
});
