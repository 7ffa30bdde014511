/** Questions of degree: a page between plain and chosen, and what would raise it. */
import { expect, test } from 'vitest';
import { measure } from '../measure.ts';
import { buildPage } from '../model/page.ts';
import { chosenColour, chosenRoom, chosenType } from './chosen.ts';
import { PROSE, pageOf } from './test/case.ts';

const TEXT = `<p>${PROSE} <a href="/a">Today</a></p><p>${PROSE}</p><p>${PROSE}</p>`;

const PLAIN = await buildPage({
  html: `<!doctype html><html lang="en"><head><title>Tides</title></head><body>${TEXT}</body></html>`,
});

const CHOSEN = await pageOf({
  body: `<main><h1>Tides</h1>${TEXT}<div><p class="s">${PROSE}</p><p>${PROSE}</p></div></main>`,
  css: 'body { line-height: 1.5 } a { color: #a11010 } .s { background: #eee; font-size: 13px } main { max-width: 40em; margin: 0 auto; padding: 1em } div { display: flex; gap: 1em; border-radius: 4px }',
});

test.each([chosenType, chosenColour, chosenRoom])(
  '$id: a plain page has none of the signs, and is told each',
  (audit) => {
    const [result] = measure(PLAIN, [audit]);
    expect(result).toMatchObject({ state: 'pass', findings: [], grade: { value: expect.closeTo(0.2) } });
    expect(result?.grade?.raise).toHaveLength(result?.checked ?? 0);
  },
);

test.each([chosenType, chosenColour, chosenRoom])('$id: a page that was designed has them all', (audit) => {
  const [result] = measure(CHOSEN, [audit]);
  expect(result?.grade).toEqual({ value: 1, raise: [] });
});

test('each sign counts by itself', async () => {
  const page = await pageOf({ body: TEXT, css: 'body { line-height: 1.6 }' });
  const [result] = measure(page, [chosenType]);
  expect(result?.grade?.value).toBeCloseTo(0.6);
  expect(result?.grade?.raise).toEqual([
    'set the main heading at about twice the text',
    'use at least three text sizes, which tell ranks apart',
  ]);
});

test('a page with almost nothing on it is not asked', async () => {
  const [result] = measure(await pageOf('<p>Closed.</p>'), [chosenRoom]);
  expect(result).toMatchObject({ state: 'pass', checked: 0 });
  expect(result?.grade).toBeUndefined();
});
