/** The identity of a concern: the same worry in other words, a pass later, is not a new one. */
import type { Concern, CriterionResult } from '@design-jury/contracts/loop/schema';
import { sayTheSame, wordsOf } from './words.ts';

export interface KnownConcern {
  key: string;
  criterionId: string;
  text: string;
}

export interface IdentifiedConcerns {
  results: CriterionResult[];
  known: readonly KnownConcern[];
  /** Keys no earlier pass had. */
  fresh: string[];
}

/** Gives every concern the key it had before, or a new one. Same criterion only: a worry does not wander. */
export function identifyConcerns(
  results: readonly CriterionResult[],
  earlier: readonly KnownConcern[],
): IdentifiedConcerns {
  const known = [...earlier];
  const fresh: string[] = [];
  const identified = results.map((result) => ({
    ...result,
    concerns: result.concerns.map((concern): Concern => {
      const before = known.find((candidate) => isSame(candidate, result.criterionId, concern));
      if (before !== undefined) return { key: before.key, text: concern.text };
      const key = freshKey(result.criterionId, concern, known);
      known.push({ key, criterionId: result.criterionId, text: concern.text });
      fresh.push(key);
      return { key, text: concern.text };
    }),
  }));
  return { results: identified, known, fresh };
}

function isSame(known: KnownConcern, criterionId: string, { key, text }: Concern): boolean {
  if (known.criterionId !== criterionId) return false;
  return (key !== '' && key === known.key) || sayTheSame(wordsOf(known.text), wordsOf(text));
}

function freshKey(criterionId: string, { key, text }: Concern, known: readonly KnownConcern[]): string {
  const stem = key === '' ? `${criterionId}:${[...wordsOf(text)].slice(0, 6).join('-')}` : key;
  if (!known.some((other) => other.key === stem)) return stem;
  let n = 2;
  while (known.some((other) => other.key === `${stem}~${n}`)) n++;
  return `${stem}~${n}`;
}
