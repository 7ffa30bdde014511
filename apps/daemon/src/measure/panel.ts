/** The four judging panelists: measure once, score per dim and role, demand what must change. */
import type { Demand } from '@design-jury/contracts/theater/critique';
import { AUDITS } from './audits/index.ts';
import { type Abstention, abstentionOf, materialOf } from './enough.ts';
import type { AuditResult, Finding, ScoringRole } from './finding.ts';
import { measure } from './measure.ts';
import type { Page } from './model/page.ts';
import { auditScore, dimScore, roleScore } from './scoring.ts';

export const SCORING_ROLES: readonly ScoringRole[] = ['critic', 'brand', 'a11y', 'copy'];

export interface DimVerdict {
  name: string;
  /** Null when nothing of it could be measured. */
  score: number | null;
  note: string;
}

export interface PanelDemand extends Demand {
  /** The same for the same fault in every round. */
  id: string;
}

export interface RoleVerdict {
  role: ScoringRole;
  /** Null when nothing could be measured: no vote, which is neither a zero nor a pass. */
  score: number | null;
  /** Set when there is nothing, or too little, for this role to judge. */
  abstains: Abstention | null;
  dims: DimVerdict[];
  findings: Finding[];
  demands: PanelDemand[];
  /** One line that explains the score by its findings. */
  explain: string;
}

export interface Examination {
  roles: Record<ScoringRole, RoleVerdict>;
  results: AuditResult[];
  findings: Finding[];
  /** What was not judged, and why. */
  notes: string[];
}

/** Metrics improve faster than design, so what no check can see is always said. */
const NEVER_JUDGED = 'taste, truth of the claims and the content of images are not measured';

/** Pure: the same page gives the same examination. */
export function examine(page: Page): Examination {
  return judge(page, measure(page, AUDITS));
}

/** Scores given results; measurements of other kinds can be merged in before. */
export function judge(page: Page, results: AuditResult[]): Examination {
  const material = materialOf(page);
  const verdict = (role: ScoringRole): RoleVerdict => {
    const own = results.filter(({ audit, state }) => audit.role === role && state !== 'not_applicable');
    return roleVerdict(role, own, abstentionOf(role, page, material, own));
  };
  return {
    roles: {
      critic: verdict('critic'),
      brand: verdict('brand'),
      a11y: verdict('a11y'),
      copy: verdict('copy'),
    },
    results,
    findings: results.flatMap((result) => result.findings),
    notes: [...page.gaps.notes, ...unmeasuredNotes(results), NEVER_JUDGED],
  };
}

function roleVerdict(role: ScoringRole, results: AuditResult[], abstains: Abstention | null): RoleVerdict {
  const names = [...new Set(results.map((result) => result.audit.dim))];
  const dims = names.map((name): DimVerdict => {
    const inside = results.filter((result) => result.audit.dim === name);
    const score = abstains === null ? dimScore(inside) : null;
    return { name, score, note: dimNote(inside) };
  });
  // What is wrong is demanded all the same; only how good it is cannot be said.
  const score = abstains === null ? roleScore(dims) : null;
  const findings = results.flatMap((result) => result.findings);
  return {
    role,
    score,
    abstains,
    dims,
    findings,
    demands: results.flatMap(demandsOf),
    explain: abstains === null ? `${explainScore(score, results)}.` : `No vote: ${abstains.reason}.`,
  };
}

/** The failing audits that cost most, each with its count; else what was looked at. */
function dimNote(results: AuditResult[]): string {
  const failing = byLoss(results).slice(0, MAX_NAMED_IN_DIM).map(countAndPlace);
  const unmeasured = results.filter((result) => result.state === 'unmeasured');
  if (failing.length === 0 && unmeasured.length > 0 && dimScore(results) === null) {
    return `Not measured: ${unmeasured[0]?.note ?? 'no reason given'}.`;
  }
  const passed = results.filter((result) => result.state === 'pass').length;
  const open = results.flatMap(({ state, undecided = 0, checked, audit }) =>
    undecided === 0 || state === 'unmeasured'
      ? []
      : [`${undecided} of ${checked + undecided} not decided (${audit.id})`],
  );
  const tail = `${unmeasured.length === 0 ? '' : ` ${unmeasured.length} not measured.`}${open.length === 0 ? '' : ` ${open.join('; ')}.`}`;
  const raise = results.flatMap(({ grade }) => grade?.raise ?? []);
  const more = raise.length === 0 ? '' : ` Would raise it: ${raise.join('; ')}.`;
  if (failing.length === 0) return `${passed} of ${results.length} checks passed.${more}${tail}`;
  return `${failing.join('; ')}.${more}${tail}`;
}

const MAX_NAMED_IN_DIM = 8;

/** What is demanded says its place itself; of what is only noted, this is where a reader finds it. */
function countAndPlace(result: AuditResult): string {
  const noted = result.findings.find(({ severity }) => severity === 'minor');
  if (noted === undefined || result.findings.some(({ severity }) => severity !== 'minor'))
    return countOf(result);
  return `${countOf(result)} (line ${noted.line}: ${noted.message.replace(/\.$/, '')})`;
}

function explainScore(score: number | null, results: AuditResult[]): string {
  if (score === null) return 'No score: nothing of this could be measured';
  const failing = byLoss(results).slice(0, 4).map(countOf);
  const reason = failing.length === 0 ? 'no failing check' : failing.join('; ');
  return `${score.toFixed(1)} = ${reason}`;
}

function byLoss(results: AuditResult[]): AuditResult[] {
  const loss = (result: AuditResult): number => (1 - (auditScore(result) ?? 1)) * result.audit.weight;
  return results
    .filter((result) => result.state === 'fail')
    .sort((a, b) => loss(b) - loss(a) || (a.audit.id < b.audit.id ? -1 : 1));
}

function countOf({ audit, failed, checked }: AuditResult): string {
  return `${failed} of ${Math.max(failed, checked)} ${audit.unit}`;
}

const MAX_DEMANDS_PER_AUDIT = 10;

/** Findings that gate, one demand per distinct fault; many alike become one that says how many. */
function demandsOf(result: AuditResult): PanelDemand[] {
  const gating = result.findings.filter((finding) => finding.severity !== 'minor');
  const groups = new Map<string, Finding[]>();
  for (const finding of gating) {
    const key = `${finding.message} ${finding.measured}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const demands: PanelDemand[] = [];
  for (const members of groups.values()) {
    const [first] = members;
    if (first === undefined) continue;
    if (demands.length === MAX_DEMANDS_PER_AUDIT) break;
    demands.push(toDemand(first, members.length - 1));
  }
  const left = [...groups.values()].slice(MAX_DEMANDS_PER_AUDIT).flat();
  const [next] = left;
  if (next !== undefined) demands.push(toDemand(next, left.length - 1));
  return demands;
}

/**
 * The same for the same fault in every round, also when the author has put wrappers around it: a fault that only
 * moved was neither resolved nor opened again.
 */
export function faultId({ auditId, place }: Pick<Finding, 'auditId' | 'place'>): string {
  return `${auditId}@${place}`;
}

function toDemand(finding: Finding, others: number): PanelDemand {
  const more =
    others === 0 ? '' : ` The same at ${others === 1 ? 'one other place' : `${others} other places`}.`;
  const text = `${finding.message}${more}${finding.suggestion === '' ? '' : ` ${finding.suggestion}`}`;
  return {
    id: faultId(finding),
    text,
    dim: finding.dim,
    target: finding.selector,
    severity: finding.severity,
    evidence: evidenceOf(finding),
    witness: finding.witness,
  };
}

/** A file inside an address: nobody reads its letters. */
const DATA = /\bdata:[\w.+-]+\/[\w.+-]+[^"')\s]{20,}/g;

function evidenceOf({ line, measured, required, evidence, how }: Finding): string {
  const where = how === 'browser' ? ' in the browser' : '';
  const facts = `line ${line}: measured${where} ${measured}, required ${required}`;
  return evidence === '' ? facts : `${facts}; ${evidence.replace(DATA, 'data:…')}`;
}

function unmeasuredNotes(results: AuditResult[]): string[] {
  const reasons = new Map<string, number>();
  const open: string[] = [];
  for (const { audit, state, note, undecided = 0, checked } of results) {
    if (state === 'unmeasured' && note !== undefined) reasons.set(note, (reasons.get(note) ?? 0) + 1);
    else if (undecided > 0)
      open.push(
        `${audit.id}: ${undecided} of ${checked + undecided} places could not be decided, and count as no pass`,
      );
  }
  const unmeasured = [...reasons].map(
    ([reason, count]) => `${count} ${count === 1 ? 'check' : 'checks'} not measured: ${reason}`,
  );
  return [...unmeasured, ...open];
}
