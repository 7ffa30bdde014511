/** How a run ends in the database, and what its artifact then says. */
import { isOpen, isTheaterRun, OPEN_STATES, type RunRecord, type RunState } from '@design-jury/contracts/run';
import {
  CRITIQUE_STATUSES,
  type CritiqueStatus,
  FAILED_CAUSES,
} from '@design-jury/contracts/theater/critique';
import type { Kysely } from 'kysely';
import { written } from './dialect.ts';
import { StoreError, takenOver } from './errors.ts';
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
  const { runId, state, endedAt, composite, finalRound, cause, recoveryReason, transcriptPath } = finished;
  const { inputTokens, outputTokens, costUsd, eventCount } = finished;
  if (transcriptPath !== null && !TRANSCRIPT_NAME.test(transcriptPath)) {
    throw new StoreError('other', `run ${runId}: the transcript path must be a plain file name`);
  }
  // One conditional statement, so that of two ends that meet the first stands, on every engine.
  const ended = await trx
    .updateTable('runs')
    .set({
      inputTokens,
      outputTokens,
      costUsd,
      eventCount,
      state,
      composite,
      finalRound,
      cause,
      recoveryReason,
      endedAt,
      updatedAt: endedAt,
      outcome: finished.outcome ?? state,
      exitCode: finished.exitCode ?? null,
      owner: null,
      ownedUntil: null,
      ownsProject: 0,
    })
    .where('id', '=', runId)
    .where('state', 'in', OPEN_STATES)
    .$if(finished.owner !== undefined, (query) =>
      query.where('owner', '=', finished.owner ?? '').where('ownedUntil', '>', 0),
    )
    .returning('artifactId')
    .executeTakeFirst();
  if (ended === undefined) {
    const run = await getRun(trx, runId);
    if (run === null) throw new StoreError('missing', `there is no run ${runId} to finish`);
    if (isOpen(run.state)) throw takenOver(runId);
    return false;
  }
  await saveRounds(trx, runId, finished.rounds);
  const rounds = encodeRoundsJson({
    rounds: [...finished.rounds],
    cause: FAILED_CAUSES.find((known) => known === cause) ?? null,
    recoveryReason,
  });
  const told = [composite, rounds, transcriptPath, critiqueStatus(state), finished.protocolVersion];
  await trx.executeQuery(written(trx, TELL_ARTIFACT, [...told, ended.artifactId]));
  const run = finished.question == null ? null : await getRun(trx, runId);
  if (finished.question != null && run !== null && isTheaterRun(run))
    await askForRun(trx, run, finished.question);
  await trx.executeQuery(written(trx, WITHDRAW_OPEN, [endedAt, runId]));
  return true;
}

/** Of a run whose end is known from its record: what its end says of it. */
export function figuresOf(run: RunRecord) {
  const { id: runId, inputTokens, outputTokens, costUsd, eventCount } = run;
  const { composite, finalRound } = isTheaterRun(run) ? run : { composite: null, finalRound: null };
  return { runId, inputTokens, outputTokens, costUsd, eventCount, composite, finalRound };
}

/** The artifact's own column knows the Theater's words only. */
function critiqueStatus(state: RunState): CritiqueStatus | null {
  return CRITIQUE_STATUSES.find((status) => status === state) ?? null;
}

/** Both are part of every end, and written out: to put them together each time costs more than to run them. */
const TELL_ARTIFACT = `update artifacts set critique_score = ?, critique_rounds_json = ?, critique_transcript_path = ?,
  critique_status = ?, critique_protocol_version = ? where id = ?`;

/** What a run asked to go on with is no longer worth an answer; whether to try it again still is. */
const WITHDRAW_OPEN = `update questions set status = 'withdrawn', answered_at = ?
  where run_id = ? and status = 'open' and is_retry = 0`;
