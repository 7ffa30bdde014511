/** `jury data prune`: data of projects that are gone, and runs of this one that are old. Nothing goes before the user has seen it. */

import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../../command-name.ts';
import { knownFolders } from '../../home/data-folder.ts';
import { rightsOf } from '../../home/ownership.ts';
import { artifactFolder } from '../../host/artifacts/artifact-path.ts';
import { clean } from '../../report/clean.ts';
import { count } from '../../report/words.ts';
import type { OldRun } from '../../store/prune.ts';
import { isConfirmed } from '../confirm.ts';
import type { Shell } from '../shell.ts';
import { isThere, refuseInUse, sizeOf } from './folders.ts';
import { inWords } from './words.ts';

const DAY_MS = 86_400_000;

interface GoneProject {
  project: string;
  /** Where its note is, and its data unless it was moved. */
  home: string;
  path: string;
  bytes: number;
  /** Why its note is not believed: it is told of, and stays. */
  fault: string | null;
}

export interface PruneOrder {
  state: string;
  dataDir: string;
  olderThanDays: number | undefined;
  isSure: boolean;
  isJson: boolean;
}

export async function prune(shell: Shell, order: PruneOrder): Promise<number> {
  const known = await goneProjects(order.state);
  const gone = known.filter(({ fault }) => fault === null);
  for (const { project, fault } of known)
    if (fault !== null) shell.error(`${clean(`${project} is gone, and what it left stays: ${fault}.`)}\n`);
  const runs = order.olderThanDays === undefined ? [] : await oldRuns(order.dataDir, order.olderThanDays);
  const found = gone.length + runs.length > 0;
  if (!order.isJson) shell.out(`${listing(gone, runs, order).join('\n')}\n`);
  const removes =
    found && (order.isSure || (!order.isJson && (await isConfirmed(shell, 'Remove all of this for good?'))));
  if (removes) {
    for (const { home, path } of gone) await removeProject(home, path);
    await removeRuns(order.dataDir, runs);
  }
  if (order.isJson)
    shell.out(
      `${JSON.stringify({ removed: removes, projects: gone.map(({ project, home, path, bytes }) => ({ project, home, path, bytes })), runs: runs.map(({ id, endedAt }) => ({ id, endedAt })) }, null, 2)}\n`,
    );
  else if (found)
    shell.out(
      removes ? 'Removed.\n' : `Nothing was removed; ${juryCommand()} data prune --yes removes it.\n`,
    );
  return EXIT.ships;
}

/** Only where the path is known not to be there: one that cannot be looked at may be. */
async function goneProjects(state: string): Promise<GoneProject[]> {
  const found: GoneProject[] = [];
  for (const { home, note, fault } of await knownFolders(state)) {
    if (note === null || !(await isMissing(note.project))) continue;
    const path = note.movedTo ?? home;
    found.push({ project: note.project, home, path, fault, bytes: fault === null ? await sizeOf(path) : 0 });
  }
  return found;
}

function isMissing(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
  );
}

/** A folder it was moved to is removed only while it is what it was: ours, with a database in it. */
async function removeProject(home: string, path: string): Promise<void> {
  await refuseInUse(path);
  if (path !== home && (await rightsOf(path)) === null && (await isThere(join(path, 'jury.db'))))
    await rm(path, { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
}

async function oldRuns(dataDir: string, days: number): Promise<OldRun[]> {
  const before = new Date(Date.now() - days * DAY_MS).toISOString();
  return (await withDatabase(dataDir, async (db, { runsEndedBefore }) => runsEndedBefore(db, before))) ?? [];
}

/** The folders last: a run without its row is not found any more, one without its folder would be a damaged one. */
async function removeRuns(dataDir: string, runs: readonly OldRun[]): Promise<void> {
  if (runs.length === 0) return;
  await withDatabase(dataDir, async (db, { deleteRuns }) => deleteRuns(db, runs));
  for (const { artifactId } of runs)
    await rm(artifactFolder(dataDir, artifactId), { recursive: true, force: true });
}

type Database = Awaited<ReturnType<typeof import('../../store/database.ts').openDatabase>>;

async function withDatabase<Result>(
  dataDir: string,
  work: (db: Database, pruning: typeof import('../../store/prune.ts')) => Promise<Result>,
): Promise<Result | null> {
  const file = join(dataDir, 'jury.db');
  if (!(await isThere(file))) return null;
  const { openDatabase, openStore } = await import('../../store/database.ts');
  // Brought up to date first, so that the tables are those we know.
  await (await openStore(file)).close();
  const db = await openDatabase(file);
  try {
    return await work(db, await import('../../store/prune.ts'));
  } finally {
    await db.destroy();
  }
}

function listing(
  gone: readonly GoneProject[],
  runs: readonly OldRun[],
  { olderThanDays, dataDir }: PruneOrder,
): string[] {
  if (gone.length + runs.length === 0) return ['Nothing to remove.'];
  return [
    ...gone.flatMap(({ project, path, bytes }) => [
      clean(`${project} is gone: ${inWords(bytes)} in ${path}`),
    ]),
    ...(runs.length === 0
      ? []
      : [
          clean(
            `${count(runs.length, 'run')} that ended more than ${count(olderThanDays ?? 0, 'day')} ago, in ${dataDir}`,
          ),
        ]),
  ];
}
