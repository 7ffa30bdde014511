/** The agent's session of a run: opened within the run's time, and not left behind where the run is stopped first. */
import type { RunLimits } from '@design-jury/contracts/defaults';
import {
  type Agent,
  type AgentSession,
  type AgentSubject,
  AgentUnavailableError,
} from '../../agents/session.ts';
import { withTimeout } from '../../agents/with-timeout.ts';
import type { RunStop } from '../../host/stop.ts';

interface SessionOrder {
  runId: string;
  agent: Agent;
  subject: AgentSubject;
  folder: string;
  /** What the tags of the answer have to carry. @default it has no panel */
  code?: string | null;
  limits: Pick<RunLimits, 'killGraceMs'>;
  stop: RunStop;
}

export type Opened =
  | { kind: 'open'; session: AgentSession }
  | { kind: 'stopped' }
  | { kind: 'unavailable'; message: string };

export async function openSession(order: SessionOrder): Promise<Opened> {
  const { runId, agent, subject, folder, code = null, limits, stop } = order;
  // Stopped before it began: nothing is started that would have to be ended again.
  if (stop.ending !== null) return { kind: 'stopped' };
  const opening = agent.open({ runId, subject, workDir: folder, code }, stop.signal);
  try {
    const opened = await stop.race(opening);
    if (opened !== null) return { kind: 'open', session: opened.value };
  } catch (error) {
    if (!(error instanceof AgentUnavailableError)) throw error;
    return { kind: 'unavailable', message: error.message };
  }
  // It may still open behind our back: then it is closed at once, and waited for within reason.
  const closing = opening.then((late) => late.close()).catch(() => null);
  await withTimeout(2 * limits.killGraceMs, closing);
  return { kind: 'stopped' };
}
