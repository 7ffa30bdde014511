/** A task folder: its brief, its manifest, and where each phase's run leaves what it made. */

import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  ClarificationItemSchema,
  TASK_PHASES,
  type TaskPhase,
} from '@design-jury/contracts/convergence/schema';
import { SAID_LANGUAGES } from '@design-jury/contracts/said/message';
import { z } from 'zod';
import { ForeignFileError } from '../../disk/foreign-file-error.ts';
import { checkoutOf, isWithin, projectOf, realPlace, scopeOf } from '../../disk/scope.ts';
import { makeFolder, type OutRules, writeOut } from '../../disk/write-out.ts';
import { issueSentence } from '../../issue-words.ts';
import { readDecodedIfThere } from '../../measure/model/text-bytes.ts';
import { readDocument, tooMuch } from '../documents/document.ts';
import { settledByHand } from './clarifications.ts';

export class TaskError extends Error {
  override name = 'TaskError';
}

/** The task is there and says nothing that could be judged: no mistake in how it was asked for. */
export class NothingToJudgeError extends TaskError {}

const MAX_BRIEF = 1_000_000;

const ManifestSchema = z.strictObject({
  key: z.string().min(1).max(120),
  /** The project the task is about, relative to the manifest. @default the folder the command runs in */
  project: z.string().min(1).max(1_000).optional(),
  workers: z.array(z.string().min(1).max(64)).max(8).optional(),
  critic: z.string().max(64).optional(),
  maxRounds: z.int().optional(),
  plan: z.string().min(1).max(1_000).optional(),
  language: z.enum(SAID_LANGUAGES).optional(),
  /** How the rounds are held; what the command line says goes before it. */
  convergence: z
    .strictObject({
      enabled: z.boolean().optional(),
      maxRounds: z.int().min(1).max(3).optional(),
      /** Only where votes are readings: attacks always open the sources. */
      verificationMode: z.enum(['lightweight', 'full-reanalysis']).optional(),
      adversarial: z.boolean().optional(),
      critic: z
        .strictObject({
          provider: z.string().min(1).max(64).optional(),
          /** What the critic is run with. @default the agent's own choice */
          model: z.string().min(1).max(200).optional(),
        })
        .optional(),
      planBodyVerification: z
        .strictObject({
          enabled: z.boolean().optional(),
          /** Votes on the plan, with a mended draft or a second look between them. @default 1 */
          maxRounds: z.int().min(1).max(3).optional(),
        })
        .optional(),
    })
    .optional(),
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
  const brief = taskText(folder, 'brief.md', scopeOf(briefFile, cwd));
  if (brief === null) throw new TaskError(`${folder} has no brief.md; write what the task is about into it`);
  if (brief.trim() === '')
    throw new NothingToJudgeError(`${briefFile} is empty; write what the task is about into it`);
  const much = tooMuch(readDocument(brief));
  if (much !== null) throw new NothingToJudgeError(`${briefFile} cannot be judged: ${much}`);
  const manifest = readManifest(folder, scopeOf(briefFile, cwd));
  return {
    folder,
    key: manifest.key,
    brief,
    manifest,
    project: manifest.project === undefined ? cwd : projectOfTask(folder, manifest.project, cwd),
  };
}

/** A project that is not there cannot be looked at: nothing would be missing from it that it does not have. */
export async function checkProject(project: string): Promise<void> {
  const info = await stat(project).catch(() => null);
  if (info === null) throw new TaskError(`the project folder ${project} does not exist; check its path`);
  if (!info.isDirectory()) throw new TaskError(`the project ${project} is not a folder; name the folder`);
}

/** UTF-8, or the one-byte letters of older programs; null where it is no text. */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return CONTROL.test(text) ? null : text;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no text has
const CONTROL = /[\u0001-\u0008\u000e-\u001a\u001c-\u001f\u0081\u008d\u008f\u0090\u009d]/;

/** A task that a project brings along may be a stranger's: what it is about lies in that project. */
function projectOfTask(folder: string, named: string, cwd: string): string {
  const place = resolve(folder, named);
  const scope = scopeOf(folder, cwd);
  if (scope === null) return place;
  const real = realPlace(place);
  if ([scope, projectOf(cwd)].some((root) => isWithin(realPlace(root), real))) return place;
  throw new TaskError(
    `${join(folder, 'manifest.json')}: project: ${JSON.stringify(named.slice(0, 200))} leads out of the project; keep the task outside of it to name another`,
  );
}

/** Null where there is no such file. */
function taskText(folder: string, name: string, within: string | null): string | null {
  try {
    return readDecodedIfThere(join(folder, name), { maxBytes: MAX_BRIEF, within });
  } catch (error) {
    if (!(error instanceof ForeignFileError)) throw error;
    if (error.reason === 'not_text')
      throw new NothingToJudgeError(`${join(folder, name)}: ${error.why}; write the task as Markdown`, {
        cause: error,
      });
    throw new TaskError(`${join(folder, name)}: ${error.why}`, { cause: error });
  }
}

function readManifest(folder: string, within: string | null): Manifest {
  const file = join(folder, 'manifest.json');
  const text = taskText(folder, 'manifest.json', within);
  if (text === null) return { key: basename(folder) };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new TaskError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const parsed = ManifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TaskError(`${file}: ${issue === undefined ? 'it cannot be read' : issueSentence(issue)}`);
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

/** A phase writes into its task's folder and nowhere else, whatever links lie in it. */
export function taskRules(taskFolder: string): OutRules {
  return { within: checkoutOf(taskFolder) ?? taskFolder };
}

export async function makePhaseFolder(taskFolder: string, phase: TaskPhase): Promise<PhaseFolder> {
  const made = phaseFolder(taskFolder, phase);
  for (const folder of [made.states, made.workerResults]) await makeFolder(folder, taskRules(taskFolder));
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
  const text = taskText(folder, 'clarifications.json', checkoutOf(folder) ?? folder);
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
  throw new TaskError(`${file}: ${issue === undefined ? 'it cannot be read' : issueSentence(issue)}`);
}

export async function writeClarifications(
  { folder }: Pick<Task, 'folder'>,
  items: readonly z.infer<typeof ClarificationItemSchema>[],
): Promise<void> {
  const file = join(folder, 'clarifications.json');
  await writeOut(file, `${JSON.stringify(items, null, 2)}\n`, taskRules(folder));
}
