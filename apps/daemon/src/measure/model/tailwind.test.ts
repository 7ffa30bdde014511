import { expect, test } from 'vitest';
import { revise } from '../fixes/revise.ts';
import { examine } from '../panel.ts';
import { readObjectLiteral } from './object-literal.ts';
import { buildPage } from './page.ts';

const PAGE = `<!doctype html><html lang="en"><head><title>Tides</title>
<script src="https://cdn.tailwindcss.com"></script>
<script>tailwind.config = { theme: { extend: { colors: { foam: { 500: '#88aaff' } } } } } // note
</script></head><body class="bg-white"><main><h1 class="text-gray-900">A clock that knows the tide</h1>
<p class="text-gray-300">Two hands.</p><p class="text-foam-500">One for the water.</p></main></body></html>`;

test('a Tailwind CDN page is compiled here, its own theme included, and its contrast measured', async () => {
  const page = await buildPage({ html: PAGE });
  expect(page.gaps.style).toBeNull();
  const contrast = examine(page).findings.filter(({ auditId }) => auditId === 'contrast-text');
  expect(contrast.map(({ evidence }) => evidence)).toEqual([
    '<p class="text-gray-300">',
    '<p class="text-foam-500">',
  ]);
});

test('a fix wins over the sheet the CDN adds later', async () => {
  const page = await buildPage({ html: PAGE });
  const { html } = await revise(page, examine(page));
  expect(html).toMatch(/\.text-gray-300 \{ color: #[\da-f]{6} !important; \}/);
});

test.each([
  [
    'plain data',
    "{ a: 'x', 'b-c': [1, \"two\"], /* note */ d: { e: true, }, }",
    { a: 'x', 'b-c': [1, 'two'], d: { e: true } },
  ],
  ['a call', "{ plugins: [require('x')] }", null],
  ['an unclosed literal', "{ a: '", null],
])('an object literal of %s is read without running it', (_, text, expected) => {
  expect(readObjectLiteral(text, 0)).toEqual(expected);
});
