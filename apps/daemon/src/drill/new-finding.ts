/**
 * What instruments say of a copy with a defect in it that they did not say of the page without it, and that points at the
 * defect. All of them are asked: nobody says beforehand which one should see it. Pure.
 */
import type { AuditResult, Finding, ScoringRole } from '../measure/finding.ts';
import { type ChangedPlace, isAbout } from './changed-place.ts';

export interface SeenDefect {
  /** The audit that saw it; null where none did. One that demands goes before one that notes. */
  by: string | null;
  mustFix: boolean;
}

/** @param role who answers for the defect */
export function seenAt(
  place: ChangedPlace,
  role: ScoringRole,
  before: readonly AuditResult[],
  after: readonly AuditResult[],
): SeenDefect {
  const then = new Map(before.map((result) => [result.audit.id, result]));
  let noted: string | null = null;
  for (const result of after) {
    // A brand has something to say of whatever was added in a style of its own: that is about no defect but a brand's.
    if (result.audit.role === 'brand' && role !== 'brand') continue;
    const known = then.get(result.audit.id);
    if (isNewAt(place, result, known, (finding) => finding.severity !== 'minor'))
      return { by: result.audit.id, mustFix: true };
    if (noted === null && isNewAt(place, result, known, () => true)) noted = result.audit.id;
  }
  return { by: noted, mustFix: false };
}

/**
 * There are more faults than before, and one that is about the place is among those that were not there. A fault that was
 * there and is only worded otherwise, because the words it quotes were changed, makes none more.
 */
function isNewAt(
  place: ChangedPlace,
  now: AuditResult,
  then: AuditResult | undefined,
  counts: (finding: Finding) => boolean,
): boolean {
  const isFault = (finding: Finding): boolean => finding.open !== true && counts(finding);
  const old = (then?.findings ?? []).filter(isFault);
  if (now.findings.filter(isFault).length <= old.length) return false;
  const [past, present] = [wordingsOf(old), wordingsOf(now.findings.filter(isFault))];
  return now.findings.some((finding, index) => {
    if (!isFault(finding)) return false;
    const wording = wordingOf(finding);
    const isMore = (present.get(wording) ?? 0) > (past.get(wording) ?? 0);
    return isMore && isAbout(place, finding, now.places[index] ?? null);
  });
}

function wordingOf({ message, measured }: Finding): string {
  return `${message}\n${measured}`;
}

function wordingsOf(findings: readonly Finding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings) counts.set(wordingOf(finding), (counts.get(wordingOf(finding)) ?? 0) + 1);
  return counts;
}
