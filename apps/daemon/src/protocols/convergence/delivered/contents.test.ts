import { expect, test } from 'vitest';
import { missingContents } from './contents.ts';

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
