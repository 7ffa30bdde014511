/** Pages and requests as rows: content under its hash in parts, so that none is in memory, or in a row, as a whole. */
import type pg from 'pg';
import { takenOver } from '../errors.ts';

/** Of one row. */
export const PART_BYTES = 262_144;

export interface FileRow {
  name: string;
  sha256: string;
  bytes: number;
}

export interface FileWriter {
  runId: string;
  /** Null: whoever has the run. */
  owner: string | null;
}

/** All of it, or nothing. Content that is there already, of any run, is not sent again. */
export async function putFile(
  pool: pg.Pool,
  { runId, owner }: FileWriter,
  artifactId: string,
  { name, sha256, bytes }: FileRow,
  parts: () => AsyncIterable<Uint8Array>,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (owner !== null) await holdRun(client, runId, owner);
    await putParts(client, sha256, parts);
    await client.query(
      `insert into files (artifact_id, name, sha256, bytes) values ($1, $2, $3, $4)
       on conflict (artifact_id, name) do update set sha256 = excluded.sha256, bytes = excluded.bytes`,
      [artifactId, name, sha256, bytes],
    );
  });
}

/** Within a transaction of the caller's. Nothing is read where the content is there. */
export async function putParts(
  client: pg.PoolClient,
  sha256: string,
  parts: () => AsyncIterable<Uint8Array>,
): Promise<void> {
  const { rows } = await client.query('select 1 from file_parts where sha256 = $1 and part = 0', [sha256]);
  if (rows.length > 0) return;
  let part = 0;
  for await (const data of parts()) await putPart(client, sha256, part++, data);
  // A file of no bytes has a part too: it is how its content is known to be there.
  if (part === 0) await putPart(client, sha256, 0, new Uint8Array());
}

async function putPart(client: pg.PoolClient, sha256: string, part: number, data: Uint8Array): Promise<void> {
  await client.query({
    name: 'put-part',
    text: 'insert into file_parts (sha256, part, data) values ($1, $2, $3) on conflict do nothing',
    values: [sha256, part, Buffer.from(data.buffer, data.byteOffset, data.byteLength)],
  });
}

async function holdRun(client: pg.PoolClient, runId: string, owner: string): Promise<void> {
  const { rows } = await client.query(
    'select 1 from runs where id = $1 and owner = $2 and owned_until > 0 for share',
    [runId, owner],
  );
  if (rows.length === 0) throw takenOver(runId);
}

export async function listFiles(
  pool: Pick<pg.Pool, 'query'>,
  artifactId: string,
): Promise<(FileRow & { isFinal: boolean })[]> {
  const { rows } = await pool.query<FileRow & { isFinal: boolean }>(
    'select name, sha256, bytes, is_final as "isFinal" from files where artifact_id = $1 order by name',
    [artifactId],
  );
  return rows;
}

export async function findFile(
  pool: Pick<pg.Pool, 'query'>,
  artifactId: string,
  name: string,
): Promise<FileRow | null> {
  const { rows } = await pool.query<FileRow>(
    'select name, sha256, bytes from files where artifact_id = $1 and name = $2',
    [artifactId, name],
  );
  return rows[0] ?? null;
}

export async function* readParts(
  pool: Pick<pg.Pool, 'query'>,
  { sha256, bytes }: FileRow,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; part * PART_BYTES < bytes; part++) {
    const { rows } = await pool.query<{ data: Buffer }>({
      name: 'read-part',
      text: 'select data from file_parts where sha256 = $1 and part = $2',
      values: [sha256, part],
    });
    // What is missing shows in the hash.
    if (rows[0] === undefined) return;
    yield rows[0].data;
  }
}

/** Makes one of an artifact's files its final one, or none. */
export async function setFinal(
  pool: pg.Pool,
  { runId, owner }: FileWriter,
  artifactId: string,
  name: string | null,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (owner !== null) await holdRun(client, runId, owner);
    await client.query(
      'update files set is_final = (name = $2) where artifact_id = $1 and (is_final or name = $2)',
      [artifactId, name ?? ''],
    );
  });
}

export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
