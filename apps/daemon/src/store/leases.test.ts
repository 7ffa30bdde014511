import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore } from './database.ts';
import { leaseCases } from './test/lease-cases.ts';
import { storeCases } from './test/store-cases.ts';

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'jury-store-'));
  const store = await openStore(join(folder, 'jury.db'));
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return store;
}

leaseCases('SQLite', open);
storeCases('SQLite', open);
