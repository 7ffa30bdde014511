/** The Theater as the daemon serves it: from a folder of its own, shut in. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mountWeb } from './web.ts';

const SCRIPT = "parent.postMessage('ready', '*')";
let folder: string;
let app: Hono;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jury-web-'));
  app = new Hono();
  const lost = mountWeb(app, folder);
  app.notFound((c) => lost(c) ?? c.text('', 404));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function build(): Promise<void> {
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Jury</title>');
  await writeFile(join(folder, 'preview.html'), `<!doctype html><script>${SCRIPT}</script>`);
  await writeFile(join(folder, 'assets/index-12345678.js'), 'console.log(1)');
  await writeFile(join(folder, 'assets/secret.env'), 'TOKEN=1');
  await writeFile(join(folder, 'top.txt'), 'not ours');
}

test('without a build the page says how to get one', async () => {
  const answer = await app.request('/');
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('npm run build:web');
  expect((await app.request('/assets/index.js')).status).toBe(404);
});

test.each(['/', '/projects/p-1', '/projects/p-1/runs/r-1', '/agents'])('%s is the app', async (path) => {
  await build();
  const answer = await app.request(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  );
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
});

test('the preview runs scripts in an origin of its own, without network, forms, frames or windows', async () => {
  await build();
  const policy = (await app.request('/preview.html')).headers.get('content-security-policy');
  expect(policy).toBe(
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; connect-src 'none'; frame-src 'none'; worker-src 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  );
});

test('files are packed for who accepts it, and never change under their name', async () => {
  await build();
  const packed = await app.request('/assets/index-12345678.js', {
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe('console.log(1)');
  const plain = await app.request('/assets/index-12345678.js');
  expect(await plain.text()).toBe('console.log(1)');
  const tag = plain.headers.get('etag') ?? '';
  expect((await app.request('/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  expect((await app.request('/assets/index-12345678.js', { headers: { 'if-none-match': tag } })).status).toBe(
    304,
  );
});

test.each([
  '/assets/secret.env',
  '/top.txt',
  '/assets/..%2Ftop.txt',
  '/assets/%2e%2e/top.txt',
  '/index.html.bak',
])('%s is not served', async (path) => {
  await build();
  expect((await app.request(path)).status).toBe(404);
});

test('a wrong address is a page in a browser, an answer of the API elsewhere, and 404 everywhere', async () => {
  await build();
  const headers = { accept: 'text/html,application/xhtml+xml' };
  const visit = await app.request('/nowhere/at/all', { headers });
  expect([visit.status, await visit.text()]).toEqual([404, '<!doctype html><title>Jury</title>']);
  for (const path of ['/api/nowhere', '/assets/none.js', '/sites/none/']) {
    const answer = await app.request(path, { headers });
    expect([path, answer.status, (await answer.text()).includes('<title>Jury')]).toEqual([path, 404, false]);
  }
  expect(await (await app.request('/nowhere')).text()).not.toContain('<title>Jury');
});

test('a rebuild is picked up while the daemon runs', async () => {
  expect((await app.request('/')).status).toBe(503);
  await build();
  expect((await app.request('/')).status).toBe(200);
});
