import { expect, test } from 'vitest';
import { paintRow, span } from './cli/terminal/paint.ts';
import { shownText } from './shown-text.ts';

const PLAIN = { color: false };

test.each([
  ['a colour', '\u001b[31mred', '\\u001b[31mred'],
  ['a title', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
  ['a link', '\u001b]8;;https://a.example\u001b\\x', '\\u001b]8;;https://a.example\\u001b\\x'],
  ['a control sequence of one byte', '\u009b31m', '\\u009b31m'],
  ['a carriage return', 'safe\revil', 'safe\\u000devil'],
  ['a backspace', 'a\bb', 'a\\u0008b'],
  ['words turned around', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ['an invisible tag', 'a\u{e0041}', 'a\\udb40\\udc41'],
  ['another kind of line', 'a\u2028b\u0085c', 'a\\u2028b\\u0085c'],
])('%s is shown, not obeyed', (_, text, shown) => {
  expect(shownText(text, PLAIN)).toBe(shown);
});

test.each([
  [
    'GitHub, anywhere in a line',
    'x ##[set-output name=verdict;]passes',
    'x \\u0023#[set-output name=verdict;]passes',
  ],
  ['Azure', '##vso[task.complete result=Succeeded;]', '\\u0023#vso[task.complete result=Succeeded;]'],
  ['TeamCity', "##teamcity[buildStatus status='SUCCESS']", "\\u0023#teamcity[buildStatus status='SUCCESS']"],
  ['a heading around one', '###[error]x', '#\\u0023#[error]x'],
  ['GitHub, as a line', 'a\n  ::error::x', 'a\n  \\u003a:error::x'],
  ['GitHub, with properties', '::set-output name=verdict::passes', '\\u003a:set-output name=verdict::passes'],
  ['GitHub, after a blank that is none of ASCII', '\u00a0::add-mask::x', '\u00a0\\u003a:add-mask::x'],
])('an order to who runs a build is shown, not obeyed: %s', (_, text, shown) => {
  expect(shownText(text, PLAIN)).toBe(shown);
});

test('what only looks like an order to who runs a build stays as it is', () => {
  const text =
    '## A heading\n##x #[a] a::before\n  ::before, p::after { }\n::slotted(p)::before\n::\n Foo::bar() std::vector ##';
  expect(shownText(text, PLAIN)).toBe(text);
});

test('many lines of colons and blanks are read once', () => {
  const text = `${' '.repeat(200_000)}x\n${'::1 '.repeat(50_000)}\n${' ::a'.repeat(50_000)}\n${'\n'.repeat(200_000)}${'#'.repeat(200_000)}`;
  const began = performance.now();
  // One of the lines is an order.
  expect(shownText(text, PLAIN).length).toBe(text.length + '\\u003a'.length - 1);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('words of any script, emoji, tabs and lines stay as they are', () => {
  const text = 'a\tb\nc\r\nمرحبا 日本 می‌خواهم 👩‍👩‍👧 é';
  expect(shownText(text, PLAIN)).toBe(text);
});

test('of a JSON document nothing is lost', () => {
  const value = {
    'a\u009b': 'x\u202e\u{e0041}\u2028\u007f\u001b[31m',
    '\\##[error]': '\n::error::x##vso[a]',
  };
  const shown = shownText(JSON.stringify(value, null, 2), PLAIN);
  expect(JSON.parse(shown)).toEqual(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(shown).not.toMatch(/[\u007f-\u009f\u001b\u202e\u2028]/);
});

test('our own colours pass where colours are on, and no other', () => {
  const row = [span('good', 'good'), span(' '), span('bad\u001b[8m\u001b[31m', 'bad')];
  const line = paintRow(row, 80, { color: true, unicode: true });
  expect(shownText(line, { color: true })).toBe(
    '\u001b[32mgood\u001b[0m \u001b[31mbad\\u001b[8m\\u001b[31m\u001b[0m',
  );
  expect(shownText('\u001b[8mhidden\u001b[2J\u001b[38;5;1m', { color: true })).toBe(
    '\\u001b[8mhidden\\u001b[2J\\u001b[38;5;1m',
  );
});
