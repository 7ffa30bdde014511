/** What a real Chromium adds to the source, and what a page in it cannot do. */
import { mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditResult } from '../finding.ts';
import { buildPage } from '../model/page.ts';
import { examine } from '../panel.ts';
import { testBrowser } from '../test/chromium.ts';
import { BrowserMeter } from './browser.ts';
import type { BrowserFacts } from './facts.ts';
import { mergeBrowser } from './results.ts';

const found = await testBrowser();
const document = (body: string, style = '', head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour ferries and tides</title><meta name="viewport" content="width=device-width">${head}<style>body{margin:0;font:16px/1.5 sans-serif;color:#222;background:#fff}${style}</style></head><body>${body}</body></html>`;

describe.skipIf(found === null)('in Chromium', () => {
  let meter: BrowserMeter;
  let folder: string;

  beforeAll(async () => {
    if (found === null) return;
    meter = await BrowserMeter.launch(found);
    folder = await mkdtemp(join(tmpdir(), 'jury-pages-'));
  });
  afterAll(async () => {
    await meter?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  const audits = async (html: string): Promise<{ source: Audits; merged: Audits; facts: BrowserFacts }> => {
    const page = await buildPage({ html, path: join(folder, 'page.html') });
    const facts = await meter.measure({ html, folder });
    const { results } = examine(page);
    return { source: byId(results), merged: byId(mergeBrowser(page, results, facts)), facts };
  };

  test('sees text that layout puts on a dark box', async () => {
    const html = document(
      '<main><div class="hero"><div class="veil"></div><p>The ferry leaves at nine.</p></div></main>',
      '.hero{position:relative;height:200px}.veil{position:absolute;inset:0;background:#111}p{position:relative;margin:0;padding:1em}',
    );
    const { merged } = await audits(html);
    const contrast = merged.get('contrast-text');
    expect(contrast).toMatchObject({ state: 'fail', failed: 1, how: 'browser' });
    expect(contrast?.findings[0]).toMatchObject({
      how: 'browser',
      line: 1,
      selector: expect.stringContaining('p'),
    });
  });

  test.each([
    ['light', 240, 'fail'],
    ['dark', 20, 'pass'],
  ] as const)('holds white text against a %s picture', async (name, grey, state) => {
    await writeFile(join(folder, `${name}.png`), greyPng(64, 64, grey));
    const html = document(
      '<main><h1>Across the sound</h1></main>',
      `main{background:url(${name}.png);padding:2em}h1{color:#fff;margin:0}`,
    );
    const { source, merged, facts } = await audits(html);
    expect(source.get('contrast-text')?.state).toBe('unmeasured');
    expect(merged.get('contrast-text')).toMatchObject({ state, how: 'browser' });
    expect(facts.pixelContrast).toHaveLength(1);
  });

  test('a page of a package is shown with what lies above it', async () => {
    const site = join(folder, 'site');
    await mkdir(join(site, 'pages'), { recursive: true });
    await mkdir(join(site, 'assets'));
    await writeFile(join(site, 'package.json'), '{}');
    await writeFile(join(site, 'assets', 'grey.css'), 'p { color: #bbb }');
    const words = '<main><p>The ferry leaves at nine.</p></main>';
    for (const href of ['../assets/grey.css', '/assets/grey.css']) {
      const html = document(words, '', `<link rel="stylesheet" href="${href}">`);
      const { violations } = await meter.measure({ html, folder: join(site, 'pages') });
      expect(violations.map(({ rule }) => rule)).toContain('color-contrast');
    }
  });

  test('finds targets that are too small and too close', async () => {
    const html = document(
      '<main><nav><a href="#a" aria-label="One"></a><a href="#b" aria-label="Two"></a><a href="#c" aria-label="Three"></a></nav></main>',
      'nav a{display:inline-block;width:8px;height:30px;background:#036}',
    );
    const { merged } = await audits(html);
    expect(merged.get('target-size')).toMatchObject({ state: 'fail', how: 'browser' });
  });

  test('finds what sticks out of a phone', async () => {
    const html = document(
      '<main><p>Tide tables</p><div class="row"><div>a</div><div>b</div><div>c</div></div></main>',
      '.row{display:flex}.row div{flex:0 0 200px}',
    );
    const { source, merged } = await audits(html);
    expect(source.get('fixed-width')?.state).toBe('pass');
    const width = merged.get('fixed-width');
    expect(width).toMatchObject({ state: 'fail', how: 'browser' });
    expect(width?.findings[0]?.measured).toMatch(/^\d+px wide, ends at [4-6]\d\dpx of 375px$/);
  });

  test('animations are settled: three runs say the same', async () => {
    const html = document(
      '<main><h1>Timetable</h1><p class="in">Fades in</p><p class="loop">Pulses</p></main>',
      '@keyframes in{from{opacity:0}to{opacity:1}}@keyframes loop{from{color:#fff}to{color:#000}}.in{animation:in 5s .2s both}.loop{animation:loop 1s infinite alternate}h1{transition:color 3s}',
    );
    const runs = [];
    for (let run = 0; run < 3; run += 1) runs.push(await meter.measure({ html, folder }));
    const [first, ...others] = runs;
    for (const other of others) expect(other).toEqual(first);
    expect(first?.violations.map(({ rule }) => rule)).not.toContain('color-contrast');
  });

  test('a page built by scripts is measured as it is shown', async () => {
    await writeFile(
      join(folder, 'app.js'),
      'document.getElementById("root").innerHTML = "<main><h1>Ferries</h1><p style=\\"color:#bbb\\">Grey words</p></main>";',
    );
    const html = document('<div id="root"></div><script src="app.js"></script>');
    const blocked = await meter.measure({ html, folder });
    expect(Object.values(blocked.texts)).toEqual([]);
    const run = await meter.measure({ html, folder, scripts: 'run' });
    expect(run.rendered).toContain('Grey words');
    expect(run.rendered).not.toContain('<script');
    expect(run.violations.map(({ rule }) => rule)).toContain('color-contrast');
  });

  test.each([
    ['to an address', '<meta http-equiv="refresh" content="0;url=https://example.invalid/">'],
    ['to another page of its folder', '<meta http-equiv="refresh" content="0;url=elsewhere.html">'],
    ['by a script', '<script>location.href = "https://example.invalid/";</script>'],
    ['by a script, to another page', '<script>onload = () => location.replace("elsewhere.html");</script>'],
    [
      'by a form',
      '<script>onload = () => { const f = document.createElement("form"); f.action = "elsewhere.html"; document.body.append(f); f.submit(); f.remove(); };</script>',
    ],
  ])('a page that leaves by itself, %s, is measured where it is', async (_, head) => {
    // Neither this page's faults nor those of the one that says it cannot be reached are the page's own.
    await writeFile(
      join(folder, 'elsewhere.html'),
      '<title>x</title><img src="x.png"><input><button></button>',
    );
    const body = '<main><h1>Harbour ferries</h1><p>The ferry leaves at nine.</p></main>';
    const measured = (more: string): Promise<BrowserFacts> =>
      meter.measure({ html: document(body, '', `<script>void 0</script>${more}`), folder, scripts: 'run' });
    const { rendered: before, ...staying } = await measured('');
    const { rendered: after, ...leaving } = await measured(head);
    expect(leaving).toEqual(staying);
    expect([before, after].every((html) => html?.includes('<h1>Harbour ferries</h1>'))).toBe(true);
  });

  test('a page cannot change what is said about it', async () => {
    const html = document(
      '<main><img src="a.png"><script>window.axe={run:async()=>({violations:[],incomplete:[]})};Array.prototype.map=()=>[];Document.prototype.querySelectorAll=()=>[];</script></main>',
    );
    const { violations } = await meter.measure({ html, folder, scripts: 'run' });
    expect(violations.map(({ rule }) => rule)).toContain('image-alt');
  });

  describe('reaches nothing', () => {
    let server: Server;
    let asked: string[];
    let address: string;

    beforeAll(async () => {
      asked = [];
      server = createServer((request, response) => {
        asked.push(request.url ?? '');
        response.end('<p>outside</p>');
      });
      server.on('connection', () => asked.push('connection'));
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => server.close());

    test('on any network, by any door', async () => {
      const html = document(
        `<main><h1>Out</h1><img src="http://${address}/img"><iframe src="http://${address}/frame"></iframe><object data="http://${address}/object"></object><video src="http://${address}/video"></video>
        <form action="http://${address}/form" method="post"><button>Go</button></form>
        <script>
          for (const way of [
            () => fetch('http://${address}/fetch'),
            () => navigator.sendBeacon('http://${address}/beacon', 'x'),
            () => new WebSocket('ws://${address}/socket'),
            () => new EventSource('http://${address}/events'),
            () => new Worker('http://${address}/worker'),
            () => import('http://${address}/module'),
            () => window.open('http://${address}/window'),
            () => new WebTransport('https://${address}/transport'),
            () => { const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${address}' }] }); peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer)); },
            () => document.forms[0].submit(),
          ]) { try { Promise.resolve(way()).catch(() => {}); } catch {} }
        </script></main>`,
        `@import url(http://${address}/import);@font-face{font-family:x;src:url(http://${address}/font)}h1{font-family:x;background:url(http://${address}/background)}`,
        `<link rel="preconnect" href="http://${address}"><link rel="dns-prefetch" href="http://${address}"><link rel="prefetch" href="http://${address}/prefetch"><link rel="stylesheet" href="http://${address}/style">`,
      );
      await fetch(`http://${address}/proof`);
      expect(asked.splice(0)).toEqual(['connection', '/proof']);
      await meter.measure({ html, folder, scripts: 'run' });
      await meter.measure({ html, folder });
      expect(asked).toEqual([]);
    });

    test('outside its folder', async () => {
      const outside = await mkdtemp(join(tmpdir(), 'jury-outside-'));
      await writeFile(join(outside, 'secret.css'), 'p{display:none}');
      await symlink(outside, join(folder, 'linked'));
      const up = join('..', outside.split('/').at(-1) ?? '', 'secret.css');
      const html = document(
        '<main><p>Still here</p><p id="read"></p><script>fetch("file:///etc/passwd").then(() => { document.getElementById("read").textContent = "read a file"; }).catch(() => {});</script></main>',
        '',
        `<link rel="stylesheet" href="${up}"><link rel="stylesheet" href="linked/secret.css"><link rel="stylesheet" href="file://${outside}/secret.css"><link rel="stylesheet" href="..%2f..%2f${outside.slice(1)}/secret.css">`,
      );
      const { texts } = await meter.measure({ html, folder, scripts: 'run' });
      await rm(outside, { recursive: true });
      const words = Object.values(texts);
      expect(words).toContain('Still here');
      expect(words).not.toContain('read a file');
      const picture = await meter.picture({ html, folder });
      const plain = await meter.picture({ html: html.replaceAll(/<link[^>]*>/g, ''), folder });
      expect(await meter.pixelChange(picture, plain)).toBe(0);
    });
  });

  test('a browser leaves nothing in the home of the user, and its own home is gone with it', async () => {
    if (found === null) return;
    const place = await mkdtemp(join(tmpdir(), 'jury-place-'));
    const [home, temporary] = [join(place, 'home'), join(place, 'tmp')];
    await mkdir(join(home, '.fonts'), { recursive: true });
    await mkdir(temporary);
    const { TMPDIR } = process.env;
    process.env.TMPDIR = temporary;
    try {
      const own = await BrowserMeter.launch({ ...found, env: { ...found.env, HOME: home } });
      await own.picture({ html: document('<main><h1>Short</h1></main>'), folder: null });
      const [made = ''] = (await readdir(temporary)).filter((name) => name.startsWith('jury-browser-'));
      expect(await readlink(join(temporary, made, '.fonts'))).toBe(join(home, '.fonts'));
      await own.close();
      expect([await readdir(home), await readdir(temporary)]).toEqual([['.fonts'], []]);
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
      await rm(place, { recursive: true, force: true });
    }
  });

  test('the browser is gone after its last page', async () => {
    if (found === null) return;
    const own = await BrowserMeter.launch(found);
    await own.picture({ html: document('<main><h1>Short</h1></main>'), folder: null });
    const { pid } = own;
    expect(isRunning(pid)).toBe(true);
    await own.close();
    expect(isRunning(pid)).toBe(false);
    await expect(own.picture({ html: '', folder: null })).rejects.toThrow('the browser has ended');
  });

  test('a page that never ends is ended, and the browser with it', async () => {
    if (found === null) return;
    const own = await BrowserMeter.launch(found, { ms: 3_000, bytes: 2 ** 31 });
    const html = document('<main><script>for (;;) {}</script></main>');
    await expect(own.measure({ html, folder: null, scripts: 'run' })).rejects.toThrow(
      'the page was not measured within 3 s',
    );
    await own.close();
    expect(own.isAlive).toBe(false);
    expect(isRunning(own.pid)).toBe(false);
  });

  test.runIf(process.platform === 'linux')('a page that takes too much memory is ended', async () => {
    if (found === null) return;
    const own = await BrowserMeter.launch(found, { ms: 30_000, bytes: 1.2 * 2 ** 30 });
    const html = document(
      '<main><script>const kept = []; setInterval(() => kept.push(new Uint8Array(2e8).fill(1)), 50);</script></main>',
    );
    await expect(own.measure({ html, folder: null, scripts: 'run' })).rejects.toThrow(/more than 1\.2 GiB/);
    await own.close();
    expect(isRunning(own.pid)).toBe(false);
  });
});

type Audits = Map<string, AuditResult>;

function byId(results: readonly AuditResult[]): Audits {
  return new Map(results.map((result) => [result.audit.id, result]));
}

function isRunning(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A plain grey picture; eight bits, one channel. */
function greyPng(width: number, height: number, grey: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, grey);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
