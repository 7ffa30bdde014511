/** What the files of a project say against each other, by two methods. */
import { describe, expect, test } from 'vitest';
import { compareProject, type Method, sureOnes } from './contradictions.ts';
import { figuresIn, rangesIn } from './figures-in.ts';
import { passagesOf } from './passages.ts';

const METHODS: readonly Method[] = ['clauses', 'rare words'];

function claims(
  files: Readonly<Record<string, string>>,
  method: Method,
  named: readonly string[] = [],
): string[] {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
  return sureOnes(compareProject(texts, method, named)).map(({ claim }) => claim);
}

describe('both methods name', () => {
  test.each([
    [
      'figures of two documents',
      { 'a.md': 'The hall has 120 seats.\n', 'b.md': 'The hall has 140 seats.\n' },
      '120 seats in a.md:1, but 140 seats in b.md:1.',
    ],
    [
      'a document and a constant, over units',
      { 'a.md': 'Sensors are read every 60 seconds.\n', 'src/a.py': 'READ_EVERY = 10 * 60  # 10 minutes\n' },
      '60 seconds in a.md:1, but READ_EVERY = 10 minutes in src/a.py:1.',
    ],
    [
      'a document and a configuration',
      { 'wiki.txt': 'max size: 25 MB\n', 'nginx.conf': 'http {\n  client_max_body_size 10m;\n}\n' },
      '25 MB in wiki.txt:1, but client_max_body_size = 10m in nginx.conf:2.',
    ],
    [
      'the same figure in two units',
      { 'a.md': 'A bike has a range of 70 kilometres.\n', 'b.csv': 'model,range,unit\nOne,70,miles\n' },
      '70 kilometres in a.md:1, but range 70 miles in b.csv:2.',
    ],
    [
      'dates',
      { 'a.md': 'The contract ends on 31 March 2029.\n', 'b.md': 'The contract ends on 31 December 2028.\n' },
      '31 March 2029 in a.md:1, but 31 December 2028 in b.md:1.',
    ],
    [
      'times of day, in German',
      { 'a.md': 'Die Absenkung beginnt um 22:00 Uhr.\n', 'b.md': 'Die Absenkung beginnt um 23:00 Uhr.\n' },
      '22:00 Uhr in a.md:1, but 23:00 Uhr in b.md:1.',
    ],
    [
      'text without spaces',
      { 'a.md': '予約データは3年間保存する。\n', 'b.md': '予約データは5年間保存する。\n' },
      '3年間 in a.md:1, but 5年間 in b.md:1.',
    ],
    [
      'units without figures',
      { 'a.md': 'Valores são guardados em reais.\n', 'b.md': 'O campo com o valor vem em centavos.\n' },
      'In reais in a.md:1, but in centavos in b.md:1.',
    ],
    [
      'a state that no list has',
      {
        'a.md': 'States of an order: `new`, `paid`, `sent`.\n',
        'a.log': '2026-01-01 INFO state=paid\n2026-01-01 INFO state=held\n',
      },
      'state is held in a.log:2; a.md:1 lists new, paid, sent.',
    ],
    [
      'lists with other members',
      { 'a.txt': 'allowed types: png, jpg, pdf\n', 'a.js': "const ALLOWED = ['image/png', 'image/jpeg'];\n" },
      'a.txt:1 lists png, jpg, pdf, but a.js:1 has image/png, image/jpeg: pdf only in one of them.',
    ],
    [
      'numbers with two digits changed about',
      { 'a.md': 'Call +49 30 5550 17.\n', 'b.md': 'The alarm calls +49 30 5550 71.\n' },
      '+49 30 5550 17 in a.md:1, but +49 30 5550 71 in b.md:1.',
    ],
    [
      'names with a letter more',
      { 'a.md': 'The operator is Velora GmbH.\n', 'b.md': 'Between the city and Veloria GmbH.\n' },
      'Velora in a.md:1, but Veloria in b.md:1.',
    ],
    [
      'bounds in another unit',
      {
        'a.md': 'The range of every room is 2 to 8 °C.\n',
        'r.yaml': 'unit: fahrenheit\nrooms:\n  room1: { min: 36, max: 46 }\n  room2: { min: 36, max: 50 }\n',
      },
      '2 to 8 °C in a.md:1 is 36 to 46 °F, but r.yaml:4 has room2: { min: 36, max: 50 }.',
    ],
    [
      'an error of a log with the code it names',
      { 'a.log': '2026-01-01 00:00:00 ERROR refused upload.js:1\n', 'upload.js': 'connect();\n' },
      'The log a.log:1 says: 2026-01-01 00:00:00 ERROR refused upload.js:1',
    ],
  ])('%s', (_, files, claim) => {
    for (const method of METHODS) expect(claims(files, method)).toContain(claim);
  });
});

describe('neither method names', () => {
  test.each([
    ['what agrees over units', { 'a.md': 'We wait 5 minutes.\n', 'a.py': 'WAIT = 300  # seconds\n' }],
    [
      'other things in the same unit',
      { 'a.md': 'A card is printed in 2 minutes.\n', 'b.md': 'The tea draws 4 minutes.\n' },
    ],
    [
      'how often and how long',
      { 'a.md': 'Sensors are read every 60 seconds.\n', 'b.md': 'A sensor is silent for 5 minutes.\n' },
    ],
    [
      'parts of a total',
      {
        'a.md': 'Bikes in service: 431; in the workshop: 29; total: 460.\n',
        'b.md': 'The fleet has 460 bikes.\n',
      },
    ],
    [
      'the least and the most',
      { 'a.md': 'The room has at least 12 °C, min.\n', 'a.yaml': 'room:\n  max: 30 # °C\n' },
    ],
    ['files of one name', { 'a/x.md': 'The font is 16 px.\n', 'b/x.md': 'The font is 18 px.\n' }],
    ['an inflected name', { 'a.md': 'Die Station Nord.\n', 'b.md': 'Die Stationen Nord.\n' }],
    [
      'measurements of a log',
      {
        'a.md': 'A page has 20 MB.\n',
        'a.log': '10:00:01 page 3 MB\n10:00:02 page 4 MB\n10:00:03 page 5 MB\n',
      },
    ],
  ])('%s', (_, files) => {
    for (const method of METHODS) expect(claims(files, method)).toEqual([]);
  });
});

test('the two methods can disagree: a word that tells two facts apart in their files may be common in the project', () => {
  const files = {
    'a.md': 'The pump runs for 3 minutes.\n',
    'b.md': 'A new pump is tested for 5 minutes.\n',
    'c.md': Array.from({ length: 30 }, (_, n) => `The pump has part ${String.fromCharCode(97 + n)}.\n`).join(
      '\n',
    ),
  };
  expect(claims(files, 'clauses')).toHaveLength(1);
  expect(claims(files, 'rare words')).toEqual([]);
});

test('where the task names several files, what concerns none of them is left aside', () => {
  const files = {
    'a.md': 'The hall has 120 seats.\n',
    'b.md': 'The hall has 140 seats.\n',
    'c.md': 'nothing\n',
    'd.md': 'nothing\n',
  };
  expect(claims(files, 'clauses', ['c.md', 'd.md'])).toEqual([]);
  expect(claims(files, 'clauses', ['a.md', 'd.md'])).toHaveLength(1);
});

test('a project with nothing in it was not looked at', () => {
  expect(compareProject([{ path: 'notes.md', text: '# Notes\n' }], 'clauses').looked).toBe(0);
  expect(compareProject([{ path: 'a.log', text: '\n\n' }], 'rare words').looked).toBe(0);
});

test('figures are read with their units, whatever the language', () => {
  const read = (text: string) => figuresIn(text, false).map(({ measure, base }) => [measure, base]);
  expect(read('15 minutos, 1.000 euros, 2,5 km, 50%, 1,048 bytes, 20 °F')).toEqual([
    ['time', 900],
    ['money', 1000],
    ['length', 2500],
    ['share', 50],
    ['bytes', 1048],
    ['temperature', expect.closeTo(-6.67, 2)],
  ]);
  expect(read('am 31. März 2029 um 7:30 Uhr')).toEqual([
    ['date', Date.UTC(2029, 2, 31) / 86_400_000],
    ['clock', 450],
  ]);
  expect(read('T-4, v2.8, 10.0.0.7, #12')).toEqual([]);
  expect(rangesIn('zwischen 2 und 8 °C')).toMatchObject([{ low: 2, high: 8 }]);
});

test('lines that were broken for their length are one sentence; short notes are not', () => {
  const wrapped = 'A sentence that was broken by an editor because it is long\nand goes on here. Next.\n';
  expect(passagesOf({ path: 'a.md', text: wrapped }).map(({ line }) => line)).toEqual([1, 2]);
  expect(passagesOf({ path: 'a.txt', text: 'max size: 25 MB\nwe keep it 30 days\n' })).toHaveLength(2);
});

test('many files are compared within a bound', () => {
  const texts = Array.from({ length: 40 }, (_, n) => ({
    path: `d${n}.md`,
    text: Array.from(
      { length: 20 },
      (_, m) => `The part ${n} of kind ${m} weighs ${n + m} kg and lasts ${m} days.\n`,
    ).join('\n'),
  }));
  for (const method of METHODS)
    expect(sureOnes(compareProject(texts, method)).length).toBeLessThanOrEqual(60);
});
