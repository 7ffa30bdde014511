/** The editor's rubric: code decides whether a draft goes on, from what the critics really said. */
import type { AdvisorCritique, ContentRecipe, EditorDecision } from '@design-jury/contracts/content/schema';

const EPSILON = 1e-9;

/** First match wins. Failed critics are not among `critiques`: they neither score nor approve. */
export function decide(
  critiques: readonly AdvisorCritique[],
  { minAggregateScore }: Pick<ContentRecipe, 'minAggregateScore'>,
  previous: readonly AdvisorCritique[] | null,
): EditorDecision {
  const avgScore = meanScore(critiques);
  const highIssueCount = countHigh(critiques);
  const brief = issueBrief(critiques);
  const decided = (decision: EditorDecision['decision'], basis: EditorDecision['basis']): EditorDecision => ({
    decision,
    basis,
    avgScore,
    highIssueCount,
    brief,
  });
  if (avgScore === null) return decided('approve', 'no-gate');
  if (highIssueCount > 0) return decided('revise', 'high-severity');
  if (previous !== null && hasFallen(critiques, previous)) return decided('approve', 'oscillation');
  return avgScore >= minAggregateScore - EPSILON
    ? decided('approve', 'threshold-met')
    : decided('revise', 'below-threshold');
}

export function meanScore(critiques: readonly AdvisorCritique[]): number | null {
  if (critiques.length === 0) return null;
  return critiques.reduce((sum, { score }) => sum + score, 0) / critiques.length;
}

export function countHigh(critiques: readonly AdvisorCritique[]): number {
  return critiques.flatMap(({ issues }) => issues).filter(({ severity }) => severity === 'high').length;
}

/** Over the critics both rounds have: another panel, or a critic that crashed, is no fall. */
function hasFallen(current: readonly AdvisorCritique[], previous: readonly AdvisorCritique[]): boolean {
  const before = new Map(previous.map((critique) => [critique.advisorId, critique]));
  const common = current.filter(({ advisorId }) => before.has(advisorId));
  const now = meanScore(common);
  const then = meanScore(common.flatMap(({ advisorId }) => before.get(advisorId) ?? []));
  return now !== null && then !== null && now < then - EPSILON;
}

const BRIEF_LINES = 40;
const BRIEF_LINE_CHARS = 500;

/** High, then medium; low issues are left out, and of the others those that would drown the rest. */
function issueBrief(critiques: readonly AdvisorCritique[]): string {
  const lines = (['high', 'medium'] as const).flatMap((wanted) =>
    critiques.flatMap(({ name, issues }) =>
      issues
        .filter(({ severity }) => severity === wanted)
        .map(({ description }) => `[${wanted.toUpperCase()}] (${name}) ${cut(description)}`),
    ),
  );
  const more = lines.length - BRIEF_LINES;
  return [...lines.slice(0, BRIEF_LINES), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

function cut(text: string): string {
  return text.length > BRIEF_LINE_CHARS ? `${text.slice(0, BRIEF_LINE_CHARS)}…` : text;
}
