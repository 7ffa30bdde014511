import { describe, expect, test } from 'vitest';
import { buildPage } from '../model/page.ts';
import { examine } from '../panel.ts';
import { revise } from './revise.ts';

async function fixed(body: string, css = ''): Promise<string> {
  const html = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Tides</title><meta name="viewport" content="width=device-width"><style>body { color: #222; background: #fff } ${css}</style></head>\n<body>${body}</body></html>\n`;
  const page = await buildPage({ html });
  return (await revise(page, examine(page))).html;
}

const CONTENT = '<h1>Tide tables</h1><p>High water comes at nine in the morning today.</p>';
const MENU = '<nav><a href="/a">Today</a> <a href="/b">Week</a> <a href="/c">Year</a></nav>';

describe('the main content', () => {
  test('is found in boxes around boxes', async () => {
    const html = await fixed(`<div><div>${MENU}<div class="page">${CONTENT}</div></div></div>`);
    expect(html).toMatch(/<\/nav><main><div class="page"|<div class="page" role="main"/);
  });

  test('is wrapped where a rule names only other children of the body', async () => {
    const css = 'body > nav { margin: 0 } body.wide > aside { margin: 0 }';
    expect(await fixed(`${MENU}<div>${CONTENT}</div><div><p>Neaps.</p></div>`, css)).toContain('<main>');
  });

  test('stays as it is where a rule names it as a child of the body', async () => {
    const css = 'body > div { padding: 16px }';
    expect(await fixed(`${MENU}<div>${CONTENT}</div><div><p>Neaps.</p></div>`, css)).not.toContain('<main>');
  });
});

describe('a script that adds to the body where it stands', () => {
  test('is not put into a box: what it adds would come behind it', async () => {
    const script = '<script>document.body.appendChild(calendar)</script>';
    const body = `<div>${CONTENT}</div>${script}<div><p>Neaps.</p></div>`;
    expect(await fixed(body)).not.toContain('<main>');
    expect(await fixed(body.replace('document.body.appendChild', 'show'))).toContain('<main>');
  });
});

describe('a part outside of every landmark', () => {
  test('before the content is the head of the page', async () => {
    const html = await fixed(`<div class="top"><p>Harbour office</p></div><main>${CONTENT}</main>`);
    expect(html).toContain('<div class="top" role="banner">');
  });

  test('at the end, which says whose the page is, is its foot', async () => {
    const html = await fixed(`<main>${CONTENT}</main><div class="end"><p>© Harbour office</p></div>`);
    expect(html).toContain('<div class="end" role="contentinfo">');
  });

  test('with a heading is a region by that name, and one without is left to a person', async () => {
    const news = '<div class="news"><h2>Notices</h2><p>The north quay is closed on Monday.</p></div>';
    const html = await fixed(`<main>${CONTENT}</main>${news}<div class="more"><p>Pilots on nine.</p></div>`);
    expect(html).toContain('<div class="news" role="region" aria-label="Notices">');
    expect(html).toContain('<div class="more"><p>');
  });

  test('keeps the one head that there is', async () => {
    const html = await fixed(
      `<header><p>Harbour</p></header><div class="x"><p>Closed today.</p></div><main>${CONTENT}</main>`,
    );
    expect(html).not.toContain('role="banner"');
  });
});
