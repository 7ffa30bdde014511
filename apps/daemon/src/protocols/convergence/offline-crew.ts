/**
 * The workers without a model as a run hires them: in a small project they work here; in a large one, and in a process that
 * has others to answer, in a thread that is ended when they compute too long. What a stranger's files make of a pattern is
 * not known beforehand.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MeasuringThreads } from '../../measure/threads/threads.ts';
import { CommandRuns } from './commands.ts';
import type { Comparison } from './facts/contradictions.ts';
import { OFFLINE_IDS, type OfflineId } from './offline-ids.ts';
import type { OfflineAnswered, OfflineInput, OfflineQuestion } from './offline-task.ts';
import { offlineWorker, type RunCommand } from './offline-workers.ts';
import { listFiles } from './project-look.ts';
import type { TaskMaterial, VoterResult, Worker, WorkerListener } from './worker.ts';

const TASK = new URL('./offline-task.ts', import.meta.url);
/** Of a project and its brief: read within seconds, whatever stands in it. */
const SMALL_BYTES = 64_000;
/** Of the processor, for one answer: the largest project that is read at all takes a quarter of it. */
const ANSWER_LIMIT_MS = 180_000;

export function offlineWorkers(
  env: Readonly<Record<string, string | undefined>>,
  listener: (id: string) => WorkerListener | undefined = () => undefined,
  threads: MeasuringThreads | null = null,
): Worker[] {
  const commands = new CommandRuns(env);
  return OFFLINE_IDS.map((id) => {
    const heard = listener(id);
    const run: RunCommand = (command, project, signal) =>
      commands.run(command, project, signal, (message) =>
        heard?.heard({ type: 'notice', kind: 'progress', message }),
      );
    const here = offlineWorker(id, run);
    return threads === null ? here : placed(here, elsewhere(id, threads, run), threads);
  });
}

type OfflineWorker = Required<Omit<Worker, 'draftPlan'>>;

/** Decided once, by the first task it is asked about. */
function placed(here: OfflineWorker, there: OfflineWorker, threads: MeasuringThreads): OfflineWorker {
  let chosen: Promise<OfflineWorker> | null = null;
  const at = (task: TaskMaterial): Promise<OfflineWorker> => {
    chosen ??= (threads.serves ? Promise.resolve(false) : isSmall(task)).then((small) =>
      small ? here : there,
    );
    return chosen;
  };
  return {
    id: here.id,
    name: here.name,
    kind: here.kind,
    analyse: async (task, signal) => (await at(task)).analyse(task, signal),
    verify: async (task, items, signal) => (await at(task)).verify(task, items, signal),
    votePlan: async (task, plan, signal) => (await at(task)).votePlan(task, plan, signal),
    voteCandidates: async (task, candidates, signal) =>
      (await at(task)).voteCandidates(task, candidates, signal),
    cannotJudge: async (task, items) => (await at(task)).cannotJudge(task, items),
  };
}

async function isSmall({ project, brief }: TaskMaterial): Promise<boolean> {
  const { files, isWhole } = await listFiles(project);
  let bytes = brief.length;
  for (const path of files) {
    if (!isWhole || bytes > SMALL_BYTES) return false;
    bytes += (await stat(join(project, path)).catch(() => null))?.size ?? 0;
  }
  return bytes <= SMALL_BYTES;
}

function elsewhere(id: OfflineId, threads: MeasuringThreads, run: RunCommand): OfflineWorker {
  let comparison: Comparison | null = null;
  const ask = async <Value>(
    question: OfflineQuestion,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Value> => {
    const input: OfflineInput = { id, comparison };
    const outside = (call: unknown): Promise<unknown> => run(call as string, question.task.project, signal);
    const options = { signal, limitMs: ANSWER_LIMIT_MS };
    const answered = (await threads.ask(TASK, { input, question, outside }, options)) as OfflineAnswered;
    comparison = answered.comparison ?? comparison;
    return answered.value as Value;
  };
  type Said<Key extends 'analyse' | 'verify' | 'votePlan' | 'voteCandidates'> = Awaited<
    ReturnType<OfflineWorker[Key]>
  >;
  const failed = (error: unknown): VoterResult<never> => ({
    status: 'error',
    error: `what it was given to read could not be read in time: ${error instanceof Error ? error.message : String(error)}`,
    attempts: 1,
  });
  return {
    ...offlineWorker(id, run),
    analyse: (task, signal) => ask<Said<'analyse'>>({ type: 'analyse', task }, signal).catch(failed),
    verify: (task, items, signal) =>
      ask<Said<'verify'>>({ type: 'verify', task, items }, signal).catch(failed),
    votePlan: (task, plan, signal) =>
      ask<Said<'votePlan'>>({ type: 'votePlan', task, plan }, signal).catch(failed),
    voteCandidates: (task, candidates, signal) =>
      ask<Said<'voteCandidates'>>({ type: 'voteCandidates', task, candidates }, signal).catch(failed),
    // What it could not look at it cannot judge.
    cannotJudge: (task, items) =>
      ask<readonly string[]>({ type: 'cannotJudge', task, items }).catch(() =>
        items.map(({ finding }) => finding.id),
      ),
  };
}
