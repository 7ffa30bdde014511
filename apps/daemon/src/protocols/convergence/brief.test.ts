/** What a brief asks for, in whatever form and language it is written. */
import { expect, test } from 'vitest';
import { namedFiles, requirementsOf } from './brief.ts';

const linesOf = (brief: string): number[] => requirementsOf(brief).map(({ line }) => line);

test.each([
  ['numbered items', '# T\n\n## Needs\n\n- R-1: a `src/a.ts`.\n- R-2: b.\n\nSee `src/other.ts`.\n', [5, 6]],
  ['a table without its head', '| Id | What |\n|---|---|\n| P-1 | First. |\n| P-2 | Second. |\n', [3, 4]],
  ['a table without identifiers', '| what | where |\n|---|---|\n| terms | `web/terms.html` |\n', [3]],
  ['acceptance criteria to tick off', '## Acceptance\n\n- [ ] AC1: one.\n- [x] AC2: two.\n', [3, 4]],
  [
    'bullets under a heading that asks',
    '# T\n\n## Anforderungen\n\n- Anmelden mit Passwort\n- Abmelden\n',
    [5, 6],
  ],
  ['bullets below a sentence that asks', 'Nous voulons :\n\n- une page\n- un export\n', [3, 4]],
  [
    'prose, a sentence each',
    'Hello.\nThe fee must be shown. It was cold. Put it into `src/fee.ts`.\n',
    [2, 2],
  ],
  [
    'prose without full stops',
    'hola\n\nAdemás queremos que `src/a.js` sume\nY hay que tener `src/b.js`\n',
    [3, 4],
  ],
  ['Japanese prose', '背景です。料金を表示する必要がある。\n', [1]],
  ['files without code marks', '- the page in web/buy.html\n- hello\n', [1]],
])('%s are read', (_, brief, lines) => {
  expect(linesOf(brief)).toEqual(lines);
});

test.each([
  ['small talk', '# Brief\n\nWe talked on Monday and it was nice. Best wishes, Kim\n'],
  ['a heading without items', '# Brief\n\n## Requirements\n'],
  ['front matter', '---\nkey: T-1\n---\n'],
  ['what is not wanted', '# T\n\n## Hors périmètre\n\n- Il faut `src/a.ts`.\n'],
  ['what is for later', '- season tickets: not needed now, `src/season.ts`\n'],
  ['background', '# T\n\n## Context\n\nThe log is in `logs/a.log` and must be kept.\n'],
])('%s is no requirement', (_, brief) => {
  expect(linesOf(brief)).toEqual([]);
});

test('a file is named in code marks, or by its folder; a word with a dot is none', () => {
  expect(
    namedFiles('`README.md`, src/a.ts, `é/ü.py:3`, `node --test test/a.mjs`, v1.2, example.org/x'),
  ).toEqual(['README.md', 'é/ü.py', 'src/a.ts']);
});
