/** How a run ends in the database, and what its artifact then says. */
import { isOpen, isTheaterRun, OPEN_STATES, type RunState } from '@design-jury/contracts/run';
import {
  CRITIQUE_STATUSES,
  type CritiqueStatus,
  FAILED_CAUSES,
} from '@design-jury/contracts/theater/critique';
import type { Kysely } from 'kysely';
import { StoreError } from './errors.ts';
import { saveRounds } from './rounds.ts';
import { encodeRoundsJson } from './rounds-json.ts';

import { askForRun } from './run-questions.ts';
import { getRun } from './runs.ts';
import type { Schema } from './schema.ts';
import type { FinishedRun } from './store.ts';

/** A name in the artifact's folder, never a way out of it. */
const TRANSCRIPT_NAME = /^[a-z0-9][a-z0-9._-]{0,127}$/;

/** Within one transaction of the caller's making. */
export async function finishRun(trx: Kysely<Schema>, finished: FinishedRun): Promise<boolean> {
  const { runId, transcriptPath } = finished;
  if (transcriptPath !== null && !TRANSCRIPT_NAME.test(transcriptPath)) {
    throw new StoreError('other', `run ${runId}: the transcript path must be a plain file name`);
  }
  // One conditional statement, so that of two ends that meet the first stands, on every engine.
  const ended = await trx
    .updateTable('runs')
    .set({
      state: finished.state,
      outcome: finished.outcome ?? finished.state,
      exit_code: finished.exitCode ?? null,
      owner: null,
      owned_until: null,
      owns_project: 0,
      updated_at: finished.endedAt,
      composite: finished.composite,
      final_round: finished.finalRound,
      cause: finished.cause,
      recovery_reason: finished.recoveryReason,
      input_tokens: finished.inputTokens,
      output_tokens: finished.outputTokens,
      cost_usd: finished.costUsd,
      event_count: finished.eventCount,
      ended_at: finished.endedAt,
    })
    .where('id', '=', runId)
    .where('state', 'in', OPEN_STATES)
    .$if(finished.owner !== undefined, (query) => query.where('owner', '=', finished.owner ?? ''))
    .returning('artifact_id')
    .executeTakeFirst();
  if (ended === undefined) {
    const run = await getRun(trx, runId);
    if (run === null) throw new StoreError('missing', `there is no run ${runId} to finish`);
    if (isOpen(run.state)) throw new StoreError('conflict', `another process has taken run ${runId} over`);
    return false;
  }
  await saveRounds(trx, runId, finished.rounds);
  await trx
    .updateTable('artifacts')
    .set({
      critique_score: finished.composite,
      critique_rounds_json: encodeRoundsJson({
        rounds: [...finished.rounds],
        cause: FAILED_CAUSES.find((cause) => cause === finished.cause) ?? null,
        recoveryReason: finished.recoveryReason,
      }),
      critique_transcript_path: transcriptPath,
      critique_status: critiqueStatus(finished.state),
      critique_protocol_version: finished.protocolVersion,
    })
    .where('id', '=', ended.artifact_id)
    .execute();
  const run = finished.question == null ? null : await getRun(trx, runId);
  if (finished.question != null && run !== null && isTheaterRun(run))
    await askForRun(trx, run, finished.question);
  await withdrawOpen(trx, runId, finished.endedAt);
  return true;
}

/** The artifact's own column knows the Theater's words only. */
function critiqueStatus(state: RunState): CritiqueStatus | null {
  return CRITIQUE_STATUSES.find((status) => status === state) ?? null;
}

/** What a run asked to go on with is no longer worth an answer; whether to try it again still is. */
async function withdrawOpen(trx: Kysely<Schema>, runId: string, at: string): Promise<void> {
  await trx
    .updateTable('questions')
    .set({ status: 'withdrawn', answered_at: at })
    .where('run_id', '=', runId)
    .where('status', '=', 'open')
    .where('is_retry', '=', 0)
    .execute();
}
