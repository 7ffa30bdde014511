/** Whether critique changed anything, and how the judges of each panel go together: `GET /api/trust`, `jury stats --json`. */
import type { Recalls } from './line.ts';

/** What the rounds of one run changed between its first page and the one that counts. */
export interface RunChange {
  runId: string;
  agent: string;
  state: string;
  endedAt: string;
  rounds: number;
  /** Of the first and the last complete round; null where none was. */
  composite: { first: number; last: number } | null;
  mustFixes: { opened: number; resolved: number };
  /** Rounds that had a page of their own. */
  pages: number;
  /** Between the first page and the one that counts; null where it is not known. */
  diff: DiffSize | null;
  /** Null where no price was told. */
  costUsd: number | null;
}

/** In lines. */
export interface DiffSize {
  added: number;
  removed: number;
}

export interface ChangeSummary {
  runs: number;
  /** With two rounds or more: only these can have changed something. */
  revised: number;
  /** Revised runs whose composite is higher at the end. */
  improved: number;
  /** Not shipped by their first round, shipped in the end. */
  turned: number;
  resolved: number;
  opened: number;
  /** Mean rise of the composite over revised runs; null without any. */
  meanRise: number | null;
  /** Lines that came and went in all runs of which it is known; null without any. */
  diff: DiffSize | null;
  /** Of the runs that told their price; null without any. */
  costUsd: number | null;
}

/** The runs that ended on one day, in UTC. */
export interface ChangesOfDay extends ChangeSummary {
  day: string;
}

export interface PanelCorrelation {
  agent: string;
  judges: string[];
  /** Null where two judges were never asked of the same, or one never differed. */
  pairs: (number | null)[][];
  items: number;
  effective: { votes: number; low: number; high: number; correlation: number } | null;
  /** What was correlated: errors on planted defects, or scores where nobody knows what was right. */
  from: 'errors' | 'scores';
  /** Of the newest run that was drilled; null where none was. */
  recalls: Recalls | null;
}

export interface TrustOverview {
  panels: PanelCorrelation[];
  noise: { agent: string; model: string | null; floor: number; times: number; page: string; at: string }[];
  changes: ChangeSummary;
  /** The same day by day, the newest first. */
  days: ChangesOfDay[];
  /** The newest runs that are looked at. */
  limit: number;
}
