import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clean } from '../../report/clean.ts';
import { paintRow, span } from './paint.ts';
import { paintFor } from './paint-for.ts';
import { cut, toAscii, widthOf, wrap } from './text.ts';

test.each([
  ['colours', 'a\u001b[31mred\u001b[0m b', 'ared b'],
  ['a title that an agent sets', 'x\u001b]0;owned\u0007y', 'xy'],
  ['a link', '\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\', 'text'],
  ['the one-byte form', 'a\u009b2Jb', 'ab'],
  ['a lone escape at the end', 'a\u001b', 'a'],
  ['line breaks and tabs', 'a\r\nb\tc\u2028d', 'a b c d'],
  ['backspace and bell', 'a\u0008\u0007b', 'ab'],
  ['text that reads backwards', 'a\u202egnp\u202c.exe', 'agnp.exe'],
  ['half a surrogate pair', 'a\ud800b', 'ab'],
])('%s: nothing an agent writes controls the terminal', (_, raw, shown) => {
  expect(clean(raw)).toBe(shown);
});

test('cleaned text never holds a control character, whatever went in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (raw) => {
      expect(clean(raw)).not.toMatch(/\p{Cc}/u);
      expect(clean(clean(raw))).toBe(clean(raw));
    }),
  );
});

test('wide characters take two cells, marks none', () => {
  expect([widthOf('abc'), widthOf('日本'), widthOf('e\u0301'), widthOf('🚀')]).toEqual([3, 4, 1, 2]);
});

test('text is cut to its cells, and says so', () => {
  expect(cut('abcdef', 6, '…')).toBe('abcdef');
  expect(cut('abcdef', 5, '…')).toBe('abcd…');
  expect(cut('日本語', 4, '…')).toBe('日…');
  expect(cut('abcdef', 2, '...')).toBe('ab');
  expect(cut('abcdef', 0, '…')).toBe('');
});

test('wrapping keeps every word and no line is too long', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('abcdefgh ij', 3)).toEqual(['abc', 'def', 'gh', 'ij']);
  expect(wrap('', 5)).toEqual(['']);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), fc.integer({ min: 1, max: 40 }), (text, width) => {
      const lines = wrap(clean(text), width);
      expect(lines.every((line) => widthOf(line) <= width)).toBe(true);
      expect(lines.join('').replaceAll(' ', '')).toBe(clean(text).replaceAll(' ', ''));
    }),
  );
});

test('without UTF-8 every character is one the terminal has', () => {
  expect(toAscii('“a” → b… é')).toBe('"a" -> b... ?');
  expect(paintRow([span('4.5 ≥ 3 …', 'good')], 80, { color: false, unicode: false })).toBe('4.5 >= 3 ...');
});

test.each([
  [{}, true, { color: true, unicode: false }],
  [{ LANG: 'C.UTF-8' }, true, { color: true, unicode: true }],
  [{ LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, true, { color: true, unicode: false }],
  [{ NO_COLOR: '1', LANG: 'en_US.utf8' }, true, { color: false, unicode: true }],
  [{ NO_COLOR: '', LANG: 'C.UTF-8' }, true, { color: true, unicode: true }],
  [{ TERM: 'dumb', LANG: 'C.UTF-8' }, true, { color: false, unicode: true }],
  [{ LANG: 'C.UTF-8' }, false, { color: false, unicode: true }],
  [{ FORCE_COLOR: '1', LANG: 'C.UTF-8' }, false, { color: true, unicode: true }],
])('%o on a terminal: %s', (env, isTty, paint) => {
  expect(paintFor(env, { isTty, platform: 'linux' })).toEqual(paint);
});

test('a painted row has no more cells than asked for, colours aside', () => {
  const row = [span('score ', 'good'), span('a long tail', 'dim')];
  expect(paintRow(row, 10, { color: true, unicode: true })).toBe(
    '\u001b[32mscore \u001b[0m\u001b[2ma l…\u001b[0m',
  );
});

test('what a reader takes for one character is measured and cut as one', () => {
  expect(widthOf('👩‍👩‍👧‍👦')).toBe(2);
  expect(widthOf('e\u0301')).toBe(1);
  expect(widthOf('🇨🇭')).toBe(2);
  expect(cut('a👩‍👩‍👧‍👦b', 2, '')).toBe('a');
  expect(cut('a👩‍👩‍👧‍👦bc', 3, '')).toBe('a👩‍👩‍👧‍👦');
  expect(cut('ne\u0301e', 2, '')).toBe('ne\u0301');
});
