/** A run and a moment of it, for tests of views. */
import type { ContentEvent } from '@design-jury/contracts/content/events';
import type { ConvergenceEvent } from '@design-jury/contracts/convergence/schema';
import type { LoopEvent } from '@design-jury/contracts/loop/schema';
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import type { RunViewProps } from '../run-view.ts';

export const AT = '2026-01-01T00:00:00.000Z';

export const RUN: RunRecord = {
  id: 'r-1',
  projectId: 'p-1',
  artifactId: 'a-1',
  protocol: 'loop',
  state: 'running',
  title: 'spec.md',
  subjectKey: 'spec.md',
  outcome: null,
  exitCode: null,
  agent: 'grounded',
  model: null,
  config: {},
  cause: null,
  recoveryReason: null,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
  eventBase: 0,
  eventCount: 0,
  createdAt: AT,
  startedAt: AT,
  updatedAt: AT,
  endedAt: null,
};

export function viewOf<Event extends LoopEvent | ConvergenceEvent | ContentEvent>(
  list: readonly Event[],
  run: Partial<RunRecord> = {},
  index = list.length,
  held: boolean | null = null,
): RunViewProps {
  const events = list.map((event, at): RunEvent => ({ ...event, seq: at + 1, at: AT }));
  const moment = { index, count: list.length, isNow: index === list.length };
  return {
    run: { ...RUN, ...run, endedAt: run.state === 'ended' ? AT : null },
    held,
    events,
    moment,
  };
}
