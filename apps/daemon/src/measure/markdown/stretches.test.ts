import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { machinePace, processorMs } from '../../../../../scripts/machine-pace.ts';
import { mixedMarkup, PILES } from '../test/piled-markup.ts';
import { markdownTree } from './parse.ts';
import { stretchesOf } from './stretches.ts';

const IS_LONG = process.env.JURY_PILED === 'long';
const DOCS = [
  'spec.md',
  'http-api.md',
  ...(IS_LONG ? ['architecture.md', 'configuration.md', 'runs.md'] : []),
];

function read(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../../../docs/${name}`, import.meta.url)), 'utf8');
}

test.each(DOCS)('%s is the same tree in stretches as in one', (name) => {
  const text = `${read(name)}\n\n## See [here][place]\n\n[place]: /there\n\n`.repeat(2);
  const whole = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  expect(stretchesOf(text).length).toBeGreaterThan(1);
  expect(markdownTree(text, 'github').children).toEqual(whole.children);
});

test('stretches are the text, one after the other, each with its place', () => {
  for (const text of [
    mixedMarkup(1, 120_000),
    read('spec.md').replaceAll('\n', '\r\n'),
    'a\r'.repeat(40_000),
  ]) {
    const stretches = stretchesOf(text);
    expect(stretches.map((stretch) => stretch.text).join('')).toBe(text);
    for (const { text: own, offset, line } of stretches) {
      expect(text.startsWith(own, offset)).toBe(true);
      expect(text.slice(0, offset).split(/\r\n|\r|\n/).length - 1).toBe(line);
    }
  }
});

test('code and raw HTML are not cut where something in them looks like a heading', () => {
  for (const [open, close] of [
    ['```', '```'],
    ['~~~~', '~~~~'],
    ['<!--', '-->'],
    ['<pre>', '</pre>'],
  ] as const) {
    const text = `# A\n\n${open}\n${'# no heading\n\n'.repeat(3_000)}${close}\n\n# B\n`;
    const headings = markdownTree(text, 'github').children.filter(({ type }) => type === 'heading');
    expect(headings.map(({ position }) => position?.start.line)).toEqual([1, text.split('\n').length - 1]);
  }
});

/** Far above what the slowest of them takes for each thousand characters (20 ms), far below the square of it. */
const MOST_MS_PER_THOUSAND = 150;

/** The parser takes the square of these by itself. */
const SQUARE = [
  ...['underlined headings', 'quotes with lists', 'words struck and unstruck', 'pictures within pictures'],
  ...['entities', 'many quotes', 'a list with gaps', 'footnotes', 'a wide table'],
];

test.each(IS_LONG ? Object.keys(PILES) : SQUARE)(
  'time grows with the text: %s',
  { timeout: 120_000 * machinePace() },
  (name) => {
    const text = PILES[name]?.(20_000) ?? '';
    const before = processorMs();
    markdownTree(text, 'github');
    expect((processorMs() - before) / (text.length / 1_000)).toBeLessThan(MOST_MS_PER_THOUSAND);
  },
);

test('time grows with the text: everything at once', { timeout: 240_000 * machinePace() }, () => {
  for (const seed of IS_LONG ? [1, 2, 3, 4, 5, 6] : [1]) {
    const text = mixedMarkup(seed, 100_000);
    const before = processorMs();
    markdownTree(text, 'github');
    expect((processorMs() - before) / (text.length / 1_000)).toBeLessThan(MOST_MS_PER_THOUSAND);
  }
});
