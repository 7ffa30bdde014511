/** The store of a fleet: the same queries as the embedded one, on PostgreSQL. */
import { sqliteKeyValues as keyValuesOver } from '../key-values.ts';
import type { Store } from '../store.ts';
import { storeOver } from '../store-over.ts';
import type { Connection } from './connect.ts';
import { type LeaseTime, postgresLeases } from './leases.ts';
import { patiently } from './patience.ts';

export interface FleetStoreOptions {
  /** Milliseconds since the epoch, by the database's clock. */
  clock: () => number;
  /** @default the database's */
  leaseTime?: LeaseTime;
  /** How long a database that is away is waited for. @default 20 s */
  patienceMs?: number;
  /** Something that lists show has changed. @default nobody hears it */
  onChange?: () => void;
}

/** What comes to the same when it is done twice: a lost answer is asked for again. */
const REPEATABLE = [
  'getProject',
  'listProjects',
  'getRun',
  'updateRun',
  'listRuns',
  'listAllRuns',
  'latestRun',
  'checkpoint',
  'newestRuns',
  'findUnfinishedRuns',
  'changedRuns',
  'runsWithEventsAfter',
  'projectEventTotal',
  'saveRound',
  'listRounds',
  'saveMustFixes',
  'listMustFixes',
  'finishRun',
] as const satisfies (keyof Store)[];
/** What lists show. */
const CHANGES = [
  'createProject',
  'mergeProjectMetadata',
  'renameProject',
  'deleteProject',
  'insertRun',
  'updateRun',
  'deleteRun',
  'finishRun',
] as const;

type Method = (...args: unknown[]) => Promise<unknown>;

export function fleetStore({ db, toError, close }: Connection, options: FleetStoreOptions): Store {
  const store = storeOver(db, {
    toError,
    durably: (work) => db.transaction().execute(work),
    leases: postgresLeases(db, options.leaseTime),
    keyValues: keyValuesOver(db, options.clock),
  });
  const patience = options.patienceMs === undefined ? {} : { limitMs: options.patienceMs };
  const methods = { ...store } as unknown as Record<string, Method>;
  for (const name of REPEATABLE) {
    const method = methods[name] as Method;
    methods[name] = (...args) => patiently(() => method(...args), patience);
  }
  for (const name of CHANGES) {
    const method = methods[name] as Method;
    methods[name] = async (...args) => {
      const result = await method(...args);
      options.onChange?.();
      return result;
    };
  }
  return { ...(methods as unknown as Store), close };
}
