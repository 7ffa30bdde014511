/** A task folder: its brief, its manifest, and where each phase's run leaves what it made. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  ClarificationItemSchema,
  TASK_PHASES,
  type TaskPhase,
} from '@design-jury/contracts/convergence/schema';
import { z } from 'zod';
import { settledByHand } from './clarifications.ts';

export class TaskError extends Error {
  override name = 'TaskError';
}

const MAX_BRIEF = 1_000_000;

const ManifestSchema = z.strictObject({
  key: z.string().min(1).max(120),
  /** The project the task is about, relative to the manifest. @default the folder the command runs in */
  project: z.string().min(1).max(1_000).optional(),
  workers: z.array(z.string().min(1).max(64)).max(8).optional(),
  critic: z.string().max(64).optional(),
  maxRounds: z.int().optional(),
  plan: z.string().min(1).max(1_000).optional(),
  language: z.enum(['en', 'ko']).optional(),
});
export type Manifest = z.infer<typeof ManifestSchema>;

export interface Task {
  folder: string;
  key: string;
  brief: string;
  manifest: Manifest;
  /** Absolute. */
  project: string;
}

/** `brief.md` must be there; `manifest.json` may be. */
export async function readTask(folder: string, cwd: string): Promise<Task> {
  const briefFile = join(folder, 'brief.md');
  const info = await stat(briefFile).catch(() => null);
  if (info === null) throw new TaskError(`${folder} has no brief.md; write what the task is about into it`);
  if (info.size > MAX_BRIEF)
    throw new TaskError(`${briefFile} has ${info.size} bytes; at most ${MAX_BRIEF} are read`);
  const brief = await readFile(briefFile, 'utf8');
  if (brief.trim() === '') throw new TaskError(`${briefFile} is empty; write what the task is about into it`);
  const manifest = await readManifest(join(folder, 'manifest.json'), basename(folder));
  return {
    folder,
    key: manifest.key,
    brief,
    manifest,
    project: resolve(manifest.project === undefined ? cwd : folder, manifest.project ?? '.'),
  };
}

async function readManifest(file: string, fallbackKey: string): Promise<Manifest> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return { key: fallbackKey };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new TaskError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const parsed = ManifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TaskError(`${file}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}

/** Where a phase of the task leaves what it made. */
export interface PhaseFolder {
  /** `<task>/runs/<phase>` */
  folder: string;
  states: string;
  workerResults: string;
  /** Without its ending; each run has a numbered one beside it. */
  latestReport: string;
}

export function phaseFolder(taskFolder: string, phase: TaskPhase): PhaseFolder {
  const folder = join(taskFolder, 'runs', phase);
  return {
    folder,
    states: join(folder, 'state'),
    workerResults: join(folder, 'worker-results'),
    latestReport: join(folder, 'final-report'),
  };
}

export async function makePhaseFolder(taskFolder: string, phase: TaskPhase): Promise<PhaseFolder> {
  const made = phaseFolder(taskFolder, phase);
  await mkdir(made.states, { recursive: true });
  await mkdir(made.workerResults, { recursive: true });
  return made;
}

export function phaseOf(text: string): TaskPhase | null {
  return TASK_PHASES.find((phase) => phase === text) ?? null;
}

const ClarificationsSchema = z.array(ClarificationItemSchema);

/** Answers a person gave in an earlier run of the task flow back into the next one. */
export async function readClarifications({
  folder,
}: Pick<Task, 'folder'>): Promise<z.infer<typeof ClarificationsSchema>> {
  const text = await readFile(join(folder, 'clarifications.json'), 'utf8').catch(() => null);
  if (text === null) return [];
  const file = join(folder, 'clarifications.json');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new TaskError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const parsed = ClarificationsSchema.safeParse(json);
  if (parsed.success) return settledByHand(parsed.data);
  const [issue] = parsed.error.issues;
  throw new TaskError(`${file}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}

export async function writeClarifications(
  { folder }: Pick<Task, 'folder'>,
  items: readonly z.infer<typeof ClarificationItemSchema>[],
): Promise<void> {
  await writeFile(join(folder, 'clarifications.json'), `${JSON.stringify(items, null, 2)}\n`);
}
