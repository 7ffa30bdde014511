/**
 * The database made anew from what lies beside it: the record of each run and project, and the log for what happened after
 * its record was written. It is made under another name and takes the old one's place whole; the old one is kept.
 */
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isOpen, type Project, type RunRecord } from '@design-jury/contracts/run';
import { readKept } from '../disk/foreign-file.ts';
import { openStore } from '../store/database.ts';
import { figuresOf } from '../store/finish.ts';
import type { Store } from '../store/store.ts';
import { isSha256 } from './artifacts/artifact-path.ts';
import { findTranscript, readLog } from './log/transcript.ts';
import {
  PROJECTS_FOLDER,
  RECORD_FILE,
  StoredProjectSchema,
  type StoredRecord,
  StoredRecordSchema,
} from './record-file.ts';

/** What of a folder is read as a record; ours have a few kilobytes. */
const MAX_RECORD_BYTES = 16 * 1_048_576;
const SIDE_FILES = ['', '-wal', '-shm'];

export interface RebuildOptions {
  dataDir: string;
  /** The database's name in it. */
  file: string;
  now: string;
  /** A run of a version that kept no record: as much of it as its log and request tell. Null where they tell nothing. */
  derive(folder: string, artifactId: string): Promise<RunRecord | null>;
}

export interface Rebuilt {
  runs: number;
  projects: number;
  /** Runs of an older version: titles, settings or projects may be less than they were. */
  derived: number;
  /** What the old database is called now; null where there was none. */
  backup: string | null;
  lost: { name: string; problem: string }[];
}

export async function rebuildDatabase(options: RebuildOptions): Promise<Rebuilt> {
  const { dataDir, file, now } = options;
  const target = join(dataDir, file);
  const fresh = `${target}.rebuilding`;
  await removeDatabase(fresh);
  const rebuilt: Rebuilt = { runs: 0, projects: 0, derived: 0, backup: null, lost: [] };
  const store = await openStore(fresh);
  try {
    await restoreProjects(store, options, rebuilt);
    await restoreRuns(store, options, rebuilt);
  } finally {
    await store.close();
  }
  rebuilt.backup = await setAside(target, now);
  await rename(fresh, target);
  await removeDatabase(fresh);
  return rebuilt;
}

async function restoreProjects(store: Store, { dataDir }: RebuildOptions, rebuilt: Rebuilt): Promise<void> {
  const folder = join(dataDir, PROJECTS_FOLDER);
  for (const name of (await namesIn(folder)).filter((one) => one.endsWith('.json')))
    await attempt(rebuilt, `${PROJECTS_FOLDER}/${name}`, async () => {
      const project = StoredProjectSchema.parse(JSON.parse(keptText(folder, name) ?? ''));
      if (`${project.id}.json` !== name) throw new Error(`it is the record of ${project.id}`);
      await store.createProject(project);
      rebuilt.projects += 1;
    });
}

async function restoreRuns(store: Store, options: RebuildOptions, rebuilt: Rebuilt): Promise<void> {
  const parent = join(options.dataDir, 'artifacts');
  for (const artifactId of await namesIn(parent))
    await attempt(rebuilt, `artifacts/${artifactId}`, async () => {
      const folder = join(parent, artifactId);
      if (!(await lstat(folder)).isDirectory()) return;
      let record = await recordIn(folder, artifactId).catch((error: Error) => error);
      if (record === null || record instanceof Error) {
        const run = await options.derive(folder, artifactId);
        if (run === null) throw record ?? new Error('neither a record nor a log tells which run it was');
        if (record instanceof Error)
          rebuilt.lost.push({ name: `artifacts/${artifactId}/${RECORD_FILE}`, problem: messageOf(record) });
        record = { run, rounds: [], mustFixes: [], end: null };
        rebuilt.derived += 1;
      }
      await restoreRun(store, folder, record, rebuilt);
    });
}

/** Null where the run's version kept none. */
async function recordIn(folder: string, artifactId: string): Promise<StoredRecord | null> {
  const text = keptText(folder, RECORD_FILE);
  if (text === null) return null;
  const record = StoredRecordSchema.parse(JSON.parse(text));
  if (record.run.artifactId !== artifactId) throw new Error(`it is the record of ${record.run.artifactId}`);
  return record;
}

/** One that is not over is stored as it was left: the next start ends it or puts it aside by its log, as after a crash. */
async function restoreRun(
  store: Store,
  folder: string,
  { run, rounds, mustFixes, end }: StoredRecord,
  rebuilt: Rebuilt,
): Promise<void> {
  if ((await store.getProject(run.projectId)) === null) {
    await store.createProject(projectFor(run));
    rebuilt.projects += 1;
  }
  const { state } = run;
  const eventCount = isOpen(state) ? Math.max(run.eventCount, await lastSeqOf(folder)) : run.eventCount;
  // A run of an older version has no place among its project's events any more: it gets the next one.
  const eventBase = run.eventBase ?? (eventCount > 0 ? await store.projectEventTotal(run.projectId) : null);
  await store.insertRun({ ...run, state: isOpen(state) ? state : 'running', eventBase, eventCount });
  for (const round of rounds.filter(hasOwnHash)) await store.saveRound(run.id, round);
  await store.saveMustFixes(
    run.id,
    mustFixes.map(({ runId: _runId, ...mustFix }) => mustFix),
  );
  if (!isOpen(state))
    await store.finishRun({
      ...figuresOf(run),
      state,
      outcome: run.outcome ?? state,
      exitCode: run.exitCode,
      endedAt: run.endedAt ?? run.updatedAt,
      cause: run.cause,
      recoveryReason: run.recoveryReason,
      rounds,
      transcriptPath: end?.transcriptPath ?? null,
      protocolVersion: end?.protocolVersion ?? null,
    });
  rebuilt.runs += 1;
}

function hasOwnHash({ artifactSha256 }: StoredRecord['rounds'][number]): boolean {
  return artifactSha256 === null || isSha256(artifactSha256);
}

function projectFor({ projectId: id, title, createdAt }: RunRecord): Project {
  return { id, name: title.trim().slice(0, 200) || 'rebuilt', metadata: {}, createdAt };
}

async function lastSeqOf(folder: string): Promise<number> {
  const file = await findTranscript(folder);
  let last = 0;
  if (file !== null)
    try {
      for await (const { event } of readLog(file, { inputs: true })) last = event.seq;
    } catch {
      // As far as it can be read; whoever opens the run names the damage.
    }
  return last;
}

async function attempt(rebuilt: Rebuilt, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    rebuilt.lost.push({ name, problem: messageOf(error) });
  }
}

const LONGEST_PROBLEM = 200;

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').slice(0, LONGEST_PROBLEM);
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).sort();
}

function keptText(folder: string, name: string): string | null {
  const bytes = readKept(folder, name, MAX_RECORD_BYTES);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** Whatever lies there: a database, part of one, another file, a folder. */
async function setAside(target: string, now: string): Promise<string | null> {
  const backup = `${target}.${now.replace(/[-:]|\.\d+/g, '')}.old`;
  let isThere = false;
  for (const side of SIDE_FILES)
    await rename(`${target}${side}`, `${backup}${side}`).then(
      () => {
        isThere ||= side === '';
      },
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      },
    );
  return isThere ? basename(backup) : null;
}

async function removeDatabase(file: string): Promise<void> {
  for (const side of SIDE_FILES) await rm(`${file}${side}`, { force: true, recursive: true });
}

/** Processes that have the file open, where the system tells; none elsewhere. */
export function processesWith(file: string): number[] {
  try {
    const path = realpathSync(file);
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .filter((pid) => openFilesOf(pid).includes(path))
      .map(Number);
  } catch {
    return [];
  }
}

function openFilesOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
