import { expect, test } from 'vitest';
import { paletteHues } from './palette-hues.ts';

const token = (name: string, value: string) => ({ name, value });

test('the leading colour comes first, greys and near shades are left out', () => {
  const hues = paletteHues(
    [
      token('surface', '#fafafa'),
      token('danger', 'oklch(0.6 0.15 25)'),
      token('primary', 'oklch(0.5 0.1 150)'),
      token('primary-dark', 'oklch(0.3 0.07 155)'),
    ],
    2,
  );
  expect(hues).toEqual([150, 25]);
});

test('a palette of one colour is filled from the widest gaps', () => {
  expect(paletteHues([token('brand', 'oklch(0.5 0.09 100)')], 3)).toEqual([100, 280, 190]);
});

test.each([
  ['no colours', []],
  ['greys only', [token('ink', '#222')]],
  ['values that are none', [token('primary', 'url(x)'), token('accent', '')]],
])('%s give no hues', (_, colors) => {
  expect(paletteHues(colors, 5)).toEqual([]);
});
