import { describe, expect, test } from 'vitest';
import { approvalProblem, approve, isApproved, type PlanGate } from './approval.ts';

const REPORT = '---\napproved: false\ngate: passed\n---\n\n# Final report\n\napproved: false\n';
const gate = (result: PlanGate['result'], gating = true): PlanGate => ({ result, gating });

describe('[V7] the approval of a plan', () => {
  test('turns the one line of the frontmatter and nothing else', () => {
    expect(approve(REPORT, gate('passed'), 0)).toEqual({
      report: '---\napproved: true\ngate: passed\n---\n\n# Final report\n\napproved: false\n',
    });
  });

  test.each([
    ['blocked-by-disagreement', 'the plan does not pass, the majority disagrees'],
    ['aborted-non-result', 'there is no verdict on the plan'],
    ['none', 'no plan was checked: name it as "plan" in manifest.json and plan again'],
  ] as const)('is refused under %s, by word and by hand', (result, why) => {
    expect(approve(REPORT, gate(result), 0)).toEqual({ refused: why });
    const byHand = REPORT.replace('approved: false', 'approved: true');
    expect(approvalProblem(byHand, gate(result), 0)).toBe(`the report says approved: true, but ${why}`);
  });

  test('is refused while a question that blocks it is open', () => {
    expect(approve(REPORT, gate('passed'), 1)).toEqual({
      refused: '1 question that blocks approval is open',
    });
    expect(approve(REPORT, gate('passed-with-dissent'), 2)).toEqual({
      refused: '2 questions that block approval are open',
    });
  });

  test('a gate that only advises stands in nobody’s way', () => {
    expect(approve(REPORT, gate('blocked-by-disagreement', false), 0)).toHaveProperty('report');
    expect(approve(REPORT, gate('none', false), 0)).toHaveProperty('report');
  });

  test('a report without the line, or with it only in its text, has nothing to turn', () => {
    expect(isApproved('# Report\n\napproved: true\n')).toBeNull();
    expect(approve('# Report\n', gate('passed'), 0)).toEqual({
      refused: 'the report has no "approved:" line to turn',
    });
    expect(isApproved(REPORT.replaceAll('\n', '\r\n'))).toBe(false);
  });
});
