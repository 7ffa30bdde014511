/** The rollout: what the environment says of it, and the ratchet that recommends its next phase. */
import type { ConformanceCycle } from '@design-jury/contracts/conformance';
import type { RolloutPhase } from '@design-jury/contracts/skills';
import { isBad } from '../agents/health.ts';
import { type Env, readVariable } from '../env.ts';

/** The grounded panel needs no agent and always conforms, so there is nothing left to wait for (docs/decisions/0008). */
const DEFAULT_PHASE: RolloutPhase = 'M3';

export interface Rollout {
  phase: RolloutPhase;
  /** `OD_CRITIQUE_ENABLED`; null where it is not set. */
  env: boolean | null;
}

export function readRollout(env: Env): Rollout {
  return {
    phase: readVariable(env, 'OD_CRITIQUE_ROLLOUT_PHASE') ?? DEFAULT_PHASE,
    env: readVariable(env, 'OD_CRITIQUE_ENABLED') ?? null,
  };
}

/** One day's conformance over the fleet: how many agents were tested, and how many of them conform. */
export interface ConformanceDay {
  /** `2026-11-16`, UTC. */
  date: string;
  conforming: number;
  tested: number;
}

export interface Ratchet {
  recommended: RolloutPhase;
  /** Days in a row, up to the newest, at or above the floor. */
  streak: number;
  reason: string;
}

const RATCHET_DAYS = 14;
const RATCHET_FLOOR = 0.9;
const DAY_MS = 86_400_000;

/**
 * Fourteen days in a row at ninety per cent recommend M3. A day without tests breaks the row: what was not
 * measured is no evidence. It never turns back by itself, and never turns anything: it recommends.
 */
export function ratchet(history: readonly ConformanceDay[], current: RolloutPhase, today: string): Ratchet {
  const streak = streakOf(history, today);
  const enough = streak >= RATCHET_DAYS;
  const share = `${Math.round(RATCHET_FLOOR * 100)} %`;
  return {
    recommended: enough ? 'M3' : current,
    streak,
    reason: enough
      ? `${streak} days in a row at or above ${share}: M3 is recommended`
      : `${streak} of ${RATCHET_DAYS} days in a row at or above ${share}: stay at ${current}`,
  };
}

/** By day and agent the last cycle counts; an agent conforms on a day when that cycle was not a bad one. */
export function conformanceDays(cycles: readonly ConformanceCycle[]): ConformanceDay[] {
  const days = new Map<string, Map<string, boolean>>();
  for (const cycle of cycles) {
    const date = cycle.at.slice(0, 10);
    const agents = days.get(date) ?? new Map<string, boolean>();
    days.set(date, agents.set(cycle.agent, !isBad(cycle)));
  }
  return [...days].map(([date, agents]) => ({
    date,
    conforming: [...agents.values()].filter((conforms) => conforms).length,
    tested: agents.size,
  }));
}

function streakOf(history: readonly ConformanceDay[], today: string): number {
  const days = new Map(history.map((day) => [day.date, day]));
  const now = Date.parse(`${today}T00:00:00Z`);
  if (Number.isNaN(now)) return 0;
  // The night's test of today may still be to come.
  let at = days.has(today) ? now : now - DAY_MS;
  let streak = 0;
  for (; streak < history.length; at -= DAY_MS) {
    const day = days.get(new Date(at).toISOString().slice(0, 10));
    if (day === undefined || day.tested <= 0 || day.conforming / day.tested < RATCHET_FLOOR) break;
    streak++;
  }
  return streak;
}
