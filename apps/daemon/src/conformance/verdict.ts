/** What follows from cycles: they go into the history, and an agent is marked, cleared, or left as it is. */
import type { AgentHealth, ConformanceCycle } from '@design-jury/contracts/conformance';
import { addToHistory, historyFile } from '../agents/cycle-history.ts';
import { clearDegraded, markDegraded } from '../agents/degraded.ts';
import { healthOf } from '../agents/health.ts';

export interface AgentVerdict {
  agent: string;
  health: AgentHealth;
  /** What was done about the mark. */
  mark: 'set' | 'cleared' | 'none';
}

export async function recordCycles(
  dataDir: string,
  cycles: readonly ConformanceCycle[],
  now: number,
): Promise<AgentVerdict[]> {
  const history = await addToHistory(historyFile(dataDir), cycles);
  const verdicts: AgentVerdict[] = [];
  for (const agent of new Set(cycles.map((cycle) => cycle.agent))) {
    const health = healthOf(history.filter((cycle) => cycle.agent === agent));
    verdicts.push({ agent, health, mark: await applyMark(dataDir, agent, health, now) });
  }
  return verdicts;
}

/** What cycles say by themselves; nothing is kept and nobody is marked. */
export function judgeCycles(cycles: readonly ConformanceCycle[]): AgentVerdict[] {
  return [...new Set(cycles.map(({ agent }) => agent))].map((agent) => ({
    agent,
    health: healthOf(cycles.filter((cycle) => cycle.agent === agent)),
    mark: 'none',
  }));
}

async function applyMark(
  dataDir: string,
  agent: string,
  health: AgentHealth,
  now: number,
): Promise<AgentVerdict['mark']> {
  switch (health.state) {
    case 'degraded':
      await markDegraded(dataDir, agent, health.reason, now);
      return 'set';
    case 'healthy':
      return (await clearDegraded(dataDir, agent, now)) ? 'cleared' : 'none';
    case 'wavering':
    case 'unknown':
      return 'none';
  }
}
