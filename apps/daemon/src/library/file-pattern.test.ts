import { expect, test } from 'vitest';
import { matchesPattern, patternFault } from './file-pattern.ts';

test.each([
  ...['index.html', 'docs/**', '**/*.html', 'site/*/blog/*/index-*.html', '*/*/*/*/*.html', 'page (1).html'],
  ...[
    '{*.htm,*.html,*.md,*.txt}',
    'a/{b,c/{d,e}}/*.html',
    'chapter-{1..12}.html',
    '{a..f}/*.html',
    '[a-z]*.html',
  ],
  ...['{}', '{a}', '{a', 'a}b{', `${'a/'.repeat(200)}x`, '**/a/**/b/**/*.html', 'a{b..long}c'],
])('%j can be used, and is tried in a moment', (pattern) => {
  expect(patternFault(pattern)).toBeNull();
  const began = performance.now();
  for (const name of ['index.html', 'a'.repeat(255), 'a/'.repeat(120)]) matchesPattern(name, pattern);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test.each([
  ['{a,b}'.repeat(7), 'its braces stand for more than 64 names'],
  ['{a,b}'.repeat(30), 'its braces stand for more than 64 names'],
  [`{${'a,'.repeat(64)}b}`, 'its braces stand for more than 64 names'],
  ['{1..65}', 'its braces stand for more than 64 names'],
  ['{1..100000000000}', 'its braces stand for more than 64 names'],
  ['{{1..9},{1..9}}{{1..9},{1..9}}', 'its braces stand for more than 64 names'],
  ['*a*a*a*b', 'it has more than 3 * in one name'],
  ['{x,*a*a}*a*b', 'it has more than 3 * in one name'],
  ['**a**a**a**', 'it has more than 3 * in one name'],
  ['**/a/**/a/**/a/**/b', 'it has ** more than 3 times'],
  ['+(a|aa)b', 'it takes *, **, ?, [ ] and { }, and nothing before a parenthesis'],
  ['!(a).html', 'it takes *, **, ?, [ ] and { }, and nothing before a parenthesis'],
  ['a'.repeat(501), 'it has more than 500 characters'],
])('%j would take too long, or is nothing we take', (pattern, fault) => {
  expect(patternFault(pattern)).toBe(fault);
});

test('at the limits', () => {
  expect(patternFault('a'.repeat(500))).toBeNull();
  expect(patternFault('{a,b}'.repeat(6))).toBeNull();
  expect(patternFault(`{${'a,'.repeat(63)}b}`)).toBeNull();
  expect(patternFault('{1..64}')).toBeNull();
  expect(patternFault('*a*a*b')).toBeNull();
  expect(patternFault('**/**/**/x')).toBeNull();
});
