/** One trial of a set of fixes: written, measured again, and kept only where something is better and nothing worse. */

import { AUDITS } from '../audits/index.ts';
import type { AuditResult, Tier } from '../finding.ts';
import {
  LARGE_PAGE_CHARACTERS,
  LARGE_PAGE_ELEMENTS,
  MAX_MEASUREMENTS_LARGE,
  MAX_MEASUREMENTS_PER_REVISION,
} from '../limits.ts';
import { measure, PATIENCE } from '../measure.ts';
import { buildPage, type Page } from '../model/page.ts';
import { workOfThread } from '../within.ts';
import { idleReason, type Ruling, ruleOn, type Step } from './acceptance.ts';
import { applyProposals } from './apply.ts';
import type { Proposal } from './proposal.ts';

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

/** What a browser adds to what was measured on the source of this page. */
export type Eyes = (page: Page, source: readonly AuditResult[]) => Promise<AuditResult[]>;

export interface Budget {
  /** Measurements. */
  left: number;
  /** Milliseconds of work. */
  timeLeft(): number;
  guard: Guard;
  /** Null where fixes are held against the source alone. */
  eyes: Eyes | null;
}

export function budgetFor(page: Page, guard: Guard, limitMs: number, eyes: Eyes | null = null): Budget {
  const large = page.elements.length > LARGE_PAGE_ELEMENTS || page.html.length > LARGE_PAGE_CHARACTERS;
  const spent = workOfThread();
  return {
    timeLeft: () => limitMs - spent(),
    left: large ? MAX_MEASUREMENTS_LARGE : MAX_MEASUREMENTS_PER_REVISION,
    guard,
    eyes,
  };
}

export function isSpent({ left, timeLeft }: Budget): boolean {
  return left <= 0 || timeLeft() <= 0;
}

export interface Draft {
  page: Page;
  /** With what the browser adds, where it is looked at with one. */
  results: AuditResult[];
  /** From the source alone. */
  source: AuditResult[];
}

export interface Refused {
  proposal: FixReport;
  reason: string;
}

/** Reports, not proposals: a proposal knows its elements, and they the whole page it was planned on. */
export interface Attempt {
  applied: FixReport[];
  rejected: Refused[];
  draft: Draft;
}

/** All at once; when that makes something worse, by halves, until the harmful ones are alone and dropped. */
export async function tryAll(draft: Draft, wanted: Proposal[], budget: Budget): Promise<Attempt> {
  if (isSpent(budget)) return refuse(draft, wanted, 'not tried: this round has re-measured enough');
  const { html, edits, proposals } = applyProposals(draft.page, wanted);
  if (html === draft.page.html) return refuse(draft, proposals, 'it would change nothing');
  const steps = [{ page: draft.page, proposals, edits }];
  // The changed page has no name here: it is not held while its halves are tried.
  const ruling = await retry(draft, await rebuilt(draft.page, html), steps, budget);
  if (ruling.kind === 'better')
    return { applied: proposals.map(toReport), rejected: [], draft: ruling.draft };
  const [only, ...more] = proposals;
  if (only !== undefined && more.length === 0) {
    return refuse(draft, proposals, ruling.kind === 'worse' ? ruling.reason : idleReason(only));
  }
  if (ruling.kind === 'idle') {
    const idle = new Set(ruling.idle);
    const rest = await tryAll(
      draft,
      proposals.filter((proposal) => !idle.has(proposal)),
      budget,
    );
    const dropped = ruling.idle.map((proposal) => ({
      proposal: toReport(proposal),
      reason: idleReason(proposal),
    }));
    return { ...rest, rejected: [...dropped, ...rest.rejected] };
  }
  const { blamed, reason } = ruling;
  if (budget.eyes !== null && blamed.length > 0 && blamed.length < proposals.length) {
    const guilty = new Set(blamed);
    const rest = await tryAll(
      draft,
      proposals.filter((proposal) => !guilty.has(proposal)),
      budget,
    );
    return { ...rest, rejected: [...refuse(draft, blamed, reason).rejected, ...rest.rejected] };
  }
  const middle = Math.ceil(proposals.length / 2);
  const first = await tryAll(draft, proposals.slice(0, middle), budget);
  // The second half was planned on the old page, whose places have moved: it is planned again, not tried.
  if (first.applied.length > 0) return first;
  const second = await tryAll(draft, proposals.slice(middle), budget);
  return { ...second, rejected: [...first.rejected, ...second.rejected] };
}

type Retrial = Exclude<Ruling, { kind: 'better' }> | { kind: 'better'; draft: Draft };

/** One full measurement of the changed page, and a look at it where there is a browser. */
export async function retry(
  draft: Draft,
  page: Page,
  steps: readonly Step[],
  budget: Budget,
): Promise<Retrial> {
  budget.left -= 1;
  // What there is no time to measure is no better than it was.
  const patience = { ...PATIENCE, allMs: Math.min(PATIENCE.allMs, Math.max(1, budget.timeLeft())) };
  const source = measure(page, AUDITS, patience);
  const next: Draft = { page, source, results: source };
  if (budget.eyes !== null) {
    // What the source shows to be worse needs no look, and a look costs seconds. What it cannot tell, the look may.
    const told = { page, results: source.filter(({ state }) => state !== 'unmeasured') };
    const early = ruleOn({ before: { page: draft.page, results: draft.source }, after: told, steps });
    if (early.kind === 'worse') return early;
    next.results = await budget.eyes(page, source);
  }
  const ruling = ruleOn({ before: draft, after: next, steps });
  if (ruling.kind !== 'better') return ruling;
  const objection = await budget.guard(page.html);
  return objection === null
    ? { kind: 'better', draft: next }
    : { kind: 'worse', reason: objection, blamed: [] };
}

export function rebuilt({ path, design, brief, format, bar }: Page, html: string): Promise<Page> {
  return buildPage({ html, path, design, brief, format, bar });
}

function refuse(draft: Draft, proposals: Proposal[], reason: string): Attempt {
  return {
    applied: [],
    rejected: proposals.map((proposal) => ({ proposal: toReport(proposal), reason })),
    draft,
  };
}

export function toReport({ auditId, tier, selector, summary }: Proposal): FixReport {
  return { auditId, tier, selector, summary };
}

export function keyOf({ auditId, selector, summary }: Omit<FixReport, 'tier'>): string {
  return `${auditId} ${selector} ${summary}`;
}

export function revisionOf({ draft, applied, rejected }: Attempt): Revision {
  return {
    html: draft.page.html,
    ...draft,
    applied,
    rejected: rejected.map(({ proposal, reason }) => ({ ...proposal, reason })),
  };
}
