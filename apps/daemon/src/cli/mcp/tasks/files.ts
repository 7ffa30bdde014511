/** Tasks on the disk: one file each in the data folder, so that they outlive the process that serves them. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readKept } from '../../../disk/foreign-file.ts';
import { writeOut } from '../../../disk/write-out.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../../home/rights.ts';
import { makeFolders } from '../../../make-folders.ts';
import { TASK_TTL_MS, type TaskRecord, TaskRecordSchema } from './record.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FILE = /^[0-9a-f-]{36}\.json$/;
/** The oldest go first when there would be more. */
export const MOST_TASKS = 1_000;
/** Far above any answer of ours. */
const MAX_TASK_BYTES = 64 * 1024 ** 2;

export interface TaskFiles {
  write(task: TaskRecord): Promise<void>;
  /** Null for what is unknown, or damaged. */
  read(id: string): Promise<TaskRecord | null>;
  /** Forgets what is past its time, and what is too much. */
  prune(now: number): Promise<void>;
}

export function taskFiles(dataDir: string): TaskFiles {
  const folder = join(dataDir, 'mcp-tasks');
  const place = (id: string): string => join(folder, `${id}.json`);
  return {
    async write(task) {
      await makeFolders(folder, PRIVATE_FOLDER);
      await writeOut(place(task.id), JSON.stringify(task), { within: null, mode: PRIVATE_FILE });
    },
    async read(id) {
      if (!ID.test(id)) return null;
      try {
        const bytes = readKept(folder, `${id}.json`, MAX_TASK_BYTES);
        return bytes === null ? null : TaskRecordSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
      } catch {
        return null;
      }
    },
    async prune(now) {
      const names = (await readdir(folder).catch(() => [])).filter((name) => FILE.test(name));
      const aged = await Promise.all(
        names.map(async (name) => ({
          name,
          at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
        })),
      );
      aged.sort((a, b) => b.at - a.at);
      const over = aged.filter(({ at }, index) => index >= MOST_TASKS - 1 || now - at > TASK_TTL_MS);
      await Promise.all(over.map(({ name }) => rm(join(folder, name), { force: true })));
    },
  };
}
