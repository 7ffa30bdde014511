/** Texts that are too much of one thing: each is read once or a few times over, however long it is. */
import { expect, test } from 'vitest';
import { processorMs } from '../../../../../../scripts/machine-pace.ts';
import { namedFiles } from '../brief.ts';
import { compareNameUnits, compareSwallowed, compareTables } from '../facts/compare-columns.ts';
import { passagesOf } from '../facts/passages.ts';
import { brokenProperty } from './asked-properties.ts';
import { commentsIn, withoutComments } from './comments.ts';
import { functionsIn } from './functions.ts';
import { ranNoTest } from './no-tests.ts';

const MANY = 200_000;
/** What is quadratic in so many characters takes minutes. */
const MOST_MS = 4_000;

const file = (path: string, text: string) => [{ path, text }];
const asked = (raw: string, path: string, text: string) => () =>
  brokenProperty(raw, file(path, text), file(path, text));
const lines = (text: string) => text.repeat(Math.ceil(MANY / text.length));

test.each<[string, () => unknown]>([
  ['a series in the requirement', asked(`The files ${'1'.repeat(MANY)} are there.`, 'a.txt', 'x')],
  ['a series of names in the requirement', asked(`The files ${lines('a1.md-')} are there.`, 'a.txt', 'x')],
  ['names of files in a row', () => namedFiles(lines('1.a-'))],
  ['comments that are not closed', asked('The `src/a.ts` is used by all.', 'src/a.ts', lines('/*'))],
  ['strings that are not closed', () => withoutComments({ path: 'a.ts', text: lines('"\\') })],
  ['templates that are not closed', () => withoutComments({ path: 'a.ts', text: lines('`\\') })],
  ['comments in a row', () => commentsIn({ path: 'a.ts', text: lines('// a\n') })],
  ['empty lines in a comment', () => commentsIn({ path: 'a.ts', text: `/*${lines('\n')}*/` })],
  ['functions below comments that are not closed', () => functionsIn('a.ts', lines('/*'))],
  ['tests that are not closed', asked('It is tested.', 'a.test.ts', lines("it('a', () => {"))],
  ['white space in a test', asked('It is tested.', 'a.test.ts', `it('a', ()${lines(' ')}`)],
  ['a long line of code', asked('60 days, the last day included.', 'a.ts', lines('a:'))],
  ['comments of a page that are not closed', asked('The page is done.', 'a.html', lines('<!--'))],
  ['scripts of a page that are not closed', asked('No third-party scripts.', 'a.html', lines('<script '))],
  ['empty lines in a schema', asked('A code is unique.', 'a.sql', lines('\n'))],
  [
    'keys of a schema that are not closed',
    asked('A code is unique.', 'a.sql', `code TEXT\n${lines('UNIQUE ')}`),
  ],
  ['empty lines in settings', asked('It is enabled.', 'a.yaml', lines('\n'))],
  ['what a command has printed', () => ranNoTest('npm test', lines('-\n'))],
  [
    'white space in a query',
    () => compareTables(file('a.sql', `CREATE TABLE a (b TEXT);\nSELECT${lines(' ')}`)),
  ],
  ['tables that are not closed', () => compareTables(file('a.sql', lines('CREATE TABLE a ( b, ')))],
  ['many tables', () => compareTables(file('a.sql', lines('CREATE TABLE a (b);\n')))],
  ['a table of many columns', () => compareTables(file('a.sql', `CREATE TABLE a (${lines('b, ')}c);`))],
  ['a long name', () => compareNameUnits(passagesOf({ path: 'a.ts', text: lines('a') }))],
  ['a long value', () => compareNameUnits(passagesOf({ path: 'a.ts', text: `a_kg = ${lines('(')}b` }))],
  [
    'empty lines behind an error',
    () => {
      const rule = passagesOf({ path: 'a.md', text: 'Errors are always logged.' });
      return compareSwallowed(file('a.py', `except:${lines('\n')}x\n${lines('except ')}`), rule);
    },
  ],
  ['tags that are not closed', () => passagesOf({ path: 'a.html', text: lines('<') })],
  ['scripts that are not closed', () => passagesOf({ path: 'a.html', text: lines('<script>') })],
])('a text is gone through once, however long: %s', (_, read) => {
  const before = processorMs();
  read();
  expect(processorMs() - before).toBeLessThan(MOST_MS);
});

test('a lone quote hides no comment, and a comment behind it is one to its end', () => {
  const text = "const a = /'/; /* one\ntwo */ const b = '// no'; // three\n";
  expect(withoutComments({ path: 'a.ts', text }).text.replace(/ +/g, ' ')).toBe(
    "const a = /'/; \n const b = '// no'; \n",
  );
});
