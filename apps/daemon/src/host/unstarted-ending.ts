/** The ends of runs whose panel never played: stopped in the queue, without a jury, or not even begun. */
import { join } from 'node:path';
import type { TheaterRun } from '@design-jury/contracts/run';
import type { FailedCause } from '@design-jury/contracts/theater/critique';
import type { TerminalEvent } from '@design-jury/contracts/theater/sse';
import type { Usage } from '../agents/spending.ts';
import type { FinishedRun } from '../store/store.ts';
import { artifactFolder } from './artifacts/artifacts.ts';
import type { HostServices } from './host.ts';
import { createEventLog } from './log/event-log.ts';
import { TRANSCRIPT_NAME } from './log/transcript.ts';
import type { SinglePassStop } from './single-pass.ts';

export type UnplayedEnd = Extract<TerminalEvent, { type: 'critique.interrupted' | 'critique.failed' }>;

/** Why a run without a jury came to no page, in the words of the Theater. */
export function stoppedEvent(runId: string, ending: SinglePassStop): UnplayedEnd {
  if (ending.type === 'interrupted') return interruptedEvent(runId, ending.recoveryReason);
  const { type: status, ...why } = ending;
  return { type: 'critique.failed', runId, status, ...why, bestRound: null };
}

export function interruptedEvent(runId: string, recoveryReason: string | null): UnplayedEnd {
  return {
    type: 'critique.interrupted',
    runId,
    status: 'interrupted',
    bestRound: null,
    composite: null,
    recoveryReason,
  };
}

export function failedEvent(runId: string, cause: FailedCause, message: string): UnplayedEnd {
  return { type: 'critique.failed', runId, status: 'failed', cause, message, bestRound: null };
}

export function legacyEnd({ id, config }: TheaterRun, usage: Usage | null, endedAt: string): FinishedRun {
  return {
    runId: id,
    state: 'legacy',
    endedAt,
    composite: null,
    finalRound: null,
    cause: null,
    recoveryReason: null,
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    costUsd: usage?.costUsd ?? null,
    eventCount: 0,
    rounds: [],
    transcriptPath: null,
    protocolVersion: config.protocolVersion,
  };
}

/** A run whose panel never played: it has a log of one word, and no place among the numbered events. */
export async function writeUnplayed(
  { clock, store, bus, dataDir }: Pick<HostServices, 'clock' | 'store' | 'bus' | 'dataDir'>,
  record: TheaterRun,
  event: UnplayedEnd,
  usage: Usage | null,
): Promise<void> {
  const folder = artifactFolder(dataDir, record.artifactId);
  const log = createEventLog({ file: join(folder, TRANSCRIPT_NAME), clock });
  const { stamped } = log.append(event);
  try {
    const { path } = await log.seal();
    await store.finishRun({
      runId: record.id,
      state: event.status,
      endedAt: stamped.at,
      composite: null,
      finalRound: null,
      cause: event.type === 'critique.failed' ? event.cause : null,
      message: event.type === 'critique.failed' ? event.message : null,
      recoveryReason: event.type === 'critique.interrupted' ? event.recoveryReason : null,
      inputTokens: usage?.inputTokens ?? null,
      outputTokens: usage?.outputTokens ?? null,
      costUsd: usage?.costUsd ?? null,
      eventCount: 0,
      rounds: [],
      transcriptPath: path,
      protocolVersion: record.config.protocolVersion,
    });
  } finally {
    bus.announce({ projectId: record.projectId, runId: record.id, name: stamped.type, data: stamped });
  }
}
