/**
 * Runs that other processes play, as they write: their logs are followed by the file system's own notices, and what they
 * say goes onto this process's bus like anything else. Nobody asks the store or a file at intervals.
 */
import { type FSWatcher, watch } from 'node:fs';
import type { RunRecord } from '@design-jury/contracts/run';
import type { Store } from '../../store/store.ts';
import { artifactFolder } from '../artifacts/artifacts.ts';
import { findTranscript, readLog } from '../log/transcript.ts';
import type { Bus } from './bus.ts';

/** Writes of a moment are one look. */
const SETTLE_MS = 20;
const DATABASE = /^jury\.db(-wal)?$/;

export interface TailOptions {
  dataDir: string;
  store: Pick<Store, 'findUnfinishedRuns'>;
  bus: Bus;
  /** Runs of this process publish for themselves. */
  isOurs: (runId: string) => boolean;
  report: (error: unknown) => void;
}

export interface Tail {
  close(): Promise<void>;
}

interface Followed {
  run: RunRecord;
  lastSeq: number;
  watcher: FSWatcher | null;
}

export function tailRuns(options: TailOptions): Tail {
  const { dataDir, store, bus, isOurs, report } = options;
  const followed = new Map<string, Followed>();
  let isClosed = false;
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  const look = (): void => {
    if (timer !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      looking = looking.then(lookNow).catch(report);
    }, SETTLE_MS);
    timer.unref();
  };
  const read = async (entry: Followed): Promise<void> => {
    const { run } = entry;
    const file = await findTranscript(artifactFolder(dataDir, run.artifactId));
    if (file === null) return;
    for await (const { event, line } of readLog(file, { after: entry.lastSeq })) {
      entry.lastSeq = event.seq;
      const id = (run.eventBase ?? 0) + event.seq;
      bus.publish({ projectId: run.projectId, runId: run.id, id, event, line });
    }
  };
  const follow = (run: RunRecord): Followed => {
    // What it said before is in the file for whoever joins: only what comes next is published.
    const entry: Followed = { run, lastSeq: run.eventCount, watcher: null };
    try {
      entry.watcher = watch(artifactFolder(dataDir, run.artifactId), look);
      entry.watcher.on('error', () => undefined);
    } catch {
      // Its folder is not there yet: the next change of the store looks again.
    }
    followed.set(run.id, entry);
    return entry;
  };
  const lookNow = async (): Promise<void> => {
    if (isClosed) return;
    const foreign = (await store.findUnfinishedRuns()).filter(
      ({ id, state, eventBase }) => state === 'running' && eventBase !== null && !isOurs(id),
    );
    for (const run of foreign) {
      const known = followed.get(run.id);
      if (known === undefined) follow(run);
      else known.run = run;
    }
    for (const entry of [...followed.values()]) {
      await read(entry);
      if (foreign.some(({ id }) => id === entry.run.id)) continue;
      // It ended or was put aside: its last events are in the file by now.
      await read(entry);
      entry.watcher?.close();
      followed.delete(entry.run.id);
    }
  };
  const database = watch(dataDir, (_kind, name) => {
    if (name === null || DATABASE.test(name)) look();
  });
  database.on('error', report);
  look();
  return {
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      database.close();
      for (const { watcher } of followed.values()) watcher?.close();
      await looking;
    },
  };
}
