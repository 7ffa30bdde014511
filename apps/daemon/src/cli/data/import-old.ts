/**
 * Brings the runs of a data folder that 0.1 left in a project into the user's own. Such a folder may have come with a
 * repository, so nothing of it can start anything here: rows are read from a copy without triggers and views and written anew, a
 * run that was not over is over now, and neither requests nor questions, keys, programs, locks or process notes come along.
 */
import { constants } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ID_PATTERN } from '@design-jury/contracts/http';
import { isOpen, type RunRecord } from '@design-jury/contracts/run';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../home/rights.ts';
import { artifactFolder, isSha256 } from '../../host/artifacts/artifact-path.ts';
import { recordingStore } from '../../host/record-file.ts';
import { makeFolders } from '../../make-folders.ts';
import { openStore } from '../../store/database.ts';
import { StoreError } from '../../store/errors.ts';
import { figuresOf } from '../../store/finish.ts';
import type { Store } from '../../store/store.ts';
import { Refusal } from '../refusal.ts';

const DATABASE = 'jury.db';
const MAX_DATABASE_BYTES = 1_073_741_824;
const MAX_FILE_BYTES = 134_217_728;
const MAX_FILES_PER_RUN = 1_000;
const PAGE = 200;
const CHUNK_BYTES = 1_048_576;
const TRANSCRIPTS = ['transcript.ndjson', 'transcript.ndjson.gz'];
const IMPORTED = 'imported';
const INTERRUPTED_EXIT = 130;

export interface Imported {
  /** Runs that came along. */
  runs: number;
  /** Runs that were here already or cannot be read. */
  left: number;
}

export async function importOldData(from: string, dataDir: string): Promise<Imported> {
  const copy = await mkdtemp(join(dataDir, '.import-'));
  try {
    await copyDatabase(from, copy);
    const old = await openStore(join(copy, DATABASE)).catch((error: unknown) => {
      throw new Refusal(`${join(from, DATABASE)} cannot be imported: ${messageOf(error)}.`, { cause: error });
    });
    try {
      const store = recordingStore(await openStore(join(dataDir, DATABASE)), { dataDir, report: () => {} });
      try {
        return await copyRuns({ old, store, sources: [from, copy], dataDir });
      } finally {
        await store.close();
      }
    } finally {
      await old.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function copyDatabase(from: string, copy: string): Promise<void> {
  const file = join(copy, DATABASE);
  if (!(await copyFile(join(from, DATABASE), file, MAX_DATABASE_BYTES)))
    throw new Refusal(`${join(from, DATABASE)} is no file that can be imported.`);
  await copyFile(join(from, `${DATABASE}-wal`), `${file}-wal`, MAX_DATABASE_BYTES);
  const { DatabaseSync } = await import('node:sqlite');
  try {
    const database = new DatabaseSync(file, { allowExtension: false });
    try {
      database.exec('pragma trusted_schema = off');
      const rows = database
        .prepare("select type, name from sqlite_schema where type in ('trigger', 'view')")
        .all();
      for (const { type, name } of rows)
        database.exec(`drop ${String(type)} "${String(name).replaceAll('"', '""')}"`);
    } finally {
      database.close();
    }
  } catch (error) {
    throw new Refusal(`${join(from, DATABASE)} cannot be imported: ${messageOf(error)}.`, { cause: error });
  }
}

interface Copying {
  old: Store;
  store: Store;
  /** Where files of runs may lie: the folder itself, and what its migration has made of rows. */
  sources: readonly string[];
  dataDir: string;
}

async function copyRuns(copying: Copying): Promise<Imported> {
  const { old, store } = copying;
  const imported: Imported = { runs: 0, left: 0 };
  for (let before: string | undefined; ; ) {
    const projects = await old.listProjects({ limit: PAGE, ...(before !== undefined && { before }) });
    for (const project of projects) {
      // Ids become names of files.
      if (!ID_PATTERN.test(project.id)) continue;
      if ((await store.getProject(project.id)) === null)
        await store.createProject({ ...project, metadata: {} });
      await copyProject(copying, project.id, imported);
    }
    if (projects.length < PAGE) return imported;
    before = projects.at(-1)?.id;
  }
}

async function copyProject(copying: Copying, projectId: string, imported: Imported): Promise<void> {
  for (let before: string | undefined; ; ) {
    const runs = await copying.old.listRuns(projectId, {
      limit: PAGE,
      ...(before !== undefined && { before }),
    });
    for (const run of runs) {
      if (await copyRun(copying, run)) imported.runs++;
      else imported.left++;
    }
    if (runs.length < PAGE) return;
    before = runs.at(-1)?.id;
  }
}

/** False where it is here already, or its folder cannot be named. */
async function copyRun({ old, store, sources, dataDir }: Copying, run: RunRecord): Promise<boolean> {
  if (!ID_PATTERN.test(run.id) || (await store.getRun(run.id)) !== null) return false;
  let folder: string;
  try {
    folder = artifactFolder(dataDir, run.artifactId);
    await makeFolders(join(dataDir, 'artifacts'), PRIVATE_FOLDER);
    await mkdir(folder, { mode: PRIVATE_FOLDER });
  } catch {
    return false;
  }
  const names = new Set<string>();
  for (const source of sources)
    for (const name of await filesOf(artifactFolder(source, run.artifactId)))
      if (
        !names.has(name) &&
        (await copyFile(
          join(artifactFolder(source, run.artifactId), name),
          join(folder, name),
          MAX_FILE_BYTES,
        ))
      )
        names.add(name);
  const rounds = await old.listRounds(run.id);
  const mustFixes = await old.listMustFixes(run.id);
  try {
    await store.insertRun({ ...run, state: 'queued', endedAt: null });
    await store.saveMustFixes(run.id, mustFixes);
    await store.finishRun({
      ...endOf(run),
      ...figuresOf(run),
      rounds,
      transcriptPath: TRANSCRIPTS.find((name) => names.has(name)) ?? null,
      protocolVersion: null,
      question: null,
    });
    return true;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return false;
  }
}

type End = Pick<
  Parameters<Store['finishRun']>[0],
  'state' | 'outcome' | 'exitCode' | 'cause' | 'recoveryReason' | 'endedAt'
>;

/** What was not over is over: nothing that a planted folder says is gone on with. */
function endOf({
  state,
  outcome,
  exitCode,
  cause,
  recoveryReason,
  endedAt,
  updatedAt,
  protocol,
}: RunRecord): End {
  if (!isOpen(state))
    return {
      state,
      ...(outcome !== null && { outcome }),
      exitCode,
      cause,
      recoveryReason,
      endedAt: endedAt ?? updatedAt,
    };
  return {
    state: protocol === 'theater' ? 'interrupted' : 'ended',
    outcome: 'interrupted',
    exitCode: INTERRUPTED_EXIT,
    cause: null,
    recoveryReason: IMPORTED,
    endedAt: updatedAt,
  };
}

/** The log, pages under the hash of their content, and which of them is the final one. */
async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => TRANSCRIPTS.includes(name) || name === 'final.json' || isPage(name))
    .slice(0, MAX_FILES_PER_RUN);
}

function isPage(name: string): boolean {
  const [hash = '', ending, ...more] = name.split('.');
  return isSha256(hash) && ending !== undefined && /^[a-z]{1,5}$/.test(ending) && more.length === 0;
}

/** No link is followed, nothing but a file is read, and no more than `most` of it. False where there was nothing to copy. */
async function copyFile(from: string, to: string, most: number): Promise<boolean> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const source = await open(from, flags).catch(() => null);
  if (source === null) return false;
  try {
    const info = await source.stat();
    if (!info.isFile() || info.size > most) return false;
    const target = await open(to, 'wx', PRIVATE_FILE);
    try {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      for (let at = 0; at < info.size; ) {
        const { bytesRead } = await source.read(chunk, 0, Math.min(chunk.length, info.size - at), at);
        if (bytesRead === 0) break;
        await target.write(chunk, 0, bytesRead);
        at += bytesRead;
      }
    } finally {
      await target.close();
    }
    await chmod(to, PRIVATE_FILE);
    return true;
  } finally {
    await source.close();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : basename(String(error));
}
