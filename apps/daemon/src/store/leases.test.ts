import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from './database.ts';
import { leaseCases } from './test/lease-cases.ts';
import { AT, project, run } from './test/records.ts';
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

test('a lease, a question and a key are rows that another engine can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jury-store-'));
  const file = join(folder, 'jury.db');
  const store = await openStore(file);
  const rows = new DatabaseSync(file);
  onTestFinished(async () => {
    rows.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  await store.createProject(project());
  await store.insertRun(run());
  expect(
    await store.leases.claim({ runId: 'r1', owner: 'me', now: 5, until: 9, gone: [], isAlone: true }),
  ).toBe(true);
  expect({ ...rows.prepare('select owner, owned_until, owns_project from runs').get() }).toEqual({
    owner: 'me',
    owned_until: 9,
    owns_project: 1,
  });
  await store.questions.ask([
    {
      id: 'r1.q',
      runId: 'r1',
      retry: null,
      protocol: 'loop',
      key: 'the same again',
      question: 'In?',
      issue: '',
      why: '',
      options: [{ label: 'Yes', description: '', pro: '', con: '' }],
      status: 'open',
      answer: null,
      answeredBy: null,
      askedAt: AT,
      answeredAt: null,
      deadlineAt: null,
    },
  ]);
  expect({ ...rows.prepare('select run_id, is_retry, question_key from questions').get() }).toEqual({
    run_id: 'r1',
    is_retry: 0,
    question_key: 'the same again',
  });
  await store.keyValues.set('k', 'v', null);
  expect({ ...rows.prepare('select value, expires_at from key_values').get() }).toEqual({
    value: 'v',
    expires_at: null,
  });
});

test('of a hundred runs that wait in a project, only the one that is asked for and the one that plays are looked at', async () => {
  const store = await open();
  await store.createProject(project());
  for (let n = 0; n < 100; n++) {
    const id = `w${n}`;
    await store.insertRun({ ...run(), id, artifactId: `a-${id}` }, { owner: `owner ${n}`, until: 100 });
  }
  await store.leases.claim({ runId: 'w7', owner: 'owner 7', now: 5, until: 100, gone: [], isAlone: true });
  const holders = await store.leases.holders('w50', 5);
  expect(holders.map(({ runId }) => runId).sort()).toEqual(['w50', 'w7']);
});

leaseCases('SQLite', open);
storeCases('SQLite', open);
