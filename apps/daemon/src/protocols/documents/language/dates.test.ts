import { describe, expect, test } from 'vitest';
import { datesIn } from './dates.ts';
import { quantitiesIn } from './quantities.ts';

describe('a day of the year is read', () => {
  test.each([
    ['15 September', '15 September'],
    ['September 15th', 'September 15th'],
    ['am 15. September', '15. September'],
    ['le 15 septembre', '15 septembre'],
    ['el 15 de septiembre', '15 de septiembre'],
    ['do 15 września', '15 września'],
    ['15 сентября', '15 сентября'],
    ['9月15日', '9月15日'],
  ])('in %s', (text, shown) => {
    expect(datesIn(text).map((date) => [date.shown, date.value])).toEqual([[shown, 9 * 31 + 15]]);
  });

  test.each(['you may 12 times', 'room 12 is set', '40 days'])('and none is in %s', (text) => {
    expect(datesIn(text)).toEqual([]);
  });
});

test('a day of the week is the same in every language', () => {
  for (const day of ['Monday', 'Mondays', 'Montag', 'lundi', 'lunes', 'poniedziałek', '月曜日', '星期一'])
    expect(datesIn(day).map(({ dimension, value }) => `${dimension} ${value}`)).toEqual(['weekday 1']);
});

test('money may have its sign ahead', () => {
  expect(quantitiesIn('R$ 2.000 de prêmio').map(({ dimension, value }) => [dimension, value])).toEqual([
    ['BRL', 2_000],
  ]);
});
