/** What may hold a document back, and what is only worth a look. */
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../documents/document.ts';
import { namedSections, openPoints, placeholders } from './completeness.ts';
import { contradictions } from './contradictions.ts';
import { opposites } from './opposites.ts';
import type { Check } from './remark.ts';
import { retention } from './retention.ts';
import { reviewing } from './reviewing.ts';

const NOWHERE = { files: new Map(), byName: new Map(), scripts: null };

/** Lines of what holds a text back. */
function held(check: Check, text: string): number[] {
  return check(readDocument(text), NOWHERE)
    .remarks.filter(({ isDoubt = false }) => !isDoubt)
    .map(({ line }) => line);
}

describe('nothing is held back by', () => {
  test.each<[string, Check, string]>([
    ['words on a screen', namedSections, 'After a crash players see "sorry, our fault" and the main menu.\n'],
    ['a part of another text', namedSections, 'The extension is confirmed in writing (contract annex C).\n'],
    ['a list that goes on', reviewing, '- R1: Pages, posts etc. must be saved every 5 seconds.\n'],
    ['somebody who weighs', openPoints, 'A free function would perhaps be less discoverable.\n'],
    [
      'a question with its answer',
      openPoints,
      '## Readiness\n\nCan it be disabled in a live cluster?\n\nYes, by the gate.\n',
    ],
    [
      'what a process settles later',
      openPoints,
      '## Unresolved questions\n\n- Should the name be `take_until`?\n',
    ],
    [
      'hours of somebody else',
      contradictions,
      '- Office: enters families and corrects bookings until 10:00 of the same day.\n- A family books or cancels until 9:00 of the same day.\n',
    ],
    ['an escape', placeholders, 'The escape \\xXX stands for one byte of the text.\n'],
    [
      'a number that belongs to the word before it',
      contradictions,
      'After three requests without an answer the sensor is absent.\n\nA version 2 sensor does not answer version 1 requests.\n',
    ],
    [
      'two cases before a colon',
      opposites,
      '- Server dies: nobody’s rating changes.\n- Service down: the race changes the rating of nobody.\n',
    ],
    [
      'a thing that is kept here and there',
      retention,
      'Entries are kept for 30 days.\n\nEntries are kept for 7 years in the archive.\n',
    ],
    [
      'longer than is asked for',
      retention,
      'Audit entries are kept for 8 years.\n\nFor inspections all audit entries of the last 7 years are available.\n',
    ],
    [
      'another thing that is kept',
      retention,
      'Readings are kept for 30 days.\n\nInvoices are kept for 10 years.\n',
    ],
  ])('%s', (_, check, text) => {
    expect(held(check, text)).toEqual([]);
  });
});

describe('a text is held back by', () => {
  test.each<[string, Check, string, number[]]>([
    [
      'one thing that is kept for two times',
      retention,
      'Audit entries are kept for 30 days.\n\nAudit entries are kept for 7 years.\n',
      [3],
    ],
    [
      'what must be there after it is gone',
      retention,
      '- A1: Audit entries are kept for 30 days and then removed.\n- A2: For inspections all audit entries of the last 7 years are available.\n',
      [2],
    ],
    [
      'what must be there after it is gone, in German',
      retention,
      'Die Messwerte werden 30 Tage gespeichert.\n\nDie Messwerte der letzten 2 Jahre sind abrufbar.\n',
      [3],
    ],
    ['a mark where a text belongs', placeholders, 'Timeout: TBD\n', [1]],
    ['what is said to be open', openPoints, '- R1: Who pays is not decided yet.\n', [1]],
  ])('%s', (_, check, text, lines) => {
    expect(held(check, text)).toEqual(lines);
  });
});
