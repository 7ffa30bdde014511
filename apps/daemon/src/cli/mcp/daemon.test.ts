/** `/mcp` of `jury serve` as clients meet it: a daemon of its own, asked over HTTP, killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Ask, mcpClient } from './test/http-client.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const folder = mkdtempSync(join(tmpdir(), 'jury-mcp-http-'));
const project = join(folder, 'project');
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} }, elicitation: {} };
const PATIENCE_MS = 60_000;

const Where = z.object({ url: z.string(), dataDir: z.string() });
const Task = z.looseObject({
  taskId: z.string(),
  status: z.string(),
  inputRequests: z.record(z.string(), z.looseObject({ method: z.string() })).optional(),
  result: z.looseObject({ structuredContent: z.looseObject({ exit: z.number() }) }).optional(),
});

let child: ChildProcess;
let url = '';
let token = '';
let dataDir = '';

async function start(...flags: string[]): Promise<void> {
  child = spawn(join(ROOT, 'jury'), ['serve', '--port', '0', '--json', ...flags], {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', HOME: join(folder, 'home'), OD_BROWSER: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('no pipe');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const where = Where.parse(JSON.parse(String(line)));
  url = `${where.url}/mcp`;
  dataDir = where.dataDir;
  token = readFileSync(join(dataDir, 'token'), 'utf8').trim();
}

const client = (capabilities: object = {}): Ask =>
  mcpClient(url, { authorization: `Bearer ${token}` }, capabilities);

async function until(ask: Ask, taskId: string, wanted: (status: string) => boolean) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const task = Task.parse((await ask('tasks/get', { taskId })).result);
    if (wanted(task.status)) return task;
    if (Date.now() > end) throw new Error(`the task is still ${task.status}`);
    await delay(50);
  }
}

const onDisk = (taskId: string): unknown =>
  JSON.parse(readFileSync(join(dataDir, `mcp-tasks/${taskId}.json`), 'utf8'));

async function killed(): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

beforeAll(async () => {
  mkdirSync(join(folder, 'home'));
  mkdirSync(project);
  cpSync(join(ROOT, 'examples/landing.html'), join(project, 'landing.html'));
  cpSync(join(ROOT, 'examples/specs/export.md'), join(project, 'export.md'));
  const body = readFileSync(join(project, 'landing.html'), 'utf8');
  const inner = body.slice(body.indexOf('<body') + 6, body.indexOf('</body>'));
  writeFileSync(join(project, 'long.html'), body.replace('</body>', `${inner.repeat(5)}</body>`));
  await start();
});

afterAll(async () => {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
  rmSync(folder, { recursive: true, force: true });
});

describe('/mcp of the daemon', () => {
  test('is closed to who has no token, and to another name for this machine', async () => {
    expect((await mcpClient(url, {})('server/discover')).status).toBe(401);
    expect(
      (await mcpClient(url, { authorization: 'Bearer wrong-token-of-16' })('server/discover')).status,
    ).toBe(401);
    const elsewhere = mcpClient(url, {
      authorization: `Bearer ${token}`,
      origin: 'https://elsewhere.example',
    });
    expect((await elsewhere('server/discover')).status).toBe(403);
  });

  test('says what it can, judges a page, and shows the run that came of it', async () => {
    const ask = client();
    expect((await ask('server/discover')).result).toMatchObject({
      supportedVersions: ['2026-07-28'],
      capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {}, 'io.modelcontextprotocol/ui': {} } },
    });
    const checked = await ask('tools/call', { name: 'check', arguments: { files: ['landing.html'] } });
    expect(checked.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { exit: 1, result: { verdict: 'fails' } },
    });
    const listed = z
      .object({ resources: z.array(z.looseObject({ uri: z.string() })) })
      .parse((await ask('resources/list')).result);
    const report = listed.resources.find(({ uri }) => uri.startsWith('jury://runs/'))?.uri ?? '';
    for (const [part, holds] of [
      ['report', 'below_threshold'],
      ['transcript', 'critique.'],
      ['artifacts/final', 'Fjordlog'],
    ] as const) {
      const read = await ask('resources/read', { uri: report.replace('report', part) });
      expect(JSON.stringify(read.result)).toContain(holds);
    }
    const none = await ask('resources/read', {
      uri: report.replace(/r-[0-9a-f-]+/, `r-${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`),
    });
    expect(none.error?.code).toBe(-32602);
  });

  test('a client of 2025-11-25 has a session and calls the same tools', async () => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const send = (body: object, more: Record<string, string> = {}) =>
      fetch(url, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      });
    const params = {
      protocolVersion: '2025-11-25',
      // Declared in vain: tasks are answers of the next revision.
      capabilities: { extensions: TASKS.extensions },
      clientInfo: { name: 'test', version: '1' },
    };
    const opened = await send({ id: 1, method: 'initialize', params });
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    expect(await opened.text()).toContain('"protocolVersion":"2025-11-25"');
    await send({ method: 'notifications/initialized' }, session);
    const called = await send(
      {
        id: 2,
        method: 'tools/call',
        params: { name: 'explain_finding', arguments: { rule: 'contrast-text' } },
      },
      session,
    );
    expect(await called.text()).toContain('"rule":"contrast-text"');
    const review = { name: 'review', arguments: { file: 'nobody-has-this.html' } };
    const reviewed = await (await send({ id: 4, method: 'tools/call', params: review }, session)).text();
    expect(reviewed).toContain('"structuredContent":{"exit":2');
    expect(reviewed).not.toContain('taskId');
    expect((await send({ id: 3, method: 'tools/list' }, { 'mcp-session-id': 'unknown' })).status).toBe(404);
  });

  test('a task that its process died over is finished by the next one', async () => {
    const created = Task.parse(
      (await client(TASKS)('tools/call', { name: 'review', arguments: { file: 'long.html' } })).result,
    );
    await killed();
    expect(onDisk(created.taskId)).toMatchObject({ status: 'working' });
    await start();
    const { status, result } = await until(client(TASKS), created.taskId, (now) => now !== 'working');
    expect([status, result?.structuredContent.exit]).toEqual(['completed', 1]);
  });

  test('what a run asks is put to the client, also by another process; the answer takes the run to its end', async () => {
    const first = client(TASKS);
    const arguments_ = { file: 'export.md', command: 'spec' };
    const { taskId } = Task.parse(
      (await first('tools/call', { name: 'loop', arguments: arguments_ })).result,
    );
    await until(first, taskId, (status) => status === 'input_required');
    await killed();
    await start();
    const ask = client(TASKS);
    let task = await until(ask, taskId, (status) => status !== 'working');
    for (let round = 0; task.status === 'input_required' && round < 20; round += 1) {
      const asked = Object.entries(task.inputRequests ?? {});
      expect(asked.map(([, { method }]) => method)).toEqual(asked.map(() => 'elicitation/create'));
      const inputResponses = Object.fromEntries(
        asked.map(([key]) => [key, { action: 'accept', content: { choice: '1' } }]),
      );
      expect((await ask('tasks/update', { taskId, inputResponses })).result).toMatchObject({
        resultType: 'complete',
      });
      task = await until(ask, taskId, (status) => status !== 'working');
    }
    expect(task.status).toBe('completed');
    expect([0, 1]).toContain(task.result?.structuredContent.exit);
  });

  test('a plain call that asks is answered by a call with the answers; state of somebody else is refused', async () => {
    cpSync(join(ROOT, 'examples/specs/export.md'), join(project, 'again.md'));
    const ask = client({ elicitation: {} });
    const call = { name: 'loop', arguments: { file: 'again.md', command: 'spec' } };
    const asked = z
      .looseObject({
        resultType: z.string(),
        inputRequests: z.record(z.string(), z.unknown()),
        requestState: z.string(),
      })
      .parse((await ask('tools/call', call)).result);
    expect(asked.resultType).toBe('input_required');
    const inputResponses = Object.fromEntries(
      Object.keys(asked.inputRequests).map((key) => [key, { action: 'decline' }]),
    );
    const forged = { ...call, inputResponses, requestState: `${asked.requestState.slice(0, -4)}AAAA` };
    expect((await ask('tools/call', forged)).error?.code).toBe(-32602);
    const { requestState } = asked;
    const other = { name: 'check', arguments: { files: ['landing.html'] }, inputResponses, requestState };
    expect((await ask('tools/call', other)).error?.code).toBe(-32602);
    const answered = await ask('tools/call', { ...call, inputResponses, requestState });
    expect(answered.result).toMatchObject({ resultType: expect.stringMatching(/complete|input_required/) });
  });

  test('folders that the client does not allow are refused, though they lie below ours', async () => {
    mkdirSync(join(project, 'allowed'));
    cpSync(join(project, 'landing.html'), join(project, 'allowed/page.html'));
    const ask = client({ roots: {} });
    const check = (file: string) => ({ name: 'check', arguments: { files: [file] } });
    const asked = (await ask('tools/call', check('landing.html'))).result;
    expect(asked).toMatchObject({ inputRequests: { client_roots: { method: 'roots/list' } } });
    const inputResponses = { client_roots: { roots: [{ uri: `file://${join(project, 'allowed')}` }] } };
    const refused = await ask('tools/call', { ...check('landing.html'), inputResponses });
    expect(refused.result).toMatchObject({ isError: true, structuredContent: { exit: 2 } });
    const allowed = await ask('tools/call', { ...check('allowed/page.html'), inputResponses });
    expect(allowed.result).toMatchObject({ structuredContent: { exit: 1 } });
  });
});
