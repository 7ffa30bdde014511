import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startDaemon } from './test/daemon.ts';

const TRANSCRIPT = '{"seq":1}\n{"seq":2}\n';
const PAGE = '<!doctype html><p>Hi</p>';

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'jury-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const daemon = await startDaemon();
  const put = async (name: string, content: string | Buffer): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  daemon.jury.files.transcript = { path: await put('t.ndjson', TRANSCRIPT), encoding: 'identity' };
  daemon.jury.files.artifact = { path: await put('page', PAGE), mime: 'text/html' };
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${daemon.url}/api/projects/p1/runs/r1/${path}`, { method, headers });
  return { ...daemon, put, get, folder };
}

test.each([
  ['bytes=0-8', 206, '{"seq":1}', 'bytes 0-8/20'],
  ['bytes=-10', 206, '{"seq":2}\n', 'bytes 10-19/20'],
  ['bytes=10-99', 206, '{"seq":2}\n', 'bytes 10-19/20'],
  ['bytes=19-', 206, '\n', 'bytes 19-19/20'],
  ['bytes=0-1,3-4', 200, TRANSCRIPT, null],
  ['nonsense', 200, TRANSCRIPT, null],
])('a transcript asked for %s answers %i', async (range, status, text, contentRange) => {
  const { get } = await setUp();
  const response = await get('transcript', { Range: range });
  expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
    status,
    text,
    contentRange,
  ]);
  expect(response.headers.get('content-length')).toBe(String(text.length));
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
});

test('a range beyond the end is 416 and says how long the file is', async () => {
  const { get } = await setUp();
  const response = await get('transcript', { Range: 'bytes=20-' });
  expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */20']);
  expect(await response.json()).toEqual({
    error: { code: 'range_not_satisfiable', message: 'the file has 20 bytes' },
  });
});

test('a range of another version is answered with the whole, an unchanged file with 304', async () => {
  const { get } = await setUp();
  const tag = (await get('transcript')).headers.get('etag') ?? '';
  expect((await get('transcript', { Range: 'bytes=0-1', 'If-Range': tag })).status).toBe(206);
  expect((await get('transcript', { Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200);
  expect((await get('transcript', { 'If-None-Match': tag })).status).toBe(304);
});

test('HEAD answers what GET would, without the bytes', async () => {
  const { get } = await setUp();
  const whole = await get('transcript', {}, 'HEAD');
  expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([200, '20', '']);
  const part = await get('transcript', { Range: 'bytes=0-3' }, 'HEAD');
  expect([part.status, part.headers.get('content-length'), part.headers.get('content-range')]).toEqual([
    206,
    '4',
    'bytes 0-3/20',
  ]);
  expect((await get('artifact', {}, 'HEAD')).headers.get('content-security-policy')).toContain('sandbox');
});

test('an empty transcript is an empty answer', async () => {
  const { get, jury, put } = await setUp();
  jury.files.transcript = { path: await put('empty', ''), encoding: 'identity' };
  const response = await get('transcript');
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
    200,
    '0',
    '',
  ]);
  expect((await get('transcript', { Range: 'bytes=0-' })).status).toBe(416);
});

test.each([
  ['gzip, br', 'gzip'],
  ['*', 'gzip'],
  ['identity', null],
  ['gzip;q=0', null],
  ['gzip;q=0.5', 'gzip'],
  ['br', null],
])('a packed transcript for a client that accepts %s is sent as %s', async (accept, encoding) => {
  const { get, jury, put } = await setUp();
  jury.files.transcript = { path: await put('t.ndjson.gz', gzipSync(TRANSCRIPT)), encoding: 'gzip' };
  const response = await get('transcript', {
    'Accept-Encoding': accept,
    ...(encoding === null ? { Range: 'bytes=0-1' } : {}),
  });
  expect([response.status, response.headers.get('content-encoding'), await response.text()]).toEqual([
    200,
    encoding,
    TRANSCRIPT,
  ]);
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  expect(response.headers.get('accept-ranges')).toBe(encoding === null ? 'none' : 'bytes');
});

test('a packed transcript that is damaged breaks off, and only that answer', async () => {
  const { get, jury, put } = await setUp();
  const packed = gzipSync(Buffer.alloc(300_000, TRANSCRIPT));
  jury.files.transcript = { path: await put('t.ndjson.gz', packed.fill(0, 200)), encoding: 'gzip' };
  const broken = get('transcript', { 'Accept-Encoding': 'identity' }).then((response) => response.text());
  await expect(broken).rejects.toThrow();
  expect((await get('artifact')).status).toBe(200);
});

test('a download is named after the run', async () => {
  const { get } = await setUp();
  const names = await Promise.all(
    ['transcript?download', 'artifact?download', 'rounds/2/artifact?download=1', 'artifact'].map(
      async (path) => (await get(path)).headers.get('content-disposition'),
    ),
  );
  expect(names).toEqual([
    'attachment; filename="r1.ndjson"',
    'attachment; filename="r1-final.html"',
    'attachment; filename="r1-round-2.html"',
    null,
  ]);
});

test('an artifact comes with a policy that lets it do nothing', async () => {
  const { get } = await setUp();
  const response = await get('rounds/1/artifact');
  expect(await response.text()).toBe(PAGE);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
  });
});

test.each([
  ['image/svg+xml', 'image/svg+xml; charset=utf-8', null],
  ['text/markdown', 'text/markdown; charset=utf-8', null],
  ['text/javascript', 'application/octet-stream', 'attachment; filename="r1-final.bin"'],
  ['application/x-shockwave-flash', 'application/octet-stream', 'attachment; filename="r1-final.bin"'],
])('an artifact stored as %s is sent as %s', async (mime, type, disposition) => {
  const { get, jury } = await setUp();
  jury.files.artifact.mime = mime;
  const { headers } = await get('artifact');
  expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([type, disposition]);
});

test.each([
  ['rounds/0/artifact', 400],
  ['rounds/1001/artifact', 400],
  ['rounds/x/artifact', 400],
  ['rounds/1.5/artifact', 400],
  ['rounds/4/artifact', 404],
])('%s is %i', async (path, status) => {
  const { get } = await setUp();
  expect((await get(path)).status).toBe(status);
});

test('what is not a regular file is not there, and a refusal carries nothing of the file', async () => {
  const { get, jury, folder } = await setUp();
  await symlink(join(folder, 'page'), join(folder, 'link'));
  for (const path of [join(folder, 'link'), join(folder, 'missing'), folder]) {
    jury.files.transcript = { path, encoding: 'gzip' };
    const response = await get('transcript?download', { 'Accept-Encoding': 'gzip' });
    expect([
      response.status,
      response.headers.get('content-encoding'),
      response.headers.get('content-disposition'),
    ]).toEqual([404, null, null]);
    expect(await response.text()).not.toContain(folder);
  }
});

test('no request leaves a file open, also not one that is cut off', async () => {
  const { get, jury, put } = await setUp();
  jury.files.transcript = {
    path: await put('large', Buffer.alloc(8 * 1024 * 1024, 32)),
    encoding: 'identity',
  };
  const openFiles = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
  await (await get('transcript')).arrayBuffer();
  const before = await openFiles();
  for (let i = 0; i < 10; i++) {
    await get('transcript', {}, 'HEAD');
    await get('transcript', { Range: 'bytes=99999999-' });
    await (await get('transcript')).body?.cancel();
  }
  await expect.poll(openFiles).toBeLessThanOrEqual(before + 5);
});
