/**
 * What cross-verification is worth: 1,000 simulated panels whose truth is known, decided by the product's own
 * functions. Workers miss true issues, share misconceptions, nod at what they read and sometimes do not answer. The
 * rates are assumptions, stated here; what is compared is four ways to decide on the same findings.
 */
import type { Finding } from '@design-jury/contracts/convergence/schema';
import { groupFindings, type RawFinding } from '../apps/daemon/src/protocols/convergence/grouping.ts';
import {
  type DispatchResult,
  dispatchesOf,
  openRounds,
  type RawVote,
  tallyRound,
} from '../apps/daemon/src/protocols/convergence/rounds.ts';
import type { BenchRow } from './report.ts';

const PANELS = 1_000;
const WORKERS = ['a', 'b', 'c'] as const;
const TRUE_ISSUES = 8;
const MISCONCEPTIONS = 12;
const FINDS = 0.55;
const RAISES_FALSE = 0.18;
const NO_ANSWER = 0.05;
/** Who reads a claim nods at it; who opens its evidence sees more, and doubts more. */
const READING = {
  collaborative: { agreesTrue: 0.95, agreesFalse: 0.6, contradictsFalse: 0 },
  adversarial: { agreesTrue: 0.85, agreesFalse: 0.2, contradictsFalse: 0.4 },
} as const;
/** The share of draws that all workers of a panel have in common. */
const WORLDS = { independent: 0, correlated: 0.5 } as const;

type Mode = keyof typeof READING;
type Draw = () => number;
const POLICIES = ['union', 'majority', 'collaborative', 'adversarial'] as const;
type Policy = (typeof POLICIES)[number];

interface Tally {
  kept: number;
  keptTrue: number;
  issues: number;
}

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const lines = ['', 'panels of three, 1,000 each            precision  recall'];
  for (const [world, shared] of Object.entries(WORLDS)) {
    const figures = simulate(shared);
    const base = figures.get('union') ?? { precision: 0, recall: 0 };
    for (const policy of POLICIES) {
      const { precision, recall } = figures.get(policy) ?? base;
      lines.push(
        `${`${world}, ${policy}`.padEnd(38)} ${precision.toFixed(3).padStart(9)} ${recall.toFixed(3).padStart(7)}`,
      );
      const isBound = policy === 'adversarial';
      rows.push({
        name: `convergence, ${world}, ${policy}: precision`,
        value: precision,
        unit: '',
        ratio: precision / base.precision,
        anchor: 'union',
        ...(isBound && { target: 'at least 1.2', met: precision / base.precision >= 1.2 }),
      });
      rows.push({ name: `convergence, ${world}, ${policy}: recall`, value: recall, unit: '' });
    }
  }
  console.log(lines.join('\n'));
  return rows;
}

function simulate(shared: number): Map<Policy, { precision: number; recall: number }> {
  const draw = seeded(20_260_101);
  const tallies = new Map<Policy, Tally>(
    POLICIES.map((policy) => [policy, { kept: 0, keptTrue: 0, issues: 0 }]),
  );
  for (let panel = 0; panel < PANELS; panel++) {
    const findings = groupFindings(raised(draw, shared), WORKERS);
    for (const [policy, tally] of tallies) {
      const kept = keptBy(policy, findings, draw, shared);
      tally.kept += kept.length;
      tally.keptTrue += kept.filter(isTrue).length;
      tally.issues += TRUE_ISSUES;
    }
  }
  return new Map(
    [...tallies].map(([policy, { kept, keptTrue, issues }]) => [
      policy,
      { precision: kept === 0 ? 1 : keptTrue / kept, recall: keptTrue / issues },
    ]),
  );
}

function isTrue({ claim }: Pick<Finding, 'claim'>): boolean {
  return claim.startsWith('true');
}

/** One subject after the other: what all would see alike is drawn once for all. */
function raised(draw: Draw, shared: number): RawFinding[] {
  const found: RawFinding[] = [];
  const subjects = [
    ...Array.from({ length: TRUE_ISSUES }, (_, n) => ({ claim: `true${n}issue`, rate: FINDS })),
    ...Array.from({ length: MISCONCEPTIONS }, (_, n) => ({ claim: `false${n}issue`, rate: RAISES_FALSE })),
  ];
  for (const { claim, rate } of subjects) {
    const common = draw() < rate;
    for (const worker of WORKERS) {
      const sees = draw() < shared ? common : draw() < rate;
      if (sees) found.push({ worker, claim, evidence: [] });
    }
  }
  return found;
}

function keptBy(
  policy: Policy,
  findings: readonly Finding[],
  draw: Draw,
  shared: number,
): readonly Finding[] {
  if (policy === 'union') return findings;
  if (policy === 'majority')
    return findings.filter(({ discoveredBy }) => discoveredBy.length * 2 > WORKERS.length);
  return converged(policy, findings, draw, shared).filter(
    ({ classification }) => classification === 'full-consensus' || classification === 'partial-consensus',
  );
}

function converged(mode: Mode, findings: readonly Finding[], draw: Draw, shared: number): readonly Finding[] {
  let state = openRounds(findings, WORKERS, { isAdversarial: mode === 'adversarial', maxRounds: 2 });
  while (state.finalState === null) {
    const common = new Map(findings.map(({ id }) => [id, draw()]));
    const results = dispatchesOf(state).map(({ voter, items }): DispatchResult => {
      if (draw() < NO_ANSWER) return { voter, status: 'non-result', reason: 'no answer' };
      const votes = items.map((item): [string, RawVote] => {
        const luck = draw() < shared ? (common.get(item.id) ?? 0) : draw();
        return [item.id, voteOn(item, mode, luck)];
      });
      return { voter, status: 'ok', votes: Object.fromEntries(votes) };
    });
    ({ state } = tallyRound(state, results));
  }
  return state.findings;
}

function voteOn(finding: Finding, mode: Mode, luck: number): RawVote {
  const { agreesTrue, agreesFalse, contradictsFalse } = READING[mode];
  const agrees = isTrue(finding) ? agreesTrue : agreesFalse;
  if (luck < agrees) return { verdict: 'AGREE', rationale: '', evidence: [] };
  const contradicts = !isTrue(finding) && luck < agrees + contradictsFalse;
  return {
    verdict: 'DISAGREE',
    basis: contradicts ? 'counter-evidence' : 'unproven',
    rationale: '',
    evidence: contradicts ? [{ kind: 'file', ref: 'src/a.ts', line: 1 }] : [],
  };
}

/** The same panels on every machine. */
function seeded(seed: number): Draw {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
