/** Pages at addresses: opened in a browser, reached only through the guard, judged as they are shown. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBrowser } from '../../measure/test/chromium.ts';
import { run as check } from '../check.ts';
import { GOOD_PAGE } from '../test/jury.ts';
import { recordingShell } from '../test/recording-shell.ts';
import { crawl } from './crawl.ts';
import { siteReader } from './reader.ts';
import { readSitemap } from './sitemap.ts';

const found = await testBrowser();
const root = mkdtempSync(join(tmpdir(), 'jury-address-'));
let server: Server;
let other: Server;
let origin = '';
let otherOrigin = '';
const asked: string[] = [];

const page = (body: string, head = ''): string =>
  GOOD_PAGE.replace('</head>', `${head}</head>`).replace('</main>', `${body}</main>`);

const listen = async (
  handle: (path: string) => [number, Record<string, string>, string],
): Promise<Server> => {
  const made = createServer((request, answer) => {
    asked.push(`${request.method} ${request.headers.host}${request.url}`);
    const [status, headers, body] = handle(request.url ?? '/');
    answer.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return made;
};
const at = (made: Server): string => `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
const HTML = { 'content-type': 'text/html; charset=utf-8' };

beforeAll(async () => {
  other = await listen(() => [200, HTML, 'secret of another service']);
  otherOrigin = at(other);
  server = await listen((path) => {
    switch (path) {
      case '/':
        return [
          200,
          HTML,
          page(
            `<p><a href="/pale">Times</a> <a href="/gone">Old</a> <a href="${otherOrigin}/x">Other</a></p>`,
          ),
        ];
      case '/pale':
        return [
          200,
          HTML,
          page(
            '<p id="late"></p><script>document.querySelector("#late").outerHTML = \'<p style="color:#ccc">Built by a script, and hard to read for anybody.</p>\';</script>',
          ),
        ];
      case '/shop/':
        return [
          200,
          HTML,
          page(
            '<p><a href="times.html">Times</a> <a href="./way.htm?from=shop#door">The way</a> <a href="/shop/times.html">Also</a></p>',
            '<link rel="icon" href="icon.png"><link rel="manifest" href="site.webmanifest">',
          ),
        ];
      case '/shop/times.html':
        return [200, HTML, page('<p><a href="./">Shop</a> <a href="../shop/way.htm">The way</a></p>')];
      case '/shop/way.htm':
      case '/shop/way.htm?from=shop':
        return [200, HTML, page('<p><a href="times.html">Times</a></p>')];
      case '/moved':
        return [302, { location: '/pale' }, ''];
      case '/away':
        return [302, { location: `${otherOrigin}/secret` }, ''];
      case '/calls':
        return [
          200,
          HTML,
          page(
            '',
            `<script>fetch(${JSON.stringify(`${otherOrigin}/secret`)}); fetch('/form', { method: 'POST' });</script>`,
          ),
        ];
      case '/leaves':
        return [
          200,
          HTML,
          page('', `<script>location.href = ${JSON.stringify(`${otherOrigin}/secret`)};</script>`),
        ];
      case '/sitemap.xml':
        return [
          200,
          { 'content-type': 'application/xml' },
          `<urlset><url><loc>${origin}/listed</loc></url><url><loc>${otherOrigin}/x</loc></url></urlset>`,
        ];
      case '/listed':
        return [200, HTML, page('<p>Only the sitemap leads here.</p>')];
      default:
        return [404, HTML, 'gone'];
    }
  });
  origin = at(server);
});
afterAll(() => {
  server.close();
  other.close();
  rmSync(root, { recursive: true, force: true });
});

async function checked(...argv: string[]) {
  asked.length = 0;
  const { shell, output, errors } = recordingShell(root, {}, null);
  const env = { ...shell.env, OD_BROWSER: found?.executablePath ?? '' };
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('jury-site-')).length;
  const before = left();
  const exit = await check([...argv, '--json', '--browser', 'never', '--data', join(root, 'data')], {
    ...shell,
    env,
  });
  expect(left()).toBe(before);
  const text = output();
  const files: { file: string; verdict: string; summary: string; faults: { rule: string }[] }[] =
    text === '' ? [] : JSON.parse(text).files;
  return { exit, files, errors: errors() };
}

describe.skipIf(found === null)('an address', () => {
  test('with --crawl leads to its links and its sitemap, on its own site, and an index shows them all', async () => {
    const argv = [`${origin}/`, '--crawl', '9', '--report', join(root, 'out')];
    const { exit, files, errors } = await checked(...argv);
    const found = new Map(files.map((file) => [file.file.slice(origin.length), file]));
    expect([...found.keys()].sort()).toEqual(['/', '/gone', '/listed', '/pale']);
    expect(found.get('/listed')?.verdict).toBe('passes');
    expect(found.get('/gone')?.summary).toBe('could not be opened: it answers with 404');
    // What its script has built.
    expect(found.get('/pale')?.faults.map(({ rule }) => rule)).toContain('contrast-text');
    expect(exit).toBe(3);
    expect(errors).toContain(`opened 1: ${origin}/`);
    expect(asked.filter((line) => line.includes(new URL(otherOrigin).host))).toEqual([]);
    const index = readFileSync(join(root, 'out/index.html'), 'utf8');
    expect(index.match(/data:image\/jpeg;base64,/g)).toHaveLength(3);
    expect(index).toContain('it answers with 404');
  });

  test('is not judged by what lies beside its copy: what it links to and loads is its server’s to answer', async () => {
    const alone = await checked(`${origin}/shop/`);
    expect(alone.files.flatMap(({ faults }) => faults)).toEqual([]);
    expect(alone.exit).toBe(0);
    const { files } = await checked(`${origin}/shop/`, '--crawl', '9');
    const inShop = files.filter(({ file }) => file.startsWith(`${origin}/shop/`));
    expect(inShop.length).toBeGreaterThan(2);
    expect(inShop.map(({ verdict, faults }) => [verdict, faults])).toEqual(inShop.map(() => ['passes', []]));
  });

  test('follows redirects, and makes us ask no private address that nobody named, nor send anything', async () => {
    const { files } = await checked(`${origin}/moved`, `${origin}/away`, `${origin}/calls`);
    const found = new Map(files.map((file) => [file.file.slice(origin.length), file]));
    expect(found.get('/pale')?.verdict).toBe('fails');
    expect(found.get('/away')?.summary).toMatch(
      /could not be opened: 127\.0\.0\.1 is .*does not connect there/,
    );
    expect(found.get('/calls')?.verdict).toBe('passes');
    expect(asked.join('\n')).not.toMatch(/secret|POST/);
  });

  test('that leads where nobody may go is not judged by what the browser shows instead', async () => {
    const { exit, files } = await checked(`${origin}/leaves`);
    expect([exit, files[0]?.verdict, files[0]?.summary]).toEqual([
      3,
      'inconclusive',
      `could not be opened: it leads to ${otherOrigin}/secret, which cannot be opened`,
    ]);
    expect(asked.join('\n')).not.toContain('secret');
  });
});

test('without a browser says what to do', async () => {
  const { shell, errors } = recordingShell(root);
  expect(await check([origin, '--data', join(root, 'data')], shell)).toBe(2);
  expect(errors()).toMatch(/An address is opened in a browser/);
  expect(await check(['page.html', '--crawl', '3'], shell)).toBe(2);
  expect(errors()).toContain('--crawl follows the links of an address');
  expect(existsSync(join(root, 'index.html'))).toBe(false);
});

test.each(['http://169.254.169.254/latest', 'http://user:pw@127.0.0.1/', 'http://127.0.0.1:22/'])(
  'the reader refuses %s although it was named',
  async (address) => {
    const url = new URL(address);
    const named = url.port === '22' ? [] : [url];
    const { shell } = recordingShell(root);
    const read = siteReader(shell, named, new AbortController().signal);
    await expect(read(address)).rejects.toMatchObject({ name: 'GuardError' });
  },
);

test('a sitemap is read as one, an index of them too, and anything else is none', () => {
  const of = (text: string) => readSitemap(text);
  expect(of('<urlset><url><loc> https://a.example/?a=1&amp;b=2 </loc></url></urlset>')).toEqual({
    kind: 'pages',
    addresses: ['https://a.example/?a=1&b=2'],
  });
  expect(of('<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>')?.kind).toBe(
    'index',
  );
  expect(of('<html><loc>https://a.example/</loc></html>')).toBeNull();
});

test('a site that leads on for ever ends at the limit', async () => {
  const visit = async (address: string) => {
    const n = Number(new URL(address).pathname.slice(1));
    return { address, links: [`http://a.example/${n + 1}`, `http://a.example/${n + 2}`, address] };
  };
  const options = { signal: new AbortController().signal, visit, onPage: () => {} };
  for (const most of [1, 49, 50, 51])
    expect(await crawl(['http://a.example/1'], { ...options, most })).toHaveLength(most);
});
