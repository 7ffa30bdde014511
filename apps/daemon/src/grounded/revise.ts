/** The grounded author: applies the mechanical fixes, keeps those that help, and says which did not. */
import { AUDITS } from './audits/index.ts';
import type { AuditResult, Tier } from './finding.ts';
import { applyProposals } from './fixes/apply.ts';
import { FIX_STAGES } from './fixes/index.ts';
import type { Proposal } from './fixes/proposal.ts';
import { MAX_MEASUREMENTS_PER_REVISION } from './limits.ts';
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
  applied: FixReport[];
  rejected: RejectedFix[];
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
export async function revise(page: Page, examination: Examination): Promise<Revision> {
  let draft: Draft = { page, results: examination.results };
  const applied: FixReport[] = [];
  const rejected: RejectedFix[] = [];
  const budget = { left: MAX_MEASUREMENTS_PER_REVISION };
  for (const stage of FIX_STAGES) {
    const proposals = proposalsOf(draft, stage);
    if (proposals.length === 0) continue;
    const attempt = await tryAll(draft, proposals, budget);
    draft = attempt.draft;
    applied.push(...attempt.applied.map(toReport));
    rejected.push(...attempt.rejected.map(({ proposal, reason }) => ({ ...toReport(proposal), reason })));
  }
  return { html: draft.page.html, applied, rejected };
}

function proposalsOf({ page, results }: Draft, stage: (typeof FIX_STAGES)[number]): Proposal[] {
  return results
    .filter((result) => result.state === 'fail')
    .flatMap((result) => stage.get(result.audit.id)?.(page, result) ?? []);
}

/** All at once; when that makes something worse, by halves, until the harmful ones are alone and dropped. */
async function tryAll(draft: Draft, proposals: Proposal[], budget: { left: number }): Promise<Attempt> {
  if (budget.left <= 0) return refuse(draft, proposals, 'not tried: this round has re-measured enough');
  budget.left -= 1;
  const html = applyProposals(draft.page, proposals);
  if (html === draft.page.html) return refuse(draft, proposals, 'it would change nothing');
  const { path, design, brief } = draft.page;
  const page = await buildPage({ html, path, design, brief });
  const next: Draft = { page, results: measure(page, AUDITS) };
  const harm = harmOf(draft.results, next.results, proposals);
  if (harm === null) return { applied: proposals, rejected: [], draft: next };
  if (proposals.length === 1) return refuse(draft, proposals, harm);
  const middle = Math.ceil(proposals.length / 2);
  const first = await tryAll(draft, proposals.slice(0, middle), budget);
  // The second half was planned on the old page; its places have moved, so it waits for the next round.
  if (first.applied.length > 0) {
    const waiting = refuse(first.draft, proposals.slice(middle), 'put off to the next round');
    return { ...first, rejected: [...first.rejected, ...waiting.rejected] };
  }
  const second = await tryAll(draft, proposals.slice(middle), budget);
  return { ...second, rejected: [...first.rejected, ...second.rejected] };
}

/** Why the changed page is not better, in words; null when it is. */
function harmOf(before: AuditResult[], after: AuditResult[], proposals: Proposal[]): string | null {
  const failedBefore = new Map(before.map((result) => [result.audit.id, result]));
  for (const result of after) {
    const old = failedBefore.get(result.audit.id);
    if (old === undefined) continue;
    if (result.failed > old.failed) return `${result.audit.id} went from ${old.failed} to ${result.failed}`;
    if (result.state === 'unmeasured' && old.state !== 'unmeasured')
      return `${result.audit.id} can no longer be measured`;
  }
  for (const id of new Set(proposals.map((proposal) => proposal.auditId))) {
    const now = after.find((result) => result.audit.id === id)?.failed ?? 0;
    const then = failedBefore.get(id)?.failed ?? 0;
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
