/** The record of a run as the host would store it, for tests that write rows by hand. */
import { randomUUID } from 'node:crypto';
import type { TheaterRun } from '@design-jury/contracts/run';
import { run } from '../../../store/test/records.ts';
import { theaterDetails, titleOf } from '../new-run.ts';

export function queuedRun(projectId: string, agent: string, brief: string): TheaterRun {
  const at = '2026-01-01T00:00:00.000Z';
  return run(`r-${randomUUID()}`, {
    ...theaterDetails({ brief }, { on: true, by: 'phase', reason: 'by default' }),
    projectId,
    artifactId: `a-${randomUUID()}`,
    title: titleOf({ brief }),
    agent,
    createdAt: at,
    updatedAt: at,
  });
}
