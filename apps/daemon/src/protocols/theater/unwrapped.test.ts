import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../../scripts/machine-pace.ts';
import { performScript, roundText, say } from './test/theater.ts';
import { holdsTwoDocuments, unwrapped } from './unwrapped.ts';

const PAGE = '<!doctype html><html lang="en"><title>Tea</title><h1>Tea</h1></html>';
const PART = '<main><h1>Tea</h1><p>Green and black.</p></main>';
const SENTENCE = 'I hope <b>you</b> like it';

const AROUND: readonly (readonly [string, string])[] = [
  ['a sentence before', `Here is the page:\n\n${PAGE}`],
  ['a sentence behind', `${PAGE}\n\nI hope you like it!`],
  ['a sentence with markup behind', `${PAGE}\n\n${SENTENCE}`],
  ['a sentence that is markup behind', `${PAGE}\n<p>${SENTENCE}</p>`],
  ['a sentence with markup before', `Here is <b>the</b> page:\n${PAGE}`],
  ['a sentence that begins with markup before', `<b>Here</b> it is:\n${PAGE}`],
  ['sentences on both sides', `<p>Done.</p>${PAGE}<p>Done.</p>`],
  ['a fence', `\`\`\`html\n${PAGE}\n\`\`\``],
  ['a fence, and a sentence with markup behind it', `\`\`\`html\n${PAGE}\n\`\`\`\n${SENTENCE}`],
  ['a thought', `<think>One column, one action.</think>\n${PAGE}`],
  ['a thought about a document', `<think>First <!doctype html>, then <html>.</think>\n${PAGE}`],
];

test.each(AROUND)('[P30] a page ships without %s', (_name, content) => expect(unwrapped(content)).toBe(PAGE));

test.each([
  ['a fence', `\`\`\`html\n${PART}\n\`\`\``],
  ['a fence behind', `${PART}\n\`\`\`\n`],
  ['a fence and a sentence behind', `${PART}\n\`\`\`\nI hope you like it!`],
  ['a fence and a sentence with markup behind', `${PART}\n\`\`\`\n${SENTENCE}`],
  ['sentences around a fence', `Here it is:\n\`\`\`html\n${PART}\n\`\`\`\nEnjoy.`],
])('[P30] a part of a page ships without %s', (_name, content) => expect(unwrapped(content)).toBe(PART));

test('a document that is never closed ends at the fence', () => {
  const open = '<!doctype html><title>Tea</title><h1>Tea</h1>';
  expect(unwrapped(`\`\`\`html\n${open}\n\`\`\`\n${SENTENCE}`)).toBe(open);
  expect(unwrapped(open)).toBe(open);
});

test.each([
  ['a comment in front', `<!-- tea -->${PAGE}`],
  ['a declaration in front', `<?xml version="1.0"?>${PAGE}`],
  ['a comment and a script behind', `${PAGE}\n<!-- built --><script>reload()</script>\n`],
  [
    'a part that speaks of pages',
    '<section><p>Write <code>&lt;html></code>, then <html> ends.</p></section>',
  ],
  ['a part with a fence in a sample', '<main><pre>\n```js\nx\n```\n</pre><p>y</p></main>'],
  ['a page with a fence in a sample', PAGE.replace('<h1>', '<pre>\n```\nx\n```\n</pre><h1>')],
  ['a text without markup', 'Tea, green and black.'],
  ['nothing', ''],
])('%s is the page as it is', (_name, content) => expect(unwrapped(content)).toBe(content));

test.each([
  ['two documents', `${PAGE}Or this one:${PAGE}`, true],
  ['two without a type', '<html><h1>a</h1></html> or <html><h1>b</h1></html>', true],
  ['one', PAGE, false],
  ['one in a frame of another', PAGE.replace('<h1>', `<iframe srcdoc='${PAGE}'></iframe><h1>`), false],
  ['one in a script of another', PAGE.replace('<h1>', `<script>x='${PAGE}'</script><h1>`), false],
  ['one in a comment of another', PAGE.replace('<h1>', `<!-- ${PAGE} --><h1>`), false],
  ['one for an old browser', `<!--[if IE]><html class="old"><![endif]-->${PAGE}`, false],
  ['a part', PART, false],
])('%s', (_name, content, two) => expect(holdsTwoDocuments(content)).toBe(two));

test.each([
  ['comments in front of a sentence', `${'<!-- a -->'.repeat(60_000)}x${PAGE}`],
  ['scripts that never end', `${'<script '.repeat(60_000)}${PAGE}`],
  ['fences', `${'```\n'.repeat(100_000)}${PART}`],
  ['closing tags that never end', `${'<code></code '.repeat(60_000)}`],
])('it is linear: %s', (_name, content) => {
  const started = processorMs();
  unwrapped(content);
  holdsTwoDocuments(content);
  expect(processorMs() - started).toBeLessThan(2_000);
});

describe('through a whole run', () => {
  const play = (page: string) => performScript(() => [say(roundText(1, 9, { page }))], { turns: 'one-shot' });

  test.each(AROUND.filter(([name]) => !name.includes('a thought')))(
    '[P30] the page ships without %s, and the run says so',
    async (_name, page) => {
      const theater = await play(page);
      expect(await theater.end()).toMatchObject({ type: 'critique.ship', status: 'shipped' });
      expect(theater.warnings()).toContain('page_unwrapped');
      const kept = theater.events.find(({ type }) => type === 'critique.round_artifact');
      expect(kept).toMatchObject({ bytes: Buffer.byteLength(PAGE) });
    },
  );

  test('a page with nothing around it is told without a note', async () => {
    const theater = await play(PAGE);
    expect(await theater.end()).toMatchObject({ status: 'shipped' });
    expect(theater.warnings()).not.toContain('page_unwrapped');
  });

  test('[P30] two documents where one page was asked for are a must-fix', async () => {
    const theater = await play(`${PAGE}\nOr this one:\n${PAGE.replace('Tea', 'Coffee')}`);
    expect(await theater.end()).toMatchObject({ status: 'below_threshold' });
    expect(theater.events).toContainEqual(
      expect.objectContaining({
        type: 'critique.panelist_must_fix',
        text: 'Two documents stand where one page was asked for.',
      }),
    );
  });

  test('a text that is no page by what was asked for keeps what stands around its examples', async () => {
    const text = `# How to write a page\n\n\`\`\`html\n${PAGE}\n\`\`\`\n\nThat is all.`;
    const subject = { kind: 'artifact', content: '# Old', mime: 'text/markdown', path: null } as const;
    const answer = roundText(1, 9, { page: text }).replace('text/html', 'text/markdown');
    const theater = await performScript(() => [say(answer)], { turns: 'one-shot', subject });
    expect(await theater.end()).toMatchObject({ status: 'shipped' });
    expect(theater.warnings()).not.toContain('page_unwrapped');
  });
});
