import { describe, expect, test } from 'vitest';
import { buildPage } from '../model/page.ts';
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

  test('renumbers skipped headings and keeps the tags', async () => {
    const { html } = await fix(
      wrap('<h4>Today</h4><p>High water at nine.</p><h4>Tomorrow</h4><p>High water at ten.</p>'),
    );
    expect(html.match(/<h4 aria-level="2">/g)).toHaveLength(2);
  });

  test('renumbers the titles of cards that are alike, which are no sections', async () => {
    const { html, rejected } = await fix(
      wrap('<h5>Sale item</h5><p>A rope of hemp.</p><h5>Sale item</h5><p>A net of cotton.</p>'),
    );
    expect(rejected).toEqual([]);
    expect(html.match(/<h5 aria-level="2">/g)).toHaveLength(2);
  });

  test('fixes once: a second revision changes nothing', async () => {
    const first = await fix(
      wrap(
        '<h4>Today</h4><p class="n">High water at nine.</p><img src="a.png">',
        '.n { color: #bbb; font-size: 9px }',
      ),
    );
    expect(first.applied.length).toBeGreaterThan(2);
    const second = await fix(first.html);
    expect(second.html).toBe(first.html);
  });
});
