/** What a requirement says in lists, figures, rows, parts and choices, and files that say otherwise. */
import { describe, expect, test } from 'vitest';
import { namedFiles, requirementsOf } from '../brief.ts';
import { otherFigure } from './asked-figures.ts';
import { brokenRow, otherLength } from './asked-rows.ts';
import { fewerFiles } from './contents.ts';
import { ignoredParameter } from './ignored-parameter.ts';
import { missingOfList } from './listed.ts';

const file = (path: string, text: string) => ({ path, text });

describe('a list', () => {
  test.each([
    [
      'one column of five',
      'A line with date, amount, currency, payee and note.',
      'date,amount,currency,note',
      ['payee'],
    ],
    [
      'one gate of three, whatever the spelling',
      'An den Toren Nord, Süd und Hof.',
      '["nord", "sued"]',
      ['Hof'],
    ],
    ['one chapter of three, in Japanese', '入力・修正・印刷の手順を記す。', '## 入力\n\n## 修正\n', ['印刷']],
  ])('lacks %s', (_, raw, text, gone) => {
    expect(missingOfList(raw, [file('a.py', text)])?.gone).toEqual(gone);
  });

  test.each([
    ['all of it is there', 'With date, amount and currency.', 'date amount currency'],
    ['none of it is there by these words', 'Mit Datum, Betrag und Währung.', 'date, amount, currency'],
    [
      'what shall not be there is not asked for',
      'With user and range, never with amounts, names or notes.',
      'user range',
    ],
  ])('lacks nothing where %s', (_, raw, text) => {
    expect(missingOfList(raw, [file('a.py', text)])).toBeNull();
  });
});

describe('a setting', () => {
  const gateway =
    '{\n  "partners": { "requestsPerMinute": 600 },\n  "upstream": { "timeoutSeconds": 30 },\n  "body": { "maxMegabytes": 2 }\n}\n';
  const said = (raw: string, text: string) =>
    otherFigure(raw, [file('g.json', text)], [file('g.json', text)]);

  test.each([
    ['another rate', 'limits each partner to 120 requests per minute', 'requestsPerMinute = 600'],
    [
      'another timeout, whatever stands beside it',
      'sets the upstream timeout to 10 seconds',
      'timeoutSeconds = 30',
    ],
  ])('is told to have %s', (_, raw, words) => {
    expect(said(raw, gateway)).toContain(words);
  });

  test.each([
    ['is kept', 'limits each partner to 600 requests per minute', gateway],
    ['gives it by the hour', 'limits each partner to 10 requests per minute', gateway],
    ['gives it in milliseconds', 'sets the upstream timeout to 10 seconds', '{ "timeoutMs": 10000 }\n'],
    ['counts something else', 'serves 120 partners', gateway],
  ])('that %s is right', (_, raw, text) => {
    expect(said(raw, text)).toBeNull();
  });
});

describe('a figure', () => {
  test.each([
    ['another limit', 'At most 366 days.', 'const MAX_DAYS = 731;', 'MAX_DAYS = 731'],
    ['another rhythm, in Chinese', '每5分钟采集一次', 'INTERVAL_SECONDS = 1800', '1800'],
    [
      'another count in a comment',
      'The code must have eight digits.',
      '/** six digits */\nconst c = 1;',
      'six digits',
    ],
    ['no time limit at all', 'Every call has a limit of 5 seconds.', 'fetch(url);', 'nothing of 5 seconds'],
  ])('%s is named', (_, raw, text, said) => {
    const own = [file('a.ts', text)];
    expect(otherFigure(raw, own, own)).toContain(said);
  });

  test.each([
    ['in another unit', 'After 72 hours.', 'const AFTER = 72 * 3600_000;'],
    ['as a part of one', 'The volume is 60 %.', 'const VOLUME = 0.6;'],
    ['as a time of day', 'At 20:00.', 'const HOUR = 20;'],
    ['in an example', 'Given 26 pupils, when the bus has 24 seats, then 2 are missing.', 'return a - b;'],
  ])('is kept %s', (_, raw, text) => {
    const own = [file('a.ts', text)];
    expect(otherFigure(raw, own, own)).toBeNull();
  });
});

test('every row keeps to a bound, or the first that does not is named', () => {
  const rows = [file('a.csv', 'day;deviation in %\n1;1,7\n2;6,2\n')];
  expect(brokenRow('A deviation of at most 3 % is shown.', rows)).toContain('a.csv:3');
  expect(brokenRow('A deviation of at most 7 % is shown.', rows)).toBeNull();
});

test('the words of a document are counted', () => {
  expect(otherLength('between 5 and 9 words', [file('a.md', 'one two three')])).toContain('3 words');
  expect(otherLength('between 2 and 9 words', [file('a.md', 'one two three')])).toBeNull();
});

test('the files of a folder are counted by their kind', () => {
  const raw = 'Three datasets are in `data/`, each as CSV.';
  expect(fewerFiles(raw, ['data/a.csv', 'data/a.md', 'data/b.csv'])).toContain('2 files');
  expect(fewerFiles(raw, ['data/a.csv', 'data/b.csv', 'data/c.csv'])).toBeNull();
});

test('a parameter that makes the difference and is ignored is named', () => {
  const raw = 'The allergy is on the teacher copy and not on the pupil copy.';
  expect(ignoredParameter(raw, [file('a.rb', 'def list(pupil, copy)\n  pupil[:items]\nend\n')])).toContain(
    'copy',
  );
  expect(
    ignoredParameter(raw, [file('a.rb', 'def list(pupil, copy)\n  copy == 1 ? pupil : 2\nend\n')]),
  ).toBeNull();
});

describe('a brief', () => {
  test('names files without a folder, and runs of them', () => {
    expect(namedFiles('rota.py and waiting.csv, not Node.js')).toEqual(['rota.py', 'waiting.csv']);
    expect(namedFiles('`t/a-1.md` … `a-3.md`')).toEqual(['t/a-1.md', 't/a-2.md', 't/a-3.md']);
  });

  test.each([
    [
      'entries of a list that mostly names files',
      '1. `a.py` does it\n2. somebody is asked\n3. `b.py` too\n',
      3,
    ],
    ['clauses with a number and a title', '3.1 One\nIt counts `a.py`.\n\n3.2 Two\nIt turns red.\n', 2],
    [
      'a list below a ticket with an identifier',
      'AB-60 — form\n\n* name -> a.json\n* ping. b.js\n* other\n',
      3,
    ],
  ])('reads %s', (_, brief, count) => {
    expect(requirementsOf(brief)).toHaveLength(count);
  });
});
