/** A page shown with its own scripts: as visitors see it, and with no way out of its frame. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createSite } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from './axe.ts';
import { test } from './fixtures.ts';
import type { Stage } from './stage.ts';
import { newPage, openBrowser, until } from './stage.ts';

/** Enough to be judged. */
const WORDS =
  'The harbour opens at six and closes when the last boat is in. Bring your own line, and ask the master for a berth before you tie up. Visitors pay by the night, and children under ten stay for free.';

const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A harbour</title>${head}</head><body>${body}</body></html>`;

/** Judged from its source, once unless told otherwise. */
async function shown(stage: Stage, html: string, maxRounds = 1): Promise<string> {
  const { path, projectId, runId } = await stage.start({
    agent: 'grounded',
    browser: 'never',
    maxRounds,
    artifact: { content: html, mime: 'text/html' },
  });
  await stage.finished(projectId, runId);
  return path;
}

const TAILWIND = '<script src="https://cdn.tailwindcss.com"></script>';
/** Two links that lead nowhere: the jury's own hand changes them, so there is a second round to compare. */
const STYLED = `<main class="p-8"><h1 class="text-5xl text-red-600">The harbour</h1><p class="mt-4">${WORDS}</p></main>
  <footer><a href="#">Privacy</a> <a href="#">Imprint</a></footer>`;
const BUILT = `<div id="root"></div><script>document.getElementById('root').innerHTML = '<main><h1 style="font-size:40px">Built here</h1><p>${WORDS}</p></main>'</script>`;
/** React of a network that is not there: nothing is ever drawn. */
const FAR = `<div id="root"></div><script src="https://unpkg.com/react@18/umd/react.production.min.js"></script><script>React.createElement('main')</script>`;
const RED_600 = /^(?:rgb\(22\d, 38, 38\)|rgb\(231, 0, 11\)|(?:oklch|lab)\(.*\))$/;

const frameOf = (view: Page) => view.frameLocator('iframe[title^="Page of round"]');

/** Hears of every connection and every packet, whatever is said in them. */
async function openTraps() {
  const caught: string[] = [];
  const tcp = createServer((socket) => {
    caught.push('tcp');
    socket.destroy();
  }).listen(0, '127.0.0.1');
  const udp = createSocket('udp4', () => caught.push('udp')).bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  return {
    caught,
    tcp: (tcp.address() as AddressInfo).port,
    udp: udp.address().port,
    async [Symbol.asyncDispose]() {
      tcp.close();
      udp.close();
    },
  };
}

/** Ways out that no policy of a browser closes, each as a script; the last line of each is reached or throws. */
function waysOut({ tcp, udp }: { tcp: number; udp: number }, own: string): string[] {
  const call = (world: string): string =>
    `const pc = new ${world}.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp}' }] }); pc.createDataChannel('x'); pc.createOffer().then((o) => pc.setLocalDescription(o));`;
  const inFrame = call('window').replaceAll('"', '&quot;');
  const host = `http://127.0.0.1:${tcp}/`;
  const link = (rel: string): string =>
    `const l = document.createElement('link'); l.rel = '${rel}'; l.href = '${host}'; l.as = 'script'; document.head.append(l);`;
  return [
    call('window'),
    `const f = document.createElement('iframe'); f.srcdoc = "<script>${inFrame}<\\/script>"; document.body.append(f);`,
    `const f = document.createElementNS('http://www.w3.org/1999/xhtml', 'iframe'); f.setAttribute('srcdoc', "<script>${inFrame}<\\/script>"); document.body.append(f);`,
    `document.body.insertAdjacentHTML('beforeend', "<iframe srcdoc=\\"<script>${inFrame}<\\/script>\\"></iframe>");`,
    `const d = document.createElement('div'); d.innerHTML = '<template shadowrootmode="open"><iframe src="${host}"></iframe></template>'; document.body.append(d);`,
    `document.body.setHTMLUnsafe('<p><template shadowrootmode="open"><iframe src="${host}"></iframe></template></p>' + document.body.innerHTML);`,
    `const f = document.createElement('iframe'); document.body.append(f); ${call('f.contentWindow')}`,
    `class L extends HTMLLinkElement {} customElements.define('x-l', L, { extends: 'link' }); const l = new L(); l.rel = 'preconnect'; l.href = '${host}'; document.head.append(l);`,
    `const l = document.importNode(new DOMParser().parseFromString('<html xmlns="http://www.w3.org/1999/xhtml"><link rel="preconnect" href="${host}"/></html>', 'application/xhtml+xml').querySelector('link'), true); document.head.append(l);`,
    ...['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload', 'stylesheet', 'icon'].map(link),
    `fetch('${host}');`,
    `fetch('${own}/api/projects', { credentials: 'include' });`,
    `new WebSocket('ws://127.0.0.1:${tcp}/');`,
    `new EventSource('${host}');`,
    `navigator.sendBeacon('${host}', 'x');`,
    `new Image().src = '${host}';`,
    `new Worker('data:text/javascript,fetch("${host}")');`,
    `new Worker(URL.createObjectURL(new Blob(['fetch("${host}")'])));`,
    `import('${host}');`,
    `new Function("fetch('${host}')")();`,
    `document.body.style.background = 'url(${host})';`,
    `new FontFace('x', 'url(${host})').load();`,
    `const s = document.createElement('script'); s.src = '${host}'; document.body.append(s);`,
    `const m = document.createElement('form'); m.action = '${host}'; document.body.append(m); m.submit();`,
    `const a = document.createElement('a'); a.href = '${host}'; a.ping = '${host}'; a.target = '_blank'; document.body.append(a); a.click();`,
    `window.open('${host}');`,
    `top.location = '${host}';`,
    `parent.document.title;`,
    `alert('x');`,
    `const r = document.createElement('script'); r.type = 'speculationrules'; r.textContent = '{"prefetch":[{"source":"list","urls":["${host}"]}]}'; document.head.append(r);`,
  ];
}

/** A site that shows one page, with nothing around it: the same scripts, unheld. */
async function openUnheld(html: string) {
  const site = createSite((_, response) => response.setHeader('Content-Type', 'text/html').end(html)).listen(
    0,
    '127.0.0.1',
  );
  await once(site, 'listening');
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      site.closeAllConnections();
      site.close();
      await once(site, 'close');
    },
  };
}

/** What a script would do that is not about somebody else's machine: it reads and shows, and reaches no trap. */
const AT_HOME = /parent\.document|alert\(|\/api\/projects/;
/**
 * Of these nothing is heard here even unheld, so their silence below proves nothing: the browser of the tests makes no
 * connection in advance, and a template in innerHTML opens no shadow.
 */
const UNHEARD = /preconnect|dns-prefetch|d\.innerHTML/;

describe.concurrent('the page as visitors see it', () => {
  test('the control: where nothing holds it, the traps hear of every way out that is tried', async ({
    stage,
  }) => {
    const browser = await openBrowser();
    const silent: string[] = [];
    try {
      for (const way of waysOut({ tcp: 0, udp: 0 }, stage.url).keys()) {
        await using traps = await openTraps();
        const script = waysOut(traps, stage.url)[way] ?? '';
        if (AT_HOME.test(script) || UNHEARD.test(script)) continue;
        const body = `<main><h1>Hello</h1></main><script>document.addEventListener('click', () => { ${script} }, { once: true })</script>`;
        await using site = await openUnheld(page(body));
        const view = await browser.newPage();
        await view.goto(site.url);
        // By a click, so that windows and links are not stopped as nobody's wish.
        await view.locator('h1').click();
        await until(
          async () => traps.caught.length,
          (count) => count > 0,
        ).catch(() => silent.push(script.slice(0, 90)));
        await view.context().close();
      }
    } finally {
      await browser.close();
    }
    expect(silent).toEqual([]);
  });

  test('its scripts reach neither the daemon nor anybody else, whatever they try', async ({
    stage,
    blank,
  }) => {
    await using traps = await openTraps();
    const ways = waysOut(traps, stage.url);
    const scripts = ways.map(
      (way) => `<script>{ try { ${way} } catch (error) { window.last = String(error) } }</script>`,
    );
    const path = await shown(
      stage,
      page(
        `<main><h1>Hello</h1><p>${WORDS}</p></main>${scripts.join('\n')}<script>document.body.dataset.tried = 'yes'</script>`,
      ),
    );
    const view = await blank();
    const dialogs: string[] = [];
    view.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const answered: string[] = [];
    view.context().on('response', async (response) => {
      if (/^\/api\/projects$/.test(new URL(response.url()).pathname) && response.ok())
        answered.push(response.url());
    });
    await view.goto(`${stage.url}${path}`);
    await frameOf(view).locator('body[data-tried="yes"]').waitFor();
    expect(
      await frameOf(view)
        .locator('body')
        .evaluate(() => globalThis.origin),
    ).toBe('null');
    // A packet to an address of this machine is there at once; the app has been drawn anew meanwhile.
    await view.getByRole('button', { name: 'Show the rounds' }).click();
    await frameOf(view)
      .locator('body')
      .evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(new URL(view.url()).pathname).toBe(path);
    expect({ caught: traps.caught, dialogs, answered }).toEqual({ caught: [], dialogs: [], answered: [] });
    expect(view.context().pages()).toHaveLength(1);
  });

  test('a page that Tailwind’s CDN styles is shown styled: at its run, in compare, and small in the lists', async ({
    stage,
    blank,
  }) => {
    const path = await shown(stage, page(STYLED, TAILWIND), 3);
    const view = await blank();
    await view.goto(`${stage.url}${path}`);
    const look = (heading: Locator) =>
      heading.evaluate((node) => {
        const { fontSize, color } = getComputedStyle(node);
        return { fontSize, color };
      });
    const styled = { fontSize: '48px', color: expect.stringMatching(RED_600) };
    expect(await look(frameOf(view).locator('h1'))).toEqual(styled);
    // Tailwind is compiled here: nobody misses its file.
    expect(await view.getByText('Shown without files').count()).toBe(0);
    await view.goto(`${stage.url}${path}/compare`);
    const frames = view.locator('.compare-pages iframe');
    await frames.nth(1).waitFor();
    for (const nth of [0, 1])
      expect(await look(frames.nth(nth).contentFrame().locator('h1'))).toEqual(styled);
    for (const list of [path.replace(/\/runs\/.*/, ''), '/']) {
      await view.goto(`${stage.url}${list}`);
      const thumb = view.locator(`.card:has(a[href*="${path.split('/')[2]}"]) .thumb iframe`).first();
      expect(await look(thumb.contentFrame().locator('h1')), list).toEqual(styled);
    }
  });

  test('a page that its own script builds is shown; in a list, where none runs, it is a sheet of paper', async ({
    stage,
    blank,
  }) => {
    const path = await shown(stage, page(BUILT));
    const view = await blank();
    await view.goto(`${stage.url}${path}`);
    await frameOf(view).getByRole('heading', { name: 'Built here' }).waitFor();
    expect(await view.locator('.not-shown, .shown-without').count()).toBe(0);
    await view.goto(`${stage.url}${path.replace(/\/runs\/.*/, '')}`);
    const thumb = view.locator('.card .thumb');
    await thumb.locator('.icon').waitFor();
    expect(await thumb.locator('iframe').count()).toBe(0);
  });

  test('what cannot be shown says so over a placeholder, with the host it is built by', async ({
    stage,
    blank,
  }) => {
    const far = await shown(stage, page(FAR));
    const view = await blank();
    await view.goto(`${stage.url}${far}`);
    const placeholder = view.locator('.not-shown');
    await placeholder
      .getByText('This page cannot be shown here: it is built by files from unpkg.com')
      .waitFor();
    // It lies over the frame, which has nothing on it.
    const [over, under] = [
      await placeholder.boundingBox(),
      await view.locator('.preview iframe').boundingBox(),
    ];
    expect(over?.width).toBeGreaterThanOrEqual((under?.width ?? Infinity) - 4);
    expect(await violations(view)).toEqual([]);

    const empty = await shown(stage, page('<div></div>'));
    await view.goto(`${stage.url}${empty}`);
    await placeholder.getByText('This page shows nothing here.').waitFor();

    const font = '<link rel="stylesheet" href="https://fonts.example/inter.css">';
    const partly = await shown(stage, page(`<main><h1>Hello</h1><p>${WORDS}</p></main>`, font));
    await view.goto(`${stage.url}${partly}`);
    const note = view.getByText(
      'Shown without files from fonts.example: nothing is loaded from the network.',
    );
    await note.waitFor();
    await frameOf(view).getByRole('heading', { name: 'Hello' }).waitFor();
    await view.locator('.shown-without').getByRole('button', { name: 'Close' }).click();
    await note.waitFor({ state: 'detached' });
  });

  test('a script that never ends does not keep the app from answering', async ({ stage }) => {
    const path = await shown(
      stage,
      page(`<main><h1>Busy</h1><p>${WORDS}</p></main><script>setTimeout(() => { for (;;); })</script>`),
    );
    // Frames of other tests would wait for it: they share a process within a browser.
    const browser = await openBrowser();
    const view = await newPage(browser);
    await view.goto(`${stage.url}${path}`);
    await view.getByRole('button', { name: 'Show the rounds' }).click();
    await view.getByRole('button', { name: 'Hide the rounds' }).waitFor();
    await view.getByRole('link', { name: 'Projects' }).click();
    await view.getByRole('heading', { name: 'Projects' }).waitFor();
    await browser.close();
  });
});
