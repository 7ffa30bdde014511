import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ServedTool, textResult } from '../served-tool.ts';
import { type TaskDesk, type TaskDeskOptions, taskDesk } from './desk.ts';
import { MOST_TASKS, taskFiles } from './files.ts';
import { isOver, type TaskRecord } from './record.ts';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'jury-tasks-'));
  folders.push(made);
  return made;
};
const desks: TaskDesk[] = [];
/** A task is over before that is on the disk: whoever takes the folder away waits for the desk. */
const openDesk = (options: TaskDeskOptions): TaskDesk => {
  const desk = taskDesk(options);
  desks.push(desk);
  return desk;
};
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const STEP = { input: {}, state: null, responses: {}, run: null };
const served = (call: ServedTool['call']): ServedTool => ({
  name: 'work',
  description: 'works',
  input: z.object({}),
  tasks: 'offered',
  call,
});

async function settled(get: () => Promise<TaskRecord | null>, is: (task: TaskRecord) => boolean = isOver) {
  return expect
    .poll(async () => {
      const task = await get();
      return task !== null && is(task);
    })
    .toBe(true)
    .then(get);
}

test('a task of a process that is gone is taken up with what it had begun; one that lives keeps its own', async () => {
  const dataDir = folder();
  const seen: (string | null)[] = [];
  const tool = served(async ({ run, began }) => {
    seen.push(run);
    await began('r-1');
    return textResult('done');
  });
  const files = taskFiles(dataDir);
  const first = openDesk({ dataDir, tools: [tool] });
  const made = await first.create(tool, STEP, new Set());
  await settled(() => first.get(made.id));
  const gone = { ...made, owner: 'elsewhere/boot/1/1', step: { ...STEP, run: 'r-0' } };
  await files.write(gone);
  // Of another machine nobody can tell.
  expect(await openDesk({ dataDir, tools: [tool] }).get(made.id)).toMatchObject({ status: 'working' });
  const [host, boot] = made.owner.split('/');
  await files.write({ ...gone, owner: `${host}/${boot}/1/never` });
  const next = openDesk({ dataDir, tools: [tool] });
  expect(await settled(() => next.get(made.id))).toMatchObject({ status: 'completed' });
  expect(seen).toEqual([null, 'r-0']);
});

test('answers may come one by one; unknown keys are passed over; the work goes on once all are there', async () => {
  const dataDir = folder();
  const tool = served(async ({ responses }) =>
    Object.keys(responses).length === 0
      ? { ask: { a: { method: 'roots/list' }, b: { method: 'roots/list' } }, state: { of: 'the tool' } }
      : textResult(JSON.stringify(responses)),
  );
  const desk = openDesk({ dataDir, tools: [tool] });
  const { id } = await desk.create(tool, STEP, new Set());
  await settled(
    () => desk.get(id),
    ({ status }) => status === 'input_required',
  );
  expect(await desk.update(id, { a: 1, other: 2 })).toMatchObject({
    status: 'input_required',
    ask: { b: {} },
  });
  await desk.update(id, { b: 3 });
  expect(await settled(() => desk.get(id))).toMatchObject({
    status: 'completed',
    result: { content: [{ text: '{"a":1,"b":3}' }] },
  });
});

test('cancelling ends the work and stays; putting aside leaves it to the next process', async () => {
  const dataDir = folder();
  const waiting = served(
    ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
  );
  const desk = openDesk({ dataDir, tools: [waiting] });
  const one = await desk.create(waiting, STEP, new Set());
  expect(await desk.cancel(one.id)).toMatchObject({ status: 'cancelled' });
  expect(await desk.cancel(one.id)).toMatchObject({ status: 'cancelled' });
  const two = await desk.create(waiting, STEP, new Set());
  await desk.close();
  expect(await taskFiles(dataDir).read(two.id)).toMatchObject({ status: 'working' });
  expect(await taskFiles(dataDir).read('../../etc/passwd')).toBeNull();
});

test(`at most ${MOST_TASKS} tasks are kept: the oldest make room`, async () => {
  const dataDir = folder();
  const tool = served(async () => textResult('done'));
  const desk = openDesk({ dataDir, tools: [tool] });
  const made = await desk.create(tool, STEP, new Set());
  await settled(() => desk.get(made.id));
  const files = taskFiles(dataDir);
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  for (let n = 0; n < MOST_TASKS + 5; n += 1) await files.write({ ...made, id: id(n) });
  await files.prune(Date.now());
  expect(readdirSync(join(dataDir, 'mcp-tasks'))).toHaveLength(MOST_TASKS - 1);
});
