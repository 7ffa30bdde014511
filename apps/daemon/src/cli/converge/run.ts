/** What `converge`, `plan-check` and `accept` share: workers by name, a stored run, files of the phase, an exit code. */
import type { ClarificationItem, TaskPhase } from '@design-jury/contracts/convergence/schema';
import { EXIT, type ExitCode, exitOf } from '@design-jury/contracts/exit-codes';
import type { PlayHandle } from '../../host/run-store.ts';
import {
  ConvergenceConfigError,
  type ConvergenceRequest,
  type ResolvedConvergence,
  resolveConvergence,
} from '../../protocols/convergence/config.ts';
import { outcomeOf } from '../../protocols/convergence/outcome.ts';
import type { ConvergenceEvent, ConvergenceResult } from '../../protocols/convergence/play.ts';
import type { TaskMaterial } from '../../protocols/convergence/worker.ts';
import { clean } from '../../report/clean.ts';
import { Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';
import { onScreen } from '../terminal/text.ts';
import type { TaskFiles } from './files.ts';
import { agentIds, agentsOf, rosterOf } from './roster.ts';
import { tracePrinter } from './traces.ts';
import { endingOf, lineOf, summaryLines } from './view.ts';

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

export type Engine = Awaited<ReturnType<typeof import('../../engine.ts').openEngine>>;

export async function runConvergence(order: ConvergenceOrder, shell: Shell): Promise<ExitCode> {
  const resolved = resolveRequest(order);
  const { openEngine } = await import('../../engine.ts');
  const engine = await openEngine({ dataDir: order.dataDir, env: shell.env });
  const stopped = new AbortController();
  const dispose = shell.onStop(() => {
    if (stopped.signal.aborted) shell.exitNow(EXIT.interrupted);
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
  const [{ playConvergence }, { openTraces }] = await Promise.all([
    import('../../protocols/convergence/player.ts'),
    import('../../protocols/convergence/traces.ts'),
  ]);
  const agents = await agentsOf(engine, order, resolved);
  const known = await knownItems(engine, order);
  const play = await engine.docket.start({
    protocol: 'convergence',
    subject: order.taskKey,
    title: `${order.taskKey}: ${order.phase}`,
    config: { ...resolved.config, effectiveMaxRounds: resolved.effectiveMaxRounds, workers: order.workers },
    state: null,
  });
  const print = (text: string): void => {
    if (order.isJson) return;
    const line = clean(text);
    shell.error(`${(shell.errorIsTty ? onScreen([line], shell.terminal.columns) : [line]).join('\n')}\n`);
  };
  try {
    const emit = async (event: ConvergenceEvent): Promise<void> => {
      await play.emit({ ...event });
      const line = lineOf(event);
      if (line !== null) print(line);
    };
    const printTrace = tracePrinter(print);
    const traces = openTraces({
      clock: () => performance.now(),
      emit: async (trace) => {
        printTrace(trace);
        await emit({ type: 'convergence.trace', ...trace });
      },
    });
    const { workers, critic } = await rosterOf(agents, order, resolved, play, { shell, print, traces });
    const result = await playConvergence({
      task: await materialOf(order, resolved, known),
      workers,
      critic,
      resolved,
      plan: order.plan,
      clarifications: known,
      signal,
      emit,
    }).finally(() => traces.close());
    if (signal.aborted) {
      await play.end({ outcome: 'interrupted', exitCode: EXIT.interrupted });
      return EXIT.interrupted;
    }
    return await concluded(engine, play, order, resolved, result, { shell, print });
  } catch (error) {
    await play.end({ outcome: 'failed', exitCode: EXIT.inconclusive }).catch(() => {});
    throw error;
  }
}

interface Output {
  shell: Shell;
  print(text: string): void;
}

async function concluded(
  engine: Engine,
  play: PlayHandle,
  order: ConvergenceOrder,
  resolved: ResolvedConvergence,
  result: ConvergenceResult,
  { shell, print }: Output,
): Promise<ExitCode> {
  const end = { outcome: outcomeOf(result), exitCode: exitOf(endingOf(result)) };
  print('PROGRESS: phase-6-synthesis dispatching report-writer-worker');
  if (order.files !== null) {
    const { writePhaseFiles } = await import('./files.ts');
    await writePhaseFiles(order, order.files, resolved, result);
  }
  const open = result.clarifications.filter(({ status }) => status === 'open');
  // Without a task folder no later run could take the answers.
  if (order.files !== null && open.length > 0) {
    const { putQuestions } = await import('../../protocols/convergence/operator-questions.ts');
    await putQuestions(engine.docket, play, open, { ...end, result });
  } else await play.end({ ...end, state: result });
  print('PROGRESS: phase-7-teardown disbanding team');
  const lines = summaryLines(result, order.files, shell.cwd);
  shell.out(
    order.isJson
      ? `${JSON.stringify({ play: play.record.id, outcome: end.outcome, ...result }, null, 2)}\n`
      : `${(shell.outIsTty ? onScreen(lines, shell.terminal.columns) : lines).join('\n')}\n`,
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
    import('../../protocols/convergence/task.ts'),
    import('../../protocols/convergence/operator-questions.ts'),
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
    import('../../protocols/convergence/profiles.ts'),
    import('../../protocols/convergence/project-digest.ts'),
    import('../../protocols/convergence/brief.ts'),
  ]);
  const { focus, outputs, nonGoals } = profileOf(phase);
  const isRead = config.critic.enabled || agentIds(workers).length > 0;
  return {
    phase,
    brief,
    isPlanOnly: brief === plan,
    project,
    digest: isRead
      ? `${plan === null || brief === plan ? '' : `=== the plan\n${plan}\n\n`}${await projectDigest(project, brief)}`
      : '',
    requirements: requirementsOf(brief),
    answers: known
      .filter(({ status }) => status === 'answered')
      .map(({ statement, userInput }) => ({ statement, answer: userInput })),
    focus,
    outputs,
    nonGoals,
    isAdversarial: config.adversarial,
    mode: config.verificationMode,
  };
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
