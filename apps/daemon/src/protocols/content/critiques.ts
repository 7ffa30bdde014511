/** `run_critiques`: a round's critics, each asked until it has answered or failed. */

import type {
  AdvisorCritique,
  CriticFailure,
  SubmittedCritique,
} from '@design-jury/contracts/content/schema';
import pLimit from 'p-limit';
import type { Advisor, Recipe } from './library.ts';
import { isAllFailed, roundAt } from './machine.ts';
import { ContentError, draftOf, only, recipeOf, type Stage, withRound } from './operations.ts';
import type { FoundationDocs, SavedPipeline } from './shelf.ts';

/** Every critic that has not answered, a few at a time. `heard` stores each answer as it comes. */
export async function runCritiques(
  stage: Stage,
  saved: SavedPipeline,
  waiting: readonly string[],
  heard: (saved: SavedPipeline) => Promise<void>,
): Promise<SavedPipeline> {
  const n = saved.record.drafts;
  const recipe = recipeOf(stage, saved.record);
  const [draft, docs] = await Promise.all([draftOf(stage, n), stage.shelf.docs(saved.ideaId)]);
  let current = withRound(saved, n, {});
  const slots = pLimit(stage.settings.criticConcurrency);
  const settled = await Promise.allSettled(
    waiting.map((advisorId) =>
      slots(async () => {
        if (stage.signal.aborted || stage.isOverTime()) return;
        const answer = await askCritic(stage, { recipe, advisorId, draft, docs, round: n });
        // An interrupted critic has not answered: whoever goes on asks again.
        if (stage.signal.aborted && 'error' in answer) return;
        current = withAnswer(current, n, answer);
        await heard(current);
      }),
    ),
  );
  const broken = settled.find((one) => one.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
  const round = roundAt(current.record, n);
  const everybody =
    (round?.critiques.length ?? 0) + (round?.failures.length ?? 0) === current.record.panel?.length;
  if (round !== null && everybody && isAllFailed(current.record, round))
    throw new AllFailed(
      current,
      `all critics failed: ${round.failures.map(({ name, error }) => `${name}: ${error}`).join('; ')}`,
    );
  return current;
}

/** Carries what was heard: the failures are kept beside the error. */
export class AllFailed extends ContentError {
  readonly saved: SavedPipeline;
  constructor(saved: SavedPipeline, message: string) {
    super('all-critics-failed', message);
    this.saved = saved;
  }
}

interface CriticCall {
  recipe: Recipe;
  advisorId: string;
  draft: string;
  docs: FoundationDocs;
  round: number;
}

type Answer = CriticFailure | (AdvisorCritique & { warnings: readonly string[] });

async function askCritic(
  stage: Stage,
  { recipe, advisorId, draft, docs, round }: CriticCall,
): Promise<Answer> {
  const critic = stage.library.advisors.find(({ id }) => id === advisorId);
  if (critic === undefined)
    return { advisorId, name: advisorId, error: 'is on the panel and no longer in the registry' };
  const { name } = critic;
  let error = '';
  for (let tries = 0; tries <= stage.settings.criticRetries && !stage.signal.aborted; tries++) {
    await stage.asking({ round, advisorId, name, attempt: tries + 1 });
    const answer = await stage.voices
      .criticise({ recipe, critic, docs: only(docs, critic.contextDocs), draft }, stage.signal)
      .catch((thrown: Error) => ({ ok: false as const, message: thrown.message, isFinal: false }));
    if (answer.ok) return scored(critic, answer.critique);
    error = answer.message;
    if (answer.isFinal) break;
  }
  return { advisorId, name, error };
}

const SCORE = { min: 1, max: 10 };

function scored({ id, name }: Advisor, { score, pass, issues }: SubmittedCritique): Answer {
  if (!Number.isFinite(score)) return { advisorId: id, name, error: 'gave no score' };
  const clamped = Math.min(SCORE.max, Math.max(SCORE.min, score));
  const warnings = [
    ...(clamped === score ? [] : [`${name} gave ${score}; it counts as ${clamped}`]),
    ...(pass && issues.some(({ severity }) => severity === 'high')
      ? [`${name} passes the text and names a high issue; the issue counts`]
      : []),
  ];
  return { advisorId: id, name, score: clamped, pass, issues, warnings };
}

function withAnswer(saved: SavedPipeline, n: number, answer: Answer): SavedPipeline {
  const round = roundAt(saved.record, n);
  if ('error' in answer) return withRound(saved, n, { failures: [...(round?.failures ?? []), answer] });
  const { warnings, ...critique } = answer;
  const next = withRound(saved, n, { critiques: [...(round?.critiques ?? []), critique] });
  return { ...next, warnings: [...next.warnings, ...warnings] };
}
