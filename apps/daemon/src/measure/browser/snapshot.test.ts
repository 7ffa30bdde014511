/** A page as it is shown, taken as one document that stands alone. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPage } from '../model/page.ts';
import { testBrowser } from '../test/chromium.ts';
import { SNAPSHOT } from './snapshot.ts';

const found = await testBrowser();
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const FILES: Record<string, [type: string, body: string | Buffer]> = {
  '/': [
    'text/html',
    `<!doctype html><html lang="en"><head><title>Tides</title><link rel="stylesheet" href="look.css" media="screen">
<style>.quiet { color: rgb(200, 200, 200) }</style></head><body><main id="place"></main>
<input id="name" aria-label="Name"><input id="secret" type="password" value="old" aria-label="Secret">
<script>document.querySelector('#place').innerHTML = '<h1>Built by a script</h1><img src="dot.png" alt="A dot">';
document.styleSheets[1].insertRule('h1 { color: rgb(1, 2, 3) }');</script></body></html>`,
  ],
  '/look.css': ['text/css', 'main { background: url(dot.png) rgb(250, 250, 250) }'],
  '/dot.png': ['image/png', Buffer.from(PIXEL, 'base64')],
};

describe.skipIf(found === null)('a page in Chromium', () => {
  let browser: Browser;
  let server: Server;
  let html: string;
  let origin: string;

  beforeAll(async () => {
    if (found === null) return;
    server = createServer(({ url = '' }, answer) => {
      const file = FILES[url];
      answer.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.[0] ?? 'text/plain' });
      answer.end(file?.[1] ?? '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.launch({
      executablePath: found.executablePath,
      args: [...found.args],
      chromiumSandbox: !found.args.includes('--no-sandbox'),
    });
    const tab = await browser.newPage();
    await tab.goto(`${origin}/`);
    await tab.fill('#name', 'Ada');
    await tab.fill('#secret', 'typed');
    html = String(await tab.evaluate(SNAPSHOT));
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test('has what its script built, and not the script', async () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toContain('<h1>Built by a script</h1>');
    expect(html).not.toContain('<script');
  });

  test('has its style sheets inside, with rules that were added and addresses that still lead there', () => {
    expect(html).not.toContain('<link');
    expect(html).toMatch(/@media screen \{\s*main \{[^}]*250, 250, 250/);
    expect(html).toContain(`url("${origin}/dot.png")`);
    expect(html).toContain('h1 { color: rgb(1, 2, 3); }');
  });

  test('has its pictures and what was typed, but no password', () => {
    expect(html).toContain(`src="data:image/png;base64,${PIXEL}"`);
    expect(html).toMatch(/id="name"[^>]*value="Ada"/);
    expect(html).not.toMatch(/typed|value="old"/);
  });

  test('is measured like any other', async () => {
    const page = await buildPage({ html });
    expect(page.gaps.content).toBeNull();
  });
});
