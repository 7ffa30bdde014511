import { NOTHING_KNOWN } from '@design-jury/contracts/trust/line';
import { expect, test } from 'vitest';
import type { CheckedFile, CheckFault, CheckResult, CheckVerdict } from './check-result.ts';
import { codeQuality } from './code-quality.ts';
import { compareChecks } from './compare.ts';

const fault = (id: string, more: Partial<CheckFault> = {}): CheckFault => ({
  ...{ id, rule: 'text-size', role: 'critic', severity: 'major', text: `Text of ${id}`, line: 3 },
  ...{ target: null, evidence: null, standing: 'open', reason: null },
  ...more,
});
const file = (name: string, faults: CheckFault[], verdict: CheckVerdict = 'fails'): CheckedFile => ({
  ...{
    file: name,
    verdict,
    summary: '',
    composite: 5,
    threshold: 8,
    mustFix: faults.length,
    noVote: [],
    faults,
  },
  ...{ notes: [], unlock: null, trust: NOTHING_KNOWN, remarks: [], durationMs: 1, exit: 1 },
});
const result = (...files: CheckedFile[]): CheckResult => ({
  ...{ summary: '', verdict: 'fails', exit: 1, base: null, files },
});

test('faults are new, fixed or unchanged by file and id; what was accepted is neither', () => {
  const before = result(file('a.html', [fault('1'), fault('2')]), file('gone.html', [fault('9')]));
  const after = result(
    file('a.html', [fault('2', { line: 40 }), fault('3'), fault('4', { standing: 'known' })]),
    file('b.html', [fault('2')]),
  );
  const { files, ...totals } = compareChecks(before, after);
  expect(totals).toEqual({ new: 2, fixed: 1, unchanged: 1 });
  expect(files).toMatchObject([
    { file: 'a.html', was: 'fails', now: 'fails', new: [{ id: '3' }], fixed: [{ id: '1' }], unchanged: 1 },
    { file: 'b.html', was: null, new: [{ id: '2' }], fixed: [] },
  ]);
});

test('what has no verdict on one side fixes nothing and brings nothing', () => {
  const before = result(file('a.html', [fault('1')]));
  const after = result(file('a.html', [], 'inconclusive'));
  expect(compareChecks(before, after)).toMatchObject({ new: 0, fixed: 0, unchanged: 0 });
});

test('GitLab gets every open fault, with a fingerprint that does not move with the line', () => {
  const read = (line: number): { fingerprint: string }[] =>
    JSON.parse(
      codeQuality(result(file('a.html', [fault('1', { line }), fault('2', { standing: 'suppressed' })]))),
    );
  expect(read(3)).toEqual([
    {
      description: 'Text of 1',
      check_name: 'text-size',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: 'major',
      location: { path: 'a.html', lines: { begin: 3 } },
    },
  ]);
  expect(read(9)[0]?.fingerprint).toBe(read(3)[0]?.fingerprint);
});
