/** From what tools say of cases to figures. A hit: a mapped check fails on a failed case; false: on any other. Pure. */
import type { ActCase } from './suite.ts';

/** Names of failing checks, by case. */
export type Said = Readonly<Record<string, readonly string[]>>;
export type Mapping = (rule: string) => readonly string[];

export interface Figures {
  failed: number;
  hits: number;
  others: number;
  falses: number;
}

export interface Mistake {
  rule: string;
  id: string;
  expected: ActCase['expected'];
}

export interface Score {
  /** Cases the tool was not asked about; they count nowhere. */
  left: { all: number; approved: number };
  all: Figures;
  approved: Figures;
  byRule: Map<string, Figures>;
  misses: Mistake[];
  falses: Mistake[];
}

export function score(cases: readonly ActCase[], said: Said, mapping: Mapping): Score {
  const total: Score = {
    left: { all: 0, approved: 0 },
    all: none(),
    approved: none(),
    byRule: new Map(),
    misses: [],
    falses: [],
  };
  for (const one of cases) {
    const { rule, id, expected, approved } = one;
    const checks = new Set(mapping(rule));
    // Of a rule that a tool never asks it claims nothing.
    const known = checks.size === 0 ? [] : said[id];
    if (known === undefined) {
      total.left.all += 1;
      if (approved) total.left.approved += 1;
      continue;
    }
    const claims = known.some((check) => checks.has(check));
    const ofRule = total.byRule.get(rule) ?? none();
    total.byRule.set(rule, ofRule);
    for (const figures of approved ? [total.all, total.approved, ofRule] : [total.all, ofRule])
      count(figures, expected === 'failed', claims);
    if (claims !== (expected === 'failed')) {
      const list = claims ? total.falses : total.misses;
      list.push({ rule, id, expected });
    }
  }
  return total;
}

function none(): Figures {
  return { failed: 0, hits: 0, others: 0, falses: 0 };
}

function count(figures: Figures, isFailed: boolean, claims: boolean): void {
  if (isFailed) figures.failed += 1;
  else figures.others += 1;
  if (!claims) return;
  if (isFailed) figures.hits += 1;
  else figures.falses += 1;
}

export function recall({ hits, failed }: Figures): number {
  return failed === 0 ? 0 : hits / failed;
}

export function precision({ hits, falses }: Figures): number {
  return hits + falses === 0 ? 1 : hits / (hits + falses);
}
