import { describe, expect, test } from 'vitest';
import { buildPage } from '../model/page.ts';
import { examine } from '../panel.ts';
import { revise } from './revise.ts';

const wrap = (body: string, css = '') =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Tides</title><meta name="viewport" content="width=device-width"><style>body { color: #222; background: #fff } ${css}</style></head>\n<body>${body}</body></html>\n`;

async function fix(html: string) {
  const page = await buildPage({ html });
  return revise(page, examine(page));
}

async function said(html: string, audit: string) {
  return examine(await buildPage({ html })).findings.filter(({ auditId }) => auditId === audit);
}

const SENTENCE =
  'The water in the harbour rises twice a day and falls as often, as the moon has it, in every season.';

describe('what most of a page does', () => {
  test('is its design: spacing of another step is left as it is', async () => {
    const css = '.a { padding: 15px } .b { padding: 25px } .c { margin: 15px } .d { padding: 5px }';
    const boxes = ['a', 'b', 'c', 'd'].map((name) => `<div class="${name}"><p>Tides</p></div>`).join('');
    const { html } = await fix(wrap(`<main><h1>Tide tables</h1>${boxes}</main>`, css));
    expect(html).toContain(css);
  });

  test('is no slip, and one that some of it makes is set right', async () => {
    const css = 'p { margin: 0 0 8px; padding: 0 4px } .a { padding: 17px }';
    const boxes = `<div class="a"><p>Tides</p></div>${'<p>Tides</p>'.repeat(20)}`;
    const { html } = await fix(wrap(`<main><h1>Tide tables</h1>${boxes}</main>`, css));
    expect(html).toContain('.a { padding: 16px }');
  });

  test('is its design: prose a little small everywhere keeps its size, what nobody can read does not', async () => {
    const css = 'p { font-size: 13px } .tiny { font-size: 9px }';
    const body = `<main><h1>Tide tables</h1>${`<p>${SENTENCE}</p>`.repeat(4)}<p class="tiny">Updated at six.</p></main>`;
    const { html } = await fix(wrap(body, css));
    expect(html).toContain('p { font-size: 13px } .tiny { font-size: 12px }');
  });

  test('is its design: prose at 11.9 px is small and not tiny', async () => {
    const prose = (times: number) => `<p>${SENTENCE}</p>`.repeat(times);
    const all = await fix(wrap(`<main><h1>Tide tables</h1>${prose(4)}</main>`, 'p { font-size: 11.9px }'));
    expect(all.html).toContain('p { font-size: 11.9px }');
    expect(all.rejected.filter(({ auditId }) => auditId === 'text-size')).toEqual([]);
    const css = '.a { font-size: 11.9px } .tiny { font-size: 11.7px }';
    const slip = `<p class="a">${SENTENCE}</p><p class="tiny">Updated at six.</p>`;
    const { html } = await fix(wrap(`<main><h1>Tide tables</h1>${prose(8)}${slip}</main>`, css));
    expect(html).toContain('.a { font-size: 14px } .tiny { font-size: 12px }');
  });
});

describe('fixes that keep the layout', () => {
  test('a wide box is bounded with its padding, so that it does not stick out by it', async () => {
    const css = '.wide { width: 850px; padding: 0 20px }';
    const { html } = await fix(
      wrap(`<main><h1>Tide tables</h1><div class="wide"><p>${SENTENCE}</p></div></main>`, css),
    );
    expect(html).toContain('max-width: calc(100% - 40px)');
  });

  test('paragraphs of one column get one measure', async () => {
    const long = `${SENTENCE} `.repeat(4);
    const body = `<main><h1>Tide tables</h1><p>${long}</p><p>Updated at six, and once more in the evening.</p></main>`;
    const { html } = await fix(wrap(body));
    expect(html.match(/<p style="max-width: 70ch">/g)).toHaveLength(2);
  });

  test('a box that holds other parts beside its long text keeps its width', async () => {
    const long = `${SENTENCE} `.repeat(4);
    const { html } = await fix(wrap(`<main><h1>Tides</h1></main>${long}<div><p>Neap tide</p></div>`));
    expect(html).not.toMatch(/<(body|main)[^>]*max-width/);
  });

  test('the parts of a layout beside a long text keep their width', async () => {
    const long = `${SENTENCE} `.repeat(4);
    const parts = `<div class="hero"><p>Tides</p></div><div>${long}</div><div>Kornfeld, Ulm</div>`;
    const { html } = await fix(wrap(`<main><h1>Tide tables</h1>${parts}</main>`));
    expect(html.match(/max-width: 70ch/g)).toHaveLength(1);
    expect(html).toContain('<div style="max-width: 70ch">The water');
    const items = `<ul><li>${long}</li><li><p>Tides</p></li></ul>`;
    const list = await fix(wrap(`<main><h1>Tide tables</h1>${items}</main>`));
    expect(list.html.match(/max-width: 70ch/g)).toHaveLength(1);
  });

  test('what holds the heading of the page is its content, though most of its words are links', async () => {
    const links =
      '<p><a href="a.html">January</a> <a href="b.html">February</a> <a href="c.html">March</a></p>';
    const { html } = await fix(wrap(`<div><h1>Tides</h1>${links}</div>`));
    expect(html).toContain('<div role="main">');
    const menu = await fix(wrap(`<div><h1><a href="/">Tides</a></h1>${links}</div>`));
    expect(menu.html).not.toContain('role="main"');
  });
});

describe('one fault is one finding, and small differences are none', () => {
  test('text that is 85 % of 14 px is as good as 12 px', async () => {
    const html = wrap('<main><h1>Tides</h1><p class="a">At six</p></main>', '.a { font-size: 11.9px }');
    expect(await said(html, 'text-size')).toEqual([]);
  });

  test('code and the column of its line numbers are no prose, and keep one size', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => index + 1);
    const code = lines.map((line) => `const tide${line} = high of water at noon;`).join('\n');
    const row = `<table><tr><td>${lines.join('\n')}</td><td><pre>${code}</pre></td></tr></table>`;
    const html = wrap(
      `<main><h1>Tides</h1>${row}<p>${SENTENCE}</p></main>`,
      'td, pre, p { font-size: 12px }',
    );
    expect((await said(html, 'text-size')).map(({ selector }) => selector)).toEqual(['body > main > p']);
  });

  test('a box that is pulled out by as much as its own padding stands where it stood', async () => {
    const css = 'body { margin: 0 } .ring { margin: 0 -4px; padding: 0 4px } .out { margin-left: -40px }';
    const html = wrap(`<main><h1>Tides</h1><div class="ring">${SENTENCE}</div></main>`, css);
    expect(await said(html, 'stray-placement')).toEqual([]);
    expect(await said(html.replace('"ring"', '"out"'), 'stray-placement')).toHaveLength(1);
  });

  test('a link in a heading is told from its words; bars between links are no words', async () => {
    const css = 'a { color: #333; text-decoration: none }';
    const heading = wrap('<main><h1>Tides</h1><h2>Version 5 of it <a href="/5">notes</a></h2></main>', css);
    expect(await said(heading, 'link-distinguishable')).toHaveLength(1);
    const menu = wrap(
      '<main><h1>Tides</h1><div><a href="/a">One</a> | | | | | | | <a href="/b">Two</a></div></main>',
      css,
    );
    expect(await said(menu, 'link-distinguishable')).toEqual([]);
  });

  test.each([
    ['the # beside a heading', '<h2>Spring tide tables <a href="#x">#</a></h2>', 0],
    ['the ¶ beside a heading', '<h2>Spring tide tables <a href="#x">¶</a></h2>', 0],
    ['the title of a card', '<div><a class="t" href="/x">Spring tide tables</a> All times are those of the harbour at Kiel, in winter time.</div>', 0],
    ['a larger title in its line', '<div><a class="l" href="/x">Tables</a> All times are those of the harbour at Kiel, in winter time.</div>', 0],
    ['a footer', '<div>© 2026 Kornfeld GmbH <a href="/i">Imprint</a> <a href="/p">Privacy</a></div>', 0],
    ['a footer without a sign', '<div>Kornfeld GmbH, Ulm <a href="/i">Imprint</a> <a href="/p">Privacy</a></div>', 0],
    ['a link in the text of a box', '<div>All times are those of the harbour, as the <a href="/x">tables</a> have them.</div>', 1],
    ['a link in a paragraph', '<p>All times are in the <a href="/x">tables of spring tides at Kiel and Husum</a>.</p>', 1],
  ])('links that look like text: %s', async (_, body, times) => {
    const css = 'a { color: #333; text-decoration: none } .t { display: block; font-size: 24px } .l { font-size: 24px }';
    const html = wrap(`<main><h1>Tides</h1>${body}</main>`, css);
    expect(await said(html, 'link-distinguishable')).toHaveLength(times);
  }); // biome-ignore format: one list

  test('one text of filler is one finding, however many of its phrases are known', async () => {
    const lorem =
      'Lorem ipsum dolor sit amet, consectetur adipisicing elit, sed do eiusmod tempor incididunt ut labore. Ut enim ad minim veniam, quis nostrud exercitation. Duis aute irure dolor in reprehenderit.';
    const html = wrap(`<main><h1>Tides</h1><p>${lorem}</p><p>${lorem} Once more.</p></main>`);
    expect(await said(html, 'placeholder-text')).toHaveLength(2);
  });

  test('formulas have braces that no program fills in', async () => {
    const html = wrap(
      '<main><h1>Sums</h1><p>The sum is (1+x)^{n} or a_{i} here, and Hello {name} is not.</p></main>',
    );
    expect((await said(html, 'placeholder-text')).map(({ measured }) => measured)).toEqual(['"{name}"']);
  });

  test('a link that looks the same pressed and pointed at is told once', async () => {
    const css = 'a { color: #00f } a:hover { color: #ccc } a:active { color: #ccc }';
    const html = wrap('<main><h1>Tides</h1><p><a href="/t">Tide tables of the year</a></p></main>', css);
    expect(await said(html, 'contrast-states')).toHaveLength(1);
  });

  test('a field one can see through has the ground it is painted with', async () => {
    const css =
      'header { background: #00695c } input { border: 0; background: rgba(255, 255, 255, 0.8) } input::placeholder { color: rgba(0, 0, 0, 0.7) }';
    const html = wrap(
      '<header><input type="search" aria-label="Search" placeholder="Search"></header><main><h1>Tides</h1></main>',
      css,
    );
    expect(await said(html, 'parts-stand-out')).toEqual([]);
    expect(
      await said(html.replace('255, 255, 255, 0.8', '255, 255, 255, 0.02'), 'parts-stand-out'),
    ).not.toEqual([]);
  });

  test('a bar at the top has its room where the content begins, past a menu out of the flow', async () => {
    const css =
      'header { position: fixed; top: 0; left: 0; right: 0; background: #eee } aside { position: fixed; left: 0; width: 200px } main { margin-top: 60px }';
    const bar = '<header><p>Tide tables</p></header><aside><p>Menu</p></aside>';
    const html = wrap(`${bar}<main><h1>Tides</h1><p>${SENTENCE}</p></main>`, css);
    expect(await said(html, 'stray-placement')).toEqual([]);
    expect(await said(html.replace('margin-top: 60px', 'margin-top: 0'), 'stray-placement')).toHaveLength(1);
  });
});

describe('names', () => {
  test('a heading near a link that leads nowhere does not name it', async () => {
    const bars = '<div><a href="javascript:void(0);" class="bars"></a><h4>12 new members joined</h4></div>';
    expect((await fix(wrap(`<main><h1>Tides</h1>${bars}</main>`))).html).not.toContain('aria-label');
  });

  test('of two headings around a link none is its name; of a card the one is', async () => {
    const link = '<a href="/7f3a"><img src="a.png" alt=""></a>';
    const two = `<div><div>${link}</div><h3>Spring tide</h3><h3>Neap tide</h3></div>`;
    expect((await fix(wrap(`<main><h1>Tides</h1>${two}</main>`))).html).not.toContain(
      'aria-label="Spring tide"',
    );
    const one = `<div><div>${link}</div><h3>Spring tide</h3></div>`;
    expect((await fix(wrap(`<main><h1>Tides</h1>${one}</main>`))).html).toContain('aria-label="Spring tide"');
  });

  test('an image whose words stand beside it says nothing twice', async () => {
    const link = '<p>See <a href="/t"><img src="t.png"> Tide tables</a></p>';
    const item = '<ul><li><figure><img src="x.png"><figcaption>Neap</figcaption></figure></li></ul>';
    const card =
      '<div><div><img src="img/feature-pilot.png"></div><h2>Pilots</h2><p>On channel nine.</p></div>';
    const { html } = await fix(wrap(`<main><h1>Tides</h1>${link}${item}${card}</main>`));
    expect(html.match(/<img[^>]* alt="">/g)).toHaveLength(3);
  });

  test('an image that says what nobody else does is asked for', async () => {
    const card = '<div><div><img src="img/harbour.png"></div><h2>Pilots</h2><p>On channel nine.</p></div>';
    expect((await fix(wrap(`<main><h1>Tides</h1>${card}</main>`))).html).not.toContain('alt=');
  });

  test('a sign before a field does not name it', async () => {
    const field = '<p><span>$</span><input type="text" class="f"></p>';
    expect((await fix(wrap(`<main><h1>Tides</h1>${field}</main>`))).html).not.toContain('aria-label');
  });

  test('a heading names the fields below it where no other word does', async () => {
    const field = '<input type="text" class="f">';
    const two = `<div><h2>Your harbour</h2>${field}<br>${field}</div>`;
    const { html } = await fix(wrap(`<main><h1>Tides</h1>${two}</main>`));
    expect(html.match(/aria-label="Your harbour"/g)).toHaveLength(2);
    const said = `<div><h2>Your harbour</h2><p>Write its name and its land.</p>${field}</div>`;
    expect((await fix(wrap(`<main><h1>Tides</h1>${said}</main>`))).html).not.toContain('aria-label');
    const option = '<div><h2>Your harbour</h2><input type="checkbox" class="f"></div>';
    expect((await fix(wrap(`<main><h1>Tides</h1>${option}</main>`))).html).not.toContain('aria-label');
  });
});

describe('headings', () => {
  test('below a second h1 stay below it', async () => {
    const { html } = await fix(
      wrap(`<main><h1>Tides</h1><p>${SENTENCE}</p><h1>Pilots</h1><h2>North</h2><p>${SENTENCE}</p></main>`),
    );
    expect(html).toMatch(/<h2[^>]*>Pilots<\/h2><h3[^>]*>North<\/h3>/);
  });
});
