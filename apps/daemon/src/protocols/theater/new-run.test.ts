import { expect, test } from 'vitest';
import { titleOf } from './new-run.ts';

test.each([
  ['# Week 46: the freezer is full\n\nTwo lines.', 'Week 46: the freezer is full\n\nTwo lines.'],
  ['A landing page for an invoicing tool.', 'A landing page for an invoicing tool.'],
  ['#1 in its class: a page', '#1 in its class: a page'],
  ['', ''],
])('a run is called by the words of its brief, without the marks of a heading: %j', (brief, title) => {
  expect(titleOf({ brief })).toBe(title);
});

test('a page is called by its name', () => {
  const artifact = { content: '<h1>Tides</h1>', mime: 'text/html', name: 'tides.html' };
  expect(titleOf({ artifact, brief: '# Another' })).toBe('tides.html');
});
