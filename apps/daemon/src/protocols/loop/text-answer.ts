/** A pass written in the literal grammar as an answer the rules can be held to. */
import type { Criterion, CriterionResult, PassAnswer } from '@design-jury/contracts/loop/schema';
import type { CriterionText, EscalationText } from './grammar.ts';
import { parseCritique } from './grammar-parse.ts';

/** Null when the text holds no pass at all. Of several passes the last one is meant. */
export function answerInText(text: string, criteria: readonly Criterion[]): PassAnswer | null {
  const { passes, escalations } = parseCritique(text);
  const pass = passes.at(-1);
  if (pass === undefined || (pass.criteria.length === 0 && pass.scenarios.length === 0)) return null;
  const known = new Map(criteria.map(({ id }) => [id.toUpperCase(), id]));
  return {
    results: pass.criteria.map((item) => {
      const criterionId = known.get(item.id) ?? item.id;
      return resultOf(
        item,
        criterionId,
        escalations.find((block) => block.criterionId === item.id),
      );
    }),
    adversarial: pass.scenarios
      .filter(({ scenario }) => scenario !== '')
      .map(({ scenario, realistic, note }) => ({ scenario, realistic, rationale: note })),
  };
}

function resultOf(
  item: CriterionText,
  criterionId: string,
  escalation: EscalationText | undefined,
): CriterionResult {
  const { answer, verdict, note } = item;
  const concerns = concernsIn(answer);
  return {
    criterionId,
    answer,
    verdict,
    ...(verdict === 'FAIL' && { fix: note }),
    ...(verdict === 'DEFER' && { reason: note }),
    ...(escalation !== undefined && {
      // The grammar does not carry the trigger; the options say that there are several ways.
      escalation: { ...escalation, criterionId, trigger: 'multiple-approaches' as const },
    }),
    // What is to be fixed is a concern, whether or not it was called one.
    concerns:
      concerns.length === 0 && verdict === 'FAIL' && note !== '' ? [{ key: '', text: note }] : concerns,
  };
}

/** "Concern: a; Improvement: b" inside an answer. */
function concernsIn(answer: string): { key: string; text: string }[] {
  return [...answer.matchAll(/\b(?:concerns?|improvements?|risks?)\s*[:：]\s*([^;]+?)(?=;|\.\s|\.$|$)/giu)]
    .map(([, text = '']) => text.trim())
    .filter((text) => text !== '' && !/^none\b/i.test(text))
    .map((text) => ({ key: '', text }));
}
