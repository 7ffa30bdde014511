/** What the page about a machine's runs shows: figures over a time, from the store of that machine. */
import type { RunState } from './run.ts';

/** What of a run counts. Times are ISO. */
export interface RunFigures {
  protocol: string;
  agent: string;
  skill: string | null;
  state: RunState;
  composite: number | null;
  rounds: number;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  createdAt: string;
  endedAt: string | null;
}

/** A process of a fleet. Times are ISO. */
export interface FleetNode {
  id: string;
  machine: string;
  kind: 'serve' | 'worker';
  agents: string[];
  /** Runs at once; 0 where it performs none. */
  concurrency: number;
  running: number;
  version: string;
  /** `gone`: it said so, or was not seen for a while. */
  state: 'up' | 'draining' | 'gone';
  startedAt: string;
  seenAt: string;
}

/** `GET /api/fleet`. */
export interface FleetReport {
  /** Who answers. */
  nodeId: string;
  nodes: FleetNode[];
  queue: {
    waiting: number;
    active: number /** Projects whose jobs cannot go on by themselves. */;
    blocked: string[];
  };
}

export const OPS_DAYS = [1, 7, 30] as const;
export type OpsDays = (typeof OPS_DAYS)[number];
export const DEFAULT_OPS_DAYS: OpsDays = 7;
/** The newest so many runs count. */
export const MAX_OPS_RUNS = 20_000;

/** Null where there is nothing to compute it from. */
export interface Quantiles {
  p50: number | null;
  p90: number | null;
  p99: number | null;
}

export interface OpsAgent {
  agent: string;
  runs: number;
  composite: Quantiles;
  /** Of the runs that are over, 0 to 1; null before the first. */
  degraded: number | null;
  roundsPerRun: number | null;
  /** From asked for to shipped, in milliseconds. */
  timeToShip: Quantiles;
  tokens: number;
  /** Null where no run told its price. */
  costUsd: number | null;
}

export interface OpsHour {
  /** When it begins. */
  at: string;
  runs: number;
  shipped: number;
  /** Degraded, failed or timed out. */
  troubled: number;
}

export interface OpsSummary {
  /** Absent where the daemon is alone. */
  fleet?: FleetReport;
  days: OpsDays;
  from: string;
  to: string;
  /** Each bar of `hours` stands for so many hours. */
  hoursPerBar: number;
  hours: OpsHour[];
  /** Everything together; its `agent` is empty. */
  all: OpsAgent;
  agents: OpsAgent[];
  /** By how they ended or stand, most first. */
  states: { state: RunState; runs: number }[];
  /** What can be chosen: of all runs of that time, whatever is chosen now. */
  choices: { agents: string[]; skills: string[]; protocols: string[] };
  /** True where there were more runs than are counted. */
  isCut: boolean;
}
