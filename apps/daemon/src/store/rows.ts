/** Records to rows and back. A row that does not parse was damaged or written by hand: `corrupt`, by name. */

import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import {
  type Project,
  ProjectSchema,
  type RunMustFix,
  RunMustFixSchema,
  type RunRecord,
  RunRecordSchema,
  type RunRound,
  RunRoundSchema,
  type TheaterRun,
  TheaterRunSchema,
} from '@design-jury/contracts/run';
import type { MustFix } from '@design-jury/contracts/theater/critique';
import { z } from 'zod';
import { juryCommand } from '../command-name.ts';
import { StoreError } from './errors.ts';
import type { MustFixRow, ProjectRow, RoundRow, RunRow } from './schema.ts';

export function toProject({ metadataJson, ...row }: ProjectRow): Project {
  return read(`project ${row.id}`, ProjectSchema, () => ({ ...row, metadata: JSON.parse(metadataJson) }));
}

export function toRunRow(run: RunRecord): RunRow {
  // A record of the Theater has more than the others.
  const { config, subject, enablement, ...record } = run as RunRecord & Partial<TheaterRun>;
  return {
    ...record,
    retryOf: record.retryOf ?? null,
    skill: record.skill ?? null,
    composite: record.composite ?? null,
    finalRound: record.finalRound ?? null,
    configJson: JSON.stringify(config),
    subjectJson: jsonOf(subject),
    enablementJson: jsonOf(enablement),
    checkpointJson: null,
    checkpointSeq: null,
    owner: null,
    ownedUntil: null,
    ownsProject: 0,
  };
}

function jsonOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** What a record has no place for, such as who has the run, its schema leaves out. */
export function toRun({ configJson, subjectJson, enablementJson, retryOf, ...row }: RunRow): RunRecord {
  const what = `run ${row.id}`;
  const record = { ...row, ...(retryOf !== null && { retryOf }) };
  if (row.protocol !== 'theater')
    return read(what, RunRecordSchema, () => ({ ...record, config: JSON.parse(configJson) }));
  return read(what, TheaterRunSchema, () => ({
    ...record,
    config: storedConfig(JSON.parse(configJson)),
    subject: JSON.parse(subjectJson ?? 'null'),
    ...(enablementJson !== null && { enablement: JSON.parse(enablementJson) }),
  }));
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
  const { n, composite, mustFix, decision, artifactSha256, artifactBytes, artifactMime } = round;
  return { runId, n, composite, mustFix, decision, artifactSha256, artifactBytes, artifactMime };
}

export function toRound(row: RoundRow): RunRound {
  return read(`round ${row.n} of run ${row.runId}`, RunRoundSchema, () => row);
}

export function toMustFixRow(runId: string, mustFix: MustFix): MustFixRow {
  const { id, role, text, dim, target, severity, evidence, openedRound, resolvedRound } = mustFix;
  const { witness, synthetic } = mustFix;
  const own = { id, role, text, dim, target, severity, evidence, openedRound, resolvedRound };
  return {
    ...own,
    runId,
    witnessJson: witness === null ? null : JSON.stringify(witness),
    synthetic: synthetic ? 1 : 0,
  };
}

export function toMustFix({ witnessJson, ...row }: MustFixRow): RunMustFix {
  return read(`must-fix ${row.id} of run ${row.runId}`, RunMustFixSchema, () => ({
    ...row,
    witness: witnessJson === null ? null : JSON.parse(witnessJson),
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
      `the stored ${what} cannot be read; \`${juryCommand()} doctor --rebuild\` makes the database anew from the runs beside it`,
      {
        cause,
      },
    );
  }
}
