/** The grounded author: applies the mechanical fixes, keeps those that help, and says which did not. */

import type { AuditResult, Finding } from '../finding.ts';
import { MAX_PROPOSALS, MAX_REVISION_CPU_MS } from '../limits.ts';
import { MARKDOWN_FIXES } from '../markdown/fixes.ts';
import { measure } from '../measure.ts';
import type { Page } from '../model/page.ts';
import { type Examination, faultId } from '../panel.ts';
import { idleReason, type Step } from './acceptance.ts';
import { applyProposals } from './apply.ts';
import { FIX_STAGES, WORD_FIXES } from './index.ts';
import { isAt, type Proposal } from './proposal.ts';
import {
  type Attempt,
  type Budget,
  budgetFor,
  type Draft,
  type Guard,
  isSpent,
  keyOf,
  type Refused,
  type Revision,
  rebuilt,
  retry,
  revisionOf,
  toReport,
  tryAll,
} from './trial.ts';

/**
 * How many fixes are tried at once. `together` plans all stages and measures once at their end; when something
 * is worse then, each stage is tried by itself. The others are slower and find the same: tests hold them to it.
 */
export type Batching = 'together' | 'by stage' | 'one by one';

/**
 * Stage by stage (structure, then brand, then spacing, then contrast, which has the last word), each stage
 * planned on the page the one before left. What re-measuring does not find better, and nowhere worse, is dropped.
 */
export async function revise(
  page: Page,
  examination: Examination,
  guard: Guard = async () => null,
  batching: Batching = 'together',
  wanted: Wanted = null,
  limitMs = MAX_REVISION_CPU_MS,
): Promise<Revision> {
  const budget = budgetFor(page, guard, limitMs);
  if (batching === 'one by one') budget.left = Number.POSITIVE_INFINITY;
  const draft: Draft = { page, results: examination.results, source: examination.results };
  const whole: Attempt =
    batching === 'together' ? await tryWhole(draft, budget, wanted) : { applied: [], rejected: [], draft };
  const rest = await tryStages(whole, budget, batching === 'one by one' ? 1 : MAX_PROPOSALS, wanted);
  return revisionOf(rest);
}

/**
 * Every stage planned in turn, the page measured once, after the last. Between stages only the audits a stage
 * fixes are run. When something is worse, the fixes at that place are left out and the rest is tried again.
 */
async function tryWhole(draft: Draft, budget: Budget, wanted: Wanted): Promise<Attempt> {
  const idle: Refused[] = [];
  const leftOut = new Set<string>();
  for (let attempt = 0; attempt < WHOLE_ATTEMPTS && !isSpent(budget); attempt += 1) {
    const { steps, page } = await planStages(draft, leftOut, wanted);
    if (steps.length === 0) break;
    const ruling = await retry(draft, page, steps, budget);
    if (ruling.kind === 'better') {
      const applied = steps.flatMap(({ proposals }) => proposals.map(toReport));
      return { applied, rejected: idle, draft: ruling.draft };
    }
    const guilty = ruling.kind === 'idle' ? ruling.idle : ruling.blamed;
    if (guilty.length === 0) break;
    for (const proposal of guilty) leftOut.add(keyOf(proposal));
    if (ruling.kind === 'idle')
      idle.push(
        ...guilty.map((proposal) => ({ proposal: toReport(proposal), reason: idleReason(proposal) })),
      );
  }
  return { applied: [], rejected: idle, draft };
}

/** Each attempt is one measurement, and leaves out what did harm; what is not settled by then is tried stage by stage. */
const WHOLE_ATTEMPTS = 6;

/** The steps, and the page they lead to. */
interface Plan {
  steps: Step[];
  page: Page;
}

async function planStages(draft: Draft, refused: ReadonlySet<string>, wanted: Wanted): Promise<Plan> {
  const steps: Step[] = [];
  let { page } = draft;
  for (const stage of stagesFor(page)) {
    // What passes at first still does when a stage begins: no fix before it may have made it fail.
    const audits = draft.results
      .filter(({ audit, state }) => state === 'fail' && stage.has(audit.id))
      .map(({ audit }) => audit);
    if (audits.length === 0) continue;
    for (let pass = 0; pass < PASSES_PER_STAGE; pass += 1) {
      const results = page === draft.page ? draft.results : measure(page, audits);
      const proposals = proposalsOf({ page, results }, stage, wanted).filter(
        (proposal) => !refused.has(keyOf(proposal)),
      );
      const written = applyProposals(page, proposals);
      if (written.html === page.html) break;
      const { elements } = page;
      steps.push({ page: { elements }, proposals: written.proposals, edits: written.edits });
      page = await rebuilt(page, written.html);
    }
  }
  return { steps, page };
}

/** What is still proposed, stage by stage; nothing that was found not to help is tried again. */
async function tryStages(start: Attempt, budget: Budget, atOnce: number, wanted: Wanted): Promise<Attempt> {
  let { draft } = start;
  const applied = [...start.applied];
  const rejected = [...start.rejected];
  const passes = atOnce === 1 ? MAX_PROPOSALS : PASSES_PER_STAGE;
  for (const stage of stagesFor(draft.page)) {
    const refused = new Set(rejected.map(({ proposal }) => keyOf(proposal)));
    for (let pass = 0; pass < passes; pass += 1) {
      const proposals = proposalsOf(draft, stage, wanted).filter((proposal) => !refused.has(keyOf(proposal)));
      if (proposals.length === 0) break;
      const attempt = await tryAll(draft, proposals.slice(0, atOnce), budget);
      draft = attempt.draft;
      applied.push(...attempt.applied);
      rejected.push(...attempt.rejected);
      for (const { proposal } of attempt.rejected) refused.add(keyOf(proposal));
      if (attempt.applied.length === 0 && atOnce > 1) break;
    }
  }
  return { applied, rejected, draft };
}

function stagesFor({ format }: Page): readonly (typeof FIX_STAGES)[number][] {
  return format === 'markdown' ? [WORD_FIXES, MARKDOWN_FIXES] : FIX_STAGES;
}

/** What a batch left untried is planned again on the page as it then is. */
const PASSES_PER_STAGE = 4;

/** Ids of the faults that may be fixed; null: all. */
type Wanted = ReadonlySet<string> | null;

function proposalsOf(
  { page, results }: Pick<Draft, 'page' | 'results'>,
  stage: (typeof FIX_STAGES)[number],
  wanted: Wanted,
): Proposal[] {
  return results
    .filter((result) => result.state === 'fail')
    .map((result) => (wanted === null ? result : narrowed(result, wanted)))
    .filter((result) => result.findings.length > 0)
    .flatMap((result) => {
      const proposals = stage.get(result.audit.id)?.(page, result) ?? [];
      return wanted === null ? proposals : proposals.filter((proposal) => isAt(proposal, result.places));
    })
    .slice(0, MAX_PROPOSALS);
}

/** Only the places that are wanted, and those that are told as one with them. */
function narrowed(result: AuditResult, wanted: ReadonlySet<string>): AuditResult {
  const told = ({ message, measured }: Finding): string => `${message} ${measured}`;
  const meant = new Set(result.findings.filter((finding) => wanted.has(faultId(finding))).map(told));
  const kept = result.findings.map((finding) => meant.has(told(finding)));
  const findings = result.findings.filter((_, index) => kept[index]);
  const places = result.places.filter((_, index) => kept[index]);
  return { ...result, findings, places, failed: findings.length };
}
