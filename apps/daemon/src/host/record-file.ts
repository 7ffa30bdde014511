/**
 * A copy of what the database says of a run and of a project, beside the files they are about: the database can be made anew
 * from them. A copy is written after its row; one that could not be written is reported, and the row stands.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ID_PATTERN, IdSchema } from '@design-jury/contracts/http';
import {
  type Project,
  ProjectSchema,
  RunMustFixSchema,
  RunRecordSchema,
  RunRoundSchema,
  TheaterRunSchema,
} from '@design-jury/contracts/run';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { artifactFolder } from './artifacts/artifacts.ts';

export const RECORD_FILE = 'run.json';
export const PROJECTS_FOLDER = 'projects';

export const StoredRecordSchema = z.object({
  run: z.union([TheaterRunSchema, RunRecordSchema]),
  rounds: z.array(RunRoundSchema),
  mustFixes: z.array(RunMustFixSchema),
  /** How it ended, as far as the record itself does not say it; null while it is not over. */
  end: z.object({ transcriptPath: z.string().nullable(), protocolVersion: z.int().nullable() }).nullable(),
});
export type StoredRecord = z.infer<typeof StoredRecordSchema>;
/** Its id is the name of its file. */
export const StoredProjectSchema = ProjectSchema.extend({ id: IdSchema });

export interface RecordingOptions {
  dataDir: string;
  report: (error: unknown) => void;
}

/** Nobody waits for a copy, but for `close`; the copies of one run or project are written one after the other. */
export function recordingStore(store: Store, { dataDir, report }: RecordingOptions): Store {
  const writing = new Map<string, Promise<void>>();
  const note = (id: string, write: () => Promise<void>): void => {
    const written = (writing.get(id) ?? Promise.resolve()).then(write).catch(report);
    writing.set(id, written);
    void written.then(() => {
      if (writing.get(id) === written) writing.delete(id);
    });
  };
  const noteRun = (runId: string, end: StoredRecord['end'] = null): void =>
    note(runId, async () => {
      const run = await store.getRun(runId);
      if (run === null) return;
      const [rounds, mustFixes] = [await store.listRounds(runId), await store.listMustFixes(runId)];
      const record: StoredRecord = { run, rounds, mustFixes, end };
      await writeWhole(artifactFolder(dataDir, run.artifactId), RECORD_FILE, record);
    });
  const noteProject = (project: Project): Project => {
    note(project.id, async () => {
      // A row may be somebody's own: nothing but this pattern makes a path.
      if (!ID_PATTERN.test(project.id))
        throw new Error(
          `${JSON.stringify(project.id.slice(0, 60))} is no id: no copy is kept of the project`,
        );
      await writeWhole(join(dataDir, PROJECTS_FOLDER), `${project.id}.json`, project);
    });
    return project;
  };
  return {
    ...store,
    createProject: async (project) => noteProject(await store.createProject(project)),
    mergeProjectMetadata: async (id, patch) => noteProject(await store.mergeProjectMetadata(id, patch)),
    renameProject: async (id, name) => noteProject(await store.renameProject(id, name)),
    async deleteProject(id) {
      await store.deleteProject(id);
      // After the copies that are still being written, so that none comes back.
      note(id, () => rm(join(dataDir, PROJECTS_FOLDER, `${id}.json`), { force: true }));
      await writing.get(id);
    },
    async deleteRun(id) {
      await writing.get(id);
      await store.deleteRun(id);
    },
    async insertRun(record, lease) {
      await store.insertRun(record, lease);
      noteRun(record.id);
    },
    async updateRun(id, patch, owner) {
      await store.updateRun(id, patch, owner);
      // Figures of a round change often, and the log has them.
      if (patch.state !== undefined || patch.eventBase !== undefined || patch.title !== undefined)
        noteRun(id);
    },
    async finishRun(finished) {
      const isFirst = await store.finishRun(finished);
      const { runId, transcriptPath, protocolVersion } = finished;
      if (isFirst) noteRun(runId, { transcriptPath, protocolVersion });
      return isFirst;
    },
    async close() {
      await Promise.all(writing.values());
      await store.close();
    },
  };
}

/** Under its name when it is complete; what is half written has another. */
async function writeWhole(folder: string, name: string, value: unknown): Promise<void> {
  const temporary = join(folder, `.${name}-${randomUUID()}.tmp`);
  const write = (): Promise<void> =>
    writeFile(temporary, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await write().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await write();
    });
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}
