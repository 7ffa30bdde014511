/** What is asked of every page, day, column or row, letter by letter, or not at all. */
import { describe, expect, test } from 'vitest';
import { requirementsOf } from '../brief.ts';
import { emptyCell, everyPage, missingColumn, missingOfSpan } from './asked-everywhere.ts';
import {
  isOnlyDenial,
  missingLiteral,
  otherConstant,
  otherFigureSaid,
  skippedTest,
  whatIsRuledOut,
} from './asked-literally.ts';

const file = (path: string, text: string) => ({ path, text });

test('a page without what every page shall have is named', () => {
  const pages = [file('a.html', '<footer>Imprint</footer>'), file('b.html', '<p>Hello</p>')];
  expect(everyPage('a footer on every page', pages)?.lacks).toContain('b.html');
  expect(
    everyPage(
      'a footer on every page',
      [pages[0], pages[0]].flatMap((one) => one ?? []),
    )?.lacks,
  ).toBeNull();
  expect(everyPage('a footer on the first page', pages)).toBeNull();
});

describe('a span', () => {
  test.each([
    ['days', 'menu.json from mon to fri', '{ "mon": 1, "tue": 1, "wed": 1, "thu": 1 }', 'friday'],
    [
      'days in German',
      'Schichten von Montag bis Freitag',
      'Montag\nDienstag\nMittwoch\nDonnerstag\n',
      'friday',
    ],
    ['years', '2019 through 2022', '2019\n2020\n2021\n', '2022'],
  ])('of %s is whole or not', (_, raw, text, gone) => {
    expect(missingOfSpan(raw, [file('a.csv', text)])).toContain(gone);
    expect(missingOfSpan(raw, [file('a.csv', `${text} fri Freitag 2022`)])).toBeNull();
  });
});

test('a column nobody explains and a cell that is empty are named', () => {
  const table = file('a.csv', 'route,year,op\n4,2020,N\n5,2021,\n6,2022,N\n7,2023,N\n');
  expect(missingColumn('explains every column', [file('a.md', 'route and year')], [table])).toContain('op');
  expect(missingColumn('explains every column', [file('a.md', 'route, year, op')], [table])).toBeNull();
  expect(emptyCell('one entry per row', [table])).toContain('a.csv:3');
  expect(emptyCell('a list of routes', [table])).toBeNull();
  expect(emptyCell('each route has its op', [table])).toContain('op');
  // What may be left open is not asked for by its name, nor in every row.
  expect(emptyCell('a list of all routes with the year', [table])).toBeNull();
});

test('an option in code marks that stands nowhere is named', () => {
  expect(missingLiteral('It has an option `--month`.', [file('a.py', 'argv')])).toContain('--month');
  expect(missingLiteral('It has an option `--month`.', [file('a.py', '"--month"')])).toBeNull();
  expect(missingLiteral('It calls `month()`.', [file('a.py', 'argv')])).toBeNull();
});

test('what is ruled out is named where it is, and kept where it is not', () => {
  const form = file('a.html', '<input name="phone">');
  expect(whatIsRuledOut('fields name and mail, no phone field', [form])).toContain('phone');
  expect(
    whatIsRuledOut('fields name and mail, no phone field', [file('a.html', '<input name="mail">')]),
  ).toBeNull();
  expect(isOnlyDenial('No advertising')).toBe(true);
  expect(isOnlyDenial('Names of patients appear nowhere.')).toBe(true);
  expect(isOnlyDenial('The form has no phone field.')).toBe(false);
});

test('another figure on a page, another constant in code and a test that is not run are named', () => {
  const page = [file('a.html', '<p>32 € per adult, 14 € per child</p>')];
  expect(otherFigureSaid('28 € per adult, 14 € per child', page)).toContain('32');
  expect(otherFigureSaid('32 € per adult, 14 € per child', page)).toBeNull();
  const code = [file('a.py', 'HOUR = 38\nHOUR_TAXI = 38\n')];
  expect(otherConstant('the hour at 38, the taxi fleet pays 32', code)).toContain('HOUR_TAXI = 38');
  expect(otherConstant('the hour at 38, the taxi fleet pays 38', code)).toBeNull();
  expect(skippedTest([file('test/a.test.ts', 'it.skip("refuses", () => {})')])).toContain('refuses');
  expect(skippedTest([file('test/a.test.ts', 'it("refuses", () => {})')])).toBeNull();
});

test('what leads to a list of requirements, is not asked for, or is somebody else’s is none', () => {
  const brief =
    '# Brief\n\nWe want a small module that does it.\n\n## Requirements\n\n1. `a.py` counts.\n2. `b.py` adds.\n3. `c.py` prints.\n4. A screen is not required.\n5. The map is done by somebody else.\n';
  expect(requirementsOf(brief).map(({ text }) => text.slice(0, 4))).toEqual(['a.py', 'b.py', 'c.py']);
});
