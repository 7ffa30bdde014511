/**
 * Up to 0.1 the events of the other protocols were rows, and their files lay in `plays/`. A run has one folder and its
 * log is a file in it: what the schema cannot move is moved here, in the transaction of the migration. Each step can be
 * done again after a crash.
 */
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { readKept } from '../disk/foreign-file.ts';
import { PRIVATE_FOLDER } from '../home/rights.ts';
import { ensureFolder, replaceFile, writeFully } from './durable-file.ts';
import { StoreError } from './errors.ts';

const LOG = 'transcript.ndjson';
const PAGE = 500;
const MAX_LOG_BYTES = 268_435_456;
/** A play's id becomes the name of a folder. */
const PLAY_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Before the tables of plays go: every play has a folder with its log. */
export async function playsToFolders<Schema>(db: Kysely<Schema>, dataDir: string): Promise<void> {
  for (const id of await playIds(db)) {
    const folder = join(dataDir, 'artifacts', id);
    await ensureFolder(join(dataDir, 'artifacts'));
    if (await isThere(join(dataDir, 'plays', id))) await move(join(dataDir, 'plays', id), folder);
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
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

/** Around the way back: once the tables of plays are there, their events are rows and their files where 0.1 looks. */
export async function foldersToPlays<Schema>(
  db: Kysely<Schema>,
  dataDir: string,
  runScript: () => Promise<void>,
): Promise<void> {
  // Asked before the script: 0.1 knows no folder by another name than its play's.
  const { rows: folders } = await sql<{ id: string; artifactId: string }>`
    select id, artifact_id as "artifactId" from runs where protocol <> 'theater'
  `.execute(db);
  await runScript();
  const plays = new Set(await playIds(db));
  for (const { id, artifactId } of folders) {
    const folder = join(dataDir, 'artifacts', artifactId);
    const target = join(dataDir, 'plays', id);
    if (!plays.has(id)) continue;
    await mkdir(join(dataDir, 'plays'), { recursive: true, mode: PRIVATE_FOLDER });
    // It lies there already where an earlier try did not come to its end.
    if (await isThere(folder)) await move(folder, target);
    for (const line of (await logText(target)).split('\n')) {
      const seq = seqOf(line);
      if (seq !== null)
        await sql`insert or ignore into play_events (play_id, seq, line) values (${id}, ${seq}, ${line})`.execute(
          db,
        );
    }
  }
}

/** What lies there already, from a try that was broken off, is kept where the newer one has nothing of that name. */
async function move(from: string, to: string): Promise<void> {
  if (!(await isThere(to))) return rename(from, to);
  await cp(from, to, { recursive: true, force: true });
  await rm(from, { recursive: true });
}

/** A long log is compressed when its run ends. */
async function logText(folder: string): Promise<string> {
  const plain = readKept(folder, LOG, MAX_LOG_BYTES);
  if (plain !== null) return new TextDecoder().decode(plain);
  const packed = readKept(folder, `${LOG}.gz`, MAX_LOG_BYTES);
  return packed === null ? '' : gunzipSync(packed, { maxOutputLength: MAX_LOG_BYTES }).toString('utf8');
}

async function playIds<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from plays`.execute(db);
  const strange = rows.find(({ id }) => !PLAY_ID.test(id));
  if (strange !== undefined)
    throw new StoreError('corrupt', `${JSON.stringify(strange.id.slice(0, 60))} is no id of a run`);
  return rows.map(({ id }) => id);
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
