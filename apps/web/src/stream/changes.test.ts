/** Lists and the stream that tells them of changes, against a server that speaks as the daemon does. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onStoreChange } from './changes.ts';

const CHANGED = 'event: store.changed\ndata: {}\n\n';

let streams: ServerResponse[];
let status: number;
let page: EventTarget & { hidden: boolean };
let close: () => void;

beforeEach(async () => {
  streams = [];
  status = 200;
  page = Object.assign(new EventTarget(), { hidden: false });
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'Content-Type': 'text/event-stream' });
    if (status !== 200) return void response.end('{}');
    response.write(': ping\n\n');
    streams.push(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`${base}${path}`, init));
  vi.stubGlobal('document', page);
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});

afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

const PATIENCE = { interval: 10 };

test('a list is asked for when there is a connection and with each change, once for many at a time, and never else', async () => {
  let asked = 0;
  const stop = onStoreChange(() => {
    asked += 1;
  });
  const stopOther = onStoreChange(() => {});
  await expect.poll(() => asked, PATIENCE).toBe(1);
  expect(streams).toHaveLength(1);
  for (let n = 0; n < 20; n++) streams[0]?.write(CHANGED);
  await expect.poll(() => asked, PATIENCE).toBe(2);
  streams[0]?.write(': ping\n\n');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(asked).toBe(2);
  stop();
  stopOther();
  await expect.poll(() => streams[0]?.destroyed, PATIENCE).toBe(true);
});

test('a page nobody sees neither asks nor holds a connection; seen again, it does', async () => {
  let asked = 0;
  page.hidden = true;
  const stop = onStoreChange(() => {
    asked += 1;
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([asked, streams.length]).toEqual([0, 0]);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => asked, PATIENCE).toBe(1);
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => streams[0]?.destroyed, PATIENCE).toBe(true);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => asked, PATIENCE).toBe(2);
  stop();
});

test('without a stream lists are asked for again and again, and a new connection asks too', async () => {
  let asked = 0;
  status = 503;
  const stop = onStoreChange(() => {
    asked += 1;
  });
  await expect.poll(() => asked, PATIENCE).toBe(2);
  const before = asked;
  status = 200;
  await expect.poll(() => streams.length, PATIENCE).toBe(1);
  await expect.poll(() => asked, PATIENCE).toBeGreaterThan(before);
  stop();
});
