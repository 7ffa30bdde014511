/** A loop as people see it at a screen. */
import type { Criterion, CriticPass } from '@design-jury/contracts/loop/schema';
import { expect, test } from 'vitest';
import { glyphsOf, paintRow, type Row } from '../terminal/paint.ts';
import { widthOf } from '../terminal/text.ts';
import { endRows, passRows, tableRows } from './screen.ts';

const CRITERIA: Criterion[] = ['CLARITY', 'TESTS'].map((id) => ({
  id,
  question: `Is ${id} met?`,
  figures: [],
}));
const PLAIN = { color: false, unicode: true };
const screenOf = (width: number) => ({ criteria: CRITERIA, width, glyphs: glyphsOf(PLAIN) });
const linesOf = (rows: readonly Row[]): string[] =>
  rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, PLAIN));

function pass(n: number, verdicts: readonly CriticPass['results'][number]['verdict'][]): CriticPass {
  const results = verdicts.map((verdict, index) => ({
    criterionId: CRITERIA[index]?.id ?? '',
    answer: verdict === 'PASS' ? '3 of 3 can be tested' : '1 of 3 can be tested, '.repeat(8).trim(),
    verdict,
    ...(verdict === 'FAIL' && { fix: 'line 3: say when; line 9: say how much' }),
    concerns: verdict === 'FAIL' ? [{ key: 'k', text: 'line 3: "fast" decides nothing' }] : [],
  }));
  const adversarial = [{ scenario: 'It rains.', realistic: false, rationale: '0 of 3 places are outside.' }];
  return { n, results, adversarial, invalid: [], newConcerns: [], fixesApplied: n - 1, outcome: 'CONTINUE' };
}

test.each([60, 80, 120])(
  'figures come first, every place has a line, and nothing is wider than %i cells',
  (width) => {
    const lines = linesOf(passRows(pass(1, ['PASS', 'FAIL']), undefined, screenOf(width)));
    expect(lines.slice(0, 2)).toEqual(['', 'Pass 1  1 of 2 criteria met, 1 not met']);
    expect(lines).toContain('    - line 9: say how much');
    expect(lines.join('\n')).not.toMatch(/CLARITY|FAIL|It rains/);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
  },
);

test('a danger that is one of the findings is not told twice', () => {
  const found = pass(1, ['PASS', 'FAIL']);
  const likely = (scenario: string) => ({ scenario, realistic: true, rationale: '3 of 3 readers.' });
  const told = (scenario: string): string =>
    linesOf(passRows({ ...found, adversarial: [likely(scenario)] }, undefined, screenOf(80))).join('\n');
  expect(told('Somebody follows line 3: "fast" decides nothing')).not.toContain('This could happen');
  expect(told('The clock is changed at night.')).toContain('This could happen');
});

test('what the pass before said too is said in four words', () => {
  const [first, second] = [pass(1, ['PASS', 'FAIL']), pass(2, ['PASS', 'FAIL'])];
  expect(linesOf(passRows(second, first, screenOf(80)))).toEqual([
    '',
    'Pass 2  1 of 2 criteria met, 1 not met; 1 fix made',
    '  ✗ TESTS  as in pass 1',
  ]);
});

test('criteria by passes; where they do not fit, the last ones', () => {
  const passes = [pass(1, ['FAIL', 'ESCALATE']), pass(2, ['PASS', 'DEFER']), pass(3, ['PASS', 'PASS'])];
  expect(linesOf(tableRows(passes, screenOf(80)))).toEqual([
    '',
    '  Pass       1   2   3',
    '  CLARITY    ✗   ✓   ✓',
    '  TESTS      ?   -   ✓',
    '  ✗ not met   ✓ met   ? asks you   - put off',
  ]);
  const many = Array.from({ length: 50 }, (_, index) => pass(index + 1, ['PASS', 'PASS']));
  const [, head = ''] = linesOf(tableRows(many, screenOf(40)));
  expect(widthOf(head)).toBeLessThanOrEqual(40);
  expect(head).toMatch(/ 50$/);
});

test('the end says what it came to, with plurals', () => {
  const totals = { passes: 1, fixes: 2, escalations: 1 };
  expect(linesOf(endRows('converged', totals, [], screenOf(80)))).toEqual([
    '',
    'Passed  1 pass, 2 fixes, 1 question.',
  ]);
  // The exit codes of these are 1 and 3.
  expect(linesOf(endRows('left-open', totals, [], screenOf(80))).at(-1)).toMatch(/^Not passed {2}/);
  expect(linesOf(endRows('nothing-proved', totals, [], screenOf(80))).at(-1)).toMatch(/^Not proved {2}/);
  expect(linesOf(endRows('safety-cap', totals, ['TESTS'], screenOf(120))).at(-1)).toBe(
    'Not finished  1 pass, 2 fixes, 1 question; more passes are not allowed. Put off: TESTS.',
  );
});
