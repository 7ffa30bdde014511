/** What is seen first in a report, and what the report is made of. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareLines } from '../../line-diff.ts';
import { elementNames } from '../element-names.ts';
import { gateOf } from '../gate.ts';
import { type HtmlReport, htmlReport } from '../html.ts';
import { indexPage } from '../index-page.ts';
import { ALL, roundEvents, ship, started, stateOf } from '../test/run.ts';
import { REPORT_STYLE } from './style.ts';

const BEFORE = `<!doctype html>
<html lang="en"><body><main>
<h1>Harbour log</h1>
<p>Too pale.</p>
<a href="#">Imprint</a> <a href="#">Privacy</a>
<img src="pier/boat.jpg"><button></button>
<label for="mail">Your e-mail</label><input id="mail">
</main></body></html>
`;

function reportOf(demands: string[], more: Partial<HtmlReport> = {}): string {
  const state = stateOf(
    started(),
    ...roundEvents(1, { votes: ALL(7), composite: 7, demands: { critic: demands } }),
    ship(1, 7, 'below_threshold'),
  );
  return htmlReport({
    title: 'page.html',
    state,
    agent: 'grounded',
    durationMs: 900,
    gate: gateOf(state, [], null),
    verdict: { text: 'It does not pass.', tone: 'bad' },
    comparison: null,
    pictures: null,
    links: [],
    ...more,
  });
}

test.each([
  ['dead-links@a[href=#]', '"Imprint" link', 5],
  ['dead-links@a[href=#]~2', '"Privacy" link', 5],
  ['image-name@img[src=pier/boat.jpg]', 'Image boat.jpg', 6],
  ['button-name@button', 'Button without a name', 6],
  ['label@#mail', '"Your e-mail" field', 7],
  ['contrast-text@p', 'Paragraph "Too pale."', 4],
  ['page-language@html', 'The page', null],
])('%s is called %s', async (id, name, line) => {
  const nameOf = await elementNames({ before: BEFORE, after: null, mime: 'text/html' });
  expect(nameOf({ id, target: null })).toEqual({ name, line });
});

test('what a wrapper moved keeps the line of the file as given; what is only in the copy has none', async () => {
  const after = BEFORE.replace('<p>', '<div>\n<section>\n<p>').replace(
    '</p>',
    '</p></section></div><h2>New</h2>',
  );
  const nameOf = await elementNames({ before: BEFORE, after, mime: 'text/html' });
  expect(nameOf({ id: 'contrast-text@p', target: 'body > main > div > section > p' })).toEqual({
    name: 'Paragraph "Too pale."',
    line: 4,
  });
  expect(nameOf({ id: 'copy-2-1', target: 'body > main > h2' })).toEqual({
    name: 'Heading "New"',
    line: null,
  });
  expect(nameOf({ id: 'copy-2-1', target: 'no such thing' })).toBeNull();
});

test('the first screen: the verdict with how to take the copy, and three problems of different kinds by the names of their elements', async () => {
  const html = reportOf(
    [
      'contrast-text@p',
      'contrast-text@heading',
      'dead-links@a[href=#]~2',
      'image-name@img[src=pier/boat.jpg]',
      'x@y',
    ],
    {
      nameOf: await elementNames({ before: BEFORE, after: null, mime: 'text/html' }),
      comparison: compareLines('a\n', 'b\n'),
      take: './jury review page.html --apply',
    },
  );
  const order = [
    'It does not pass.',
    './jury review page.html --apply',
    'Every changed line',
    'Paragraph &quot;Too pale.&quot;',
    '&quot;Privacy&quot; link',
    'Image boat.jpg',
    'What was changed',
    'Also open: 2 must-fixes',
    'Composite by round',
    'id="rounds"',
  ];
  const places = order.map((words) => html.indexOf(words));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places[0]).toBeGreaterThan(0);
  expect(html).toContain('The 3 that matter most of 5 open problems');
  expect(html).toContain('<span class="where">, line 5</span>');
});

test('both pictures are one over the other, moved by a script that the policy names; one picture needs none', () => {
  const png = new Uint8Array([1, 2, 3]);
  const html = reportOf([], { pictures: { before: png, after: png } });
  const script = /<script>([^<]*)<\/script>/.exec(html)?.[1] ?? '';
  expect(script).toContain('--at');
  expect(html).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}';`);
  expect(html).toContain('<input type="range"');
  expect(reportOf([], { pictures: { before: png, after: null } })).not.toContain('<script');
});

test('the colours are the Theater’s', () => {
  const tokens = readFileSync(new URL('../../../../web/src/styles/tokens.css', import.meta.url), 'utf8');
  const [light = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)');
  const [ours = '', oursDark = ''] = REPORT_STYLE.split('@media (prefers-color-scheme:dark)');
  for (const [theirs, own] of [
    [light, ours],
    [dark, oursDark],
  ] as const) {
    const colours = [...theirs.matchAll(/(--(?!from|lift|float|ink)[\w-]+): (oklch\([\d. ]+\));/g)];
    expect(colours.length).toBeGreaterThan(10);
    for (const [, name, value] of colours) expect(own).toContain(`${name}:${value}`);
  }
});

test('the index: worst first, a choice for each verdict that works without a script, and why there is no picture', () => {
  const entry = { composite: 9, mustFix: 0, faults: [], why: null, report: 'a b/report.html' };
  const html = indexPage({
    entries: [
      {
        ...entry,
        name: 'good/<b>.html',
        verdict: { word: 'passes', tone: 'good', one: 'passes', many: 'pass' },
      },
      {
        ...entry,
        name: 'bad.html',
        verdict: { word: 'does not pass', tone: 'bad', one: 'does not pass', many: 'do not pass' },
        mustFix: 1,
        faults: [{ text: 'Too pale.', line: 3 }],
      },
    ],
    pictures: new Map<string, Uint8Array | string>([['bad.html', 'Cannot be shown here: no network']]),
  });
  expect(html).toContain('<h1>2 pages: 1 does not pass, 1 passes.</h1>');
  expect(html.indexOf('bad.html')).toBeLessThan(html.indexOf('good/<wbr>&lt;b&gt;.html'));
  expect(html).toContain('main:has(#kind-0:checked) .pages>li:not(.kind-0){display:none}');
  expect(html).toContain('Cannot be shown here: no network');
  expect(html).toContain('Line 3: <samp>Too pale.</samp>');
  expect(html).toContain('href="./a%20b/report.html"');
});
