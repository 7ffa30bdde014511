import { describe, expect, test } from 'vitest';
import { readDocument } from '../../documents/document.ts';
import { rates } from './rates.ts';
import { sentenceTotals } from './worked-out.ts';

const NOTHING = { files: new Map(), byName: new Map(), scripts: null };
const said = (text: string): string[] => rates(readDocument(text), NOTHING).remarks.map((one) => one.text);

describe('a figure that does not follow from the others is told', () => {
  test.each([
    ['a share', 'Of 1200 orders 180 came back, so a return rate of 18 %.\n', '15 %'],
    ['each of many', 'There are 6 stands. Every stand pays 40, so we get 200 from them.\n', '240'],
    [
      'how often a day',
      'The sensor takes a reading every 10 minutes.\n\nThat makes 288 readings a day.\n',
      '144',
    ],
  ])('%s', (_, text, right) => {
    expect(said(text).join()).toContain(right);
  });
});

describe('nothing is told of', () => {
  test.each([
    ['a right share', 'Of 1200 orders 180 came back, so a return rate of 15 %.\n'],
    ['the rest of a share', 'Of 1200 orders 180 came back, so 85 % stayed.\n'],
    ['a right product', 'There are 6 stands. Every stand pays 40, so we get 240 from them.\n'],
    ['a right rhythm', 'The sensor takes a reading every 10 minutes.\n\nThat makes 144 readings a day.\n'],
    [
      'a rhythm of something else',
      'The sensor takes a reading every 10 minutes.\n\nWe get 300 letters a day.\n',
    ],
  ])('%s', (_, text) => {
    expect(said(text)).toEqual([]);
  });
});

test('parts before the sentence of the total, and parts behind the whole, are added up', () => {
  const totals = (text: string): number => sentenceTotals(readDocument(text), NOTHING).remarks.length;
  expect(totals('First prize 2000 €. Second prize 1000 €. Third prize 500 €. In total 3000 €.\n')).toBe(1);
  expect(totals('First prize 2000 €. Second prize 1000 €. Third prize 500 €. In total 3500 €.\n')).toBe(0);
  expect(totals('budget 20k: 9k desks, 7k movers, 5k internet\n')).toBe(1);
  expect(totals('budget 21k: 9k desks, 7k movers, 5k internet\n')).toBe(0);
});
