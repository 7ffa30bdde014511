import { onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { finishingInGroups } from './finish-group.ts';
import { migrate } from './migrator.ts';
import { createProject } from './projects.ts';
import { getRun, insertRun } from './runs.ts';
import { finished, project, run } from './test/records.ts';

async function counted(runs: number) {
  const db = await openDatabase(':memory:');
  onTestFinished(() => db.destroy());
  await migrate(db, { dataDir: null, backUp: async () => {} });
  await createProject(db, project());
  const ids = Array.from({ length: runs }, (_, at) => `r${at}`);
  for (const id of ids) await insertRun(db, run(id), null);
  const groups = { waits: 0 };
  const finish = finishingInGroups((work) => {
    groups.waits += 1;
    return db.transaction().execute(work);
  });
  return { db, ids, groups, finish };
}

/** As what was read of a disk comes back: each in a turn of its own, whose promises are settled before the next. */
const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => setImmediate(() => work().then(resolve, reject)));

test('ends that come one after the other, without anybody waiting between, wait for the disk once', async ({
  expect,
}) => {
  const { db, ids, groups, finish } = await counted(64);
  const ends = await Promise.all(ids.map((id) => inTurn(() => finish(finished(id)))));
  expect(ends).toEqual(ids.map(() => true));
  expect(groups.waits).toBe(1);
  expect((await getRun(db, 'r63'))?.state).toBe(finished('r63').state);
});

test.for([
  [63, 1],
  [64, 1],
  [65, 2],
] as const)('%i ends at once are %i groups: none is larger than 64', async ([runs, expected], { expect }) => {
  const { ids, groups, finish } = await counted(runs);
  await Promise.all(ids.map((id) => finish(finished(id))));
  expect(groups.waits).toBe(expected);
});

test('an end that comes alone does not wait for another', async ({ expect }) => {
  const { ids, groups, finish } = await counted(3);
  for (const id of ids) await finish(finished(id));
  expect(groups.waits).toBe(3);
});
