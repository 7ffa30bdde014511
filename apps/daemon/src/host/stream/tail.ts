/**
 * Runs of other processes, as they write: their logs are followed by the file system's own notices, and what they
 * say goes onto this process's bus like anything else. Nobody asks the store or a file at intervals: that the store has
 * changed, by any process, is announced to whoever shows a list of what is in it.
 */
import { type FSWatcher, watch } from 'node:fs';
import { STORE_CHANGED_EVENT } from '@design-jury/contracts/http';
import type { RunRecord } from '@design-jury/contracts/run';
import type { Store } from '../../store/store.ts';
import { artifactFolder } from '../artifacts/artifacts.ts';
import { LogFollower } from '../log/follow.ts';
import { type Bus, EVERY_PROJECT } from './bus.ts';

/** Writes of a moment are one look. */
const SETTLE_MS = 20;
const DATABASE = /^jury\.db(-wal)?$/;
/** Two processes may commit in another order than the times they wrote. */
const LATE_MS = 5_000;

export interface TailOptions {
  dataDir: string;
  store: Pick<Store, 'changedRuns'>;
  bus: Bus;
  clock: () => number;
  /** Runs of this process publish for themselves. */
  isOurs: (runId: string) => boolean;
  report: (error: unknown) => void;
}

export interface Tail {
  /** What others have said until now is published when this resolves. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

interface Followed {
  log: LogFollower;
  watcher: FSWatcher | null;
  updatedAt: string;
  isOver: boolean;
}

/** What was said before it resolves is in the logs for whoever joins: only what comes next is published. */
export async function tailRuns(options: TailOptions): Promise<Tail> {
  const { dataDir, store, bus, clock, isOurs, report } = options;
  const followed = new Map<string, Followed>();
  let since = new Date(clock() - LATE_MS).toISOString();
  let isFirst = true;
  let hasStoreChanged = false;
  let isClosed = false;
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  const catchUp = (): Promise<void> => {
    looking = looking.then(look).catch(report).then(announceChange);
    return looking;
  };
  const wake = (): void => {
    if (timer !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      void catchUp();
    }, SETTLE_MS);
    timer.unref();
  };
  const follow = (run: RunRecord): Followed => {
    const folder = artifactFolder(dataDir, run.artifactId);
    // The row still says how many events there were before the run was resumed.
    const said = run.state === 'running' ? run.eventCount : 0;
    const entry: Followed = {
      log: new LogFollower(folder, said),
      watcher: null,
      updatedAt: '',
      isOver: false,
    };
    followed.set(run.id, entry);
    if (run.state !== 'running') return entry;
    try {
      entry.watcher = watch(folder, wake);
      entry.watcher.on('error', () => undefined);
    } catch {
      // Its folder is not there yet: the next change of the store looks again.
      followed.delete(run.id);
    }
    return entry;
  };
  const publish = async (run: RunRecord, entry: Followed, isSilent: boolean): Promise<void> => {
    const { projectId, id: runId, eventBase } = run;
    for await (const { event, line } of entry.log.read()) {
      const id = (eventBase ?? 0) + event.seq;
      // Ids of a project only grow: what is not newer was published before, by us or from here.
      if (!isSilent && id > bus.lastId(projectId)) bus.publish({ projectId, runId, id, event, line });
    }
  };
  const look = async (): Promise<void> => {
    if (isClosed) return;
    // A clock that went back stamps what comes next with times that are past already.
    const lately = new Date(clock() - LATE_MS).toISOString();
    if (lately < since) since = lately;
    let newest = since;
    for (const run of await store.changedRuns(since)) {
      if (run.updatedAt > newest) newest = run.updatedAt;
      if (isOurs(run.id)) {
        leave(run.id);
        continue;
      }
      const isOver = run.state !== 'running';
      // Put aside, and taken up by another process.
      if (!isOver && followed.get(run.id)?.isOver === true) leave(run.id);
      const entry = followed.get(run.id) ?? follow(run);
      if (entry.isOver && entry.updatedAt === run.updatedAt) continue;
      // A run that ended or was put aside had written its last events before its row said so.
      // One log that cannot be read does not silence the others.
      await publish(run, entry, isFirst).catch(report);
      entry.updatedAt = run.updatedAt;
      entry.isOver = isOver;
      if (isOver) entry.watcher?.close();
    }
    isFirst = false;
    const late = new Date(Date.parse(newest) - LATE_MS).toISOString();
    if (late > since) since = late;
    for (const [id, entry] of followed) if (entry.isOver && entry.updatedAt < since) followed.delete(id);
  };
  const announceChange = (): void => {
    if (!hasStoreChanged) return;
    hasStoreChanged = false;
    bus.announce({ projectId: EVERY_PROJECT, runId: '', name: STORE_CHANGED_EVENT, data: {} });
  };
  const leave = (runId: string): void => {
    followed.get(runId)?.watcher?.close();
    followed.delete(runId);
  };

  const database = watch(dataDir, (_kind, name) => {
    if (name !== null && !DATABASE.test(name)) return;
    hasStoreChanged = true;
    wake();
  });
  database.on('error', report);
  await catchUp();
  return {
    catchUp,
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      database.close();
      for (const { watcher } of followed.values()) watcher?.close();
      await looking;
    },
  };
}
