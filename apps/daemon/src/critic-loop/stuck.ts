/** A FAIL that comes back pass after pass is not being fixed: a person is asked. */
import type { CriterionResult, Escalation } from '@design-jury/contracts/critic-loop';
import { sayTheSame, wordsOf } from './words.ts';

const STUCK_AFTER = 3;

/** Per criterion: what failed in the latest pass, and in how many passes in a row. */
export type FailTrail = Readonly<Record<string, { key: string; text: string; passes: number }>>;

export function escalateStuck(
  results: readonly CriterionResult[],
  trail: FailTrail,
  invalid: ReadonlySet<string>,
): { results: CriterionResult[]; trail: FailTrail } {
  const next: Record<string, { key: string; text: string; passes: number }> = {};
  const checked = results.map((result): CriterionResult => {
    if (result.verdict !== 'FAIL' || invalid.has(result.criterionId)) return result;
    const key = result.concerns[0]?.key ?? '';
    const text = result.concerns[0]?.text ?? result.fix ?? '';
    const before = trail[result.criterionId];
    const isSame =
      before !== undefined &&
      ((key !== '' && key === before.key) || sayTheSame(wordsOf(before.text), wordsOf(text)));
    const passes = isSame ? before.passes + 1 : 1;
    if (passes < STUCK_AFTER) {
      next[result.criterionId] = { key, text, passes };
      return result;
    }
    return { ...result, verdict: 'ESCALATE', escalation: stuckQuestion(result, text, passes) };
  });
  return { results: checked, trail: next };
}

function stuckQuestion({ criterionId, fix = '' }: CriterionResult, text: string, passes: number): Escalation {
  return {
    criterionId,
    question: `How shall "${text}" be settled?`,
    issue: `${text} (found in ${passes} passes in a row)`,
    why: `A fix was tried ${passes - 1} times and the defect is still there.`,
    trigger: 'multiple-approaches',
    options: [
      {
        label: 'Fix it again',
        description: fix,
        pro: 'no work for you',
        con: `it has not held ${passes - 1} times`,
      },
      {
        label: 'I fix it myself',
        description: 'change the file now, then go on',
        pro: 'settles what the author cannot',
        con: 'takes your time',
      },
    ],
  };
}
