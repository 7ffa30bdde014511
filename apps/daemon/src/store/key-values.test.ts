import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase } from './database.ts';
import { sqliteKeyValues } from './key-values.ts';
import { migrate } from './migrator.ts';
import { keyValuesContract } from './test/key-values-contract.ts';

keyValuesContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jury-kv-'));
  const db = await openDatabase(join(folder, 'jury.db'));
  await migrate(db);
  let ahead = 0;
  onTestFinished(async () => {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    keyValues: sqliteKeyValues(db, () => Date.now() + ahead),
    pass: async (ms) => {
      ahead += ms;
    },
  };
});
