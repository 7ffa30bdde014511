/** The grounded author: applies the mechanical fixes, keeps those that help, and says which did not. */
import { AUDITS } from './audits/index.ts';
import type { AuditResult, Tier } from './finding.ts';
import { applyProposals } from './fixes/apply.ts';
import { FIX_STAGES, WORD_FIXES } from './fixes/index.ts';
import type { Proposal } from './fixes/proposal.ts';
import {
  LARGE_PAGE_CHARACTERS,
  LARGE_PAGE_ELEMENTS,
  MAX_MEASUREMENTS_LARGE,
  MAX_MEASUREMENTS_PER_REVISION,
  MAX_PROPOSALS,
} from './limits.ts';
import { MARKDOWN_FIXES } from './markdown-fixes.ts';
import { measure } from './measure.ts';
import { buildPage, type Page } from './page.ts';
import type { Examination } from './panel.ts';

export interface FixReport {
  auditId: string;
  tier: Tier;
  selector: string;
  summary: string;
}

export interface RejectedFix extends FixReport {
  reason: string;
}

export interface Revision {
  html: string;
  /** The page as it now is, and what was measured on it: nobody needs to measure it again. */
  page: Page;
  results: AuditResult[];
  applied: FixReport[];
  rejected: RejectedFix[];
}

/** A second look at a changed page, after the audits have let it pass: why it may not stay, or null. */
export type Guard = (html: string) => Promise<string | null>;

interface Budget {
  left: number;
  guard: Guard;
}

interface Draft {
  page: Page;
  results: AuditResult[];
}

interface Attempt {
  applied: Proposal[];
  rejected: { proposal: Proposal; reason: string }[];
  draft: Draft;
}

/**
 * Stage by stage (structure, then brand, then spacing, then contrast, which has the last word), each stage
 * on the page the one before left. A stage is kept only if re-measuring improves its findings and worsens none.
 */
export async function revise(
  page: Page,
  examination: Examination,
  guard: Guard = async () => null,
): Promise<Revision> {
  let draft: Draft = { page, results: examination.results };
  const applied: FixReport[] = [];
  const rejected: RejectedFix[] = [];
  const large = page.elements.length > LARGE_PAGE_ELEMENTS || page.html.length > LARGE_PAGE_CHARACTERS;
  const budget: Budget = { left: large ? MAX_MEASUREMENTS_LARGE : MAX_MEASUREMENTS_PER_REVISION, guard };
  const stages = page.format === 'markdown' ? [WORD_FIXES, MARKDOWN_FIXES] : FIX_STAGES;
  for (const stage of stages) {
    const refused = new Set<string>();
    for (let pass = 0; pass < PASSES_PER_STAGE; pass += 1) {
      const proposals = proposalsOf(draft, stage).filter((proposal) => !refused.has(keyOf(proposal)));
      if (proposals.length === 0) break;
      const attempt = await tryAll(draft, proposals, budget);
      draft = attempt.draft;
      applied.push(...attempt.applied.map(toReport));
      for (const { proposal, reason } of attempt.rejected) {
        refused.add(keyOf(proposal));
        rejected.push({ ...toReport(proposal), reason });
      }
      if (attempt.applied.length === 0) break;
    }
  }
  return { html: draft.page.html, ...draft, applied, rejected };
}

/** What a batch left untried is planned again on the page as it then is. */
const PASSES_PER_STAGE = 4;

function keyOf({ auditId, selector, summary }: Proposal): string {
  return `${auditId} ${selector} ${summary}`;
}

function proposalsOf({ page, results }: Draft, stage: (typeof FIX_STAGES)[number]): Proposal[] {
  return results
    .filter((result) => result.state === 'fail')
    .flatMap((result) => stage.get(result.audit.id)?.(page, result) ?? [])
    .slice(0, MAX_PROPOSALS);
}

/** All at once; when that makes something worse, by halves, until the harmful ones are alone and dropped. */
async function tryAll(draft: Draft, proposals: Proposal[], budget: Budget): Promise<Attempt> {
  if (budget.left <= 0) return refuse(draft, proposals, 'not tried: this round has re-measured enough');
  budget.left -= 1;
  const html = applyProposals(draft.page, proposals);
  if (html === draft.page.html) return refuse(draft, proposals, 'it would change nothing');
  const { path, design, brief, format } = draft.page;
  const page = await buildPage({ html, path, design, brief, format });
  const next: Draft = { page, results: measure(page, AUDITS) };
  const harm = harmOf(draft.results, next.results, proposals) ?? (await budget.guard(html));
  if (harm === null) return { applied: proposals, rejected: [], draft: next };
  if (proposals.length === 1) return refuse(draft, proposals, harm);
  const middle = Math.ceil(proposals.length / 2);
  const first = await tryAll(draft, proposals.slice(0, middle), budget);
  // The second half was planned on the old page, whose places have moved: it is planned again, not tried.
  if (first.applied.length > 0) return first;
  const second = await tryAll(draft, proposals.slice(middle), budget);
  return { ...second, rejected: [...first.rejected, ...second.rejected] };
}

/**
 * Why the changed page is not better, in words; null when it is. A fix may cost a lesser audit something (a
 * readable grey that resembles another grey), never one that gates or weighs as much as its own.
 */
function harmOf(before: AuditResult[], after: AuditResult[], proposals: Proposal[]): string | null {
  const old = new Map(before.map((result) => [result.audit.id, result]));
  const fixing = proposals
    .map((proposal) => old.get(proposal.auditId)?.audit)
    .filter((audit) => audit !== undefined);
  const lightest = Math.min(...fixing.map((audit) => audit.weight));
  for (const result of after) {
    const then = old.get(result.audit.id);
    if (then === undefined) continue;
    const { id, weight, severity } = result.audit;
    const outranked = severity === 'minor' && weight < lightest;
    if (result.failed > then.failed && !outranked)
      return `${id} went from ${then.failed} to ${result.failed}`;
    if (result.state === 'unmeasured' && then.state !== 'unmeasured')
      return `${id} can no longer be measured`;
  }
  for (const { id } of new Set(fixing)) {
    const now = after.find((result) => result.audit.id === id)?.failed ?? 0;
    const then = old.get(id)?.failed ?? 0;
    if (now >= then) return `${id} did not improve (${then} before, ${now} after)`;
  }
  return null;
}

function refuse(draft: Draft, proposals: Proposal[], reason: string): Attempt {
  return { applied: [], rejected: proposals.map((proposal) => ({ proposal, reason })), draft };
}

function toReport({ auditId, tier, selector, summary }: Proposal): FixReport {
  return { auditId, tier, selector, summary };
}
