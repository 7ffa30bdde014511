import { describe, expect, test } from 'vitest';
import { factsOf, isStated } from './brief.ts';

test('a brief names figures, money, dates, times, names and what it quotes', () => {
  expect(
    factsOf(
      'Say that the ferry costs 12 euros, leaves Bergen on 3 May at 9:40, and is called "The Gannet". Write to post@nordkai.no.',
    ),
  ).toEqual(['The Gannet', '12 euros', '3 May', '9:40', 'post@nordkai.no', 'Bergen', 'Gannet']);
});

describe('a fact may be said in another usual form', () => {
  test.each([
    ['12 euros', 'Now €12 a trip.'],
    ['12 euros', 'Now 12 € a trip.'],
    ['$20', 'It is 20 dollars.'],
    ['3 May', 'From May 3 on.'],
    ['3 May 2027', 'From the 3rd of May on.'],
    ['May 3', 'Starts 3 May.'],
    ['20 percent', 'Now 20% off.'],
    ['Bergen', 'in BERGEN and Oslo'],
  ])('%s: %s', (fact, text) => {
    expect(isStated(text, fact)).toBe(true);
  });

  test.each([
    ['12 euros', 'Now €13 a trip.'],
    ['3 May', 'From 4 May on.'],
    ['Bergen', 'in Oslo'],
  ])('not %s: %s', (fact, text) => {
    expect(isStated(text, fact)).toBe(false);
  });
});
