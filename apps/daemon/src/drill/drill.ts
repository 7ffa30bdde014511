/** Plants known defects in copies of a page, one at a time, and counts which of them the panel sees. */
import { AUDITS } from '../measure/audits/index.ts';
import type { AuditResult, Finding, ScoringRole } from '../measure/finding.ts';
import { measure } from '../measure/measure.ts';
import { buildPage, type PageInput } from '../measure/model/page.ts';
import { examine, SCORING_ROLES } from '../measure/panel.ts';
import type { Ground, Mutation } from './mutation.ts';
import { MUTATIONS } from './mutations/index.ts';
import { choosing } from './seed.ts';

/** `unmeasured` counts as not caught: a check that could not be made has caught nothing. */
export type Outcome = 'caught' | 'missed' | 'unmeasured' | 'does_not_apply';

export interface Drilled {
  id: string;
  role: ScoringRole;
  title: string;
  outcome: Outcome;
  /** Selector of the place; null when nothing was planted. */
  where: string | null;
  /** The audit that saw it. */
  by: string | null;
  /** Why it was not planted or not seen. */
  why: string | null;
}

export interface Recall {
  planted: number;
  caught: number;
  /** Null when nothing could be planted. */
  recall: number | null;
}

export interface DrillReport {
  seed: number;
  overall: Recall;
  roles: Record<ScoringRole, Recall>;
  operators: Drilled[];
  /** Findings of the page as given that gate: false alarms, if the page is good. */
  alarms: Pick<Finding, 'auditId' | 'severity' | 'selector' | 'line' | 'message'>[];
  passes: boolean;
}

/** What a jury worth asking must see of what was planted. */
const LEAST_RECALL = { overall: 0.95, role: 0.9 } as const;

export interface DrillOptions {
  seed: number;
  /** Told after each mutation, for progress. */
  onStep?(done: number, total: number): void;
  isStopped?(): boolean;
}

export async function drill(
  input: PageInput,
  { seed, onStep, isStopped }: DrillOptions,
): Promise<DrillReport> {
  const page = await buildPage(input);
  const { results, findings } = examine(page);
  const before = new Map(results.map((result) => [result.audit.id, result]));
  const mutations: Drilled[] = [];
  for (const mutation of MUTATIONS) {
    if (isStopped?.() === true) break;
    const ground: Ground = { page, results: before, pick: choosing(seed, mutation.id) };
    mutations.push(await tryOne(mutation, ground, input));
    onStep?.(mutations.length, MUTATIONS.length);
  }
  const overall = recallOf(mutations);
  const roles = Object.fromEntries(
    SCORING_ROLES.map((role) => [role, recallOf(mutations.filter((one) => one.role === role))]),
  ) as Record<ScoringRole, Recall>;
  return {
    seed,
    overall,
    roles,
    operators: mutations,
    alarms: findings
      .filter(({ severity }) => severity !== 'minor')
      .map(({ auditId, severity, selector, line, message }) => ({
        auditId,
        severity,
        selector,
        line,
        message,
      })),
    passes:
      (overall.recall ?? 0) >= LEAST_RECALL.overall &&
      Object.values(roles).every(({ recall }) => recall === null || recall >= LEAST_RECALL.role),
  };
}

/** A copy of the page with one defect of a known kind in it, and what instruments make of it. */
export interface PlantedCopy extends Drilled {
  where: string;
  html: string;
}

/**
 * Copies for a panel that costs something for each: no more than `most`, the roles in turn, chosen and placed by the seed.
 * What cannot be planted in this page makes room for another.
 */
export async function plantedCopies(
  input: PageInput,
  { seed, most }: { seed: number; most: number },
): Promise<PlantedCopy[]> {
  const page = await buildPage(input);
  const before = new Map(examine(page).results.map((result) => [result.audit.id, result]));
  const copies: PlantedCopy[] = [];
  for (const mutation of inTurns(seed)) {
    if (copies.length >= most) break;
    const planting = mutation.plant({ page, results: before, pick: choosing(seed, mutation.id) });
    if (planting.kind === 'does_not_apply') continue;
    const { html, where } = planting;
    copies.push({ ...(await askExpected(mutation, { html, where }, before, input)), html, where });
  }
  return copies;
}

/** Every mutation once: those of each role in an order of the seed, the roles one after the other. */
function inTurns(seed: number): Mutation[] {
  const pick = choosing(seed, 'sample');
  const left = SCORING_ROLES.map((role) => MUTATIONS.filter((mutation) => mutation.role === role));
  const order: Mutation[] = [];
  while (order.length < MUTATIONS.length)
    for (const ofRole of left) {
      const next = pick(ofRole);
      if (next === undefined) continue;
      order.push(next);
      ofRole.splice(ofRole.indexOf(next), 1);
    }
  return order;
}

async function tryOne(mutation: Mutation, ground: Ground, input: PageInput): Promise<Drilled> {
  const { id, role, title } = mutation;
  const planting = mutation.plant(ground);
  if (planting.kind === 'does_not_apply')
    return { id, role, title, outcome: planting.kind, where: null, by: null, why: planting.why };
  return askExpected(mutation, planting, ground.results, input);
}

async function askExpected(
  { id, role, title, expects }: Mutation,
  { html, where }: { html: string; where: string },
  before: Ground['results'],
  input: PageInput,
): Promise<Drilled> {
  // Only who should see it is asked: what the others say of this copy counts for nothing.
  const asked = measure(
    await buildPage({ ...input, html }),
    AUDITS.filter((audit) => expects.includes(audit.id)),
  );
  const seen = asked.find((result) => isWorse(result, before.get(result.audit.id)));
  if (seen !== undefined) return { id, role, title, outcome: 'caught', where, by: seen.audit.id, why: null };
  const blind = asked.every(({ state }) => state === 'unmeasured');
  return {
    id,
    role,
    title,
    outcome: blind ? 'unmeasured' : 'missed',
    where,
    by: null,
    why: blind ? (asked[0]?.note ?? null) : `${expects.join(' or ')} said nothing new`,
  };
}

function isWorse(now: AuditResult, then: AuditResult | undefined): boolean {
  return now.state === 'fail' && now.failed > (then?.failed ?? 0);
}

function recallOf(mutations: readonly Drilled[]): Recall {
  const planted = mutations.filter(({ outcome }) => outcome !== 'does_not_apply').length;
  const caught = mutations.filter(({ outcome }) => outcome === 'caught').length;
  return { planted, caught, recall: planted === 0 ? null : caught / planted };
}
