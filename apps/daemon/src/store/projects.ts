import type { Project } from '@design-jury/contracts/run';
import type { Kysely } from 'kysely';
import { isPostgres } from './dialect.ts';
import { StoreError } from './errors.ts';
import { pageLimit } from './page.ts';
import { readable, toProject } from './rows.ts';
import type { Schema } from './schema.ts';
import type { Page } from './store.ts';

/** Bytes of a project's metadata: settings, not a document store. */
export const MAX_METADATA_BYTES = 65_536;

export async function createProject(db: Kysely<Schema>, project: Project): Promise<Project> {
  await db
    .insertInto('projects')
    .values({
      id: project.id,
      name: project.name,
      metadataJson: encodeMetadata(project.id, project.metadata),
      createdAt: project.createdAt,
    })
    .execute();
  return project;
}

export async function getProject(db: Kysely<Schema>, id: string): Promise<Project | null> {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toProject(row);
}

export async function listProjects(db: Kysely<Schema>, page: Page): Promise<Project[]> {
  let query = db
    .selectFrom('projects')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageLimit(page));
  if (page.before !== undefined) {
    const last = await getProject(db, page.before);
    if (last === null)
      throw new StoreError('missing', `there is no project ${page.before} to continue after`);
    query = query.where((eb) => eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(last.createdAt, last.id)));
  }
  return (await query.execute()).flatMap(readable(toProject));
}

/** Read and written in one transaction, so that two patches at once both survive. */
export function mergeProjectMetadata(
  db: Kysely<Schema>,
  id: string,
  patch: Record<string, unknown>,
): Promise<Project> {
  return db.transaction().execute(async (trx) => {
    // SQLite has one writer at a time; elsewhere the row is held until both are done.
    if (isPostgres(trx))
      await trx.selectFrom('projects').select('id').where('id', '=', id).forUpdate().execute();
    const project = await getProject(trx, id);
    if (project === null) throw new StoreError('missing', `there is no project ${id}`);
    const metadata = mergePatch(project.metadata, patch);
    await trx
      .updateTable('projects')
      .set({ metadataJson: encodeMetadata(id, metadata) })
      .where('id', '=', id)
      .execute();
    return { ...project, metadata };
  });
}

export async function renameProject(db: Kysely<Schema>, id: string, name: string): Promise<Project> {
  await db.updateTable('projects').set({ name }).where('id', '=', id).execute();
  const project = await getProject(db, id);
  if (project === null) throw new StoreError('missing', `there is no project ${id}`);
  return project;
}

/** One with runs stays: their rows name it. */
export async function deleteProject(db: Kysely<Schema>, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = await trx.selectFrom('runs').select('id').where('projectId', '=', id).executeTakeFirst();
    if (run !== undefined) throw new StoreError('conflict', `project ${id} still has runs`);
    // What was written for a run that was never stored.
    await trx.deleteFrom('artifacts').where('projectId', '=', id).execute();
    const { numDeletedRows } = await trx
      .deleteFrom('projects')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw new StoreError('missing', `there is no project ${id}`);
  });
}

/** RFC 7396. Built through entries, so that a key named `__proto__` is data like any other. */
export function mergePatch(
  target: Record<string, unknown>,
  patch: Record<string, unknown>,
): Record<string, unknown> {
  const merged = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null) merged.delete(key);
    else if (isRecord(value)) {
      const current = merged.get(key);
      merged.set(key, mergePatch(isRecord(current) ? current : {}, value));
    } else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function encodeMetadata(id: string, metadata: Record<string, unknown>): string {
  const text = JSON.stringify(metadata);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_METADATA_BYTES) {
    throw new StoreError(
      'other',
      `the metadata of project ${id} would take ${bytes} bytes; at most ${MAX_METADATA_BYTES} are kept`,
    );
  }
  return text;
}
