import { expect, test } from 'vitest';
import { buildPage } from '../page.ts';

async function contested(css: string, body: string): Promise<string[]> {
  const page = await buildPage({ html: `<!doctype html><style>${css}</style><body>${body}` });
  return [...page.engine.contested()].map(({ selector, property }) => `${selector} ${property}`);
}

test('a declaration that loses to a later one of equal rank is contested, in whole or in part', async () => {
  const css = '.a { padding: 70px 0; color: red } .b { padding-top: 0 } .c { color: blue }';
  expect(await contested(css, '<p class="a b">One</p><p class="a c">Two</p>')).toEqual([
    '.a padding',
    '.a color',
  ]);
});

test('one that loses to a stronger selector, or to nobody, is not', async () => {
  const css =
    '.a { color: red; padding-left: 4px; border: 0; border-radius: 4px } p.a { color: blue } .a { padding-right: 4px }';
  expect(await contested(css, '<p class="a">One</p>')).toEqual([]);
});
