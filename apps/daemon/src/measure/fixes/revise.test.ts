import { describe, expect, test } from 'vitest';
import { buildPage, type Page } from '../model/page.ts';
import { examine } from '../panel.ts';
import { revise } from './revise.ts';

async function fix(html: string) {
  const page = await buildPage({ html });
  return revise(page, examine(page));
}

const wrap = (body: string, css = '') =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Tides</title><meta name="viewport" content="width=device-width"><style>body { color: #222; background: #fff } ${css}</style></head>\n<body><main><h1>Tide tables</h1>${body}</main></body></html>\n`;

describe('the grounded author', () => {
  test('leaves a page without mechanical faults byte for byte as it is', async () => {
    const html = wrap('<p>Updated every morning   at six.</p>\r\n');
    expect((await fix(html)).html).toBe(html);
  });

  test('changes only the colour that fails, where it is written', async () => {
    const html = wrap('<p class="note">Updated every morning at six.</p>', '.note   {color:#aaa}');
    const { html: fixed } = await fix(html);
    expect(fixed.replace(/color:#[\da-f]{6}\}/, 'color:#aaa}')).toBe(html);
    expect(fixed).not.toBe(html);
  });

  test('does not touch a shared colour for those who pass with it', async () => {
    const html = wrap(
      '<p class="c">On white it fails.</p><p class="c d">On black it passes.</p>',
      '.c { color: #aaa } .d { background: #333 }',
    );
    const { html: fixed } = await fix(html);
    expect(fixed).toContain('.c { color: #aaa }');
    const after = examine(await buildPage({ html: fixed }));
    expect(after.findings.filter(({ auditId }) => auditId === 'contrast-text')).toEqual([]);
  });

  test('takes a doubled word out and keeps the line break around it', async () => {
    const { html } = await fix(wrap('<p>The water rises in\n  the the harbour.</p>'));
    expect(html).toContain('<p>The water rises in\n  the harbour.</p>');
  });

  test('never rewrites placeholders or calls to action', async () => {
    const body = '<p>Lorem ipsum dolor sit amet.</p><a href="#">Click here</a>';
    const { html } = await fix(wrap(body));
    expect(html).toContain(body);
  });

  test('gives a name from what the page says', async () => {
    const { html } = await fix(
      wrap('<p><a href="https://www.linkedin.com/x"><i class="fab fa-linkedin-in"></i></a></p>'),
    );
    expect(html).toContain('aria-label="LinkedIn"');
  });

  test('names nothing by its class, and asks instead', async () => {
    const body =
      '<button class="uk-slidenav-large close"></button><a class="th-large" href="#a"></a><p id="a">Tides</p>';
    const { html, page } = await fix(wrap(body));
    expect(html).not.toContain('aria-label="Close"');
    expect(html).not.toMatch(/aria-label="[^"]*(slidenav|th large)/i);
    expect(examine(page).findings.some(({ auditId }) => auditId === 'button-name')).toBe(true);
  });

  test('ties the label that stands beside a field, and writes none a second time', async () => {
    const { html } = await fix(
      wrap(
        '<form><div><label>Name</label><input name="n" placeholder="Name"></div><button>Send</button></form>',
      ),
    );
    expect(html).toContain('<label for="n">Name</label>');
    expect(html.match(/<label/g)).toHaveLength(1);
  });

  test('wraps content whose last part has no end tag', async () => {
    const page = wrap('').replace(
      /<main>.*<\/main>/s,
      '<h1>Tide tables</h1><p>High water is at nine.\n<p>Low water is at noon.\n',
    );
    expect((await fix(page)).html).toMatch(/<main><h1>[\s\S]*noon\.\s*<\/main>\s*<\/body>/);
  });

  test('leaves the padding of columns to the row that reaches out by as much', async () => {
    const css = '.row { margin: 0 -15px } .col { padding: 0 15px } .note { padding: 15px 10px 22px }';
    const { html } = await fix(
      wrap('<div class="row"><p class="col">One</p></div><p class="note">Two</p>', css),
    );
    expect(html).toContain('.col { padding: 0 15px }');
  });

  test('puts the label of a row of one field above the row, and none above a row of several', async () => {
    const style = 'form { display: flex; gap: 1rem }';
    const one = '<form><input name="n" placeholder="Boat"><button>Send</button></form>';
    expect((await fix(wrap(one, style))).html).toMatch(/<label for="n">Boat<\/label>\s*<form>/);
    const more = one.replace('<button>', '<input name="m" placeholder="Harbour"><button>');
    expect((await fix(wrap(more, style))).html).not.toContain('<label');
    const beside = `<div style="display: flex"><p>Ask us.</p><div style="display: flex">${one}</div></div>`;
    expect((await fix(wrap(beside, style))).html).not.toContain('<label');
  });

  test('chooses a colour that can be read while the text is pointed at, too', async () => {
    const { page } = await fix(
      wrap('<p>Updated every morning at six.</p>', 'p { color: #999 } p:hover { background: #eee }'),
    );
    const left = examine(page).findings.filter(({ auditId }) => /^contrast-/.test(auditId));
    expect(left).toEqual([]);
  });

  test('underlines a link that its new colour no longer tells from the text', async () => {
    const { html, page } = await fix(
      wrap(
        '<p>The office is at the <a href="/a">harbour</a> and opens at six.</p>',
        'p { color: #555 } a { color: #7ab8e8; text-decoration: none }',
      ),
    );
    expect(html).toContain('text-decoration: underline');
    const left = examine(page).findings.filter(({ auditId }) => /contrast-text|link-dist/.test(auditId));
    expect(left).toEqual([]);
  });

  test('writes a language only where the text leaves no doubt', async () => {
    const page = (text: string) =>
      wrap(`<p>${text}</p>`).replace(' lang="en"', '').replace('Tide tables', 'Nordkai');
    expect((await fix(page('Hallo Welt'))).html).not.toContain('lang=');
    const german = 'Wir schreiben die Gezeiten jeden Tag von Hand auf, und das seit dem Winter von 1887.';
    expect((await fix(page(german))).html).toContain('<html lang="de">');
    const english = 'The harbour office writes down every tide by hand, and it is open to all of you.';
    expect((await fix(page(english))).html).toContain('<html lang="en">');
  });

  test('evens padding only where the page shows what it should be', async () => {
    const boxes = (css: string) =>
      wrap(
        '<section class="a"><p>Low water at four.</p></section><section class="b"><p>High water at ten.</p></section>',
        css,
      );
    const lone = boxes('.a { padding: 16px 24px 16px 40px }');
    expect((await fix(lone)).html).toContain('.a { padding: 16px 24px 16px 40px }');
    const shown = boxes('.a { padding: 16px 24px 16px 40px } .b { padding: 16px 24px }');
    expect((await fix(shown)).html).toContain('.a { padding: 16px 24px }');
  });

  test('makes one whole document of a heading alone', async () => {
    const { html } = await fix('<h1>Three</h1>');
    expect(html.match(/<!doctype/gi)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(html.indexOf('<!doctype html>')).toBeLessThanOrEqual(0);
    expect(html).toContain('<h1>Three</h1>');
  });

  test('renumbers skipped headings by their tags, and keeps their look by a class', async () => {
    const { html } = await fix(
      wrap('<h4>Today</h4><p>High water at nine.</p><h4>Tomorrow</h4><p>High water at ten.</p>'),
    );
    expect(html.match(/<h2 class="like-h4">(Today|Tomorrow)<\/h2>/g)).toHaveLength(2);
    const before = await buildPage({ html: wrap('<h4>Today</h4>') });
    const after = await buildPage({ html });
    const look = (page: Page, tag: string): (string | null)[] =>
      ['font-size', 'font-weight', 'margin-top', 'margin-bottom', 'color'].map(
        (property) =>
          page
            .byTag(tag)
            .slice(0, 1)
            .map((heading) => page.styleOf(heading).value(property))[0] ?? null,
      );
    expect(look(after, 'h2')).toEqual(look(before, 'h4'));
  });

  test('leaves the tag where the author’s sheet styles it, and says the level', async () => {
    const { html } = await fix(wrap('<h4>Today</h4><p>High water at nine.</p>', 'h4 { color: #333 }'));
    expect(html).toContain('<h4 aria-level="2">Today</h4>');
  });

  test('uses the framework’s class for the look, where it has one', async () => {
    const sheet = 'h2, .h2 { font-size: 28px } h4, .h4 { font-size: 20px }';
    const { html } = await fix(wrap('<h4 class="mb">Today</h4><p>High water at nine.</p>', sheet));
    expect(html).toContain('<h2 class="mb h4">Today</h2>');
  });

  test('never writes a second doctype, whatever little there is', async () => {
    for (const source of ['<h1>Three</h1>', '<p>One<p>Two', 'words', '<title>T</title><h1>Three</h1>']) {
      const { html } = await fix(source);
      expect(html.match(/<!doctype/gi)?.length ?? 0).toBeLessThanOrEqual(1);
      expect(html).not.toMatch(/<main>[\s\S]*<(!doctype|html|head|title|meta)\b/i);
      const again = await fix(html);
      expect(again.html).toBe(html);
    }
  });

  test('makes no words up: an image, a field or a button the page says nothing about stays a demand', async () => {
    const body =
      '<img src="th-large.png"><button class="uk-slidenav-large"></button><p><input type="checkbox" name="cb_17"></p>';
    const { html } = await fix(wrap(body));
    expect(html).not.toMatch(/alt=|aria-label=/);
  });

  test('names no link by a script that it calls', async () => {
    const { html } = await fix(wrap('<p><a href="javascript:void(0)"><i class="ico"></i></a></p>'));
    expect(html).not.toMatch(/aria-label="[^"]*(javascript|void)/i);
  });

  test('puts no menu into main', async () => {
    const menu =
      '<div class="bar"><a href="/a">Harbours</a> <a href="/b">Tide tables</a> <a href="/c">Pilots</a></div>';
    const text = '<div><h1>Tides</h1><p>High water comes at nine today, and low water at noon.</p></div>';
    const { html } = await fix(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tides</title></head><body>${menu}${text}</body></html>`,
    );
    expect(html).toContain('<div class="bar" role="navigation">');
    expect(html).toContain('</div><div role="main"><h1>');
  });

  test('leaves the room for a fixed column alone', async () => {
    const css = '.side { position: fixed; left: 0; width: 250px } .content { padding: 16px 24px 16px 280px }';
    const { html } = await fix(
      wrap('<div class="side">Menu</div><div class="content"><p>High water at nine.</p></div>', css),
    );
    expect(html).toContain('padding: 16px 24px 16px 280px');
  });

  test('renumbers the titles of cards that are alike, which are no sections', async () => {
    const { html, rejected } = await fix(
      wrap('<h5>Sale item</h5><p>A rope of hemp.</p><h5>Sale item</h5><p>A net of cotton.</p>'),
    );
    expect(rejected).toEqual([]);
    expect(html.match(/<h2 class="like-h5">/g)).toHaveLength(2);
  });

  test('fixes once: a second revision changes nothing', async () => {
    const first = await fix(
      wrap(
        '<h4>Today</h4><p class="n">High water at nine.</p><a href="https://github.com/x"><i class="fa-github"></i></a>',
        '.n { color: #bbb; font-size: 9px }',
      ),
    );
    expect(first.applied.length).toBeGreaterThan(2);
    const second = await fix(first.html);
    expect(second.html).toBe(first.html);
  });
});
