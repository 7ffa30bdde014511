/** Which draft is saved, and under which word. */
import type {
  AdvisorCritique,
  ContentQuality,
  ContentRecipe,
  EditorDecision,
} from '@design-jury/contracts/content/schema';
import { countHigh, meanScore } from './rubric.ts';

export interface Election {
  round: number;
  quality: ContentQuality;
  belowSafetyValve: boolean;
}

const EPSILON = 1e-9;

/** @param rounds all rounds so far, the last one just decided; at least one */
export function electDraft(
  rounds: readonly Scored[],
  { decision, basis }: Pick<EditorDecision, 'decision' | 'basis'>,
  { minAggregateScore }: Pick<ContentRecipe, 'minAggregateScore'>,
  exhaustionDraft: 'latest' | 'best',
): Election {
  const latest = rounds.at(-1);
  if (latest === undefined) throw new Error('a draft is elected after a round, and there was none');
  const wantsBest = basis === 'oscillation' || (decision === 'revise' && exhaustionDraft === 'best');
  const elected = wantsBest ? (rounds.toSorted(byMerit)[0] ?? latest) : latest;
  const mean = meanScore(elected.critiques);
  const belowSafetyValve = mean !== null && mean < minAggregateScore - EPSILON;
  return {
    round: elected.round,
    // Nothing below the valve is called approved, whatever the guard decided.
    quality: decision === 'approve' && !belowSafetyValve ? 'approved' : 'max-rounds-reached',
    belowSafetyValve,
  };
}

interface Scored {
  round: number;
  critiques: readonly AdvisorCritique[];
}

/** Fewest high issues, then the highest mean, then the latest. */
function byMerit(one: Scored, other: Scored): number {
  const high = countHigh(one.critiques) - countHigh(other.critiques);
  if (high !== 0) return high;
  const mean = (meanScore(other.critiques) ?? 0) - (meanScore(one.critiques) ?? 0);
  return Math.abs(mean) > EPSILON ? mean : other.round - one.round;
}
