/** A run of the data folder by what the user has in hand: its id, its transcript, or a folder of results. */
import { resolve } from 'node:path';
import type { RunRecord } from '@design-jury/contracts/run';
import { artifactFolder } from '../host/artifacts/artifact-path.ts';
import { readTranscriptLines } from '../host/log/transcript.ts';
import { DATABASE_FILE } from '../store/database-file.ts';
import { checkedDataDir } from './data-dir.ts';
import { quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { findTranscriptOf } from './transcript-source.ts';

export interface StoredRun {
  run: RunRecord;
  /** What it left in the data folder. */
  folder: string;
}

export async function findStoredRun(
  shell: Shell,
  named: string,
  data: string | undefined,
): Promise<StoredRun> {
  const dataDir = await checkedDataDir(shell, data);
  const found = await findTranscriptOf(shell, named, dataDir);
  const run = found.run ?? (await recordOf(dataDir, await runIdIn(found.file)));
  if (run === null)
    throw new Refusal(
      `${quoted(named)} is of a run that is not in the data folder; choose the folder with --data.`,
    );
  return { run, folder: artifactFolder(dataDir, run.artifactId) };
}

async function runIdIn(file: string): Promise<string> {
  for await (const { event } of readTranscriptLines(file, { validation: 'shape' })) return event.runId;
  throw new Refusal('The transcript holds no events; name one of a run.');
}

async function recordOf(dataDir: string, runId: string): Promise<RunRecord | null> {
  const { openStore } = await import('../store/database.ts');
  const store = await openStore(resolve(dataDir, DATABASE_FILE));
  try {
    return await store.getRun(runId);
  } finally {
    await store.close();
  }
}
