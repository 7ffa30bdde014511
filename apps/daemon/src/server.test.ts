import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { machinePace } from '../../../scripts/machine-pace.ts';
import { createBus } from './host/stream/bus.ts';
import { startDaemon } from './routes/test/daemon.ts';
import { createScriptedJury } from './routes/test/scripted-jury.ts';
import { createServer, SERVER_DEFAULTS } from './server.ts';

const LIMIT = 100_000;

/** `{"name":"xxx…"}` of exactly this many bytes would break the name's own limit, so white space pads it. */
function bodyOf(bytes: number): Buffer {
  const json = '{"name":"x"}';
  return Buffer.from(json + ' '.repeat(bytes - json.length));
}

async function post(
  port: number,
  body: Buffer,
  framing: 'length' | 'chunked',
  path = '/api/projects',
): Promise<{ status: number; text: string }> {
  const outgoing = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path,
    headers: {
      'Content-Type': 'application/json',
      ...(framing === 'length' ? { 'Content-Length': body.length } : {}),
    },
  });
  outgoing.on('error', () => {});
  for (let at = 0; at < body.length; at += 16_384) outgoing.write(body.subarray(at, at + 16_384));
  outgoing.end();
  const [response] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text };
}

test.each([
  ['length', LIMIT - 1, 201],
  ['length', LIMIT, 201],
  ['length', LIMIT + 1, 413],
  ['chunked', LIMIT - 1, 201],
  ['chunked', LIMIT, 201],
  ['chunked', LIMIT + 1, 413],
] as const)('a body with %s framing and %i bytes is answered with %i', async (framing, bytes, status) => {
  const { port } = await startDaemon({ maxBodyBytes: LIMIT });
  const answer = await post(port, bodyOf(bytes), framing);
  expect(answer.status).toBe(status);
  if (status === 413)
    expect(JSON.parse(answer.text)).toEqual({
      error: { code: 'too_large', message: 'the body may have at most 100000 bytes' },
    });
});

test('a body without end is cut off at the limit, not stored', async () => {
  const { port } = await startDaemon({ maxBodyBytes: LIMIT });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    'POST /api/projects HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  for (let sent = 0; sent < 50 && answer === ''; sent++) {
    socket.write(chunk);
    await sleep(5);
  }
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test('the documented defaults', () => {
  const { report, ...values } = SERVER_DEFAULTS;
  expect(values).toEqual({
    host: '127.0.0.1',
    port: 0,
    maxBodyBytes: 12_582_912,
    maxTotalBodyBytes: 67_108_864,
    requestRate: { burst: 10_000, perSecond: 1_000 },
    changeRate: { burst: 3_000, perSecond: 300 },
    heartbeatMs: 15_000,
    retryMs: 2_000,
    stallMs: 30_000,
    maxStreams: 4096,
    maxConnections: 8192,
  });
  expect(report).toBeTypeOf('function');
});

test('listening beyond loopback without a token fails before the port is open', () => {
  const bus = createBus();
  expect(() => createServer({ bus, jury: createScriptedJury(bus), host: '0.0.0.0' })).toThrow(
    'needs a token',
  );
});

test('a port that is taken is an error, not a crash', async () => {
  const { port, bus, jury } = await startDaemon();
  await expect(createServer({ bus, jury, port }).listen()).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

/** A request that has reached its work, which is done when `done` is. */
async function atWork<Answer>(
  jury: Awaited<ReturnType<typeof startDaemon>>['jury'],
  ask: () => Promise<Answer>,
  done: Promise<void> = new Promise(() => {}),
): Promise<{ answer: Promise<Answer> }> {
  const reached = Promise.withResolvers<void>();
  jury.agents = () => {
    reached.resolve();
    return done.then(() => []);
  };
  const answer = ask();
  await reached.promise;
  return { answer };
}

test('closing ends streams with a comment, lets a request finish, and frees the port', async () => {
  const { url, server, jury } = await startDaemon();
  const stream = await fetch(`${url}/api/projects/p1/events`);
  const gate = Promise.withResolvers<void>();
  const slow = await atWork(jury, () => fetch(`${url}/api/agents`), gate.promise);
  const closing = server.close(5_000);
  setTimeout(gate.resolve, 50);
  expect((await slow.answer).status).toBe(200);
  await closing;
  expect(await stream.text()).toMatch(/: closing\n\n$/);
  await expect(fetch(`${url}/api/health`)).rejects.toThrow();
});

test('closing does not wait for a request that never ends', async () => {
  const { url, server, jury } = await startDaemon();
  const stuck = await atWork(jury, () => fetch(`${url}/api/agents`).catch(() => 'cut'));
  const before = performance.now();
  await server.close(100);
  expect(performance.now() - before).toBeLessThan(2_000 * machinePace());
  expect(await stuck.answer).toBe('cut');
});

/** A request whose head and first bytes are sent, and whose end is up to the test. */
function beginBody(port: number, bytes: number) {
  const outgoing = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/projects',
    headers: { 'Content-Type': 'application/json' },
    agent: false,
  });
  const answered = once(outgoing, 'response').then(([response]) => response);
  outgoing.on('error', () => {});
  const body = bodyOf(bytes);
  outgoing.write(body);
  return { outgoing, answered };
}

test('[N7] all bodies together have a limit: beyond it one is refused, and room is made when another is done', async () => {
  const { port } = await startDaemon({ maxBodyBytes: LIMIT, maxTotalBodyBytes: 2 * LIMIT });
  const held = [beginBody(port, LIMIT), beginBody(port, LIMIT - 1)];
  // One byte is left: who sends two is refused, as soon as both others have arrived.
  await expect.poll(async () => (await post(port, bodyOf(12), 'chunked')).status, { interval: 20 }).toBe(503);
  const refused = await post(port, bodyOf(12), 'length');
  expect(JSON.parse(refused.text).error).toEqual({
    code: 'unavailable',
    message: 'too much is being sent to the daemon at once; send it again later',
  });
  held[0]?.outgoing.end();
  expect((await held[0]?.answered)?.statusCode).toBe(201);
  expect((await post(port, bodyOf(LIMIT), 'chunked')).status).toBe(201);
  // A client that leaves in the middle holds nothing either.
  held[1]?.outgoing.destroy();
  held[1]?.answered.catch(() => {});
  const both = async () =>
    (await Promise.all([1, 2].map(() => post(port, bodyOf(LIMIT), 'chunked')))).map(({ status }) => status);
  await expect.poll(both, { interval: 20 }).toEqual([201, 201]);
});

test('[N7] bodies for /mcp are held to the same limits, and its answers carry our headers', async () => {
  const heard: string[] = [];
  const mcp = async (asked: Request): Promise<Response> => {
    heard.push(`${asked.method} ${asked.headers.get('mcp-session-id')} ${(await asked.text()).length}`);
    return Response.json({ jsonrpc: '2.0' }, { status: 202, headers: { 'Mcp-Session-Id': 's' } });
  };
  const { port } = await startDaemon({ maxBodyBytes: LIMIT, maxTotalBodyBytes: 2 * LIMIT, mcp });
  const nested = (levels: number): Buffer => Buffer.from('['.repeat(levels) + ']'.repeat(levels));
  const sent = async (body: Buffer): Promise<number> => (await post(port, body, 'chunked', '/mcp')).status;
  expect(await Promise.all([nested(32), nested(33), bodyOf(LIMIT + 1)].map(sent))).toEqual([202, 400, 413]);
  const held = [beginBody(port, LIMIT), beginBody(port, LIMIT - 1)];
  await expect.poll(() => sent(bodyOf(12)), { interval: 20 }).toBe(503);
  for (const { outgoing } of held) outgoing.end();
  await Promise.all(held.map(({ answered }) => answered));
  const url = `http://127.0.0.1:${port}/mcp`;
  const packed = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  expect((await fetch(url, { method: 'POST', headers: packed, body: '{}' })).status).toBe(415);
  heard.length = 0;
  const answer = await fetch(url, { headers: { 'Mcp-Session-Id': 'x' } });
  expect([heard, answer.status, answer.headers.get('mcp-session-id')]).toEqual([['GET x 0'], 202, 's']);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect((await fetch(url, { method: 'PUT', body: '{}' })).status).toBe(405);
});
