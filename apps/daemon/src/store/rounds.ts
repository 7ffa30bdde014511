import type { RunMustFix, RunRound } from '@design-jury/contracts/run';
import type { MustFix } from '@design-jury/contracts/theater/critique';
import type { Kysely } from 'kysely';
import { asOwner, requireOwner } from './owner.ts';
import { readable, toMustFix, toMustFixRow, toRound, toRoundRow } from './rows.ts';
import type { Schema } from './schema.ts';

/** Rows per INSERT: far below every engine's limit of parameters. */
const ROWS_PER_INSERT = 64;

export async function saveRounds(
  db: Kysely<Schema>,
  runId: string,
  rounds: readonly RunRound[],
): Promise<void> {
  for (const batch of batches(rounds)) {
    await db
      .insertInto('rounds')
      .values(batch.map((round) => toRoundRow(runId, round)))
      .onConflict((conflict) =>
        conflict.columns(['runId', 'n']).doUpdateSet((eb) => ({
          composite: eb.ref('excluded.composite'),
          mustFix: eb.ref('excluded.mustFix'),
          decision: eb.ref('excluded.decision'),
          artifactSha256: eb.ref('excluded.artifactSha256'),
          artifactBytes: eb.ref('excluded.artifactBytes'),
          artifactMime: eb.ref('excluded.artifactMime'),
        })),
      )
      .execute();
  }
}

export async function saveRound(
  db: Kysely<Schema>,
  runId: string,
  round: RunRound,
  owner: string | undefined,
): Promise<void> {
  await asOwner(db, runId, owner, (trx) => saveRounds(trx, runId, [round]));
}

export async function listRounds(db: Kysely<Schema>, runId: string): Promise<RunRound[]> {
  const rows = await db.selectFrom('rounds').selectAll().where('runId', '=', runId).orderBy('n').execute();
  return rows.flatMap(readable(toRound));
}

export async function saveMustFixes(
  db: Kysely<Schema>,
  runId: string,
  list: readonly MustFix[],
  owner?: string,
): Promise<void> {
  if (list.length === 0) return;
  await db.transaction().execute(async (trx) => {
    if (owner !== undefined) await requireOwner(trx, runId, owner);
    for (const batch of batches(list)) await upsertMustFixes(trx, runId, batch);
  });
}

async function upsertMustFixes(db: Kysely<Schema>, runId: string, list: readonly MustFix[]): Promise<void> {
  await db
    .insertInto('mustFixes')
    .values(list.map((mustFix) => toMustFixRow(runId, mustFix)))
    .onConflict((conflict) =>
      conflict.columns(['runId', 'id']).doUpdateSet((eb) => ({
        role: eb.ref('excluded.role'),
        text: eb.ref('excluded.text'),
        dim: eb.ref('excluded.dim'),
        target: eb.ref('excluded.target'),
        severity: eb.ref('excluded.severity'),
        evidence: eb.ref('excluded.evidence'),
        witnessJson: eb.ref('excluded.witnessJson'),
        openedRound: eb.ref('excluded.openedRound'),
        resolvedRound: eb.ref('excluded.resolvedRound'),
        synthetic: eb.ref('excluded.synthetic'),
      })),
    )
    .execute();
}

export async function listMustFixes(db: Kysely<Schema>, runId: string): Promise<RunMustFix[]> {
  const rows = await db
    .selectFrom('mustFixes')
    .selectAll()
    .where('runId', '=', runId)
    .orderBy('openedRound')
    .orderBy('id')
    .execute();
  return rows.flatMap(readable(toMustFix));
}

function* batches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += ROWS_PER_INSERT) {
    yield items.slice(start, start + ROWS_PER_INSERT);
  }
}
