import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REQUEST_LIMIT } from './request-limit.ts';

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.method ?? '');
  response.end('{}');
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

/** A program that asks so many times, by one of Node's two clients. */
function asking(
  times: number,
  method: string,
  client: 'fetch' | 'http',
): Promise<{ code: number; said: string }> {
  const ask =
    client === 'fetch'
      ? `await (await fetch(${JSON.stringify(url)}, { method: '${method}' })).text()`
      : `await new Promise((done) => request(${JSON.stringify(url)}, { method: '${method}' }, (r) => r.resume().on('end', done)).end())`;
  const script = `import { request } from 'node:http'; for (let i = 0; i < ${times}; i++) ${ask};`;
  asked.length = 0;
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      ['--input-type=module', '-e', script],
      { env: { NODE_OPTIONS: REQUEST_LIMIT }, timeout: 60_000 },
      (error, _stdout, said) => resolve({ code: Number(error?.code ?? 0), said }),
    ),
  );
}

test.each(['fetch', 'http'] as const)(
  'a program that asks by %s is ended after 20 requests, and says why',
  async (client) => {
    expect(await asking(20, 'POST', client)).toMatchObject({ code: 0 });
    const ended = await asking(60, 'POST', client);
    expect(ended.code).toBe(1);
    expect(ended.said).toContain('more than 20 requests without completing its answer');
    // The one that was too many may have been on its way.
    expect(asked.length).toBeLessThanOrEqual(21);
  },
  120_000,
);

test('what is only fetched is not counted', async () => {
  expect(await asking(30, 'GET', 'fetch')).toMatchObject({ code: 0 });
});
