/** What rows, logs, settings and programs show by themselves or against a rule of a document; and what only looks like it. */
import { describe, expect, test } from 'vitest';
import { compareProject, sureOnes } from './contradictions.ts';

function claims(files: Readonly<Record<string, string>>): string {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
  return sureOnes(compareProject(texts, 'clauses'))
    .map(({ claim }) => claim)
    .join('\n');
}

const ROWS =
  'number;zone;from;to\n101;A;2026-02-01;2027-01-31\n102;B;2026-02-01;2027-01-31\n103;C;2026-02-15;2027-02-14\n';

describe('it is told', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'a span of days that is shifted',
      { 'a.md': 'The fair is on 9-10 October in Bergen.\n', 'b.md': 'See you on 10-11 October.\n' },
      '10-11 October',
    ],
    [
      'another weekday in a program',
      { 'a.md': 'Orders close on Thursday.\n', 'b.py': 'CLOSING_DAY = "friday"\n' },
      'CLOSING_DAY = friday',
    ],
    [
      'work left undone that a log speaks of',
      { 'a.log': '10:00 order 132 meals, 9 absentees\n', 'b.py': '# TODO subtract absentees\nx = 1\n' },
      'leaves undone',
    ],
    [
      'a number that stands twice',
      {
        'a.csv': `${ROWS}104;A;2026-03-01;2027-02-28\n105;A;2026-03-01;2027-02-28\n102;B;2026-03-02;2027-03-01\n`,
      },
      'stands twice',
    ],
    [
      'a row that ends before it begins',
      { 'a.csv': `${ROWS}104;A;2026-03-01;2026-02-28\n105;A;2026-03-01;2027-02-28\n` },
      'is before',
    ],
    [
      'a value outside its list',
      { 'r.md': 'There are three zones: A, B and C.\n', 'a.csv': `${ROWS}104;D;2026-03-01;2027-02-28\n` },
      'zone is D',
    ],
    [
      'stretches that overlap',
      {
        'a.csv':
          'season;from;to\nlow;2026-01-01;2026-03-31\nmid;2026-04-01;2026-06-30\nhigh;2026-06-15;2026-09-15\n',
      },
      'has ended',
    ],
    [
      'a total of another column',
      { 'r.md': '- 1 180 meals\n', 'a.csv': 'class,meals\nA,310\nB,268\nC,322\nD,180\n' },
      'adds up to 1080',
    ],
    [
      'a time that goes back',
      { 'a.log': [1, 2, 4, 3, 5, 6].map((n) => `2026-02-11T07:0${n}:00Z line`).join('\n') },
      'goes back',
    ],
    [
      'a gap in a rhythm',
      {
        'r.md': 'Every fridge is read once a minute.\n',
        'a.log': ['00', '01', '02', '17', '18'].map((n) => `2026-05-14T01:${n}:00Z F3 5.6`).join('\n'),
      },
      'without a line',
    ],
    [
      'somebody who may not',
      {
        'r.md': 'Only the roles `nurse` and `technician` may acknowledge an alarm.\n',
        'a.log': '2026-05-14T01:19:10Z alarm acknowledged by user=c3 role=guest\n',
      },
      'role=guest',
    ],
    [
      'what shall not be kept',
      {
        'r.md': "Don't store the phone number in the logs!\n",
        'a.log': '2026-06-03T14:20:17Z job ok receiver_phone=+31600000042\n',
      },
      'rules out',
    ],
    [
      'another version',
      { 'r.md': 'The server runs PostgreSQL 16.\n', 'compose.yaml': 'db:\n  image: postgres:13\n' },
      'postgres 13',
    ],
    [
      'what is switched off',
      { 'r.md': 'Remote access is encrypted with TLS.\n', 'a.properties': 'remote.tls=false\n' },
      'remote.tls is off',
    ],
    [
      'a variable nobody reads',
      { 'r.md': 'Set `PARK_DB_URL`.\n', 'a.py': 'DB = os.environ["PARKING_DATABASE"]\n' },
      'PARKING_DATABASE',
    ],
    [
      'a column that is not there',
      {
        's.sql': 'CREATE TABLE meal (\n  child INTEGER,\n  cancelled_on DATE\n);\n',
        'a.py': 'db.execute("SELECT child FROM meal WHERE cancel_date IS NULL")\n',
      },
      'cancel_date',
    ],
    ['a value in another unit', { 'A.java': 'put("weight_kg", p.weightGrams());\n' }, 'in grams'],
    [
      'an error that is passed over',
      {
        'r.md': 'A failed reading is always written to the log.\n',
        'a.py': 'try:\n    read()\nexcept Exception:\n    return None\n',
      },
      'passes over',
    ],
    [
      'a setting by its name',
      { 'r.md': 'A team that is more than 10 minutes late forfeits.\n', 'a.toml': 'late_minutes = 15\n' },
      'late_minutes = 15',
    ],
    [
      'a value that is ruled out',
      {
        'r.md': 'Refusals always in writing, not by telephone.\n',
        'a.properties': 'refusal.channel=telephone\n',
      },
      'rules it out',
    ],
    [
      'something that is not there, set',
      { 'r.md': 'Booking fee: none\n', 'a.properties': 'fee.percent=1.5\n' },
      'fee.percent=1.5',
    ],
    [
      'a model that is not supported',
      {
        'r.md': 'Firmware 3.4.1 does not support L100.\n',
        'a.log': '2026-05-06T21:00:01Z boot model=L100\n',
      },
      'L100',
    ],
    [
      'a key that sorts the other way',
      {
        'r.md': 'Ties are broken by the earlier registration.\n',
        'a.py': 'return sorted(teams, key=lambda t: (t.rating, -t.registered_at))\n',
      },
      'other way round',
    ],
  ])('%s', (_, files, words) => {
    expect(claims(files)).toContain(words);
  });
});

describe('nothing is told of', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    [
      'rows that are right',
      { 'r.md': 'There are three zones: A, B and C.\n', 'a.csv': `${ROWS}104;A;2026-03-01;2027-02-28\n` },
    ],
    [
      'the version that is used',
      { 'r.md': 'The server runs PostgreSQL 16.\n', 'compose.yaml': 'db:\n  image: postgres:16.2\n' },
    ],
    [
      'what is off and said so',
      { 'r.md': 'Remote access is not encrypted with TLS.\n', 'a.properties': 'remote.tls=false\n' },
    ],
    ['a value that is worked out', { 'A.java': 'put("weight_kg", p.weightGrams() / 1000);\n' }],
    [
      'somebody who may',
      {
        'r.md': 'Only the roles `nurse` and `technician` may acknowledge an alarm.\n',
        'a.log': '2026-05-14T01:19:10Z alarm acknowledged by user=c3 role=nurse\n',
      },
    ],
    [
      'a column that is there',
      {
        's.sql': 'CREATE TABLE meal (\n  child INTEGER,\n  cancelled_on DATE\n);\n',
        'a.py': 'db.execute("SELECT child FROM meal WHERE cancelled_on IS NULL")\n',
      },
    ],
  ])('%s', (_, files) => {
    expect(claims(files)).toBe('');
  });
});
