import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type CountingProxy, openCountingProxy } from './counting-proxy.ts';
import { QuestionCount } from './question-count.ts';

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

async function opened(): Promise<{
  proxy: CountingProxy;
  ended: () => number;
  headers: Record<string, string>;
}> {
  let told = 0;
  const questions = new QuestionCount(() => told++);
  questions.begin(PROMPT.length);
  const proxy = await openCountingProxy(questions);
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

async function tunnel(proxy: CountingProxy, head: string): Promise<{ socket: Socket; said: string }> {
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(`CONNECT 127.0.0.1:${echoPort} HTTP/1.1\r\nHost: 127.0.0.1:${echoPort}\r\n${head}\r\n`);
  const [said] = await once(socket, 'data');
  return { socket, said: String(said) };
}

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
  const words = (headers: Record<string, string>): string =>
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');

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
