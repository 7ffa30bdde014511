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

async function tryOne(mutation: Mutation, ground: Ground, input: PageInput): Promise<Drilled> {
  const { id, role, title, expects } = mutation;
  const planting = mutation.plant(ground);
  if (planting.kind === 'does_not_apply')
    return { id, role, title, outcome: planting.kind, where: null, by: null, why: planting.why };
  // Only who should see it is asked: what the others say of this copy counts for nothing.
  const asked = measure(
    await buildPage({ ...input, html: planting.html }),
    AUDITS.filter((audit) => expects.includes(audit.id)),
  );
  const seen = asked.find((result) => isWorse(result, ground.results.get(result.audit.id)));
  const { where } = planting;
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
