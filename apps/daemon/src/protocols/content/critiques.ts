/** A round's critics, each asked until it has answered or failed. */
import type {
  AdvisorCritique,
  CriticFailure,
  SubmittedCritique,
} from '@design-jury/contracts/content/schema';
import pLimit from 'p-limit';
import type { FoundationDocs } from './content-store.ts';
import { readDraft } from './drafts.ts';
import { type Advisor, findAdvisor, type Recipe } from './library.ts';
import type { ContentInput } from './machine.ts';
import { nextStep } from './record.ts';
import { criticDocs, only, recipeOf, type StepContext } from './steps.ts';

export interface Asking {
  /** Hears that a critic is asked, before it is. */
  asking(critic: { round: number; advisorId: string; name: string; attempt: number }): void;
  /** Takes each answer as it comes. */
  feed(input: ContentInput): Promise<void>;
}

/** Every critic that has not answered, a few at a time. False when the time was over before all were asked. */
export async function runCritiques(step: StepContext, asking: Asking): Promise<boolean> {
  const { record, ideaId } = step.state.saved;
  const next = nextStep(record);
  if (next.step !== 'critique') return true;
  const { round } = next;
  const recipe = recipeOf(step, record);
  const [draft, docs] = await Promise.all([readDraft(step.folder, round), step.store.docs(ideaId)]);
  const slots = pLimit(step.settings.criticConcurrency);
  let isWhole = true;
  const settled = await Promise.allSettled(
    next.waiting.map((advisorId) =>
      slots(async () => {
        if (step.isOverTime()) isWhole = false;
        if (step.signal.aborted || step.isOverTime()) return;
        const answer = await askCritic(step, { recipe, advisorId, draft, docs, round }, asking);
        // An interrupted critic has not answered: whoever goes on asks again.
        if (step.signal.aborted && 'error' in answer) return;
        await asking.feed(inputOf(round, answer));
      }),
    ),
  );
  const broken = settled.find((one) => one.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
  return isWhole;
}

function inputOf(round: number, answer: Answer): ContentInput {
  if ('error' in answer) return { type: 'critic_failed', round, failure: answer };
  const { warnings, ...critique } = answer;
  return { type: 'critic_scored', round, critique, warnings };
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
  step: StepContext,
  { recipe, advisorId, draft, docs, round }: CriticCall,
  { asking }: Asking,
): Promise<Answer> {
  const critic = findAdvisor(step.library, advisorId);
  if (critic === undefined)
    return { advisorId, name: advisorId, error: 'is on the panel and no longer in the registry' };
  const { name } = critic;
  let error = '';
  for (let tries = 0; tries <= step.settings.criticRetries && !step.signal.aborted; tries++) {
    asking({ round, advisorId, name, attempt: tries + 1 });
    const answer = await step.contentAgent
      .criticise(
        { recipe, critic, docs: only(docs, criticDocs(critic)), draft, isOwn: step.ownDraft !== null },
        step.signal,
      )
      .catch((thrown: Error) => ({ ok: false as const, message: thrown.message, isFinal: false }));
    if (answer.ok) return scored({ id: advisorId, name }, answer.critique);
    error = answer.message;
    if (answer.isFinal) break;
  }
  return { advisorId, name, error };
}

const SCORE = { min: 1, max: 10 };

function scored(
  { id, name }: Pick<Advisor, 'id' | 'name'>,
  { score, pass, issues, notes }: SubmittedCritique,
): Answer {
  if (!Number.isFinite(score)) return { advisorId: id, name, error: 'gave no score' };
  const clamped = Math.min(SCORE.max, Math.max(SCORE.min, score));
  const warnings = [
    ...(clamped === score ? [] : [`${name} gave ${score}; it counts as ${clamped}`]),
    ...(pass && issues.some(({ severity }) => severity === 'high')
      ? [`${name} passes the text and names a high issue; the issue counts`]
      : []),
  ];
  return {
    advisorId: id,
    name,
    score: clamped,
    pass,
    issues,
    ...(notes !== undefined && notes.length > 0 && { notes }),
    warnings,
  };
}
