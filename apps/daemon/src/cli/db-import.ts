/**
 * `jury db import`: the projects and runs of a data folder into the database of a fleet. Each run is one transaction, and the last
 * of it is its row: called again, what is there is only compared. Everything is checked by counts and hashes at the end.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { artifactFolder } from '../host/artifacts/artifacts.ts';
import { folderPlace } from '../host/place/folder-place.ts';
import { count } from '../report/words.ts';
import { openDatabase } from '../store/database.ts';
import { DATABASE_FILE } from '../store/database-file.ts';
import type { Connection } from '../store/postgres/connect.ts';
import { type ImportedRun, importRun, importShared } from '../store/postgres/import-rows.ts';
import { requireSchema } from '../store/postgres/migrate.ts';
import { filesToImport } from './data/imported-files.ts';
import { checkedDataDir } from './data-dir.ts';
import { Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

interface ImportOptions {
  folder: string | undefined;
  json: boolean;
}

export async function importFolder(
  connection: Connection,
  shell: Shell,
  { folder, json }: ImportOptions,
): Promise<number> {
  const dataDir = await checkedDataDir(shell, folder);
  const file = join(dataDir, DATABASE_FILE);
  if (!existsSync(file)) throw new Refusal(`${dataDir} has no runs: there is no ${DATABASE_FILE} in it.`);
  await requireSchema(connection.pool);
  const source = await openDatabase(file);
  const counts = { projects: 0, runs: 0, alreadyThere: 0, events: 0, files: 0 };
  const differences: string[] = [];
  try {
    counts.projects = await importShared(source, connection);
    const ids = await source
      .selectFrom('runs')
      .select(['id', 'artifactId'])
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    for (const { id, artifactId } of ids) {
      const at = artifactFolder(dataDir, artifactId);
      const told: ImportedRun = await importRun(source, connection, id, {
        lines: () => linesOf(at),
        files: () => filesToImport(at),
      });
      counts.runs += 1;
      counts.alreadyThere += told.wasThere ? 1 : 0;
      counts.events += told.events;
      counts.files += told.files;
      if (told.difference !== null) differences.push(`run ${id}: ${told.difference}`);
    }
  } finally {
    await source.destroy();
  }
  if (json) shell.out(`${JSON.stringify({ from: dataDir, ...counts, differences })}\n`);
  else {
    shell.out(
      `${count(counts.runs, 'run')} of ${count(counts.projects, 'project')} (there already: ${counts.alreadyThere}), ${count(counts.events, 'event')}, ${count(counts.files, 'file')}\n`,
    );
    for (const difference of differences) shell.error(`${difference}\n`);
  }
  return differences.length === 0 ? EXIT.ships : EXIT.inconclusive;
}

/** As they are on the disk; damaged ones are passed over as everywhere. */
async function* linesOf(folder: string): AsyncGenerator<{ seq: number; line: string }> {
  const log = await folderPlace(folder).log();
  for await (const { event, line } of log?.read({ inputs: true, onDamage: () => {} }) ?? [])
    yield { seq: event.seq, line };
}
