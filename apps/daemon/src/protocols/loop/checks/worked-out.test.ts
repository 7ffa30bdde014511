import { expect, test } from 'vitest';
import { readDocument } from '../../documents/document.ts';
import { shares } from './arithmetic.ts';
import { listTotals } from './list-totals.ts';
import { opposites } from './opposites.ts';
import { ratios } from './ratios.ts';
import type { Check } from './remark.ts';
import { states } from './states.ts';
import { countedLists, equations, sentenceTotals, spans } from './worked-out.ts';

const SURROUNDINGS = { files: new Map(), byName: new Map(), scripts: null };

function lines(check: Check, text: string): number[] {
  return check(readDocument(text), SURROUNDINGS).remarks.map(({ line }) => line);
}

test.each<[string, Check, string, number[]]>([
  ['a ratio', ratios, '58 kids and 6 adults come, so 1 adult per 8 kids.\n', [1]],
  ['a right ratio', ratios, '48 kids and 6 adults come, so 1 adult per 8 kids.\n', []],
  ['amounts in one line', listTotals, 'budget 1200: tables 450, band 600, posters 80, drinks 250\n', [1]],
  [
    'right amounts in one line',
    listTotals,
    'budget 1380: tables 450, band 600, posters 80, drinks 250\n',
    [],
  ],
  [
    'who decides, where the verb comes last',
    opposites,
    '# R\n\nÜber den Antrag entscheidet die Führungskraft.\n\nAnträge werden im Portal von der Personalabteilung entschieden.\n',
    [5],
  ],
  ['a product', equations, 'It costs 12 x 75 = 960 a year.\n', [1]],
  ['a right product', equations, 'It costs 12 x 75 = 900 a year, and 5 + 7 = 12.\n', []],
  ['hours between two times', spans, 'Abierto de 6:00 a 23:00, es decir 16 horas al día.\n', [1]],
  [
    'right hours, and a part of them',
    spans,
    'Open 6:00 to 23:00 (17 hours).\n\nOpen 9:00 to 17:00, with 1 hour in all for lunch.\n',
    [],
  ],
  ['a list that is counted', countedLists, 'There are drei Rollen: Gast, Mitglied.\n', [1]],
  ['a list below', countedLists, 'The form has three fields:\n\n- name\n- mail\n', [1]],
  ['a list of examples', countedLists, 'At least three roles: guest, member.\n', []],
  ['parts of a sum', sentenceTotals, 'Personal 120 Euro, Energie 45 Euro, zusammen 190 Euro.\n', [1]],
  ['right parts', sentenceTotals, '40 seats inside and 25 seats outside, 65 seats in all.\n', []],
  [
    'shares of a whole that comes first',
    shares,
    'Von 4.000 Spenden kommen 1.000 (25 %) per Post und 600 (20 %) bar.\n',
    [1],
  ],
  ['a share of a part', shares, 'Of 8,000 orders 240 (3 %) are refunded; 180 of these (75 %) in part.\n', []],
  [
    'a state that is not listed',
    states,
    'A refund is `asked`, `approved` or `paid`.\n\nA refund becomes `frozen` after a year.\n',
    [3],
  ],
  [
    'another thing in marks',
    states,
    'A refund is `asked`, `approved` or `paid`.\n\nThe letter is `urgent`.\n',
    [],
  ],
  [
    'opposite words',
    opposites,
    'Die Angabe der Adresse ist freiwillig.\n\nDie Angabe der Adresse ist verpflichtend.\n',
    [3],
  ],
  [
    'opposite words under a condition',
    opposites,
    'The address is optional.\n\nThe address is required if goods are sent.\n',
    [],
  ],
  [
    'without somebody, and always by them',
    opposites,
    'Small requests are approved without an agent.\n\nEvery request is decided by an agent.\n',
    [3],
  ],
])('%s', (_, check, text, expected) => {
  expect(lines(check, text)).toEqual(expected);
});
