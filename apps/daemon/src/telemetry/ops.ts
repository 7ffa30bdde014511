/** Runs of one machine as figures over a time: what the dashboard shows of a fleet, without a Prometheus. Pure. */
import {
  MAX_OPS_RUNS,
  type OpsAgent,
  type OpsDays,
  type OpsHour,
  type OpsSummary,
  type Quantiles,
  type RunFigures,
} from '@design-jury/contracts/ops';
import { isOpen, type RunState } from '@design-jury/contracts/run';

const HOUR_MS = 3_600_000;
const HOURS_PER_BAR = { 1: 1, 7: 6, 30: 24 } as const satisfies Record<OpsDays, number>;
/** More names than this are not offered to choose from. */
const MAX_CHOICES = 100;
const TROUBLE: ReadonlySet<RunState> = new Set(['degraded', 'failed', 'timed_out']);

export interface OpsFilter {
  days: OpsDays;
  agent: string | null;
  skill: string | null;
  protocol: string | null;
}

export function opsSince(days: OpsDays, now: number): string {
  return new Date(barOf(now, days) - days * 24 * HOUR_MS + HOURS_PER_BAR[days] * HOUR_MS).toISOString();
}

/** `runs` are those since `opsSince`, newest first, at most one more than count. */
export function summarise(found: readonly RunFigures[], filter: OpsFilter, now: number): OpsSummary {
  const { days, agent, skill, protocol } = filter;
  const counted = found.slice(0, MAX_OPS_RUNS);
  const runs = counted.filter(
    (run) =>
      (agent === null || run.agent === agent) &&
      (skill === null || run.skill === skill) &&
      (protocol === null || run.protocol === protocol),
  );
  const from = opsSince(days, now);
  return {
    days,
    from,
    to: new Date(now).toISOString(),
    hoursPerBar: HOURS_PER_BAR[days],
    hours: barsOf(runs, Date.parse(from), days, now),
    all: figuresOf('', runs),
    agents: [...Map.groupBy(runs, (run) => run.agent)]
      .map(([name, own]) => figuresOf(name, own))
      .sort((a, b) => b.runs - a.runs || (a.agent < b.agent ? -1 : 1))
      .slice(0, MAX_CHOICES),
    states: [...Map.groupBy(runs, (run) => run.state)]
      .map(([state, own]) => ({ state, runs: own.length }))
      .sort((a, b) => b.runs - a.runs),
    choices: {
      agents: names(counted.map((run) => run.agent)),
      skills: names(counted.flatMap((run) => (run.skill === null ? [] : [run.skill]))),
      protocols: names(counted.map((run) => run.protocol)),
    },
    isCut: found.length > MAX_OPS_RUNS,
  };
}

function names(all: readonly string[]): string[] {
  return [...new Set(all)].sort().slice(0, MAX_CHOICES);
}

function barOf(at: number, days: OpsDays): number {
  const width = HOURS_PER_BAR[days] * HOUR_MS;
  return Math.floor(at / width) * width;
}

function barsOf(runs: readonly RunFigures[], from: number, days: OpsDays, now: number): OpsHour[] {
  const width = HOURS_PER_BAR[days] * HOUR_MS;
  const bars: OpsHour[] = [];
  for (let at = from; at <= now; at += width)
    bars.push({ at: new Date(at).toISOString(), runs: 0, shipped: 0, troubled: 0 });
  for (const { createdAt, state } of runs) {
    const bar = bars[Math.floor((Date.parse(createdAt) - from) / width)];
    if (bar === undefined) continue;
    bar.runs += 1;
    if (state === 'shipped') bar.shipped += 1;
    else if (TROUBLE.has(state)) bar.troubled += 1;
  }
  return bars;
}

function figuresOf(agent: string, runs: readonly RunFigures[]): OpsAgent {
  const over = runs.filter(({ state }) => !isOpen(state));
  const costs = runs.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]));
  const judged = over.filter(({ rounds }) => rounds > 0);
  return {
    agent,
    runs: runs.length,
    composite: quantiles(over.flatMap(({ composite }) => (composite === null ? [] : [composite]))),
    degraded:
      over.length === 0 ? null : over.filter(({ state }) => state === 'degraded').length / over.length,
    roundsPerRun:
      judged.length === 0 ? null : judged.reduce((sum, { rounds }) => sum + rounds, 0) / judged.length,
    timeToShip: quantiles(
      over.flatMap(({ state, createdAt, endedAt }) =>
        state === 'shipped' && endedAt !== null ? [Date.parse(endedAt) - Date.parse(createdAt)] : [],
      ),
    ),
    tokens: runs.reduce((sum, run) => sum + (run.inputTokens ?? 0) + (run.outputTokens ?? 0), 0),
    costUsd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
  };
}

/** By the nearest rank: a value that a run really had. */
function quantiles(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number | null =>
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) };
}
