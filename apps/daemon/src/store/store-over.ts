/** The store over any engine that Kysely speaks to. */
import type { Kysely } from 'kysely';
import type { StoreError } from './errors.ts';
import { type Durably, finishingInGroups } from './finish-group.ts';
import type { KeyValues } from './key-values.ts';
import type { LeaseStore } from './leases.ts';
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  mergeProjectMetadata,
  renameProject,
} from './projects.ts';
import { deleteRun } from './prune.ts';
import { questionStore } from './questions.ts';
import { listMustFixes, listRounds, saveMustFixes, saveRound } from './rounds.ts';
import {
  changedRuns,
  findUnfinishedRuns,
  getRun,
  insertRun,
  latestRun,
  listAllRuns,
  listRuns,
  newestRuns,
  projectEventTotal,
  readCheckpoint,
  runFigures,
  runsWithEventsAfter,
  updateRun,
} from './runs.ts';
import type { Schema } from './schema.ts';
import type { Store } from './store.ts';

export interface StoreParts {
  /** The one place where what a driver throws becomes a `StoreError`. */
  toError(error: unknown): StoreError;
  /** What was written survives a power cut when it resolves. */
  durably: Durably;
  leases: LeaseStore;
  keyValues: KeyValues;
}

export function storeOver(db: Kysely<Schema>, parts: StoreParts): Store {
  const typed = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw parts.toError(error);
    }
  };
  const finish = finishingInGroups(parts.durably);
  return {
    createProject: (project) => typed(createProject(db, project)),
    getProject: (id) => typed(getProject(db, id)),
    listProjects: (page = {}) => typed(listProjects(db, page)),
    mergeProjectMetadata: (id, patch) => typed(mergeProjectMetadata(db, id, patch)),
    renameProject: (id, name) => typed(renameProject(db, id, name)),
    deleteProject: (id) => typed(deleteProject(db, id)),
    insertRun: (record, lease) => typed(insertRun(db, record, lease ?? null)),
    updateRun: (id, patch, owner) => typed(updateRun(db, id, patch, owner)),
    deleteRun: (id) => typed(deleteRun(db, id)),
    getRun: (id) => typed(getRun(db, id)),
    listRuns: (projectId, page = {}) => typed(listRuns(db, projectId, page)),
    listAllRuns: (filter) => typed(listAllRuns(db, filter)),
    runFigures: (since, limit) => typed(runFigures(db, since, limit)),
    latestRun: (protocol, subjectKey) => typed(latestRun(db, protocol, subjectKey)),
    checkpoint: (runId) => typed(readCheckpoint(db, runId)),
    newestRuns: (projectIds) => typed(newestRuns(db, projectIds)),
    findUnfinishedRuns: (projectId) => typed(findUnfinishedRuns(db, projectId)),
    changedRuns: (since) => typed(changedRuns(db, since)),
    runsWithEventsAfter: (projectId, sinceId) => typed(runsWithEventsAfter(db, projectId, sinceId)),
    projectEventTotal: (projectId) => typed(projectEventTotal(db, projectId)),
    saveRound: (runId, round, owner) => typed(saveRound(db, runId, round, owner)),
    listRounds: (runId) => typed(listRounds(db, runId)),
    saveMustFixes: (runId, list, owner) => typed(saveMustFixes(db, runId, list, owner)),
    listMustFixes: (runId) => typed(listMustFixes(db, runId)),
    finishRun: (finished) => typed(finish(finished)),
    leases: typedPort(parts.leases, typed),
    questions: typedPort(questionStore(db), typed),
    keyValues: typedPort(parts.keyValues, typed),
    close: () => typed(db.destroy()),
  };
}

/** The same port, with every rejection a `StoreError`. */
function typedPort<Port extends object>(
  port: Port,
  typed: <Result>(work: Promise<Result>) => Promise<Result>,
): Port {
  return Object.fromEntries(
    Object.entries(port).map(([name, method]: [string, (...args: unknown[]) => Promise<unknown>]) => [
      name,
      (...args: unknown[]) => typed(method(...args)),
    ]),
  ) as Port;
}
