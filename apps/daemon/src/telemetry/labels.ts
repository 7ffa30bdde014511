/**
 * Label values come from closed sets, and everything else is `other`: nobody who names an agent, a skill or a dim can
 * make a series. The sets are fixed when the daemon starts. Pure.
 */
import type { RunRecord } from '@design-jury/contracts/run';
import {
  CRITIQUE_STATUSES,
  DEGRADED_REASONS,
  FAILED_CAUSES,
  PANELIST_ROLES,
  WARNING_KINDS,
} from '@design-jury/contracts/theater/critique';

/** How the specification calls the end of a run whose process is gone. */
const DAEMON_RESTART = 'daemon_restart';
export const STREAM_ENDS = ['overflow', 'stalled', 'shutdown'] as const;
export const OTHER = 'other';
const NONE = 'none';
/** Of each open set, the first so many names get a series of their own. */
const MAX_NAMES = 64;
/** Rounds beyond are one series. */
const LAST_ROUND = 20;

export interface KnownNames {
  agents: readonly string[];
  skills: readonly string[];
  audits: readonly string[];
}

export interface Labels {
  adapter(agent: string): string;
  /** A skill's id; for the other protocols, which have none, the protocol. */
  skill(run: RunRecord): string;
  dim(name: string | null): string;
  audit(name: string): string;
}

/** What the instruments' panel calls them, and what agents mostly do. */
const DIMS: readonly string[] = (
  'calls character contrast finished focus hierarchy names palette plain rhythm scale space structure type voice wcag ' +
  'accessibility clarity color composition consistency copy imagery layout semantics spacing tone typography'
).split(' ');

export function createLabels({ agents, skills, audits }: KnownNames): Labels {
  const adapter = oneOf(agents.slice(0, MAX_NAMES));
  const skill = oneOf(skills.slice(0, MAX_NAMES));
  const dim = oneOf(DIMS);
  const audit = oneOf(audits);
  return {
    adapter,
    skill: (run) => {
      if (run.protocol !== 'theater') return protocol(run.protocol);
      const named = 'skill' in run ? run.skill : null;
      return typeof named === 'string' ? skill(named) : NONE;
    },
    dim: (name) => (name === null ? NONE : dim(name.trim().toLowerCase())),
    audit,
  };
}

function oneOf(names: readonly string[]): (name: string) => string {
  const known = new Set(names);
  return (name) => (known.has(name) ? name : OTHER);
}

const protocol = oneOf(['content', 'convergence', 'loop']);
export const panelist = oneOf(PANELIST_ROLES);
export const degradedReason = oneOf(DEGRADED_REASONS);
export const warningKind = oneOf(WARNING_KINDS);
export const runStatus = oneOf(CRITIQUE_STATUSES);
/** Why a run failed, or was interrupted by more than a person. */
export const endCause = oneOf([...FAILED_CAUSES, DAEMON_RESTART]);
export const streamEnd = oneOf(STREAM_ENDS);

export function roundLabel(round: number): string {
  return Number.isInteger(round) && round >= 1 && round <= LAST_ROUND ? String(round) : OTHER;
}

/** The most series the metrics of runs can have with these names. */
export function seriesBound({ agents, skills, audits }: KnownNames): number {
  const adapters = Math.min(agents.length, MAX_NAMES) + 1;
  const kinds = Math.min(skills.length, MAX_NAMES) + 5;
  const perPair =
    CRITIQUE_STATUSES.length +
    1 +
    STATUSES_WITH_CAUSE * (FAILED_CAUSES.length + 2) +
    1 +
    (LAST_ROUND + 1) * BUCKET_SERIES +
    BUCKET_SERIES;
  const mustFixes = (PANELIST_ROLES.length + 1) * (DIMS.length + 2);
  const perAdapter =
    DEGRADED_REASONS.length + WARNING_KINDS.length + 10 + (CRITIQUE_STATUSES.length + 2) * BUCKET_SERIES;
  return adapters * kinds * (perPair + mustFixes) + adapters * perAdapter + audits.length + SINGLE_SERIES;
}

/** Failed, timed out, interrupted, and what is none of the statuses. */
const STATUSES_WITH_CAUSE = 4;
/** A histogram's buckets with the last one, its sum and its count. */
const BUCKET_SERIES = 16;
const SINGLE_SERIES = 200;
