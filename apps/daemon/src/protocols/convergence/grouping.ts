/** Round 0: what the workers found alone, put together where it is the same. */
import type { EvidenceRef, Finding } from '@design-jury/contracts/convergence/schema';

export interface RawFinding {
  worker: string;
  claim: string;
  evidence: EvidenceRef[];
  /** Ticket keys, or the word `unknown`. */
  tickets?: readonly string[] | undefined;
  /** Of workers without a model: what is the same has the same one, whatever else stands near it. */
  key?: string | undefined;
}

export const SAME_CLAIM = 0.6;
const LINE_REACH = 3;
const SHORTEST_WORD = 3;

interface Group {
  members: RawFinding[];
  words: Set<string>;
}

/** `roster` gives the order: the first discoverer in it is the origin. */
export function groupFindings(raw: readonly RawFinding[], roster: readonly string[]): Finding[] {
  const rank = new Map(roster.map((worker, index) => [worker, index]));
  const inOrder = raw
    .filter(({ worker }) => rank.has(worker))
    .toSorted((one, other) => (rank.get(one.worker) ?? 0) - (rank.get(other.worker) ?? 0));
  const groups: Group[] = [];
  for (const finding of inOrder) {
    const words = claimWords(finding.claim);
    const group = groups.find((candidate) => isSame(candidate, finding, words));
    if (group === undefined) groups.push({ members: [finding], words });
    else group.members.push(finding);
  }
  return groups.map(({ members }, index) => toFinding(members, index));
}

function toFinding(members: readonly RawFinding[], index: number): Finding {
  const [origin] = members as readonly [RawFinding, ...RawFinding[]];
  return {
    id: `F-${String(index + 1).padStart(3, '0')}`,
    claim: origin.claim,
    discoveredBy: [...new Set(members.map(({ worker }) => worker))],
    originWorker: origin.worker,
    originEvidence: distinctEvidence(members.flatMap(({ evidence }) => evidence)),
    ticketIds: [...new Set(members.flatMap(({ tickets = [] }) => tickets.filter(isTicket)))],
    source: null,
    supplements: [],
    notAsked: [],
    rounds: [],
    classification: null,
    disputed: false,
    unverified: false,
  };
}

function isTicket(tag: string): boolean {
  return tag.trim() !== '' && tag.trim().toLowerCase() !== 'unknown';
}

function distinctEvidence(evidence: readonly EvidenceRef[]): EvidenceRef[] {
  const seen = new Set<string>();
  return evidence.filter(({ kind, ref, line }) => {
    const key = `${kind}\0${normalPath(ref)}\0${line ?? ''}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

function isSame(group: Group, finding: RawFinding, words: ReadonlySet<string>): boolean {
  // A worker that lists two findings means two.
  if (group.members.some(({ worker }) => worker === finding.worker)) return false;
  const keys = group.members.flatMap(({ key }) => key ?? []);
  if (finding.key !== undefined && keys.length > 0) return keys.includes(finding.key);
  if (overlap(group.words, words) >= SAME_CLAIM) return true;
  return group.members.some(
    ({ evidence }) =>
      evidence.some((one) => finding.evidence.some((other) => isSamePlace(one, other))) &&
      overlap(group.words, words) > 0,
  );
}

function isSamePlace(one: EvidenceRef, other: EvidenceRef): boolean {
  if (one.kind !== other.kind || normalPath(one.ref) !== normalPath(other.ref)) return false;
  if (one.line === undefined || other.line === undefined) return false;
  return Math.abs(one.line - other.line) <= LINE_REACH;
}

function normalPath(ref: string): string {
  return ref
    .replaceAll('\\', '/')
    .replace(/^\.\//u, '')
    .replace(/:\d+(?:[-:]\d+)?$/u, '');
}

function claimWords(claim: string): Set<string> {
  const words = claim.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.]*/gu) ?? [];
  return new Set(words.filter((word) => word.length >= SHORTEST_WORD));
}

/** Shared words as a share of the shorter claim. */
export function claimOverlap(one: string, other: string): number {
  return overlap(claimWords(one), claimWords(other));
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / small.size;
}
