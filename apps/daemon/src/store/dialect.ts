/** The few places where the engines want other words. */
import { CompiledQuery, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

export function isPostgres<Schema>(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** A statement that is written out with `?` for its values. */
export function written<Schema>(
  db: Kysely<Schema>,
  text: string,
  values: readonly unknown[],
): CompiledQuery<unknown> {
  return CompiledQuery.raw(isPostgres(db) ? numbered(text) : text, [...values]);
}

function numbered(text: string): string {
  let n = 0;
  return text.replaceAll('?', () => `$${++n}`);
}

/** A field of a column that holds JSON as text. */
export function jsonField<Schema>(db: Kysely<Schema>, column: string, field: string): RawBuilder<string> {
  return isPostgres(db)
    ? sql<string>`${sql.ref(column)}::json ->> ${sql.lit(field)}`
    : sql<string>`json_extract(${sql.ref(column)}, ${sql.lit(`$.${field}`)})`;
}
