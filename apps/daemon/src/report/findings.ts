/**
 * What a review found in the page *as it is on the disk*, with its lines: the material of SARIF and JUnit.
 * Measured facts come from the grounded audits of the original; what a model demands is placed by its target.
 */
import type { MustFix, MustFixSeverity, PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { fingerprintOf } from './gate.ts';

export interface ReportedFinding {
  ruleId: string;
  role: PanelistRole;
  severity: MustFixSeverity;
  message: string;
  /** 1-based, in the file as given. */
  line: number;
  column: number;
  selector: string | null;
  evidence: string;
  /** Stable over runs: what a baseline or a code scanner matches by. */
  fingerprint: string;
  /** Resolved by the panel's own revision: the kept page no longer has it. */
  fixed: boolean;
  suppressed: string | null;
  /** Null where there is no baseline. */
  known: boolean | null;
}

export interface RuleInfo {
  id: string;
  title: string;
  why: string;
  link: string | null;
}

export interface PageFindings {
  findings: ReportedFinding[];
  rules: RuleInfo[];
}

export interface FindingsInput {
  html: string;
  /** The kept page; null where nothing was kept. */
  after: string | null;
  path: string;
  mime: string;
  design: string | null;
  brief: string | null;
  state: CritiqueState;
  /** Whether a finding is accepted, and how. */
  judge: (finding: {
    audit: string;
    selector: string | null;
    id: string;
  }) => Pick<ReportedFinding, 'suppressed' | 'known'>;
}

export async function findingsOf(input: FindingsInput): Promise<PageFindings> {
  const measured = await measureOriginal(input);
  const view = input.state.phase === 'idle' ? null : input.state;
  const seen = new Set(measured.findings.map((finding) => finding.ruleId));
  const claimed = (view?.mustFixes ?? []).filter(
    (entry) => !seen.has(auditOf(entry)) && fingerprintOf(entry) !== null,
  );
  const rules = new Map(measured.rules.map((rule) => [rule.id, rule]));
  for (const entry of claimed) {
    const id = auditOf(entry);
    if (!rules.has(id))
      rules.set(id, {
        id,
        title: id === 'lint' ? 'The final lint' : `Must-fix of the ${entry.role} panelist`,
        why: 'The panel demands it.',
        link: null,
      });
  }
  return {
    findings: [...measured.findings, ...claimed.map((entry) => fromMustFix(entry, input))],
    rules: [...rules.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

async function measureOriginal({
  html,
  after,
  path,
  mime,
  design,
  brief,
  state,
  judge,
}: FindingsInput): Promise<PageFindings> {
  const { buildPage, formatOfMime } = await import('../measure/model/page.ts');
  const { examine, faultId } = await import('../measure/panel.ts');
  const { readDesignMd } = await import('../measure/model/design-md.ts');
  const format = formatOfMime(mime);
  const system = design === null ? null : readDesignMd(design);
  const page = await buildPage({ html, path, format, brief, design: system });
  const examination = examine(page);
  const view = state.phase === 'idle' ? null : state;
  const fixedIds = new Set(
    view?.mustFixes.filter((entry) => entry.resolvedRound !== null).map((entry) => entry.id),
  );
  // One must-fix may be about many places; where the kept page has none left, all of them are fixed.
  const kept =
    after === null || after === html
      ? page
      : await buildPage({ html: after, path, format, brief, design: system });
  const left = new Set(
    (kept === page ? examination : examine(kept)).findings.map((finding) => finding.auditId),
  );
  const findings = examination.findings.map((finding): ReportedFinding => {
    const id = faultId(finding);
    return {
      ruleId: finding.auditId,
      role: finding.role,
      severity: finding.severity,
      message: [finding.message, finding.suggestion].filter((part) => part !== '').join(' '),
      line: finding.line,
      column: finding.column,
      selector: finding.selector,
      evidence: `measured ${finding.measured}, required ${finding.required}`,
      fingerprint: id,
      fixed: fixedIds.has(id) || !left.has(finding.auditId),
      ...judge({ audit: finding.auditId, selector: finding.selector, id }),
    };
  });
  const rules = examination.results
    .filter((result) => result.findings.length > 0)
    .map(({ audit }): RuleInfo => ({ id: audit.id, title: audit.title, why: audit.why, link: audit.link }));
  return { findings, rules };
}

function auditOf({ id, witness, role, synthetic }: MustFix): string {
  if (synthetic) return 'lint';
  if (witness !== null) return witness.audit;
  const at = id.indexOf('@');
  return at > 0 ? id.slice(0, at) : `${role}-must-fix`;
}

const EVIDENCE_LINE = /\bline (\d{1,7})\b/;

function fromMustFix(entry: MustFix, { html, judge }: FindingsInput): ReportedFinding {
  const audit = auditOf(entry);
  const given = EVIDENCE_LINE.exec(entry.evidence ?? '')?.[1];
  const last = html.split('\n').length;
  const line = given === undefined ? lineOfTarget(html, entry.target) : Number(given);
  return {
    ruleId: audit,
    role: entry.role,
    severity: entry.severity,
    message: entry.text,
    line: Math.min(Math.max(1, line), last),
    column: 1,
    selector: entry.target,
    evidence: entry.evidence ?? '',
    fingerprint: fingerprintOf(entry) ?? entry.id,
    fixed: entry.resolvedRound !== null,
    ...judge({ audit, selector: entry.target, id: fingerprintOf(entry) ?? entry.id }),
  };
}

/** A model's target is a selector or a phrase: its id, its class or itself is looked for; else the first line. */
function lineOfTarget(html: string, target: string | null): number {
  if (target === null) return 1;
  const word = /[#.]([\w-]+)/.exec(target)?.[1] ?? target;
  const at = html.indexOf(word);
  return at === -1 ? 1 : html.slice(0, at).split('\n').length;
}
