/** From what a protocol's start asks for to a record that can be stored. */
import { randomUUID } from 'node:crypto';
import type { Project, RunRecord } from '@design-jury/contracts/run';
import type { Store } from '../store/store.ts';
import type { Attachment } from './context.ts';

/** A run as its protocol's own start asks for it. */
export interface NewRun {
  protocol: string;
  /** A project, one that is not stored yet, or null for the one of `subjectKey`. */
  project: string | Project | null;
  title: string;
  subjectKey: string;
  agent: string;
  model: string | null;
  config: Record<string, unknown>;
  /** Stored as JSON beside the log. */
  request: unknown;
  /** Not stored. @default {} */
  attachment?: Attachment;
  /** What else the record of this protocol has. @default {} */
  details?: Record<string, unknown>;
  id?: string;
  /** Names the run's folder, where its documents lie already; with the run refused the folder is gone. @default a new one */
  artifactId?: string;
  retryOf?: string;
}

export function newArtifactId(): string {
  return `a-${randomUUID()}`;
}

export type ProjectOfRun = { id: string; isNew: false } | { id: string; isNew: true; project: Project };

const LONGEST_NAME = 200;

/** The project that was named, or the one of earlier runs about the same subject, or a new one. */
export async function projectOf(
  store: Pick<Store, 'latestRun'>,
  { project, protocol, subjectKey, title }: NewRun,
  at: string,
): Promise<ProjectOfRun> {
  if (typeof project === 'string') return { id: project, isNew: false };
  if (project !== null) return { id: project.id, isNew: true, project };
  const known = await store.latestRun(protocol, subjectKey);
  if (known !== null) return { id: known.projectId, isNew: false };
  const id = `p-${randomUUID()}`;
  return { id, isNew: true, project: { id, name: title.slice(-LONGEST_NAME), metadata: {}, createdAt: at } };
}

export function newRecord(order: NewRun, projectId: string, at: string): RunRecord {
  return {
    ...order.details,
    id: order.id ?? `r-${randomUUID()}`,
    ...(order.retryOf !== undefined && { retryOf: order.retryOf }),
    projectId,
    artifactId: order.artifactId ?? newArtifactId(),
    protocol: order.protocol,
    state: 'queued',
    title: order.title,
    subjectKey: order.subjectKey,
    outcome: null,
    exitCode: null,
    agent: order.agent,
    model: order.model,
    config: order.config,
    cause: null,
    recoveryReason: null,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
    eventBase: null,
    eventCount: 0,
    createdAt: at,
    startedAt: null,
    updatedAt: at,
    endedAt: null,
  };
}
