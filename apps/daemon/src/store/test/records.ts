/** Whole records for the store's tests; each test overrides what it is about. */

import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { Project, RunRound, TheaterRun } from '@design-jury/contracts/run';
import type { MustFix } from '@design-jury/contracts/theater/critique';
import type { FinishedRun } from '../store.ts';

export const AT = '2026-01-31T12:00:00.000Z';

export function project(id = 'p1', changes: Partial<Project> = {}): Project {
  return { id, name: 'A project', metadata: {}, createdAt: AT, ...changes };
}

export function run(id = 'r1', changes: Partial<TheaterRun> = {}): TheaterRun {
  return {
    id,
    projectId: 'p1',
    artifactId: `a-${id}`,
    protocol: 'theater',
    state: 'queued',
    title: 'page.html',
    subjectKey: '',
    outcome: null,
    exitCode: null,
    agent: 'grounded',
    model: null,
    skill: null,
    config: DEFAULT_CRITIQUE_CONFIG,
    subject: { kind: 'artifact', name: 'page.html', mime: 'text/html' },
    composite: null,
    finalRound: null,
    cause: null,
    recoveryReason: null,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
    eventBase: null,
    eventCount: 0,
    createdAt: AT,
    startedAt: null,
    updatedAt: AT,
    endedAt: null,
    ...changes,
  };
}

export function round(n = 1, changes: Partial<RunRound> = {}): RunRound {
  return {
    n,
    composite: 7.25,
    mustFix: 2,
    decision: 'continue',
    artifactSha256: 'a'.repeat(64),
    artifactBytes: 1234,
    artifactMime: 'text/html',
    ...changes,
  };
}

export function mustFix(id = 'm1', changes: Partial<MustFix> = {}): MustFix {
  return {
    id,
    role: 'a11y',
    text: 'Raise the contrast',
    dim: 'contrast',
    target: 'p.lead',
    severity: 'major',
    evidence: '2.9:1 measured, 4.5:1 required',
    witness: { audit: 'contrast', selector: 'p.lead', predicate: 'ratio >= 4.5' },
    openedRound: 1,
    resolvedRound: null,
    synthetic: false,
    ...changes,
  };
}

export function finished(runId = 'r1', changes: Partial<FinishedRun> = {}): FinishedRun {
  return {
    runId,
    state: 'shipped',
    composite: 8.5,
    finalRound: 1,
    cause: null,
    recoveryReason: null,
    inputTokens: 10,
    outputTokens: 20,
    costUsd: 0.5,
    eventCount: 42,
    endedAt: AT,
    rounds: [round(1, { composite: 8.5, mustFix: 0, decision: 'ship' })],
    transcriptPath: 'transcript.ndjson',
    protocolVersion: 1,
    ...changes,
  };
}
