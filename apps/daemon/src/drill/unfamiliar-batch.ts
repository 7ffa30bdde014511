/**
 * Some defects of the unfamiliar pool, each in a copy of the page, and what instruments see of them. Asked of a measuring
 * thread: what is planted works on foreign text, and every copy is measured whole.
 */
import type { AuditResult, ScoringRole } from '../measure/finding.ts';
import { readDesignMd } from '../measure/model/design-md.ts';
import { buildPage, type Page, type PageInput } from '../measure/model/page.ts';
import { examine } from '../measure/panel.ts';
import { changedPlace, type SourceRange } from './changed-place.ts';
import { seenAt } from './new-finding.ts';
import { choosing } from './seed.ts';
import { UNFAMILIAR } from './unfamiliar/index.ts';
import type { Operator, Planted } from './unfamiliar/operator.ts';

/** As it can be sent to a thread. */
export interface DrilledPage {
  html: string;
  path: string | null;
  /** The text of a DESIGN.md; null where none is given. */
  design: string | null;
}

export interface Unfamiliar {
  id: string;
  role: ScoringRole;
  title: string;
  weight: Operator['weight'];
  /** `unmeasured` counts as not caught. */
  outcome: 'caught' | 'missed' | 'unmeasured' | 'does_not_apply';
  /** Whether it was caught as a must-fix. */
  mustFix: boolean;
  /** The audit that saw it. */
  by: string | null;
  /** Where it was planted, in the copy. */
  line: number | null;
}

/** A copy for a panel that has to be asked about it. */
export interface UnfamiliarCopy extends Unfamiliar {
  html: string;
  /** The place itself first. */
  ranges: readonly SourceRange[];
}

export async function drillBatch(
  page: DrilledPage,
  seed: number,
  ids: readonly string[],
): Promise<Unfamiliar[]> {
  const copies = await copyBatch(page, seed, ids, ids.length);
  const planted = new Map(
    copies.map(({ html: _html, ranges: _ranges, ...drilled }) => [drilled.id, drilled]),
  );
  return named(ids).map((operator) => planted.get(operator.id) ?? notPlanted(operator));
}

/** The first `most` that can be planted, in the order given. */
export async function copyBatch(
  page: DrilledPage,
  seed: number,
  ids: readonly string[],
  most: number,
): Promise<UnfamiliarCopy[]> {
  const plan = named(ids)
    .map((operator) => ({ operator, planted: plantedIn(operator, page.html, seed) }))
    .filter((one): one is { operator: Operator; planted: Planted } => one.planted !== null)
    .slice(0, most);
  if (plan.length === 0) return [];
  const input = pageInput(page);
  const given = await buildPage(input);
  const before = examine(given).results;
  const copies: UnfamiliarCopy[] = [];
  for (const { operator, planted } of plan) {
    const { html, start, end, also = [] } = planted;
    const drilled = await drillOne(operator, planted, given, before, input);
    copies.push({ ...drilled, html, ranges: [{ start, end }, ...also] });
  }
  return copies;
}

function named(ids: readonly string[]): Operator[] {
  return ids.flatMap((id) => UNFAMILIAR.find((operator) => operator.id === id) ?? []);
}

/** Null where the page has no place for it. */
function plantedIn(operator: Operator, given: string, seed: number): Planted | null {
  const planted = operator.plant(given, choosing(seed, operator.id));
  return planted?.html === given ? null : planted;
}

async function drillOne(
  { id, role, title, weight }: Operator,
  { html, start, end, also = [] }: Planted,
  given: Page,
  before: readonly AuditResult[],
  input: PageInput,
): Promise<Unfamiliar> {
  const copy = await buildPage({ ...input, html });
  const place = changedPlace(copy, given, [{ start, end }, ...also]);
  const { by, mustFix } = seenAt(place, role, before, examine(copy).results);
  const line = place.lines[0]?.from.line ?? null;
  return { id, role, title, weight, outcome: by === null ? 'missed' : 'caught', mustFix, by, line };
}

function notPlanted({ id, role, title, weight }: Operator): Unfamiliar {
  return { id, role, title, weight, outcome: 'does_not_apply', mustFix: false, by: null, line: null };
}

function pageInput({ html, path, design }: DrilledPage): PageInput {
  return { html, path, design: design === null ? null : readDesignMd(design) };
}
