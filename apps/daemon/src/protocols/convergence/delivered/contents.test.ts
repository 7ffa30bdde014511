import { expect, test } from 'vitest';
import { fewerFiles, missingContents } from './contents.ts';

function lack(raw: string, files: Readonly<Record<string, string>>, brief = raw): string | null {
  const named = Object.entries(files).map(([path, text]) => ({ path, text }));
  return missingContents(raw, named, brief);
}

test.each([
  [
    'fewer entries than asked for',
    'The list `songs.json` has 12 songs.',
    { 'songs.json': '[{"title":"a"},{"title":"b"}]' },
    /2 entries/,
  ],
  [
    'fewer rows than asked for',
    'Fünf Mitglieder in `mitglieder.csv`.',
    { 'mitglieder.csv': 'Name\nA\nB\n' },
    /2 entries/,
  ],
  ['another version', '`CHANGES.md` names version 2.3.0.', { 'CHANGES.md': '## 2.2.0\n' }, /2\.3\.0/],
  [
    'a key that one file lacks',
    '`a.json` and `b.json` have the same keys.',
    { 'a.json': '{"x":"1"}', 'b.json': '{"x":"1","y":"2"}' },
    /no y/,
  ],
  [
    'a chapter that is to come',
    '`m.md` explains bajas y cambios.',
    { 'm.md': '# M\n\n## Bajas\n\nSe guarda la ficha.\n\n## Cambios\n\n(pendiente)\n' },
    /Cambios/,
  ],
  [
    'a type that is not declared',
    '`t.d.ts` shall declare Song and Concert.',
    { 't.d.ts': 'export interface Song {}' },
    /Concert/,
  ],
])('%s is missing', (_, raw, files, said) => {
  expect(lack(raw, files)).toMatch(said);
});

const PAGE =
  '<table><tr><th>Guide</th><th>Hours</th></tr><tr><td>Noor</td><td>10</td></tr><tr><td>Ada</td><td>9</td></tr></table>';

test.each([
  ['of a part', '`visit.html` has 5 rows.'],
  ['of a part, with a word before it', '`visit.html` shows five short examples.'],
  ['of what a column is called', '`visit.html` lists 7 guides.'],
  ['in German', '`visit.html` hat mindestens 3 Einträge.'],
  ['in French', '`visit.html` montre 4 étapes.'],
  ['in Spanish', '`visit.html` tiene 4 preguntas.'],
  ['in Portuguese', '`visit.html` traz 4 exemplos.'],
  ['in Italian', '`visit.html` ha 4 righe.'],
])('a page has fewer entries than a count %s', (_, raw) => {
  expect(lack(raw, { 'visit.html': PAGE })).toMatch(/2 entries/);
});

test.each([
  ['an age', '`visit.html` lists the prices: adults 12 euros, children under 14 free.'],
  ['a telephone number', '`visit.html` gives the phone number 0471 55 20 10 for help.'],
  ['a line and its stop', '`visit.html` says to take tram line 5 stop Old Crane.'],
  ['a price', '`visit.html` names the ticket, price 20 entries included.'],
  ['an upper bound', '`visit.html` has at most 9 rows.'],
  ['a part of a longer number', '`visit.html` speaks of 10 000 rows.'],
  ['the number of something that no page is made of', '`visit.html` says that 40 seats are free.'],
  ['an age, in German', '`visit.html` sagt: unter 14 Einträge frei.'],
])('a number that is %s is no count', (_, raw) => {
  expect(lack(raw, { 'visit.html': PAGE })).toBeNull();
});

test.each([
  ['is open, in German', '## Sonntag\n\nOffen von 10 bis 17 Uhr\n'],
  ['is all, in Spanish', '## Precio\n\nTodo incluido, 12 euros\n'],
  ['is all, in Portuguese', '## Horário\n\nAberto todo o ano\n'],
])('a section that says what %s is not unfinished', (_, text) => {
  expect(lack('`m.md` is there.', { 'm.md': text })).toBeNull();
});

test.each(['offen', 'noch offen', 'TODO', 'TODO: Preise', 'todo: prices', 'todo'])(
  'a section of %j is',
  (text) => {
    expect(lack('`m.md` is there.', { 'm.md': `## Preise\n\n${text}\n` })).toMatch(/nothing in "Preise"/);
  },
);

test('only files are counted in a folder', () => {
  const paths = ['logs/a.csv', 'logs/b.csv'];
  expect(fewerFiles('`logs/` keeps 30 days as CSV.', paths)).toBeNull();
  expect(fewerFiles('`logs/` has 3 CSV files.', paths)).toMatch(/2 files/);
  expect(fewerFiles('`logs/` has five logs.', paths)).toMatch(/2 files/);
});

test('all functions of a brief are looked for where it says all of them', () => {
  const brief = '`a.mjs` exports `one(x)`. `b.mjs` exports `two(x)`. `t.d.ts` declares both functions.';
  expect(lack('`t.d.ts` declares both functions.', { 't.d.ts': 'function one(x): void' }, brief)).toMatch(
    /two/,
  );
  expect(lack('`t.d.ts` declares both functions.', { 't.d.ts': 'one, two' }, brief)).toBeNull();
});

test.each([
  ['as many entries', 'The list `songs.json` has 2 songs.', { 'songs.json': '[{"t":"a"},{"t":"b"}]' }],
  ['a count of something else', '`rooms.json` shows 8 days of readings.', { 'rooms.json': '[1,2,3]' }],
  [
    'a chapter with a text',
    '`m.md` explains it.',
    { 'm.md': '## Next\n\nWhat follows is told in the second part of this guide.\n' },
  ],
])('%s is nothing missing', (_, raw, files) => {
  expect(lack(raw, files)).toBeNull();
});
