/**
 * Fixes of what scripts build: it has no place in the source, and its colours have one in the style sheets. Planned on the page
 * as it is built, written as rules of the source, and kept only where a second look finds less faint text and nothing worse.
 */
import { AUDITS } from '../audits/index.ts';
import type { AuditResult } from '../finding.ts';
import { MAX_BUILT_LOOKS } from '../limits.ts';
import { measure } from '../measure.ts';
import type { Page } from '../model/page.ts';
import { ruleOn } from './acceptance.ts';
import { applyProposals } from './apply.ts';
import { fixContrast } from './contrast.ts';
import type { Proposal } from './proposal.ts';
import { type FixReport, type Refused, rebuilt, toReport } from './trial.ts';

/** A page as its scripts build it, and what was found of its texts. */
export interface BuiltLook {
  page: Page;
  contrast: AuditResult;
  /** Texts that are too faint. */
  faint: number;
}

export interface BuiltEyes {
  /** Null where there is nothing to see. */
  look(page: Page): Promise<BuiltLook | null>;
  /** Why the second may not take the place of the first; null where it may. */
  objection(before: string, after: string): Promise<string | null>;
}

export interface BuiltDraft {
  page: Page;
  source: AuditResult[];
}

export interface BuiltRevision extends BuiltDraft {
  applied: FixReport[];
  rejected: Refused[];
}

interface Budget {
  looks: number;
  timeLeft(): number;
}

/** @param timeLeft milliseconds by the clock; no look begins without any */
export async function reviseBuilt(
  start: BuiltDraft,
  eyes: BuiltEyes,
  timeLeft: () => number,
): Promise<BuiltRevision> {
  const none = { ...start, applied: [], rejected: [] };
  const budget: Budget = { looks: MAX_BUILT_LOOKS, timeLeft };
  if (timeLeft() <= 0) return none;
  const look = await eyes.look(start.page);
  if (look === null || look.faint === 0) return none;
  // Only rules of a sheet reach what a script makes.
  const proposals = fixContrast(look.page, look.contrast).filter(isRule);
  return proposals.length === 0 ? none : tryRules(none, look.faint, proposals, eyes, budget);
}

function isRule({ css = [], styles = [], edits = [], attributes = [] }: Proposal): boolean {
  return css.length > 0 && styles.length + edits.length + attributes.length === 0;
}

/** All at once; where that is no better, by halves. */
async function tryRules(
  draft: BuiltRevision,
  faint: number,
  wanted: Proposal[],
  eyes: BuiltEyes,
  budget: Budget,
): Promise<BuiltRevision> {
  const refused = (reason: string): BuiltRevision => ({
    ...draft,
    rejected: [...draft.rejected, ...wanted.map((one) => ({ proposal: toReport(one), reason }))],
  });
  if (budget.looks <= 0 || budget.timeLeft() <= 0)
    return refused('not tried: this round has re-measured enough');
  budget.looks -= 1;
  const made = await withRules(draft, wanted, faint, eyes);
  if (typeof made !== 'string')
    return { ...draft, ...made, applied: [...draft.applied, ...wanted.map(toReport)] };
  if (wanted.length === 1) return refused(made);
  const middle = Math.ceil(wanted.length / 2);
  const first = await tryRules(draft, faint, wanted.slice(0, middle), eyes, budget);
  const isSame = first.page === draft.page || budget.looks <= 0 || budget.timeLeft() <= 0;
  const left = isSame ? faint : ((await eyes.look(first.page))?.faint ?? faint);
  return tryRules(first, left, wanted.slice(middle), eyes, budget);
}

/** The page with these rules, or why it is no better. */
async function withRules(
  { page, source }: BuiltDraft,
  wanted: readonly Proposal[],
  faint: number,
  eyes: BuiltEyes,
): Promise<BuiltDraft | string> {
  const rules = wanted.map((one): Proposal => ({ ...one, places: [] }));
  const { html, edits } = applyProposals(page, rules);
  const next = await rebuilt(page, html);
  const results = measure(next, AUDITS);
  const ruling = ruleOn({
    before: { page, results: source },
    after: { page: next, results },
    steps: [{ page, proposals: [], edits }],
  });
  if (ruling.kind === 'worse') return ruling.reason;
  const look = await eyes.look(next);
  if (look === null || look.faint >= faint) return 'contrast-text did not improve';
  return (await eyes.objection(page.html, html)) ?? { page: next, source: results };
}
