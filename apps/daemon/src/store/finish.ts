/** How a run ends in the database, and what its artifact then says. */
import type { Kysely } from 'kysely';
import { StoreError } from './errors.ts';
import { saveRounds } from './rounds.ts';
import { encodeRoundsJson } from './rounds-json.ts';

import { askForRun } from './run-questions.ts';
import { getRun, LIVE_STATES } from './runs.ts';
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
    .where('state', 'in', LIVE_STATES)
    .returning('artifact_id')
    .executeTakeFirst();
  if (ended === undefined) {
    if ((await getRun(trx, runId)) === null)
      throw new StoreError('missing', `there is no run ${runId} to finish`);
    return false;
  }
  await saveRounds(trx, runId, finished.rounds);
  await trx
    .updateTable('artifacts')
    .set({
      critique_score: finished.composite,
      critique_rounds_json: encodeRoundsJson({
        rounds: [...finished.rounds],
        cause: finished.cause,
        recoveryReason: finished.recoveryReason,
      }),
      critique_transcript_path: transcriptPath,
      critique_status: finished.state,
      critique_protocol_version: finished.protocolVersion,
    })
    .where('id', '=', ended.artifact_id)
    .execute();
  const run = finished.question == null ? null : await getRun(trx, runId);
  if (finished.question != null && run !== null) await askForRun(trx, run, finished.question);
  return true;
}
