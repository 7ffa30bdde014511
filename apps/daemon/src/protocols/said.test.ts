import { readdirSync, readFileSync } from 'node:fs';
import { WORDS as DOCUMENTS } from '@design-jury/contracts/said/documents/en';
import { WORDS as EN } from '@design-jury/contracts/said/en';
import type { Said, SaidValue } from '@design-jury/contracts/said/message';
import { readerOf } from '@design-jury/contracts/said/read';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { type Writing, writtenIn } from '../measure/test/written.ts';

const read = readerOf({ ...EN, ...DOCUMENTS });
const HERE = new URL('.', import.meta.url);

/** What stands for an expression whose value has to be of a form. */
const FORMS: readonly [expression: RegExp, samples: readonly string[]][] = [
  [/^placeOf\(|^(?:file\.)?path\}?:|^places\[\d\] as Spot/, ['docs/a.md:7']],
  [/^spots\[\d\] === undefined/, ['docs/a.md:7']],
  [/(?:^|\.)path$|^folder$|^group\.path$|^column\.file\.path$/, ['docs/a.md', '7']],
  [/^(?:quote|said)\(/, ['"word"', '“word”']],
  [/\.map\(quote\)\.join|\.map\(\(\{ (?:sentence|text) \}\) => quote/, ['“one”, “two”']],
  [/^broken\.map\(\(\{ name \}\)/, ['an emoji, capital letters']],
  [/^broken\.join/, ['7 words, and at most 5 are asked for']],
  [/^lacks\.join/, ['no hashtag #tag; no link https://a.example']],
  [/^shown\.join/, ['“a” against “b”; “c” against “d”']],
  [/^DAY_NAMES/, ['Monday']],
  [/^\[a, b\]|^[ab]$/, ['word', '3 days (line 7)']],
  [/^name$/, ['word', '7', 'title']],
  [/^thing$/, ['how a step is undone', 'word']],
  [/^(?:first|stub)\.lacks$/, ['its body is empty']],
  [/^first\.name/, ['word']],
  [/^text$/, ['word', '7 is in two classes', 'the section "word" is empty']],
  [/^claim$/, ['3 days in docs/a.md:7, but 4 days in docs/b.md:9.']],
  [/^says$/, ['×', 'step 1 says 7, and 8 is wanted']],
  [/^times$/, ['', ', 7 times']],
  [/^shown$/, ['7', ' in “one”, “two”']],
];

const WRITING: Writing = {
  names: new Set([
    ...['text', 'says', 'claim', 'reason', 'lacks', 'rationale', 'things', 'description', 'suggestion'],
    ...['escalationTrigger', 'return', 'write()', 'remark()', 'remarkAt()', 'remarkOf()', 'present()'],
  ]),
  example: (expression) => FORMS.find(([pattern]) => pattern.test(expression))?.[1],
};

/** Where a text of a check, a claim, a lack or a critic may stand. */
const AROUND: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `line 7: ${text}`,
  (text) => `line 7: ${text}: "word"`,
  (text) => `line 7: ${text}: "word" (line 3) and "other" (line 4)`,
  (text) => `line 7: ${text}, and 8 is said: "word"`,
  (text) => `7 of 9 ${text}`,
  (text) => `${text} by R1 (line 7)`,
  (text) => `R1 is not covered: ${text}`,
  (text) => `The requirement R1 is not delivered: ${text}.`,
  (text) => `The requirement R1 is not delivered: docs/a.md ${text}.`,
];

/** Messages of pages that would take any text into one of their places. */
const QUOTING = /^(?:evidence|advice)\/|^ask\/not-covered$/;

/** A quotation in the place of a message is no message. */
function isWhole(said: readonly Said[] | null): boolean {
  const isOurs = ({ id, values }: Said): boolean =>
    !QUOTING.test(id) && (id !== 'ask/not-delivered' || isMessage(values.what));
  return said?.every(isOurs) === true;
}

function isMessage(value: SaidValue | undefined): boolean {
  return typeof value === 'object';
}

const FOLDERS = {
  'loop/checks': /./,
  'convergence/facts': /./,
  'convergence/delivered': /./,
  convergence:
    /^(?:offline-(?:analysis|citations|plan|workers)|plan-(?:calendar|faults|requirements|rules|sense|sequence)|acceptance|requirements|settle-acceptance)\.ts$/,
  'content/offline': /./,
};
const FILES = Object.entries(FOLDERS).flatMap(([folder, wanted]) =>
  readdirSync(new URL(`${folder}/`, HERE))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && wanted.test(name))
    .map((name) => `${folder}/${name}`),
);

/** A key, and a form whose places are never absent. */
const NOT_SHOWN: readonly RegExp[] = [/^step \{number/, / in , but /];

test.each(FILES)('every sentence about a document has a message in the catalogue: %s', (file) => {
  const source = readFileSync(new URL(file, HERE), 'utf8');
  const missing = writtenIn(parseAst(source, { lang: 'ts' }), source, WRITING)
    .filter(({ text }) => /[a-z]{2,} [a-z{"]/.test(text) && !NOT_SHOWN.some((one) => one.test(text)))
    .filter(
      ({ samples }) => !samples.some((sample) => AROUND.some((around) => isWhole(read(around(sample))))),
    );
  expect([...new Set(missing.map(({ name, text }) => `${name}: ${text}`))]).toEqual([]);
});

test('a sentence about a document without a message is noticed', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
  const source = 'const remark = { text: `line ${line} sings of ${quote(name)}` };';
  const [only] = writtenIn(parseAst(source, { lang: 'ts' }), source, WRITING);
  expect(
    only?.samples
      .flatMap((sample) => AROUND.map((around) => around(sample)))
      .filter((text) => isWhole(read(text))),
  ).toEqual([]);
});
