/** What follows from cycles: they go into the history, and an agent is marked, cleared, or left as it is. */
import { clearDegraded, markDegraded } from '../degraded.ts';
import { type Cycle, type Health, healthOf } from './health.ts';
import { addToHistory, historyFile } from './history.ts';

export interface AgentVerdict {
  agent: string;
  health: Health;
  /** What was done about the mark. */
  mark: 'set' | 'cleared' | 'none';
}

export async function recordCycles(
  dataDir: string,
  cycles: readonly Cycle[],
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

async function applyMark(
  dataDir: string,
  agent: string,
  health: Health,
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
