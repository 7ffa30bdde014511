/**
 * Up to 0.1 the events of the other protocols were rows, and their files lay in `plays/`. A run has one folder and its
 * log is a file in it: what the schema cannot move is moved here, in the transaction of the migration. Each step can be
 * done again after a crash.
 */
import { mkdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { ensureFolder, replaceFile, writeFully } from './durable-file.ts';

const LOG = 'transcript.ndjson';
const PAGE = 500;

/** Before the tables of plays go: every play has a folder with its log. */
export async function playsToFolders<Schema>(db: Kysely<Schema>, dataDir: string): Promise<void> {
  for (const id of await ids(db, sql`select id from plays`)) {
    const folder = join(dataDir, 'artifacts', id);
    await ensureFolder(join(dataDir, 'artifacts'));
    if (await isThere(join(dataDir, 'plays', id))) await rename(join(dataDir, 'plays', id), folder);
    await mkdir(folder, { recursive: true });
    await replaceFile(join(folder, LOG), async (handle) => {
      for (let seq = 0; ; ) {
        const { rows } = await sql<{ seq: number; line: string }>`
          select seq, line from play_events where play_id = ${id} and seq > ${seq} order by seq limit ${PAGE}
        `.execute(db);
        if (rows.length === 0) return;
        await writeFully(handle, Buffer.from(rows.map(({ line }) => `${line}\n`).join('')));
        seq = rows.at(-1)?.seq ?? seq;
      }
    });
  }
}

/** After the tables of plays are back: their events are rows again, their files where 0.1 looks for them. */
export async function foldersToPlays<Schema>(db: Kysely<Schema>, dataDir: string): Promise<void> {
  for (const id of await ids(db, sql`select id from plays`)) {
    const folder = join(dataDir, 'artifacts', id);
    if (!(await isThere(folder))) continue;
    for (const line of (await logText(folder)).split('\n')) {
      const seq = seqOf(line);
      if (seq !== null)
        await sql`insert or ignore into play_events (play_id, seq, line) values (${id}, ${seq}, ${line})`.execute(
          db,
        );
    }
    await mkdir(join(dataDir, 'plays'), { recursive: true });
    await rename(folder, join(dataDir, 'plays', id));
  }
}

/** A long log is compressed when its run ends. */
async function logText(folder: string): Promise<string> {
  const plain = await readFile(join(folder, LOG), 'utf8').catch(() => null);
  if (plain !== null) return plain;
  const packed = await readFile(join(folder, `${LOG}.gz`)).catch(() => null);
  return packed === null ? '' : gunzipSync(packed).toString('utf8');
}

async function ids<Schema>(db: Kysely<Schema>, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return (rows as { id: string }[]).map(({ id }) => id);
}

/** Null for half a line, or one that is no event. */
function seqOf(line: string): number | null {
  try {
    const { seq } = JSON.parse(line) as { seq?: unknown };
    return typeof seq === 'number' ? seq : null;
  } catch {
    return null;
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
