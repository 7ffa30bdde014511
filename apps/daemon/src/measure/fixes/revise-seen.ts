/**
 * Fixes of what only a browser sees: the same fixers, given the browser's findings, and each held against a second look.
 * Nothing is kept that the browser, the source or the picture finds worse.
 */
import type { AuditResult } from '../finding.ts';
import { MAX_LOOKING_MS, MAX_LOOKS_PER_REVISION, MAX_PROPOSALS } from '../limits.ts';
import { SEEN_FIXES } from './index.ts';
import { isAt, type Proposal } from './proposal.ts';
import {
  type Attempt,
  budgetFor,
  type Draft,
  type Eyes,
  type Guard,
  isSpent,
  keyOf,
  type Revision,
  revisionOf,
  tryAll,
} from './trial.ts';

export interface SeenRevision extends Revision {
  /** What was measured on the source alone; `results` has the browser's word, too. */
  source: AuditResult[];
}

interface Sight {
  eyes: Eyes;
  guard: Guard;
}

/** What a first pass leaves untried is planned again on the page as it then is. */
const PASSES = 3;

export async function reviseSeen(
  start: Draft,
  { eyes, guard }: Sight,
  limitMs: number,
): Promise<SeenRevision> {
  const budget = budgetFor(start.page, guard, limitMs, eyes);
  budget.left = Math.min(budget.left, MAX_LOOKS_PER_REVISION);
  const { timeLeft } = budget;
  const begun = performance.now();
  budget.timeLeft = () => (performance.now() - begun > MAX_LOOKING_MS ? 0 : timeLeft());
  const done: Attempt = { applied: [], rejected: [], draft: start };
  for (let pass = 0; pass < PASSES && !isSpent(budget); pass += 1) {
    const refused = new Set(done.rejected.map(({ proposal }) => keyOf(proposal)));
    const proposals = proposalsFor(done.draft).filter((proposal) => !refused.has(keyOf(proposal)));
    if (proposals.length === 0) break;
    const { applied, rejected, draft } = await tryAll(done.draft, proposals, budget);
    done.draft = draft;
    done.applied.push(...applied);
    done.rejected.push(...rejected);
  }
  const { source } = done.draft;
  return { ...revisionOf(done), source };
}

/** Of every fixer, in the order of the stages, what it proposes for the places the browser named. */
function proposalsFor({ page, results }: Draft): Proposal[] {
  const seen = new Map(results.map((result) => [result.audit.id, onlySeen(result)]));
  return SEEN_FIXES.flatMap(([id, fix]) => {
    const result = seen.get(id);
    if (result === undefined || result.findings.length === 0) return [];
    return fix(page, result).filter((proposal) => isAt(proposal, result.places));
  }).slice(0, MAX_PROPOSALS);
}

/** What the source shows has had its turn, unless the browser knows more of the same place: the colours it painted. */
function onlySeen(result: AuditResult): AuditResult {
  const kept = result.findings.map(({ how }, index) => {
    const place = result.places[index] ?? null;
    return place !== null && (how === 'browser' || result.seen?.has(place) === true);
  });
  const findings = result.findings.filter((_, index) => kept[index]);
  const places = result.places.filter((_, index) => kept[index]);
  return { ...result, findings, places, failed: findings.length };
}
