import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { MAX_ELEMENTS, MAX_PAGE_BYTES } from '../limits.ts';
import { examine } from '../panel.ts';
import { buildPage } from './page.ts';
import { decodePage, UnreadablePageError } from './source.ts';
import { readColor } from './style.ts';

const root = mkdtempSync(join(tmpdir(), 'grounded-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function folder(name: string, files: Record<string, string>): string {
  const path = join(root, name, 'site');
  mkdirSync(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

const linked = (href: string) =>
  `<!doctype html><html lang="en"><head><title>t</title><link rel="stylesheet" href="${href}"></head><body><p class="a">Hello there</p></body></html>`;

describe('stylesheets', () => {
  test('a local file is read and the declaration that sets a colour is known', async () => {
    const path = folder('local', { 'a.css': '.a { color: #123456 }' });
    const page = await buildPage({ html: linked('a.css'), path: join(path, 'index.html') });
    const [paragraph] = page.byTag('p');
    if (paragraph === undefined) throw new Error('no paragraph');
    expect(page.styleOf(paragraph).color('color')).toEqual(readColor('#123456'));
    expect(page.styleOf(paragraph).source('color')).toMatchObject({
      sheet: 'a.css',
      selector: '.a',
      where: 'file',
    });
    expect(page.gaps.style).toBeNull();
  });

  test('a theme that a script writes while the page loads leaves colours open; a typeface does not', async () => {
    const html = (href: string) =>
      `<!doctype html><html><head><script>var name = 'green'; document.write('<link rel="stylesheet" href="${href}">');</script></head><body><p>Tides</p></body></html>`;
    expect((await buildPage({ html: html("css/app-' + name + '.css") })).gaps.style).toContain(
      'document.write',
    );
    expect((await buildPage({ html: html('css/font-awesome.css') })).gaps.style).toBeNull();
  });

  test('@import loops end', async () => {
    const path = folder('loop', {
      'a.css': '@import "b.css"; .a { color: red }',
      'b.css': '@import url(a.css);',
    });
    const page = await buildPage({ html: linked('a.css'), path: join(path, 'index.html') });
    expect(page.sheets.map((sheet) => sheet.name)).toEqual(['b.css', 'a.css']);
  });

  test.each([
    ['above the folder', '../secret.css'],
    ['through a symbolic link', 'link.css'],
  ])('a file %s is refused and makes the style unmeasured', async (name, href) => {
    const path = folder(`outside ${name}`, {});
    writeFileSync(join(path, '..', 'secret.css'), '.a { color: red }');
    symlinkSync(join(path, '..', 'secret.css'), join(path, 'link.css'));
    const page = await buildPage({ html: linked(href), path: join(path, 'index.html') });
    expect(page.styleSources.missing).toEqual([{ href, reason: 'outside' }]);
    expect(page.gaps.style).toContain(href);
  });

  test.each([
    ['../assets/site.css', '../assets/site.css'],
    ['/assets/site.css', '../assets/site.css'],
    ['../../assets/site.css', null],
    ['../.tool/site.css', null],
  ])('a page of a package uses %s of it, and nothing hidden or beyond', async (href, name) => {
    const top = folder(`site ${href.replaceAll('/', '-')}`, { 'package.json': '{}' });
    for (const place of ['assets', '.tool', 'pages']) {
      mkdirSync(join(top, place));
      writeFileSync(join(top, place, 'site.css'), '.a { color: #123456 }');
    }
    mkdirSync(join(top, '..', 'assets'), { recursive: true });
    writeFileSync(join(top, '..', 'assets', 'site.css'), '.a { color: red }');
    const page = await buildPage({ html: linked(href), path: join(top, 'pages', 'index.html') });
    expect(page.sheets.map((sheet) => sheet.name)).toEqual(name === null ? [] : [name]);
    expect(page.styleSources.missing).toEqual(name === null ? [{ href, reason: 'outside' }] : []);
  });

  test('a remote sheet is named, never fetched, and contrast is then unmeasured, not passed', async () => {
    const page = await buildPage({ html: linked('https://cdn.test/x.css') });
    const result = examine(page).results.find(({ audit }) => audit.id === 'contrast-text');
    expect(result?.state).toBe('unmeasured');
    expect(examine(page).roles.critic.demands.map(({ id }) => id)).toContain('measurable-styles@html > head');
  });

  test('a remote font does not make a page unmeasurable', async () => {
    const page = await buildPage({ html: linked('https://fonts.googleapis.com/css2?family=Inter') });
    expect(page.gaps.style).toBeNull();
  });

  test('broken CSS is read as far as a browser would, and said', async () => {
    const html =
      '<!doctype html><html lang="en"><style>.a { color: #111; } .b { color </style><p class="a">Text</p></html>';
    const page = await buildPage({ html });
    expect(page.gaps.notes.join(' ')).toContain('Broken CSS');
    // What was not read is no pass.
    expect(
      examine(page)
        .roles.critic.demands.map(({ text }) => text)
        .join(' '),
    ).toContain('A style sheet is broken');
    expect(page.styleOf(page.byTag('p')[0] ?? never()).color('color')).toEqual(readColor('#111'));
  });
});

describe('odd pages', () => {
  test.each([
    ['no body', '<p>Hello'],
    ['a frameset', '<html><frameset><frame src="a.html"></frameset></html>'],
    ['only text', 'just words'],
    ['unclosed everything', '<div><span><table><tr><td><style>.a{'],
    ['a data URI image', '<img src="data:image/png;base64,AAAA" alt="A dot">'],
  ])('%s is measured without a crash', async (_, html) => {
    const { results } = examine(await buildPage({ html }));
    expect(results.filter(({ note }) => note?.startsWith('the audit stopped'))).toEqual([]);
  });

  test('a page nested far deeper than browsers go is flattened and said', async () => {
    const page = await buildPage({ html: `${'<div>'.repeat(20_000)}deep` });
    expect(page.gaps.notes.join(' ')).toContain('nested deeper');
  });

  test('a page built by scripts is unmeasured and gets no pass', async () => {
    const html =
      '<!doctype html><html lang="en"><head><title>App</title></head><body><div id="root"></div><script src="app.js"></script></body></html>';
    const page = await buildPage({ html });
    expect(page.gaps.content).toContain('#root');
    expect(examine(page).roles.critic.demands.length).toBeGreaterThan(0);
  });

  test('beyond the bound the rest of the page is counted, not measured', async () => {
    const html = `<!doctype html><html lang="en"><body>${'<i></i>'.repeat(MAX_ELEMENTS + 5)}<a id="end"></a></body></html>`;
    const page = await buildPage({ html });
    expect(page.elements).toHaveLength(MAX_ELEMENTS);
    expect(page.anchors.has('end')).toBe(true);
  });
});

describe('bytes', () => {
  test.each([
    ['UTF-16 little endian', Buffer.from('\uFEFF<p>Grüße', 'utf16le')],
    ['UTF-8', Buffer.from('<p>Grüße')],
    ['Latin-1 with a meta tag', Buffer.from('<meta charset="iso-8859-1"><p>Grüße', 'latin1')],
  ])('%s is decoded', (_, bytes) => {
    expect(decodePage(bytes)).toContain('Grüße');
  });

  test.each([
    ['empty', new Uint8Array(0), 'empty'],
    ['blank', Buffer.from(' \n '), 'empty'],
    ['binary', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), 'binary'],
    ['too large', new Uint8Array(MAX_PAGE_BYTES + 1), 'too_large'],
  ])('%s is refused with a sentence', (_, bytes, reason) => {
    expect(() => decodePage(bytes)).toThrow(UnreadablePageError);
    expect(() => decodePage(bytes)).toThrow(expect.objectContaining({ reason }));
  });
});

function never(): never {
  throw new Error('not there');
}
