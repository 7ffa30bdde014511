/** Records to rows and back. A row that does not parse was damaged or written by hand: `corrupt`, by name. */

import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import {
  isTheaterRun,
  type Project,
  ProjectSchema,
  type RunMustFix,
  RunMustFixSchema,
  type RunRecord,
  RunRecordSchema,
  type RunRound,
  RunRoundSchema,
  TheaterRunSchema,
} from '@design-jury/contracts/run';
import type { MustFix } from '@design-jury/contracts/theater/critique';
import { z } from 'zod';
import { StoreError } from './errors.ts';
import type { MustFixRow, ProjectRow, RoundRow, RunRow } from './schema.ts';

export function toProject(row: ProjectRow): Project {
  return read(`project ${row.id}`, ProjectSchema, () => ({
    id: row.id,
    name: row.name,
    metadata: JSON.parse(row.metadata_json),
    createdAt: row.created_at,
  }));
}

export function toRunRow(run: RunRecord): RunRow {
  const theater = isTheaterRun(run) ? run : null;
  return {
    id: run.id,
    project_id: run.projectId,
    artifact_id: run.artifactId,
    retry_of: run.retryOf ?? null,
    protocol: run.protocol,
    state: run.state,
    title: run.title,
    subject_key: run.subjectKey,
    outcome: run.outcome,
    exit_code: run.exitCode,
    agent: run.agent,
    model: run.model,
    skill: theater?.skill ?? null,
    config_json: JSON.stringify(run.config),
    subject_json: theater === null ? null : JSON.stringify(theater.subject),
    enablement_json: theater?.enablement === undefined ? null : JSON.stringify(theater.enablement),
    composite: theater?.composite ?? null,
    final_round: theater?.finalRound ?? null,
    cause: run.cause,
    recovery_reason: run.recoveryReason,
    input_tokens: run.inputTokens,
    output_tokens: run.outputTokens,
    cost_usd: run.costUsd,
    event_base: run.eventBase,
    event_count: run.eventCount,
    checkpoint_json: null,
    checkpoint_seq: null,
    owner: null,
    owned_until: null,
    owns_project: 0,
    created_at: run.createdAt,
    started_at: run.startedAt,
    updated_at: run.updatedAt,
    ended_at: run.endedAt,
  };
}

export function toRun(row: RunRow): RunRecord {
  return row.protocol === 'theater'
    ? read(`run ${row.id}`, TheaterRunSchema, () => ({
        ...common(row),
        skill: row.skill,
        config: storedConfig(JSON.parse(row.config_json)),
        subject: JSON.parse(row.subject_json ?? 'null'),
        ...(row.enablement_json !== null && { enablement: JSON.parse(row.enablement_json) }),
        composite: row.composite,
        finalRound: row.final_round,
      }))
    : read(`run ${row.id}`, RunRecordSchema, () => ({ ...common(row), config: JSON.parse(row.config_json) }));
}

function common(row: RunRow): Omit<RunRecord, 'config'> {
  return {
    id: row.id,
    projectId: row.project_id,
    artifactId: row.artifact_id,
    ...(row.retry_of !== null && { retryOf: row.retry_of }),
    protocol: row.protocol,
    state: row.state,
    title: row.title,
    subjectKey: row.subject_key,
    outcome: row.outcome,
    exitCode: row.exit_code,
    agent: row.agent,
    model: row.model,
    cause: row.cause,
    recoveryReason: row.recovery_reason,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    costUsd: row.cost_usd,
    eventBase: row.event_base,
    eventCount: row.event_count,
    createdAt: row.created_at,
    startedAt: row.started_at,
    updatedAt: row.updated_at,
    endedAt: row.ended_at,
  };
}

const StoredConfigSchema = z.record(z.string(), z.unknown());

/** A snapshot written by another version of us may lack a key or have one more: old runs stay readable. */
function storedConfig(stored: unknown): Record<string, unknown> {
  const values = StoredConfigSchema.parse(stored);
  return Object.fromEntries(
    Object.entries(DEFAULT_CRITIQUE_CONFIG).map(([key, fallback]) => [key, values[key] ?? fallback]),
  );
}

export function toRoundRow(runId: string, round: RunRound): RoundRow {
  return {
    run_id: runId,
    n: round.n,
    composite: round.composite,
    must_fix: round.mustFix,
    decision: round.decision,
    artifact_sha256: round.artifactSha256,
    artifact_bytes: round.artifactBytes,
    artifact_mime: round.artifactMime,
  };
}

export function toRound(row: RoundRow): RunRound {
  return read(`round ${row.n} of run ${row.run_id}`, RunRoundSchema, () => ({
    n: row.n,
    composite: row.composite,
    mustFix: row.must_fix,
    decision: row.decision,
    artifactSha256: row.artifact_sha256,
    artifactBytes: row.artifact_bytes,
    artifactMime: row.artifact_mime,
  }));
}

export function toMustFixRow(runId: string, mustFix: MustFix): MustFixRow {
  return {
    run_id: runId,
    id: mustFix.id,
    role: mustFix.role,
    text: mustFix.text,
    dim: mustFix.dim,
    target: mustFix.target,
    severity: mustFix.severity,
    evidence: mustFix.evidence,
    witness_json: mustFix.witness === null ? null : JSON.stringify(mustFix.witness),
    opened_round: mustFix.openedRound,
    resolved_round: mustFix.resolvedRound,
    synthetic: mustFix.synthetic ? 1 : 0,
  };
}

export function toMustFix(row: MustFixRow): RunMustFix {
  return read(`must-fix ${row.id} of run ${row.run_id}`, RunMustFixSchema, () => ({
    runId: row.run_id,
    id: row.id,
    role: row.role,
    text: row.text,
    dim: row.dim,
    target: row.target,
    severity: row.severity,
    evidence: row.evidence,
    witness: row.witness_json === null ? null : JSON.parse(row.witness_json),
    openedRound: row.opened_round,
    resolvedRound: row.resolved_round,
    synthetic: row.synthetic === 1,
  }));
}

/** A row that cannot be read is left out of a list: the others are not lost with it. */
export function readable<Row, Value>(read: (row: Row) => Value): (row: Row) => Value[] {
  return (row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (error instanceof StoreError && error.reason === 'corrupt') return [];
      throw error;
    }
  };
}

function read<Schema extends z.ZodType>(what: string, schema: Schema, build: () => unknown): z.infer<Schema> {
  try {
    return schema.parse(build());
  } catch (cause) {
    throw new StoreError(
      'corrupt',
      `the stored ${what} cannot be read; \`jury doctor --rebuild\` makes the database anew from the runs beside it`,
      {
        cause,
      },
    );
  }
}
