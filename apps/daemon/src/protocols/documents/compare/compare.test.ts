/** Statements that cannot both hold, within one text and between several; and pairs that only look like it. */
import { describe, expect, test } from 'vitest';
import { readDocument } from '../document.ts';
import { disagreements } from './across.ts';
import { figurePairs } from './figure-pairs.ts';
import { oppositePairs } from './opposite-pairs.ts';

const figures = (text: string): string[] =>
  figurePairs(readDocument(text)).pairs.map(({ one, other }) => `${one.shown} / ${other.shown}`);
const opposites = (text: string): number => oppositePairs(readDocument(text)).length;

describe('figures of one thing', () => {
  test.each([
    ['whatever the unit', 'Invitations expire after 7 days.\n\nAn invitation expires after 24 hours.\n'],
    [
      'in a cell by the head of its column',
      '| Plan | Requests per window |\n|---|---|\n| Free | 60 |\n\nA key of the Free plan may send 100 requests per window.\n',
    ],
    [
      'told of the past with its digits changed about',
      'On Monday 212 orders were lost by the queue.\n\nEnter the 221 lost orders of the queue again.\n',
    ],
    [
      'by a time that has a name',
      'The gate of the yard closes at noon.\n\nThe gate of the yard closes at 13:00.\n',
    ],
  ])('are told %s', (_, text) => {
    expect(figures(text)).toHaveLength(1);
  });

  test.each([
    [
      'the number of a statement',
      '3.6 Alarms of a pump are raised.\n\n6.1 Alarms of a pump are kept for 400 days.\n',
    ],
    [
      'what was and what shall be',
      'Last year 212 orders were lost by the queue.\n\nAt most 40 orders may be lost by the queue.\n',
    ],
    [
      'a part and the whole',
      'The hall has 300 seats.\n\nThe hall has seats for choirs, of which 80 seats are on the stage.\n',
    ],
    ['the same in another unit', 'A session lasts 90 minutes.\n\nA session lasts 1.5 hours.\n'],
  ])('are not told of %s', (_, text) => {
    expect(figures(text)).toEqual([]);
  });
});

describe('opposites', () => {
  test.each([
    [
      'by contrast',
      'Limits are counted per key, not per address.\n\nCounting of limits is done by client address.\n',
    ],
    [
      'of what is optional and what nothing is done without',
      'The photo of the meter is optional.\n\nWithout a photo of the meter the reading is not accepted.\n',
    ],
    [
      'of what is free and what is paid',
      'The shipping label is free for the customer.\n\nThe customer pays 4.95 for the shipping label.\n',
    ],
    [
      'of what some alone may and others may too',
      'Only wardens may open the gate.\n\nEvery volunteer may open the gate.\n',
    ],
    [
      'of what shall never be seen and is shown',
      'Home addresses never appear on the poster.\n\nThe footer carries the home address of the winner.\n',
    ],
    ['of who does it where particles say so', '返金は店長が承認する。\n\n返金の承認は経理課が行う。\n'],
    [
      'without and every',
      'Assignments take effect without confirmation.\n\nThe leader confirms every assignment.\n',
    ],
  ])('are told %s', (_, text) => {
    expect(opposites(text)).toBe(1);
  });

  test('are not told of two kinds or two cases', () => {
    expect(opposites('Grey bins are optional.\n\nBrown bins are required.\n')).toBe(0);
    expect(
      opposites('Limits are counted per key, not per address.\n\nThe address of a client is logged.\n'),
    ).toBe(0);
  });
});

test('lines that were ended are statements of their own, and lines that were filled are not', () => {
  const lines = (text: string): number => readDocument(text).statements.length;
  expect(lines('E1 no jar is lost\nE2 labels in two languages\n')).toBe(2);
  expect(
    lines('kiln on at six\nopen the lid only below ninety degrees, somebody watches\nglaze first\n'),
  ).toBe(3);
  expect(
    lines(
      'The kiln is lit in the morning and stays\nclosed until the evening, when somebody\nopens the lid.\n',
    ),
  ).toBe(1);
  expect(readDocument('size | price\n10 | 4\n20 | 8\n').statements.map(({ kind }) => kind)).toEqual([
    'row',
    'row',
    'row',
  ]);
});

test('between texts only statements of two of them meet, each at its own line', () => {
  const found = disagreements([
    { path: 'a.md', text: '# Terms\n\nA pause of a membership lasts at most 8 weeks.\n' },
    { path: 'b.md', text: 'A membership may have a pause of at most 3 months.\n' },
  ]);
  expect(found.map(({ places }) => places.map(({ path, line }) => `${path}:${line}`))).toEqual([
    ['a.md:3', 'b.md:1'],
  ]);
  const alone = '# Terms\n\nA pause lasts at most 8 weeks.\n\nA pause lasts at most 3 months.\n';
  expect(disagreements([{ path: 'a.md', text: alone }])).toEqual([]);
});
