import { expect, test } from 'vitest';
import type { BrowserFacts } from './facts.ts';
import { worseThan } from './results.ts';

const NODE = { selector: 'p', path: '/html:1', html: '', summary: '', reason: '' };

function facts(counts: Record<string, [impact: 'serious' | 'moderate', count: number]>): BrowserFacts {
  return {
    violations: Object.entries(counts).map(([rule, [impact, count]]) => ({
      rule,
      impact,
      nodes: Array.from({ length: count }, () => NODE),
    })),
    incomplete: [],
    texts: {},
    pixelContrast: [],
    overflow: [],
    layout: { faults: [], looked: {}, scripted: false },
    look: { colours: 24, vivid: 0.1, unused: 0 },
    crops: [],
    clipped: [],
    lines: [],
    rendered: null,
    screenshot: new Uint8Array(),
    version: '150.0',
  };
}

test('a hint that comes along with a fix of more holds nothing back', () => {
  const before = facts({ 'color-contrast': ['serious', 55], region: ['moderate', 9] });
  expect(worseThan(before, facts({ 'color-contrast': ['serious', 2], region: ['moderate', 10] }))).toBeNull();
});

test('a hint for nothing, or anything grave, does', () => {
  const before = facts({ 'color-contrast': ['serious', 2], region: ['moderate', 9] });
  expect(worseThan(before, facts({ 'color-contrast': ['serious', 2], region: ['moderate', 10] }))).toBe(
    'the browser sees 10 faults of region instead of 9',
  );
  expect(worseThan(before, facts({ 'link-name': ['serious', 1] }))).toBe(
    'the browser sees 1 faults of link-name instead of 0',
  );
});
