/** One process at a time mends a data folder: two would each write the last word of the same run. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const LOCK_FILE = 'recovery.lock';
const RETRY_MS = 20;
/** Whoever holds it for longer is still at it; what it mends is then in good hands. */
const PATIENCE_MS = 30_000;

/**
 * Runs `work` while no other process does; null when another was busy for too long. The lock is SQLite's on an
 * empty file, because the kernel takes it back from a process that dies.
 */
export async function whileAlone<Result>(
  dataDir: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const lock = new DatabaseSync(join(dataDir, LOCK_FILE));
  try {
    for (let waited = 0; !taken(lock); waited += RETRY_MS) {
      if (waited >= PATIENCE_MS) return null;
      await delay(RETRY_MS);
    }
    return await work();
  } finally {
    lock.close();
  }
}

const SQLITE_BUSY = 5;

function taken(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
