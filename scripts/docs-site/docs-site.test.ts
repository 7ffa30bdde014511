import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDocsSite } from '../docs-site.ts';
import { renderDocument } from './markdown-page.ts';

const out = mkdtempSync(join(tmpdir(), 'jury-docs-site-'));
let pages: string[] = [];
beforeAll(() => {
  buildDocsSite(out);
  pages = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

test('every document has a page, and the start page is there in six languages', () => {
  const documents = readdirSync(join(import.meta.dirname, '../../docs')).filter((name) =>
    name.endsWith('.md'),
  );
  for (const name of documents.filter((one) => one !== 'README.md'))
    expect(pages).toContain(name.replace(/\.md$/, '.html'));
  const languages = ['', 'de/', 'ja/', 'ko/', 'zh-CN/', 'zh-TW/'];
  for (const folder of languages) {
    const html = readFileSync(join(out, `${folder}index.html`), 'utf8');
    expect(html).toContain(`<html lang="${folder === '' ? 'en' : folder.slice(0, -1)}">`);
  }
});

test('every link within the site leads to a page, and to a place on it', () => {
  const lost: string[] = [];
  for (const page of pages) {
    const html = readFileSync(join(out, page), 'utf8');
    for (const [, target = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^(?:https?:|mailto:)/.test(target)) continue;
      const [path = '', anchor] = target.split('#', 2);
      const file = path === '' ? join(out, page) : resolve(join(out, dirname(page)), path);
      if (!existsSync(file)) lost.push(`${page}: ${target}`);
      else if (anchor !== undefined && !readFileSync(file, 'utf8').includes(`id="${anchor}"`))
        lost.push(`${page}: ${target}`);
    }
  }
  expect(lost).toEqual([]);
});

test('the search knows the words of every document', () => {
  const listed: { url: string; text: string }[] = JSON.parse(readFileSync(join(out, 'search.json'), 'utf8'));
  expect(listed.find(({ url }) => url === 'mcp.html')?.text).toContain('Model Context Protocol');
});

test('markup in a document stays text, and a link that would run something is none', () => {
  const { html } = renderDocument('# A <b>\n\n<script>x</script> [x](javascript:alert(1)) `<i>`\n', (url) =>
    url.startsWith('javascript:') ? null : url,
  );
  expect(html).not.toMatch(/<script|javascript:|<i>|<b>/);
});
