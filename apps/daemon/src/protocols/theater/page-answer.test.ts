/** The page in an answer that should hold nothing else. */
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../../scripts/machine-pace.ts';
import { extractPage } from './page-answer.ts';
import { TAG_NAMES } from './parsers/tags.ts';

const PAGE = '<!doctype html>\n<html lang="en"><body><h1>Pay</h1></body></html>';

describe('the page is found', () => {
  test.each([
    ['alone', PAGE, PAGE],
    ['between words', `Here it is:\n\n${PAGE}\n\nIt uses a 4px grid -> enjoy.`, PAGE],
    ['in a fence', `Sure!\n\`\`\`html\n${PAGE}\n\`\`\`\nDone.`, PAGE],
    ['in a fence without a name', `\`\`\`\n${PAGE}\n\`\`\``, PAGE],
    ['in a fence that never ends', `\`\`\`html\n${PAGE}`, PAGE],
    [
      'in the second fence',
      `The colours:\n\`\`\`css\na { color: red }\n\`\`\`\nThe page:\n\`\`\`html\n${PAGE}\n\`\`\``,
      PAGE,
    ],
    [
      'with fences of its own',
      PAGE.replace('Pay', '```js\nx\n```\n'),
      PAGE.replace('Pay', '```js\nx\n```\n'),
    ],
    ['in upper case', PAGE.toUpperCase(), PAGE.toUpperCase()],
    ['without a doctype', `Well: <html><body>x</body></html>`, '<html><body>x</body></html>'],
    ['as a fragment', 'Here:\n<main><h1>Hi</h1></main>\nBye.', '<main><h1>Hi</h1></main>'],
    ['as a fragment in the second fence', '```css\na{}\n```\n\n```html\n<div>x</div>\n```', '<div>x</div>'],
    ['with CRLF', `\`\`\`html\r\n${PAGE}\r\n\`\`\`\r\n`, PAGE],
  ])('%s', (_, answer, page) => {
    expect(extractPage(answer)).toBe(page);
  });
});

describe('there is none', () => {
  test.each([
    ['nothing', ''],
    ['words', 'I cannot do that. 3 < 4 and 5 > 4.'],
    ['an unfinished tag', '<main'],
    ...TAG_NAMES.map((name) => [`a protocol tag <${name}>`, `<main><${name} n="1">x</${name}></main>`]),
  ])('%s', (_, answer) => {
    expect(extractPage(answer)).toBeNull();
  });
});

test.each([
  ['blank lines behind a fence', `\`\`\`${'\n'.repeat(300_000)}`],
  ['fences that never end', '```html\n'.repeat(40_000)],
  ['openings', '<div '.repeat(60_000)],
])('it is linear: %s', (_, answer) => {
  const started = processorMs();
  extractPage(answer);
  expect(processorMs() - started).toBeLessThan(1000);
});
