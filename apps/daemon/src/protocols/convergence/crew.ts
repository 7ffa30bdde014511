/** Who works in a run, and before what: agents with a folder of their own, the two that need no model, and the task. */

import { join } from 'node:path';
import type { SaidLanguage } from '@design-jury/contracts/said/message';
import { MARK_VARIABLE } from '../../agents/process-group.ts';
import type { Agent } from '../../agents/session.ts';
import { PRIVATE_FOLDER } from '../../home/rights.ts';
import { makeFolders } from '../../make-folders.ts';
import type { MeasuringThreads } from '../../measure/threads/threads.ts';
import { requirementsOf } from './brief.ts';
import { criticOf } from './gap-critic.ts';
import { offlineWorkers } from './offline-crew.ts';
import { agentIds } from './offline-ids.ts';
import { profileOf } from './profiles.ts';
import { type ProjectPicture, pictureOf } from './project-audit.ts';
import { projectDigest } from './project-digest.ts';
import type { ConvergenceContext } from './protocol.ts';
import type { Report } from './report-parts.ts';
import { type PhaseRequest, requestOf } from './request.ts';
import { openTraces, type Traces } from './traces.ts';
import {
  agentWorker,
  type CriticWorker,
  type TaskMaterial,
  type Worker,
  type WorkerListener,
} from './worker.ts';

/** Long enough for an agent that reads a repository. */
const WORKER_TIMEOUT_MS = 600_000;

export interface ConvergenceServices {
  agent(id: string, model: string | null): Promise<Agent>;
  env: Readonly<Record<string, string | undefined>>;
  /** Null: the workers without a model work in this thread. */
  threads: MeasuringThreads | null;
  /** A report as a person reads it, by the ending of its file. */
  /** @param english the same report as its Markdown is in English: a page is made of it in any language */
  render(report: Report, english: Report, language: SaidLanguage): Promise<{ md: string; html: string }>;
}

/** What whoever started the run may hand over; the rest is made here. */
export interface ConvergenceAttachment {
  agents?: ReadonlyMap<string, Agent>;
  /** Workers that are no agents of the engine. */
  hired?: { workers: readonly Worker[]; critic: CriticWorker | null };
  /** A worker's notices and second tries, as they happen. */
  onNotice?: (worker: string, message: string) => void;
  /** The run's questions are left to the next run of the task. */
  closesQuestions?: boolean;
}

export interface Crew {
  task: TaskMaterial;
  workers: readonly Worker[];
  critic: CriticWorker | null;
  /** The project as it was before anybody of this process worked. */
  picture: ProjectPicture;
}

/** Rejects where somebody is not there. */
export async function hireCrew(context: ConvergenceContext, services: ConvergenceServices): Promise<Crew> {
  const request = requestOf(context);
  const { hired } = context.attachment as ConvergenceAttachment;
  const task = await materialOf(request);
  const traces = openTraces({
    clock: () => performance.now(),
    emit: async (trace) => {
      context.emit({ type: 'convergence.trace', ...trace });
      await context.settle();
    },
  });
  const { workers, critic } = hired ?? (await roster(context, services, request, traces));
  return {
    task,
    picture: await pictureOf(task.project),
    workers: workers.map((worker) => traces.watched(worker)),
    critic: critic === null ? null : traces.watchedCritic(critic),
  };
}

/** Each agent has a folder of its own in the run's: nothing of it is left in the project. */
async function roster(
  { run, folder, attachment }: ConvergenceContext,
  { agent, env, threads }: Pick<ConvergenceServices, 'agent' | 'env' | 'threads'>,
  request: PhaseRequest,
  traces: Traces,
): Promise<{ workers: Worker[]; critic: CriticWorker | null }> {
  const { agents, onNotice = () => {} } = attachment as ConvergenceAttachment;
  const listener = (id: string): WorkerListener => heardAlso(id, traces.listener(id), onNotice);
  // What a process that died has left of a command is found by this mark.
  const grounded = offlineWorkers({ ...env, [MARK_VARIABLE]: `${run.id}.commands` }, listener, threads);
  const hire = async (id: string, name: string) => {
    const workDir = join(folder, name);
    await makeFolders(workDir, PRIVATE_FOLDER);
    return agentWorker({
      // A critic with a model of its own is another agent than the worker of its name.
      agent: agents?.get(name) ?? agents?.get(id) ?? (await agent(id, null)),
      runId: run.id,
      workDir,
      timeoutMs: request.workerTimeoutMs ?? WORKER_TIMEOUT_MS,
      listener: listener(name),
    });
  };
  const workers: Worker[] = [];
  for (const { id } of request.workers)
    workers.push(grounded.find((worker) => worker.id === id) ?? (await hire(id, id)));
  const critic = criticOf(request);
  return { workers, critic: critic === null ? null : await hire(critic, `${critic}-critic`) };
}

/** Notices and second tries are heard at once; the lane tells the rest. */
function heardAlso(
  id: string,
  lane: WorkerListener,
  onNotice: (worker: string, message: string) => void,
): WorkerListener {
  return {
    heard(delta) {
      if (delta.type === 'notice') onNotice(id, delta.message);
      lane.heard(delta);
    },
    askedAgain(cause) {
      onNotice(id, `no usable answer (${cause}); it is asked once more`);
      lane.askedAgain(cause);
    },
  };
}

async function materialOf(request: PhaseRequest): Promise<TaskMaterial> {
  const { phase, brief, project, workers, plan, clarifications, resolved } = request;
  const { focus, outputs, nonGoals } = profileOf(phase);
  const { config } = resolved;
  const isPlanOnly = brief === plan;
  const isRead = config.critic.enabled || agentIds(workers.map(({ id }) => id)).length > 0;
  const planText = plan === null || isPlanOnly ? '' : `=== the plan\n${plan}\n\n`;
  return {
    phase,
    brief,
    isPlanOnly,
    project,
    digest: isRead ? `${planText}${await projectDigest(project, brief)}` : '',
    requirements: requirementsOf(brief),
    answers: clarifications
      .filter(({ status }) => status === 'answered')
      .map(({ statement, userInput }) => ({ statement, answer: userInput })),
    focus,
    outputs,
    nonGoals,
    isAdversarial: config.adversarial,
    mode: config.verificationMode,
  };
}
