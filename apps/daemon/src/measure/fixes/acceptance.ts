/**
 * Whether a changed page may stand: every fix in it improves its own finding, and nothing is worse. Findings are
 * followed from one source to the other by their place, so that a new fault is not hidden by one that went away.
 * Pure.
 */
import type { MustFixSeverity } from '@design-jury/contracts/theater/critique';
import type { AuditResult, Finding } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import type { Edit, Proposal } from './proposal.ts';

export interface Change {
  before: Measured;
  after: Measured;
  /** How one became the other: each step was planned on the page the step before left. */
  steps: readonly Step[];
}

export interface Measured {
  page: Page;
  results: readonly AuditResult[];
}

export interface Step {
  /** No more than its elements: the model of a page between two others would only take memory. */
  page: Pick<Page, 'elements'>;
  proposals: readonly Proposal[];
  /** What was written, in the order of the source, none inside another. */
  edits: readonly Edit[];
}

export type Ruling =
  | { kind: 'better' }
  /** `blamed` are the fixes at the places that got worse, as far as that is known. */
  | { kind: 'worse'; reason: string; blamed: Proposal[] }
  /** Nothing is worse, but these did not help. */
  | { kind: 'idle'; idle: Proposal[] };

export function ruleOn(change: Change): Ruling {
  const { before, after, steps } = change;
  const names = placeNames(change);
  const then = new Map(before.results.map((result) => [result.audit.id, result]));
  const now = new Map(after.results.map((result) => [result.audit.id, result]));
  for (const [id, result] of now) {
    const old = then.get(id);
    const harm = old === undefined ? null : worsening(old, result, names);
    if (harm !== null) {
      const blamed = blamedFor(harm, steps, names);
      // A hint that a needed fix brings along costs less than the fault it takes away.
      const needed = blamed.length > 0 && blamed.every((proposal) => severityOf(then, proposal) !== 'minor');
      if (harm.severity === 'minor' && result.state === 'fail' && needed) continue;
      if (isLighter(harm, { then, now, names })) continue;
      return { kind: 'worse', reason: harm.reason, blamed };
    }
  }
  const idle = steps.flatMap((step, index) =>
    step.proposals.filter((proposal) => {
      const old = then.get(proposal.auditId);
      const result = now.get(proposal.auditId);
      if (old === undefined || result === undefined) return true;
      return isIdle(placesOf(proposal).map(names.steps[index] ?? names.before), old, result, names);
    }),
  );
  return idle.length === 0 ? { kind: 'better' } : { kind: 'idle', idle };
}

/** The fixes at the places that got worse; where there is none, those that change the page and no one place of it. */
function blamedFor({ places }: Harm, steps: readonly Step[], names: PlaceNames): Proposal[] {
  const there = steps.flatMap(({ proposals }, index) =>
    proposals.filter((proposal) =>
      placesOf(proposal).some((place) => places.has((names.steps[index] ?? names.before)(place))),
    ),
  );
  if (there.length > 0 || places.size === 0) return there;
  return steps.flatMap(({ proposals }) => proposals.filter((proposal) => placesOf(proposal).length === 0));
}

const RANKS: readonly MustFixSeverity[] = ['minor', 'major', 'critical'];

interface Results {
  then: ReadonlyMap<string, AuditResult>;
  now: ReadonlyMap<string, AuditResult>;
  names: PlaceNames;
}

/**
 * What is new stands only where something graver has gone: text that could not be read at all and now can, but not yet
 * while it is pointed at, is better off.
 */
function isLighter({ places, severity }: Harm, { then, now, names }: Results): boolean {
  if (places.size === 0) return false;
  const relieved = new Set<string>();
  for (const [id, old] of then) {
    const result = now.get(id);
    if (result === undefined || RANKS.indexOf(old.audit.severity) <= RANKS.indexOf(severity)) continue;
    if (!isListed(old) || !isListed(result)) continue;
    const still = countPlaces(result, names.after);
    for (const [place, count] of countPlaces(old, names.before))
      if ((still.get(place) ?? 0) < count) relieved.add(place);
  }
  return [...places].every((place) => relieved.has(place));
}

function severityOf(results: ReadonlyMap<string, AuditResult>, { auditId }: Proposal): MustFixSeverity {
  return results.get(auditId)?.audit.severity ?? 'minor';
}

/** Why an idle fix was not kept. */
export function idleReason({ auditId }: Proposal): string {
  return `${auditId} did not improve`;
}

type NameOf = (element: PageElement | null) => string;

/** The same name for the same place, on the old page, on the new one, and on those between. */
interface PlaceNames {
  before: NameOf;
  after: NameOf;
  steps: NameOf[];
}

interface Harm {
  reason: string;
  places: ReadonlySet<string>;
  /** Of the gravest finding that is new. */
  severity: MustFixSeverity;
}

/**
 * What compares the page with itself, or speaks only of the last slips of one that follows its design system: the first of several
 * fixes makes more of it, and the last takes it away.
 */
const WHILE_FIXING = new Set(['brand-written', 'odd-one-out']);

function worsening(old: AuditResult, now: AuditResult, names: PlaceNames): Harm | null {
  const { id } = now.audit;
  if (WHILE_FIXING.has(id)) return null;
  // As many questions were open before; only that something was also wrong hid it.
  const wasOpen = (old.undecided ?? 0) > 0 && (now.undecided ?? 0) <= (old.undecided ?? 0);
  if (now.state === 'unmeasured' && old.state !== 'unmeasured' && !wasOpen)
    return {
      reason: `${id} can no longer be measured`,
      places: new Set(),
      severity: now.audit.severity,
    };
  const fresh = newFindings(old, now, names);
  const places = new Set(fresh.map(({ place }) => place));
  const severity = gravest(fresh, now);
  if (now.failed > old.failed) {
    const shown = fresh[0]?.finding ?? now.findings.at(-1);
    return { reason: `${id} went from ${old.failed} to ${now.failed}${about(shown)}`, places, severity };
  }
  // With more faults than are listed, places come and go with the list's end: then only the count speaks.
  const [first] = isListed(old) && isListed(now) ? fresh : [];
  return first === undefined
    ? null
    : { reason: `${id} would fail elsewhere${about(first.finding)}`, places, severity };
}

/** An audit may take some of what it finds lightly; with more than is listed, its own word counts. */
function gravest(fresh: readonly Fresh[], now: AuditResult): MustFixSeverity {
  if (fresh.length === 0 || !isListed(now)) return now.audit.severity;
  const ranks = fresh.map(({ finding }) => RANKS.indexOf(finding.severity));
  return RANKS[Math.max(...ranks)] ?? now.audit.severity;
}

function about(finding: Finding | undefined): string {
  return finding === undefined ? '' : `: ${finding.message} (${finding.selector}, line ${finding.line})`;
}

function isListed(result: AuditResult): boolean {
  return result.failed === result.places.length;
}

interface Fresh {
  finding: Finding;
  place: string;
}

/** Findings at places that had fewer of them; of several at one place, those that say something new. */
function newFindings(old: AuditResult, now: AuditResult, names: PlaceNames): Fresh[] {
  const left = countPlaces(old, names.before);
  const said = new Set(old.findings.map(({ message }) => message));
  const listed = now.findings.map((finding, index): Fresh => {
    const place = names.after(now.places[index] ?? null);
    return { finding, place };
  });
  // What was said before comes first, so that it uses up its place's share.
  const known = listed.filter(({ finding }) => said.has(finding.message));
  const others = listed.filter(({ finding }) => !said.has(finding.message));
  return [...known, ...others].filter(({ place }) => {
    const count = left.get(place) ?? 0;
    left.set(place, count - 1);
    return count <= 0;
  });
}

function countPlaces({ places }: AuditResult, nameOf: NameOf): Map<string, number> {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(nameOf(place), (counts.get(nameOf(place)) ?? 0) + 1);
  return counts;
}

/** By its own places where they are known, else by its audit's count. */
function isIdle(places: string[], old: AuditResult, now: AuditResult, names: PlaceNames): boolean {
  if (now.failed >= old.failed) return true;
  if (!isListed(old) || !isListed(now)) return false;
  const failing = countPlaces(old, names.before);
  const still = countPlaces(now, names.after);
  const own = places.filter((name) => failing.has(name));
  return own.length > 0 && own.every((name) => (still.get(name) ?? 0) >= (failing.get(name) ?? 0));
}

function placesOf({ places, attributes, styles }: Proposal): readonly PageElement[] {
  return places ?? [...(attributes ?? []), ...(styles ?? [])].map(({ element }) => element);
}

/** An element is where its start tag is written in the new source; edits before it move it there. */
function placeNames({ before, after, steps }: Change): PlaceNames {
  let move = (start: number): number => start;
  const named: NameOf[] = [];
  for (const { page, edits } of [...steps].reverse()) {
    const [step, later] = [moved(edits), move];
    move = (start) => later(step(start));
    named.unshift(naming(page, move));
  }
  return { before: naming(before.page, move), after: naming(after.page, (start) => start), steps: named };
}

function naming({ elements }: Pick<Page, 'elements'>, move: (start: number) => number): NameOf {
  const implied = new Map<PageElement, string>();
  const seen = new Map<string, number>();
  for (const element of elements) {
    if (element.startTag !== null) continue;
    const count = (seen.get(element.tag) ?? 0) + 1;
    seen.set(element.tag, count);
    implied.set(element, `${element.tag} ${count}`);
  }
  return (element) => {
    if (element === null) return 'the document';
    return element.startTag === null
      ? (implied.get(element) ?? element.tag)
      : `${move(element.startTag.start)}`;
  };
}

/** Where a start tag of the old source begins in the new one. What is inserted at its place comes before it. */
function moved(edits: readonly Edit[]): (start: number) => number {
  const ends: number[] = [];
  const shifts: number[] = [];
  let shift = 0;
  for (const { start, end, text } of edits) {
    shift += text.length - (end - start);
    ends.push(end);
    shifts.push(shift);
  }
  return (at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return at + (shifts[low - 1] ?? 0);
  };
}
