/** How the ACT cases are counted and rewritten; the cases themselves are not here. */
import { expect, test } from 'vitest';
import { rewrite } from './rewrite.ts';
import { precision, recall, score } from './score.ts';
import type { ActCase } from './suite.ts';

const make = (rule: string, id: string, expected: ActCase['expected'], approved = true): ActCase => ({
  rule,
  ruleName: rule,
  id,
  expected,
  approved,
  html: '',
});

test('a hit is a mapped check on a failed case, false the same on any other, and what is never asked is missed', () => {
  const cases = [
    make('a', '1', 'failed'),
    make('a', '2', 'failed'),
    make('a', '3', 'passed'),
    make('a', '4', 'inapplicable', false),
    make('b', '1', 'failed', false),
    make('a', '5', 'failed'),
  ];
  const said = { '1': ['x', 'y'], '2': ['y'], '3': ['x'], '4': [] };
  const figures = score(cases, said, (rule) => (rule === 'a' ? ['x'] : []));
  expect(figures.all).toEqual({ failed: 3, hits: 1, others: 2, falses: 1 });
  expect(figures.approved).toEqual({ failed: 2, hits: 1, others: 1, falses: 1 });
  expect(figures.left).toEqual({ all: 1, approved: 1 });
  expect(figures.misses.map(({ rule, id }) => rule + id)).toEqual(['a2', 'b1']);
  expect([recall(figures.all), precision(figures.all)]).toEqual([1 / 3, 0.5]);
});

test('a rewritten page has other names, words, tags and wrappers, and the same relations', () => {
  const html =
    '<html lang="en"><head><style>.note { color: #777 }</style></head><body><div><label for="mail" class="note">Address</label><input id="mail" title="Address"></div></body></html>';
  const other = rewrite(html, { words: true, seed: 'one' });
  expect(other).not.toMatch(/mail|note|Address|#777|<div>/);
  expect(other).toContain('rgb(119 119 119)');
  const [, id] = /for="([^"]+)"/.exec(other) ?? [];
  expect(other).toContain(`id="${id}"`);
  const [, label] = />([A-Z][a-z]+)<\/label>/.exec(other) ?? [];
  expect(other).toContain(`title="${label}"`);
  expect(rewrite(html, { words: true, seed: 'one' })).toBe(other);
});

test('what scripts may use keeps its name, and words that a rule is about stay', () => {
  const html = '<p id="a" class="b">More</p><script>show("a")</script>';
  const other = rewrite(html, { words: false, seed: 'one' });
  expect(other).toContain('id="a"');
  expect(other).toContain('More');
});
