/** Holds one pass to the rules of an answer. What breaks them is never clean, and nothing is invented for it. */
import type {
  AdversarialResult,
  Criterion,
  CriterionResult,
  PassAnswer,
} from '@design-jury/contracts/loop/schema';
import { type CountedFigure, hasFigures, wrongFigure } from './figures.ts';

export interface InvalidCriterion {
  criterionId: string;
  problem: string;
}

export interface ValidatedPass {
  /** In the order of the criteria; at most one for each. */
  results: CriterionResult[];
  adversarial: AdversarialResult[];
  invalid: InvalidCriterion[];
  warnings: string[];
}

export interface PassRules {
  criteria: readonly Criterion[];
  perspectives: number;
  requireToolEvidence: boolean;
  counted: readonly CountedFigure[];
}

/** Stands for the scenarios among invalid criteria. */
export const ADVERSARIAL = 'ADVERSARIAL';

const BARE_WORD =
  /^\W*(?:pass(?:ed|es)?|ok(?:ay)?|fine|good|none|compliant|yes|no|n\/?a|clean|lgtm|done)\W*$/iu;
/** Fewer words than this state a result; they do not explain one. */
const EXPLAINING_WORDS = 5;
const LEAST_OPTIONS = 2;

export function validatePass(answer: PassAnswer, rules: PassRules): ValidatedPass {
  const warnings: string[] = [];
  const invalid: InvalidCriterion[] = [];
  const results: CriterionResult[] = [];
  const known = new Set(rules.criteria.map(({ id }) => id));
  for (const { criterionId } of answer.results)
    if (!known.has(criterionId))
      warnings.push(`${criterionId} is no criterion of this loop; its answer was dropped`);
  for (const criterion of rules.criteria) {
    const given = answer.results.filter(({ criterionId }) => criterionId === criterion.id);
    const result = given.at(-1);
    if (given.length > 1)
      warnings.push(`${criterion.id} was answered ${given.length} times; the last one counts`);
    if (result === undefined) {
      invalid.push({ criterionId: criterion.id, problem: 'it was not answered' });
      continue;
    }
    results.push(result);
    const problem = problemOf(result, criterion, rules);
    if (problem !== null) invalid.push({ criterionId: criterion.id, problem });
  }
  const missing = rules.perspectives - answer.adversarial.length;
  if (missing > 0)
    invalid.push({
      criterionId: ADVERSARIAL,
      problem: `${answer.adversarial.length} of ${rules.perspectives} failure scenarios were given`,
    });
  else if (
    answer.adversarial.some(({ realistic, rationale }) => realistic === false && !hasFigures(rationale))
  )
    invalid.push({ criterionId: ADVERSARIAL, problem: 'a scenario is called unrealistic without a figure' });
  return { results, adversarial: answer.adversarial, invalid, warnings };
}

function problemOf(result: CriterionResult, criterion: Criterion, rules: PassRules): string | null {
  const { answer, verdict, concerns, fix, reason, escalation, evidence } = result;
  if (BARE_WORD.test(answer) || answer.trim() === '') return 'the answer is a single word';
  if (!hasFigures(answer)) return 'the answer carries no figure, such as "M of N"';
  if (concerns.length === 0 && wordCount(answer) < EXPLAINING_WORDS)
    return 'there is neither a concern nor a reason why there is none';
  switch (verdict) {
    case 'FAIL':
      return blank(fix) ? 'FAIL without a fix' : null;
    case 'DEFER':
      return blank(reason) ? 'DEFER without a reason' : null;
    case 'ESCALATE':
      return escalation === undefined || escalation.options.length < LEAST_OPTIONS
        ? `ESCALATE with fewer than ${LEAST_OPTIONS} options`
        : null;
    case 'PASS':
      if (rules.requireToolEvidence && (evidence ?? []).length === 0)
        return 'PASS on opinion alone [LLM-JUDGMENT]';
      return wrongFigure(answer, criterion, rules.counted);
  }
}

function blank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

function wordCount(text: string): number {
  return (
    text.match(/\p{L}[\p{L}\p{N}'-]*|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  );
}

/** Realistic unless it is said not to be, with figures: the burden is on "unrealistic". */
export function isRealistic({ realistic, rationale }: AdversarialResult): boolean {
  return realistic !== false || !hasFigures(rationale);
}
