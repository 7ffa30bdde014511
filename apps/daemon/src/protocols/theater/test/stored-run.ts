/** The record of a run as the host would store it, for tests that write rows by hand. */
import { randomUUID } from 'node:crypto';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { TheaterRun } from '@design-jury/contracts/run';
import { theaterDetails, titleOf } from '../new-run.ts';

export function queuedRun(projectId: string, agent: string, brief: string): TheaterRun {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    ...theaterDetails({ brief }, { on: true, by: 'phase', reason: 'by default' }),
    id: `r-${randomUUID()}`,
    projectId,
    artifactId: `a-${randomUUID()}`,
    protocol: 'theater',
    state: 'queued',
    title: titleOf({ brief }),
    subjectKey: '',
    outcome: null,
    exitCode: null,
    agent,
    model: null,
    config: DEFAULT_CRITIQUE_CONFIG,
    cause: null,
    recoveryReason: null,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
    eventBase: null,
    eventCount: 0,
    createdAt: at,
    startedAt: null,
    updatedAt: at,
    endedAt: null,
  };
}
