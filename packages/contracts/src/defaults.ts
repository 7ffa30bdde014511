/** Every default of the Theater, once. The schema is in critique.ts, the variables in the daemon's env.ts. */
import type { CritiqueConfig } from './theater/critique.ts';

/** The grammar this build speaks. A bump needs a new `parsers/v{n}.ts`. */
export const PROTOCOL_VERSION = 2;

/** Thresholds are compared with this slack, so that 0.1 + 0.2 does not decide a verdict. */
export const COMPARE_EPSILON = 1e-9;

/** Decimals kept in a panelist's or a dim's score, and in a composite. */
export const SCORE_DECIMALS = 1;
export const COMPOSITE_DECIMALS = 2;

/** A score beyond this multiple of the scale was given on another axis: it is no usable vote. */
export const OFF_SCALE_FACTOR = 2;

/** More demands than this from one panelist in one round are counted as one: the run stays blocked. */
export const MAX_MUST_FIXES_PER_PANELIST = 200;

export const DEFAULT_CRITIQUE_CONFIG: CritiqueConfig = {
  enabled: false,
  cast: ['designer', 'critic', 'brand', 'a11y', 'copy'],
  maxRounds: 3,
  scoreThreshold: 8.0,
  scoreScale: 10,
  weights: { designer: 0, critic: 0.4, brand: 0.2, a11y: 0.2, copy: 0.2 },
  perRoundTimeoutMs: 90_000,
  totalTimeoutMs: 240_000,
  parserMaxBlockBytes: 262_144,
  fallbackPolicy: 'ship_best',
  protocolVersion: PROTOCOL_VERSION,
  // The daemon replaces this by the number of cores; a browser-safe package cannot ask.
  maxConcurrentRuns: 4,
  compositeTolerance: 0.05,
  plateauRounds: 0,
  maxTokens: null,
  maxCostUsd: null,
  grounding: 'gate',
};

/** Limits of a run's surroundings, beside the protocol's own. */
export interface RunLimits {
  /** From sending a turn to the first sign of life. */
  firstByteTimeoutMs: number;
  /** Between two signs of life. */
  idleTimeoutMs: number;
  /** After an interrupt: how long what is already on its way is still read. */
  drainMs: number;
  /** From SIGTERM to SIGKILL. */
  killGraceMs: number;
  maxArtifactBytes: number;
  /** Notices of one run that are kept; an agent may send one per second for an hour. */
  maxNotices: number;
  /** Mistakes of the agent's text that are listed; a broken one can make thousands a second. */
  maxWarnings: number;
}

export const DEFAULT_RUN_LIMITS: RunLimits = {
  firstByteTimeoutMs: 60_000,
  idleTimeoutMs: 60_000,
  drainMs: 1_000,
  killGraceMs: 2_000,
  maxArtifactBytes: 16 * 1_048_576,
  maxNotices: 200,
  maxWarnings: 1_000,
};

/** Who judges where nobody is named: it needs no model, key or network. */
export const DEFAULT_AGENT_ID = 'grounded';
