/** What any reviewer of a text objects to: each with a text that has it, and one that only looks like it. */
import { describe, expect, test } from 'vitest';
import { machinePace, processorMs } from '../../../../../../scripts/machine-pace.ts';
import { readDocument } from '../../documents/document.ts';
import { sentencesOf } from '../../documents/sentences.ts';
import { calendar } from './calendar.ts';
import { classes } from './classes.ts';
import { examples } from './examples.ts';
import { gone } from './gone.ts';
import { duplicateIds } from './independence.ts';
import { labelled } from './labelled.ts';
import { listTotals } from './list-totals.ts';
import { nearNames } from './near-names.ts';
import { references } from './references.ts';
import { type Check, quote } from './remark.ts';
import { reviewing } from './reviewing.ts';
import { scope } from './scope.ts';
import { within } from './within.ts';

const NOWHERE = { files: new Map(), byName: new Map(), scripts: null };

function said(check: Check, text: string): string {
  return check(readDocument(text), NOWHERE)
    .remarks.map(({ line, text: remark }) => `${line}: ${remark}`)
    .join('\n');
}

describe('a reviewer objects to', () => {
  test.each<[string, Check, string, string]>([
    ['another day of the week', calendar, 'Start on Monday, 14 May 2026.', 'is a Thursday'],
    ['a day no month has', calendar, 'Der Abschluss ist am 31. April 2027.', 'there is no 31. April 2027'],
    ['an end before its beginning', calendar, 'Offen vom 20.05.2026 bis 10.05.2026.', 'is before'],
    [
      'a value between two classes',
      classes,
      '| Stock | Order |\n|---|---|\n| below 20 % | now |\n| 20 % to 50 % | soon |\n| above 60 % | none |\n',
      'between 50 and 60',
    ],
    [
      'a value in two classes',
      classes,
      'notas\n\n0 a 5 -> mal\n5 a 7 -> bien\nmayor que 7 -> muy bien\n',
      '5 is in two classes',
    ],
    [
      'an example of another form',
      examples,
      'A code has two letters and six digits, for example AB12345.',
      'AB12345',
    ],
    [
      'what a later step needs and an earlier one destroys',
      gone,
      '1. Delete the message store on `gw-a`.\n2. Copy the remaining messages of `gw-a`.\n',
      'line 2 still needs',
    ],
    [
      'what holds before it is decided',
      labelled,
      'Beschlossen am 20. April 2026. In Kraft ab 1. April 2026.',
      'was decided',
    ],
    [
      'somebody who checks their own text',
      labelled,
      'Written by: Ann Marsh. Approved by: Ann Marsh.',
      'checks it as well',
    ],
    [
      'a foreign currency',
      labelled,
      'The provision is 410,000 dollars.\n\nAll amounts are in euro.',
      'another currency',
    ],
    ['a total of other amounts', listTotals, 'licence 2,400 €\nmessages 600 €\ntotal 3,250 €\n', 'is 3000'],
    [
      'a name written in two ways',
      nearNames,
      'Ask Ms Kowalski first.\n\nThen Ms Kowalski signs.\n\nThen call Ms Kowaslki.\n',
      'almost the same',
    ],
    ['a name that is nowhere', references, '- R-1: a\n- R-2: b\n- R-3: c, as in R-9\n', 'R-9'],
    [
      'a figure that is nowhere',
      references,
      'Table 1: Prices\n\nAs TABLE 4 and Figure B show, it pays.\n',
      'TABLE 4',
    ],
    ['a figure with a letter', references, 'Figure A: Prices\n\nAs Figure B shows, it pays.\n', 'Figure B'],
    [
      'one number for two demands in two tables',
      duplicateIds,
      '# A\n\n## Till\n\n| Id | Demand |\n|---|---|\n| R-1 | The till must print a receipt. |\n\n## Door\n\n| Id | Demand |\n|---|---|\n| R-1 | The door shall lock at night. |\n',
      'R-1 names two things',
    ],
    ['a step beyond the last one', references, '1. a\n2. b\n3. continue at step 14\n', 'step 14'],
    [
      'what is left out and asked for',
      scope,
      '# A\n\n## Out of scope\n\nGift cards, and any change to the mobile app.\n\n## Rules\n\n- The mobile app shows the balance.\n- A till prints it.\n- Points are kept.\n- Shops see them.\n',
      'leaves out',
    ],
    [
      'a default outside its range',
      within,
      'It can be set from 90 to 300 seconds; the default is 60 seconds.',
      'is outside',
    ],
    [
      'more at least than at most',
      within,
      'It takes at least 500 points and at most 300 points.',
      'the least',
    ],
    [
      'shares of no whole',
      within,
      'Weights: exams 50 %, papers 30 %, attendance 20 %, notebook 10 %',
      '110 %',
    ],
    ['a range turned about', within, 'The pressure is kept between 3.5 and 2.0.', 'turned about'],
    ['a list without an end', reviewing, 'The app exports to PDF, Excel, etc.', 'goes on'],
    [
      'repetition without a limit',
      reviewing,
      'The device repeats the report every second until it is answered.',
      'without a limit',
    ],
    ['a deed of nobody', reviewing, 'The report is reviewed and signed off every Monday.', 'who does it'],
    [
      'a secret that is written out',
      reviewing,
      'Log in as admin with password Pelham-Switch-88.',
      'a secret',
    ],
    ['what nothing can keep', reviewing, 'The service is always available.', 'always available'],
    [
      'who says that their own work is right',
      reviewing,
      'The technician approves their own report.',
      'says as well',
    ],
    [
      'live data where things are tried',
      reviewing,
      'Copy the complete customer database to the test server.',
      'live data',
    ],
  ])('%s', (_, check, text, words) => {
    expect(said(check, text)).toContain(words);
  });
});

describe('nobody objects to', () => {
  test.each<[string, Check, string]>([
    ['the right day', calendar, 'Start on Thursday, 14 May 2026, od 8 do 19 czerwca 2026.'],
    [
      'classes that meet',
      classes,
      '| Stock | Order |\n|---|---|\n| below 20 % | now |\n| 20 % to 50 % | soon |\n| above 50 % | none |\n',
    ],
    ['an example of its form', examples, 'A code has two letters and six digits, for example AB123456.'],
    [
      'what is destroyed at the end',
      gone,
      '1. Copy the messages of `gw-a`.\n2. Delete the message store on `gw-a`.\n',
    ],
    ['two people', labelled, 'Written by: Ann Marsh. Approved by: Lea Okafor.'],
    [
      'two people who are not named',
      labelled,
      'The author of the document is named.\n\nThe reviewer of the document is named.',
    ],
    ['an article behind a table', references, 'Table 1: Prices\n\nThis is the table a customer sees.\n'],
    ['an article behind a figure', references, 'Figura 1: Precios\n\nVea la figura a continuación.\n'],
    ['a caption in capitals', references, '**TABLE 1** – Prices\n\nAs Table 1 shows, it pays.\n'],
    [
      'a table of states of work',
      duplicateIds,
      '# A\n\n## Demands\n\n| Id | Demand |\n|---|---|\n| R-1 | The till must print a receipt. |\n\n## Progress\n\n| Id | State |\n|---|---|\n| R-1 | done in May |\n',
    ],
    [
      'a demand that is repeated in another table',
      duplicateIds,
      '# A\n\n## Demands\n\n| Id | Demand |\n|---|---|\n| R-1 | The till must print a receipt. |\n\n## Overview\n\n| Id | Demand | Who |\n|---|---|---|\n| R-1 | The till must print a receipt. | Ann |\n',
    ],
    ['a total that is right', listTotals, 'licence 2,400 €\nmessages 600 €\ntotal 3,000 €\n'],
    ['cases of one name', nearNames, 'Das Zimmer von Herr Kowalski.\n\nDie Zimmer der Frau Kowalska.\n'],
    ['a name of somebody else', references, '- R-1: a\n- R-2: b\n- R-3: as ISO-27001 says\n'],
    [
      'a default within its range',
      within,
      'It can be set from 90 to 300 seconds; the default is 120 seconds.',
    ],
    ['what falls', within, 'The time falls from 30 to 20 minutes.'],
    [
      'a deed of somebody',
      reviewing,
      'The report is reviewed by the ward manager every Monday, 3 times at most.',
    ],
    ['where a secret is kept', reviewing, 'The password is in the vault under gateway.'],
  ])('%s', (_, check, text) => {
    expect(said(check, text)).toBe('');
  });
});

test('a secret that is found is not repeated, by whichever check and however often it stands there', () => {
  const text = 'The password is Tr4in-2291-x and etc.; log in with Tr4in-2291-x.';
  expect(said(reviewing, text)).toContain('a secret is written out (Tr…)');
  expect(said(reviewing, text)).not.toContain('2291');
  expect(quote('Passwort: Sommer_2026 und api key: abc-123-def')).toBe('"Passwort: … und api key: …"');
});

test('captions and numbered lines are read once, however many there are', () => {
  const before = processorMs();
  const many = Array.from({ length: 3_000 }, (_, n) => `As Table ${n % 90} shows, it pays.\n`).join('\n');
  references(readDocument(`Table 1: Prices\n\n${many}`), NOWHERE);
  references(readDocument(`1. a\n2. b\n3. c\n${'\n'.repeat(200_000)}`), NOWHERE);
  expect(processorMs() - before).toBeLessThan(8_000);
});

test('a text of very many numbered lines is looked at to its end', () => {
  const source = Array.from({ length: 150_000 }, (_, n) => `${(n % 900) + 1}. a`).join('\n');
  // Only the numbers of the lines are of interest: to read it as a document takes long.
  const document = { ...readDocument('1. a\n'), source };
  expect(() => references(document, NOWHERE)).not.toThrow();
});

test('a paragraph of very many lines is read to its end', { timeout: 120_000 * machinePace() }, () => {
  expect(sentencesOf(readDocument('ab\n'.repeat(150_000))).length).toBeGreaterThan(0);
});
