import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type CountingProxy, openCountingProxy } from './counting-proxy.ts';
import { QuestionCount } from './question-count.ts';
import { reroute } from './upstream-proxy.ts';

const PROMPT = 'x'.repeat(10_000);
const asked: { path: string; host: string; carries: boolean; bytes: number }[] = [];
const model = createServer(async (incoming, answer) => {
  let bytes = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) bytes += piece.length;
  const carries = Object.keys(incoming.headers).some((name) => name.startsWith('proxy-'));
  asked.push({ path: incoming.url ?? '', host: incoming.headers.host ?? '', carries, bytes });
  answer.writeHead(200, { 'content-type': 'text/plain' }).end('y'.repeat(400));
});
const echo = createTcpServer((socket) => socket.on('error', () => {}).pipe(socket));
let place = '';
let echoPort = 0;
beforeAll(async () => {
  for (const server of [model, echo])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  place = `127.0.0.1:${(model.address() as AddressInfo).port}`;
  echoPort = (echo.address() as AddressInfo).port;
});
afterAll(() => {
  model.close();
  echo.close();
});

/** What the environment says of proxies; nothing, unless a test says so. */
const upstreamOf = (env: Record<string, string>) => reroute(env)?.upstream ?? expect.fail('not spoken to');

async function opened(env: Record<string, string> = {}): Promise<{
  proxy: CountingProxy;
  ended: () => number;
  headers: Record<string, string>;
}> {
  let told = 0;
  const questions = new QuestionCount(() => told++);
  questions.begin(PROMPT.length);
  const proxy = await openCountingProxy(questions, upstreamOf(env));
  onTestFinished(() => proxy.close());
  const { username, password } = new URL(proxy.url);
  const word = Buffer.from(`${username}:${password}`).toString('base64');
  asked.length = 0;
  return { proxy, ended: () => told, headers: { 'proxy-authorization': `Basic ${word}` } };
}

/** As a client does that was told to go through it; 0 where the connection broke. */
function ask(proxy: CountingProxy, headers: Record<string, string>, body = PROMPT): Promise<number> {
  const { port } = new URL(proxy.url);
  return new Promise((resolve) => {
    const asking = request(
      { host: '127.0.0.1', port, method: 'POST', path: `http://${place}/v1/messages?x=1`, headers },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    );
    asking.on('error', () => resolve(0));
    asking.end(body);
  });
}

async function tunnel(
  proxy: CountingProxy,
  head: string,
  to = `127.0.0.1:${echoPort}`,
): Promise<{ socket: Socket; said: string }> {
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n${head}\r\n`);
  const [said] = await once(socket, 'data');
  return { socket, said: String(said) };
}

const words = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

describe('what is not encrypted', () => {
  test('is handed on as it is, without the word that let it in', async () => {
    const { proxy, headers } = await opened();
    expect(await ask(proxy, headers)).toBe(200);
    expect(asked).toEqual([{ path: '/v1/messages?x=1', host: place, carries: false, bytes: PROMPT.length }]);
  });

  test('is counted: forty questions pass, and the next one is told and not answered', async () => {
    const { proxy, headers, ended } = await opened();
    for (let i = 0; i < 40; i++) expect(await ask(proxy, headers)).toBe(200);
    expect(ended()).toBe(0);
    expect(await ask(proxy, headers)).not.toBe(200);
    expect(ended()).toBe(1);
    expect(asked.length).toBe(40);
  });

  test('of nobody else is let in', async () => {
    const { proxy } = await opened();
    expect(await ask(proxy, {})).toBe(407);
    expect(await ask(proxy, { 'proxy-authorization': 'Basic eDp5' })).toBe(407);
    expect(asked).toEqual([]);
  });

  test('to an address where nobody is says so', async () => {
    const { proxy, headers } = await opened();
    const before = place;
    place = '127.0.0.1:1';
    expect(await ask(proxy, headers)).toBe(502);
    place = before;
  });
});

describe('what is encrypted', () => {
  test('passes as it is, and is counted by its bytes', async () => {
    const { proxy, headers, ended } = await opened();
    const { socket, said } = await tunnel(proxy, words(headers));
    expect(said).toContain('200');
    for (let i = 0; i < 40; i++) {
      let heard = 0;
      socket.write(PROMPT);
      while (heard < PROMPT.length) heard += (await once(socket, 'data'))[0].length;
    }
    expect(ended()).toBe(0);
    const closed = once(socket, 'close');
    socket.write(PROMPT);
    await closed;
    expect(ended()).toBe(1);
  });

  test('of nobody else is let in', async () => {
    const { proxy } = await opened();
    expect((await tunnel(proxy, '')).said).toContain('407');
  });

  test('ends with the proxy', async () => {
    const { proxy, headers } = await opened();
    const { socket } = await tunnel(proxy, words(headers));
    const closed = once(socket, 'close');
    await proxy.close();
    await closed;
  });
});

describe("the user's own proxy", () => {
  /** One on the loopback that knows where its names are, and wants a password. */
  async function company(): Promise<{ at: string; heard: string[] }> {
    const heard: string[] = [];
    const wanted = `Basic ${Buffer.from('ann:p@ss').toString('base64')}`;
    const server = createServer((incoming, answer) => {
      heard.push(`${incoming.method} ${incoming.url}`);
      if (incoming.headers['proxy-authorization'] !== wanted) return answer.writeHead(407).end();
      const { pathname, search } = new URL(incoming.url ?? '');
      const { host, port } = new URL(`http://${place}`);
      const { method = 'GET' } = incoming;
      const onward = request({
        hostname: '127.0.0.1',
        port,
        method,
        path: pathname + search,
        headers: { host },
      });
      onward.on('response', (said) => said.pipe(answer.writeHead(said.statusCode ?? 0)));
      return incoming.pipe(onward);
    });
    server.on('connect', (incoming, inside: Socket) => {
      heard.push(`CONNECT ${incoming.url}`);
      inside.on('error', () => {});
      if (incoming.headers['proxy-authorization'] !== wanted) {
        inside.end('HTTP/1.1 407 Who is it\r\n\r\n');
        return;
      }
      const out = connect(echoPort, '127.0.0.1').on('error', () => inside.destroy());
      out.on('connect', () => inside.write('HTTP/1.1 200 OK\r\n\r\nfirst words'));
      out.on('close', () => inside.destroy());
      inside.on('close', () => out.destroy());
      inside.pipe(out).pipe(inside);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return { at: `127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
  }

  test('is asked for what is encrypted, with its password, and every question is counted', async () => {
    const { at, heard } = await company();
    const { proxy, headers, ended } = await opened({ HTTPS_PROXY: `http://ann:p%40ss@${at}` });
    const { socket, said } = await tunnel(proxy, words(headers), 'api.model.test:443');
    expect(heard).toEqual(['CONNECT api.model.test:443']);
    let before = said.split('\r\n\r\n')[1] ?? '';
    while (before.length < 11) before += String((await once(socket, 'data'))[0]);
    expect(before).toBe('first words');
    for (let i = 0; i < 40; i++) {
      let bytes = 0;
      socket.write(PROMPT);
      while (bytes < PROMPT.length) bytes += (await once(socket, 'data'))[0].length;
    }
    expect(ended()).toBe(0);
    const closed = once(socket, 'close');
    socket.write(PROMPT);
    await closed;
    expect(ended()).toBe(1);
  });

  test('is asked for what is not encrypted, with the whole address and without our word', async () => {
    const { at, heard } = await company();
    const { proxy, headers, ended } = await opened({ http_proxy: `ann:p%40ss@${at}` });
    for (let i = 0; i < 40; i++) expect(await ask(proxy, headers)).toBe(200);
    expect(ended()).toBe(0);
    expect(await ask(proxy, headers)).not.toBe(200);
    expect(ended()).toBe(1);
    expect(new Set(heard)).toEqual(new Set([`POST http://${place}/v1/messages?x=1`]));
    expect(asked[0]).toEqual({ path: '/v1/messages?x=1', host: place, carries: false, bytes: PROMPT.length });
  });

  test('that says no is heard by the program', async () => {
    const { at } = await company();
    const { proxy, headers } = await opened({ HTTPS_PROXY: `http://${at}`, HTTP_PROXY: `http://${at}` });
    expect((await tunnel(proxy, words(headers), 'api.model.test:443')).said).toContain('407 Who is it');
    expect(await ask(proxy, headers)).toBe(407);
  });

  test('that is not there is said', async () => {
    const { proxy, headers } = await opened({ HTTPS_PROXY: 'http://127.0.0.1:1', HTTP_PROXY: '127.0.0.1:1' });
    expect((await tunnel(proxy, words(headers), 'api.model.test:443')).said).toContain('502');
    expect(await ask(proxy, headers)).toBe(502);
  });

  test('is not asked for what it is not for, nor for hosts that are left out', async () => {
    const { at, heard } = await company();
    const straight = [{ HTTP_PROXY: `http://${at}` }, { HTTPS_PROXY: `http://${at}`, NO_PROXY: '127.0.0.1' }];
    for (const env of straight) {
      const { proxy, headers } = await opened(env);
      expect((await tunnel(proxy, words(headers))).said).toContain('200');
    }
    const { proxy, headers } = await opened({ HTTP_PROXY: `http://${at}`, no_proxy: 'x.test, 127.0.0.1' });
    expect(await ask(proxy, headers)).toBe(200);
    expect(heard).toEqual([]);
  });

  test('ends with ours', async () => {
    const { at } = await company();
    const { proxy, headers } = await opened({ HTTPS_PROXY: `http://ann:p%40ss@${at}` });
    const { socket } = await tunnel(proxy, words(headers), 'api.model.test:443');
    const closed = once(socket, 'close');
    await proxy.close();
    await closed;
  });
});
