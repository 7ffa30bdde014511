/** What `converge`, `plan-check` and `accept` share: workers by name, a play in the docket, files of the phase, an exit code. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClarificationItem, TaskPhase } from '@design-jury/contracts/convergence';
import {
  ConvergenceConfigError,
  type ConvergenceRequest,
  type ResolvedConvergence,
  resolveConvergence,
} from '../convergence/config.ts';
import { OFFLINE_IDS } from '../convergence/offline-workers.ts';
import type { ConvergenceResult } from '../convergence/play.ts';
import type { CriticWorker, TaskMaterial, Worker } from '../convergence/worker.ts';
import type { PlayHandle } from '../docket/docket.ts';
import { JuryError } from '../jury.ts';
import { clean } from '../report/clean.ts';
import type { TaskFiles } from './converge-files.ts';
import { exitOf, lineOf, outcomeOf, summaryLines } from './converge-view.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

export interface ConvergenceOrder {
  phase: TaskPhase;
  taskKey: string;
  brief: string;
  project: string;
  plan: string | null;
  workers: readonly string[];
  critic: string | undefined;
  maxRounds: number | undefined;
  planVerification: boolean | undefined;
  language: 'en' | 'ko';
  dataDir: string;
  workerTimeoutMs: number | undefined;
  /** Where the phase writes; null writes nothing. */
  files: TaskFiles | null;
  isJson: boolean;
}

/** Long enough for an agent that reads a repository. */
const WORKER_TIMEOUT_MS = 600_000;

type Engine = Awaited<ReturnType<typeof import('../engine.ts').openEngine>>;

export async function runConvergence(order: ConvergenceOrder, shell: Shell): Promise<ExitCode> {
  const resolved = resolveRequest(order);
  const { openEngine } = await import('../engine.ts');
  const engine = await openEngine({ dataDir: order.dataDir, env: shell.env });
  const stopped = new AbortController();
  const dispose = shell.onStop(() => {
    if (stopped.signal.aborted) shell.leave(EXIT.interrupted);
    stopped.abort();
  });
  try {
    return await played(engine, order, resolved, stopped.signal, shell);
  } finally {
    dispose();
    await engine.close();
  }
}

async function played(
  engine: Engine,
  order: ConvergenceOrder,
  resolved: ResolvedConvergence,
  signal: AbortSignal,
  shell: Shell,
): Promise<ExitCode> {
  const { playConvergence } = await import('../convergence/player.ts');
  const agents = await agentsOf(engine, order, resolved);
  const known = await knownItems(engine, order);
  const play = await engine.docket.start({
    protocol: 'convergence',
    subject: order.taskKey,
    title: `${order.taskKey}: ${order.phase}`,
    config: { ...resolved.config, effectiveMaxRounds: resolved.effectiveMaxRounds, workers: order.workers },
    state: null,
  });
  const tell = (text: string): void => {
    if (!order.isJson) shell.error(`${clean(text)}\n`);
  };
  try {
    const { workers, critic } = await rosterOf(agents, order, resolved, play, { shell, tell });
    const result = await playConvergence({
      task: await materialOf(order, resolved, known),
      workers,
      critic,
      resolved,
      plan: order.plan,
      clarifications: known,
      signal,
      emit: async (event) => {
        await play.emit({ ...event });
        const line = lineOf(event);
        if (line !== null) tell(line);
      },
    });
    if (signal.aborted) {
      await play.end({ outcome: 'interrupted', exitCode: EXIT.interrupted });
      return EXIT.interrupted;
    }
    return await concluded(engine, play, order, resolved, result, { shell, tell });
  } catch (error) {
    await play.end({ outcome: 'failed', exitCode: EXIT.inconclusive }).catch(() => {});
    throw error;
  }
}

interface Voice {
  shell: Shell;
  tell(text: string): void;
}

async function concluded(
  engine: Engine,
  play: PlayHandle,
  order: ConvergenceOrder,
  resolved: ResolvedConvergence,
  result: ConvergenceResult,
  { shell, tell }: Voice,
): Promise<ExitCode> {
  const end = { outcome: outcomeOf(result), exitCode: exitOf(result) };
  tell('PROGRESS: phase-6-synthesis dispatching report-writer-worker');
  if (order.files !== null) {
    const { writePhaseFiles } = await import('./converge-files.ts');
    await writePhaseFiles(order, order.files, resolved, result);
  }
  const open = result.clarifications.filter(({ status }) => status === 'open');
  // Without a task folder no later run could take the answers.
  if (order.files !== null && open.length > 0) {
    const { putQuestions } = await import('../convergence/operator-questions.ts');
    await putQuestions(engine.docket, play, open, { ...end, result });
  } else await play.end({ ...end, state: result });
  tell('PROGRESS: phase-7-teardown disbanding team');
  shell.out(
    order.isJson
      ? `${JSON.stringify({ play: play.record.id, outcome: end.outcome, ...result }, null, 2)}\n`
      : `${summaryLines(result, order.files).join('\n')}\n`,
  );
  return end.exitCode;
}

/** Questions of earlier runs, with the answers that were given since. */
async function knownItems(
  { docket }: Engine,
  { files, taskKey }: ConvergenceOrder,
): Promise<ClarificationItem[]> {
  if (files === null) return [];
  const [{ readClarifications, writeClarifications }, { takeAnswers }] = await Promise.all([
    import('../convergence/task.ts'),
    import('../convergence/operator-questions.ts'),
  ]);
  const items = await takeAnswers(docket, taskKey, await readClarifications(files.task));
  if (items.length > 0) await writeClarifications(files.task, items);
  return items;
}

async function materialOf(
  { phase, brief, project, workers, plan }: ConvergenceOrder,
  { config }: ResolvedConvergence,
  known: readonly ClarificationItem[],
): Promise<TaskMaterial> {
  const [{ profileOf }, { projectDigest }, { requirementsOf }] = await Promise.all([
    import('../convergence/profiles.ts'),
    import('../convergence/project-digest.ts'),
    import('../convergence/brief.ts'),
  ]);
  const isRead = config.critic.enabled || agentIds(workers).length > 0;
  return {
    phase,
    brief,
    project,
    digest: isRead
      ? `${plan === null ? '' : `=== the plan\n${plan}\n\n`}${await projectDigest(project, brief)}`
      : '',
    requirements: requirementsOf(brief),
    answers: known
      .filter(({ status }) => status === 'answered')
      .map(({ statement, userInput }) => ({ statement, answer: userInput })),
    focus: profileOf(phase).focus,
    isAdversarial: config.adversarial,
    mode: config.verificationMode,
  };
}

type Agents = ReadonlyMap<string, Awaited<ReturnType<Engine['agent']>>>;

/** Who is not there is said before anything is written down. */
async function agentsOf(
  engine: Engine,
  { workers }: ConvergenceOrder,
  { config }: ResolvedConvergence,
): Promise<Agents> {
  const provider = config.critic.enabled ? config.critic.provider : null;
  const agents = new Map<string, Awaited<ReturnType<Engine['agent']>>>();
  for (const id of new Set([...agentIds(workers), ...(provider === null ? [] : [provider])])) {
    const agent = await engine.agent(id, null).catch((error: unknown) => {
      throw error instanceof JuryError ? new Refusal(`${error.message}.`) : error;
    });
    agents.set(id, agent);
  }
  return agents;
}

/** Each agent has a folder of its own in the play's: nothing of it is left in the project. */
async function rosterOf(
  agents: Agents,
  order: ConvergenceOrder,
  { config }: ResolvedConvergence,
  play: PlayHandle,
  { shell, tell }: Voice,
): Promise<{ workers: Worker[]; critic: CriticWorker | null }> {
  const [{ agentWorker }, { offlineWorkers }] = await Promise.all([
    import('../convergence/worker.ts'),
    import('../convergence/offline-workers.ts'),
  ]);
  const grounded = offlineWorkers(shell.env);
  const agent = async (id: string, folder: string) => {
    const workDir = join(play.workDir, folder);
    await mkdir(workDir, { recursive: true });
    const known = agents.get(id);
    if (known === undefined) throw new Refusal(`There is no worker "${id}".`);
    return agentWorker({
      agent: known,
      runId: play.record.id,
      workDir,
      timeoutMs: order.workerTimeoutMs ?? WORKER_TIMEOUT_MS,
      onNotice: (message) => tell(`${folder}: ${message}`),
    });
  };
  const workers: Worker[] = [];
  for (const id of order.workers)
    workers.push(grounded.find((worker) => worker.id === id) ?? (await agent(id, id)));
  const provider = config.critic.enabled ? config.critic.provider : null;
  return { workers, critic: provider === null ? null : await agent(provider, `${provider}-critic`) };
}

/** Who can be asked in words: the workers without a model argue nothing. */
export function agentIds(workers: readonly string[]): string[] {
  const offline: readonly string[] = OFFLINE_IDS;
  return workers.filter((id) => !offline.includes(id));
}

function resolveRequest(order: ConvergenceOrder): ResolvedConvergence {
  const choice = order.critic?.trim().toLowerCase() ?? '';
  const request: ConvergenceRequest = {
    phase: order.phase,
    analysers: order.workers,
    maxRounds: order.maxRounds,
    critic: order.critic,
    // The agent's own choice of model is what it is run with.
    criticModel: choice === '' || choice === 'off' ? null : 'default',
    planVerification: order.planVerification,
  };
  try {
    return resolveConvergence(request, agentIds(order.workers));
  } catch (error) {
    if (error instanceof ConvergenceConfigError) throw new Refusal(`${error.message}.`);
    throw error;
  }
}
