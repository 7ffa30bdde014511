/** What a requirement asks of its files and a look at them decides; and files that keep to it. */
import { describe, expect, test } from 'vitest';
import { brokenProperty } from './asked-properties.ts';

function broken(raw: string, files: Readonly<Record<string, string>>): string | null {
  const all = Object.entries(files).map(([path, text]) => ({ path, text }));
  return brokenProperty(raw, all, all);
}

describe('it is not delivered', () => {
  test.each<[string, string, Readonly<Record<string, string>>, string]>([
    [
      'a text that stands for another',
      'A page `text.html` for the deaf.',
      { 'text.html': '<p>Lorem ipsum dolor sit amet.</p>' },
      'placeholder',
    ],
    [
      'what may stand twice',
      'A sample code is unique.',
      { 'db.sql': 'CREATE TABLE sample (\n  code TEXT NOT NULL,\n  id SERIAL PRIMARY KEY\n);' },
      'stand twice',
    ],
    [
      'what is ruled out',
      'Given back as voucher only, never as cash.',
      { 'a.py': 'return {"kind": "cash"}\n' },
      'cash',
    ],
    [
      'a script of somebody else',
      'no third party scripts',
      { 'a.html': '<script src="https://x.example/t.js"></script>' },
      'somebody else',
    ],
    [
      'words in a comment',
      'It answers `plan is missing`.',
      { 'a.ts': "// errors.push('plan is missing');\nexport const a = 1;\n" },
      'comment only',
    ],
    [
      'a test that looks at nothing',
      'Tests cover the boundary.',
      { 'tests/test_a.py': 'class T:\n    def test_179(self):\n        due(179)\n\n' },
      'looks at nothing',
    ],
    [
      'what is switched off',
      'The job in `cron.yaml` is enabled.',
      { 'cron.yaml': 'job: x\nenabled: false\n' },
      'enabled: false',
    ],
    [
      'what nothing uses',
      'The monthly run uses it.',
      { 'anonymise.ts': 'export function anonymise() {}\n', 'run.ts': 'write(sessions);\n' },
      'nothing delivered uses',
    ],
    [
      'a page without its part',
      'A table with caption.',
      { 'a.html': '<table><tr><td>1</td></tr></table>' },
      'no caption',
    ],
    [
      'one day too few',
      'For 60 days, the 60th day included.',
      { 'a.py': 'DAYS = 60\nok = (today - bought).days < DAYS\n' },
      'last one out',
    ],
    [
      'a file of a series',
      'Files `station-1.txt` to `station-3.txt`.',
      { 'station-1.txt': 'a', 'station-3.txt': 'b' },
      'station-2.txt',
    ],
    [
      'more words than allowed',
      'Each script has at most 3 words.',
      { 'script.txt': 'one two three four' },
      '4 words',
    ],
    ['a choice that is gone', 'Amounts 20 / 50 / 100.', { 'a.html': '<i>20</i><i>50</i>' }, 'no 100'],
    [
      'the other order',
      'Sorted by distance, smallest first.',
      { 'a.py': 'return sorted(x, key=lambda a: -a.km)\n' },
      'other way round',
    ],
    [
      'another answer',
      'unknown code -> 404',
      { 'A.java': 'return new Response(200, body);\n' },
      'never answers 404',
    ],
    [
      'what is only promised',
      'Every cancellation is written to the register.',
      { 'guide.md': 'Writing cancellations to the register will be added in the next version.' },
      'only promises',
    ],
  ])('%s', (_, raw, files, words) => {
    expect(broken(raw, files)).toContain(words);
  });
});

test.each<[string, string, Readonly<Record<string, string>>]>([
  [
    'a key',
    'A sample code is unique.',
    { 'db.sql': 'CREATE TABLE sample (\n  code TEXT NOT NULL UNIQUE\n);' },
  ],
  ['a test that looks', 'Tests cover it.', { 'tests/test_a.py': 'def test_a():\n    assert due(179)\n' }],
  [
    'choices that are worked out',
    'Waits of 1, 2, 4, 8 seconds.',
    { 'a.mjs': 'const wait = (n) => 2 ** n;\n' },
  ],
  [
    'another thing that is promised',
    'The list of members is written as CSV with name, street and entry date.',
    { 'guide.md': 'Members as PDF: a list will be added in the next version.' },
  ],
  ['the last day', 'For 60 days, the 60th day included.', { 'a.py': 'DAYS = 60\nok = days <= DAYS\n' }],
  [
    'the order that is asked for',
    'Events newest first.',
    { 'A.java': 'events.sort(Comparator.comparing(Event::time).reversed());\n' },
  ],
])('nothing speaks against %s', (_, raw, files) => {
  expect(broken(raw, files)).toBeNull();
});
