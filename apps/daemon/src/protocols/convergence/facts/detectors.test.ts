/** Kinds of contradictions that both methods name, and near misses that neither does. */
import { describe, expect, test } from 'vitest';
import { compareProject, type Method, sureOnes } from './contradictions.ts';

const METHODS: readonly Method[] = ['clauses', 'rare words'];

function claims(files: Readonly<Record<string, string>>, method: Method): string {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
  return sureOnes(compareProject(texts, method))
    .map(({ claim }) => claim)
    .join('\n');
}

describe('both methods name', () => {
  test.each([
    [
      'what is left over when all else agrees',
      {
        'a.md': 'A slot lasts 45 minutes.\nYou may cancel a slot until 12 hours before.\n',
        'b.md': 'Cancelling a slot is possible until half a day before.\n',
        'c.yaml': 'slot_minutes: 30\n',
      },
      '45 minutes',
    ],
    [
      'a share and a part of one',
      { 'a.md': 'overtime on a weekday pays 50% more\n', 'a.js': 'const OVERTIME_WEEKDAY = 0.6;\n' },
      '0.6',
    ],
    [
      'a job and a time',
      { 'a.md': 'The batch starts at 03:30.\n', 'crontab.txt': '30 4 * * 1-5 /opt/run-batch\n' },
      '03:30',
    ],
    [
      'what is not so',
      {
        'a.md': 'Trainees receive a meal voucher each month.\n',
        'b.md': 'Trainees do not receive a meal voucher.\n',
      },
      'voucher',
    ],
    [
      'what is no longer there',
      {
        'a.md': 'Rev B is no longer supported.\n',
        'b.md': '| Boards | rev B, rev C |\n|---|---|\n| x | rev B |\n',
      },
      'Rev B',
    ],
    [
      'who bears it',
      { 'a.md': 'Postage is paid by the seller.\n', 'b.md': 'You pay the postage.\n' },
      'ostage',
    ],
    [
      'a number beyond all',
      { 'a.yaml': 'docks: 14\n', 'logs/a.log': '2026-01-01 10:00:00 lorry at dock 16\n' },
      'dock 16',
    ],
    [
      'a report that fails',
      { 'a.md': 'All 214 tests pass.\n', 'test/report.txt': 'suite b 33 passed 2 failed\n' },
      '2 failed',
    ],
    [
      'versions',
      { 'a.md': 'Version: 5.2.0\n', 'v.h': '#define FW_MAJOR 5\n#define FW_MINOR 1\n#define FW_PATCH 9\n' },
      '5.1.9',
    ],
    [
      'a row that does not multiply',
      { 'a.csv': 'id,hours,rate,total\n1007,4,20,128\n1012,2,25,80\n1020,3,30,135\n' },
      '144',
    ],
    [
      'a label that no list has',
      { 'a.toml': '[tier]\nA = 1.80\nB = 3.40\n', 'b.csv': 'id;tier;n\n1;A;2\n2;B;3\n3;D;4\n' },
      'tier is D',
    ],
    [
      'a value of a label',
      {
        'a.md': 'Tiers: A 1.80 €, B 3.20 €, C 4.60 €.\n',
        'a.toml': '[tier]\nA = 1.80\nB = 3.40\nC = 4.60\n',
      },
      '3.4',
    ],
    [
      'a range by its name',
      { 'a.md': 'Chlorine: 0,3 to 0,6 mg/l\n', 'a.ini': '[chlorine]\nmin = 0.3\nmax = 1.2\n' },
      'max = 1.2',
    ],
    [
      'a period',
      { 'a.md': 'The coach calls one hour per week.\n', 'b.md': 'The coach calls one hour per month.\n' },
      'per month',
    ],
    [
      'a header',
      { 'a.md': 'Send your key in the header `X-Partner-Key`.\n', 'a.js': "req.headers['x-api-token']\n" },
      'x-api-token',
    ],
  ])('%s', (_, files, said) => {
    for (const method of METHODS) expect(claims(files, method)).toContain(said);
  });
});

describe('neither method names', () => {
  test.each([
    [
      'half a day and 12 hours',
      { 'a.md': 'Cancel until 12 hours before.\n', 'b.md': 'Cancel until half a day before.\n' },
    ],
    ['a tolerance', { 'a.md': 'Battery warning: 2.3 V ± 0.05 V\n', 'v.h': '#define BATTERY_WARN_MV 2300\n' }],
    [
      'two denials of one thing',
      { 'a.md': 'Fresh goods cannot be returned.\n', 'b.md': 'No return of fresh goods.\n' },
    ],
    [
      'an old change',
      {
        'guide.md': 'Up to 120 requests a minute.\n',
        'changelog.md': '## 3.0\n\n- Faster.\n\n## 2.4\n\n- Up to 60 requests a minute.\n',
      },
    ],
    ['rows that multiply', { 'a.csv': 'id,hours,rate,total\n1007,4,20,128\n1012,2,25,80\n1020,3,30,144\n' }],
    [
      'the same order',
      {
        'a.md': 'Call first the scientist, then the porter.\n',
        'b.md': 'First the scientist, then the porter.\n',
      },
    ],
  ])('%s', (_, files) => {
    for (const method of METHODS) expect(claims(files, method)).toBe('');
  });
});
