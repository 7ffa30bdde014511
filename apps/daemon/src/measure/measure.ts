/** Runs audits on a page and fills their observations up to full findings. Pure on the page model. */
import { isAsked } from './audits/markdown.ts';
import type { Audit, AuditOutcome, AuditResult, Finding, Observation } from './finding.ts';
import { MAX_AUDIT_CPU_MS, MAX_AUDITS_CPU_MS, MAX_FINDINGS_PER_AUDIT, MAX_QUOTE } from './limits.ts';
import type { DeclarationSource } from './model/css.ts';
import type { Page } from './model/page.ts';
import { declarationOf, placeOfDeclaration } from './model/place.ts';
import { within, workOfThread } from './within.ts';

/** One page's share of time: what all audits together may compute, and one of them. */
export interface Patience {
  allMs: number;
  oneMs: number;
}

export const PATIENCE: Patience = { allMs: MAX_AUDITS_CPU_MS, oneMs: MAX_AUDIT_CPU_MS };

/**
 * In the order of the audits. All that fit into the time of one are run together, because watching the clock costs more
 * than most of them: one that is stopped is begun again with all the time that one has, and then given up.
 */
export function measure(page: Page, audits: readonly Audit[], patience = PATIENCE): AuditResult[] {
  const spent = workOfThread();
  const results: AuditResult[] = [];
  while (results.length < audits.length) {
    const first = results.length;
    const left = Math.min(patience.oneMs, patience.allMs - spent());
    const all =
      left > 0 &&
      within(
        left,
        () => {
          // Begun again on a busy machine: what is there stays.
          while (results.length < audits.length) {
            const audit = audits[results.length];
            if (audit !== undefined) results.push(runAudit(audit, page));
          }
        },
        page.renewEngines,
      ).ended;
    const stuck = audits[results.length];
    // One that others had left too little time for gets its own; one that had it all, or when all is spent, does not.
    if (all || stuck === undefined || (results.length > first && left === patience.oneMs)) continue;
    results.push(outOfTime(stuck, page, left === patience.oneMs ? patience.oneMs : patience.allMs));
  }
  return results;
}

function outOfTime(audit: Audit, page: Page, limitMs: number): AuditResult {
  const what = limitMs === MAX_AUDIT_CPU_MS ? 'this question' : 'the page';
  const unmeasured = `${what} took more than ${limitMs / 1000} s to measure`;
  return runAudit({ ...audit, run: () => ({ checked: 0, found: [], unmeasured }) }, page);
}

function runAudit(audit: Audit, page: Page): AuditResult {
  if (!isAsked(audit, page.format) || (audit.level === 'AAA' && page.bar.level !== 'AAA'))
    return { audit, state: 'not_applicable', checked: 0, failed: 0, findings: [], places: [], how: 'static' };
  let outcome: AuditOutcome;
  try {
    outcome = audit.run(page);
  } catch (error) {
    // One audit that trips over an odd page must not take the panel down; it is said, and never a pass.
    const reason = error instanceof Error ? error.message : String(error);
    outcome = { checked: 0, found: [], unmeasured: `the audit stopped: ${reason.slice(0, MAX_QUOTE)}` };
  }
  const { checked, found, unmeasured } = outcome;
  const findings = found
    .slice(0, MAX_FINDINGS_PER_AUDIT)
    .map((observation) => toFinding(audit, page, observation));
  // An open question is no failure, and no pass either.
  const wrong = found.filter(({ open }) => open !== true).length;
  const state = wrong > 0 ? 'fail' : unmeasured === undefined ? 'pass' : 'unmeasured';
  const { undecided = 0 } = outcome;
  const note = outcome.note ?? unmeasured ?? undecidedNote(outcome);
  return {
    audit,
    state,
    checked: Math.max(checked, wrong > 0 ? 1 : 0),
    failed: wrong,
    findings,
    places: found.slice(0, MAX_FINDINGS_PER_AUDIT).map((observation) => observation.at),
    how: 'static',
    ...(undecided === 0 ? {} : { undecided }),
    ...(outcome.grade === undefined ? {} : { grade: outcome.grade }),
    ...(note === undefined ? {} : { note }),
  };
}

function undecidedNote({ undecided = 0, checked }: AuditOutcome): string | undefined {
  return undecided === 0
    ? undefined
    : `${undecided} of ${checked + undecided} could not be decided without a browser`;
}

function toFinding(audit: Audit, page: Page, observation: Observation): Finding {
  const { at, measured, required, message, suggestion, evidence } = observation;
  const selector = at === null ? 'html' : page.selectorOf(at);
  const declared = at === null ? null : declarationOf(page, at, audit.properties ?? []);
  const place = observation.position ??
    (declared && placeOfDeclaration(page, declared)) ??
    at?.startTag ?? { line: 1, column: 1 };
  return {
    auditId: audit.id,
    role: audit.role,
    dim: audit.dim,
    severity: observation.severity ?? audit.severity,
    selector,
    place: at === null ? 'html' : page.placeOf(at),
    line: place.line,
    column: place.column,
    measured,
    required,
    evidence: quote(
      (declared === null ? '' : `${writtenAs(declared)}; `) +
        (evidence ?? (at === null ? '' : sourceOf(page, at))),
    ),
    message,
    suggestion: suggestion ?? '',
    tier: observation.tier ?? audit.tier,
    how: 'static',
    ...(observation.open === true ? { open: true } : {}),
    witness: { audit: audit.id, selector, predicate: `${required}` },
  };
}

/** The declaration as it is written; in a file, with its place there. */
function writtenAs({ where, sheet, selector, property, value, line }: DeclarationSource): string {
  if (where === 'attribute') return `style="${property}: ${value}"`;
  const place = where === 'file' ? `${sheet}:${line} ` : '';
  return `${place}${selector} { ${property}: ${value} }`;
}

function sourceOf(page: Page, at: NonNullable<Observation['at']>): string {
  return at.startTag === null ? `<${at.tag}>` : page.html.slice(at.startTag.start, at.startTag.end);
}

export function quote(text: string): string {
  // Cut first: a quote of a ten-megabyte paragraph must not cost ten megabytes.
  const flat = text
    .slice(0, MAX_QUOTE * 8)
    .replace(/\s+/g, ' ')
    .trim();
  return flat.length > MAX_QUOTE ? `${flat.slice(0, MAX_QUOTE - 1)}…` : flat;
}
