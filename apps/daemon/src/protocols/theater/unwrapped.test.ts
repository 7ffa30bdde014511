import { expect, test } from 'vitest';
import { unwrapped } from './unwrapped.ts';

const PAGE = '<!doctype html><html lang="en"><title>Tea</title><h1>Tea</h1></html>';

test.each([
  ['a sentence before', `Here is the page:\n\n${PAGE}`],
  ['a sentence behind', `${PAGE}\n\nI hope you like it!`],
  ['a fence', `\`\`\`html\n${PAGE}\n\`\`\``],
  ['a thought', `<think>One column, one action.</think>\n${PAGE}`],
])('a page ships without %s', (_name, content) => expect(unwrapped(content)).toBe(PAGE));

test.each([
  ['a comment in front', `<!-- tea -->${PAGE}`],
  ['a declaration in front', `<?xml version="1.0"?>${PAGE}`],
  [
    'a part that speaks of pages',
    '<section><p>Write <code>&lt;html></code>, then <html> ends.</p></section>',
  ],
])('%s is the page as it is', (_name, content) => expect(unwrapped(content)).toBe(content));
