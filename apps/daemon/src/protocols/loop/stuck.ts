/** A FAIL that comes back pass after pass is not being fixed: a person is asked. */
import type { CriterionResult, Escalation } from '@design-jury/contracts/loop/schema';
import { sayTheSame, wordsOf } from './words.ts';

const STUCK_AFTER = 3;
/** Characters: a critic may write more than a question can hold. */
const LONGEST_QUESTION = 300;
const LONGEST_ISSUE = 1_500;
const LONGEST_FIX = 900;

/** Per criterion: what failed in the latest pass, and in how many passes in a row. */
export type FailTrail = Readonly<Record<string, Trail>>;

interface Trail {
  key: string;
  text: string;
  passes: number;
  /** Fixes that were made meanwhile. @default 0 */
  tried?: number;
}

/** A fix of the criterion changed the subject. */
export function fixMade(trail: FailTrail, criterionId: string): FailTrail {
  const known = trail[criterionId];
  return known === undefined
    ? trail
    : { ...trail, [criterionId]: { ...known, tried: (known.tried ?? 0) + 1 } };
}

export function escalateStuck(
  results: readonly CriterionResult[],
  trail: FailTrail,
  invalid: ReadonlySet<string>,
): { results: CriterionResult[]; trail: FailTrail } {
  const next: Record<string, Trail> = {};
  const checked = results.map((result): CriterionResult => {
    if (result.verdict !== 'FAIL' || invalid.has(result.criterionId)) return result;
    const key = result.concerns[0]?.key ?? '';
    const text = result.concerns[0]?.text ?? result.fix ?? '';
    const before = trail[result.criterionId];
    const isSame =
      before !== undefined &&
      ((key !== '' && key === before.key) || sayTheSame(wordsOf(before.text), wordsOf(text)));
    const passes = isSame ? before.passes + 1 : 1;
    const tried = isSame ? (before.tried ?? 0) : 0;
    if (passes < STUCK_AFTER) {
      next[result.criterionId] = { key, text, passes, tried };
      return result;
    }
    return { ...result, verdict: 'ESCALATE', escalation: stuckQuestion(result, text, passes, tried) };
  });
  return { results: checked, trail: next };
}

/** About all that fails in the criterion: what is answered to it holds for all of it. */
function stuckQuestion(
  { criterionId, fix = '', concerns }: CriterionResult,
  text: string,
  passes: number,
  tried: number,
): Escalation {
  const more = concerns.length > 1 ? ` (and ${concerns.length - 1} more)` : '';
  const all = concerns.length === 0 ? text : concerns.map((concern) => concern.text).join('; ');
  return {
    criterionId,
    question: `This comes back in every pass: ${cut(text, LONGEST_QUESTION)}${more}. How shall it be settled?`,
    issue: `${cut(all, LONGEST_ISSUE)} (found in ${passes} passes in a row)`,
    why:
      tried === 0
        ? 'No fix could be made for it so far: somebody has to write it.'
        : `A fix was made ${tried === 1 ? 'once' : `${tried} times`} and the defect is still there.`,
    trigger: 'multiple-approaches',
    options: [
      {
        label: tried === 0 ? 'Try to fix it' : 'Fix it again',
        description: cut(fix, LONGEST_FIX),
        pro: 'no work for you',
        con:
          tried === 0
            ? 'nothing could be changed so far'
            : tried === 1
              ? 'one fix did not hold'
              : `${tried} fixes did not hold`,
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

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
