/** What `converge`, `plan-check` and `accept` share: workers by name, a run of the engine, lines while it lasts, its end. */

import type { ConvergenceEvent, TaskPhase } from '@design-jury/contracts/convergence/schema';
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import type { Agent } from '../../agents/session.ts';
import { keptVersions } from '../../agents/versions.ts';
import { juryCommand } from '../../command-name.ts';
import type { Engine } from '../../engine.ts';
import { JuryError } from '../../jury-error.ts';
import {
  ConvergenceConfigError,
  type ResolvedConvergence,
  resolveConvergence,
} from '../../protocols/convergence/config.ts';
import type { ConvergenceAttachment } from '../../protocols/convergence/crew.ts';
import { agentIds, OFFLINE_NAMES } from '../../protocols/convergence/offline-ids.ts';
import { drafterOf } from '../../protocols/convergence/plan-draft.ts';
import type { PhaseRequest } from '../../protocols/convergence/request.ts';
import { checkProject, type Manifest, type Task } from '../../protocols/convergence/task.ts';
import { clean } from '../../report/clean.ts';
import { dataDirOf } from '../data-dir.ts';
import { followRun, printProgress, resumeRun } from '../follow-run.ts';
import type { OutputFormat } from '../output-format.ts';
import { Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';
import { glyphsOf } from '../terminal/paint.ts';
import { screenWidth, showRows } from '../terminal/rows.ts';
import { withEngine } from '../with-engine.ts';
import { tracePrinter } from './traces.ts';
import { LAST_MARK, lineOf, lineOnScreen, summaryLines } from './view.ts';

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
  planMaxRounds?: number | undefined;
  /** What the manifest says about the rounds. */
  settings?: NonNullable<Manifest['convergence']>;
  language: 'en' | 'ko';
  dataDir: string;
  workerTimeoutMs: number | undefined;
  /** Where the phase writes; null writes nothing. */
  task: Task | null;
  isJson: boolean;
  format: OutputFormat;
}

export async function runConvergence(order: ConvergenceOrder, shell: Shell): Promise<number> {
  const resolved = resolveRequest(order);
  await checkProject(order.project);
  return withEngine(shell, order, async (engine) => {
    const terminal = terminalOf(order, shell);
    const agents = await agentsOf(engine, order.workers, resolved);
    const workers = workersOf(order.workers, agents);
    const request: PhaseRequest = {
      phase: order.phase,
      taskKey: order.taskKey,
      brief: order.brief,
      project: order.project,
      plan: order.plan,
      drafter: drafterOf({ phase: order.phase, plan: order.plan, workers }),
      workers,
      resolved,
      language: order.language,
      workerTimeoutMs: order.workerTimeoutMs ?? null,
      taskFolder: order.task?.folder ?? null,
      clarifications: order.task === null ? [] : await takeOpenAnswers(engine, order.task),
    };
    const start = (): Promise<RunRecord> =>
      engine.host.start({
        protocol: 'convergence',
        project: null,
        title: `${order.taskKey}: ${order.phase}`,
        subjectKey: order.taskKey,
        agent: order.workers.join(','),
        model: null,
        config: {
          ...resolved.config,
          effectiveMaxRounds: resolved.effectiveMaxRounds,
          workers: order.workers,
          ...keptVersions(agents.values()),
        },
        request,
        attachment: { ...terminal.attachment(agents) },
      });
    return conclude(engine, await followRun(engine, shell, start, terminal.onEvent), terminal);
  });
}

/** Goes on with a run of any of the three commands that was put aside, or whose process died. */
export function resumeConvergence(runId: string, order: TerminalOrder, shell: Shell): Promise<number> {
  return withEngine(shell, order, async (engine) => {
    const { host } = engine;
    const terminal = terminalOf(order, shell);
    const record = await host.get(runId).catch(refuse);
    if (record.protocol !== 'convergence')
      throw new Refusal(
        `${runId} is a run of ${record.protocol}; ${juryCommand()} converge goes on with its own.`,
      );
    const resume = async (): Promise<RunRecord> => {
      const { readRequest } = await import('../../protocols/convergence/stored-run.ts');
      const request = await readRequest(host.folder(record));
      const workers = request?.workers.map(({ id }) => id) ?? [];
      const agents = request === null ? new Map() : await agentsOf(engine, workers, request.resolved);
      return host.resume(runId, { ...terminal.attachment(agents) }).catch(refuse);
    };
    const run = await resumeRun(engine, shell, 'converge', record, resume, terminal.onEvent);
    return conclude(engine, run, terminal);
  });
}

function refuse(error: unknown): never {
  throw error instanceof JuryError ? new Refusal(`${error.message}.`) : error;
}

type Agents = ReadonlyMap<string, Agent>;

interface Terminal {
  shell: Shell;
  isJson: boolean;
  format: OutputFormat;
  dataDir: string;
  print(text: string): void;
  onEvent(event: RunEvent): void;
  attachment(agents: Agents): ConvergenceAttachment;
}

type TerminalOrder = Pick<ConvergenceOrder, 'dataDir' | 'isJson' | 'format'>;

function terminalOf({ dataDir, isJson, format }: TerminalOrder, shell: Shell): Terminal {
  const print = (text: string): void => (isJson ? undefined : printProgress(shell, text));
  const printTrace = tracePrinter(print);
  return {
    shell,
    isJson,
    format,
    dataDir,
    print,
    onEvent(told) {
      // What a run of this protocol says.
      const event = told as unknown as ConvergenceEvent;
      if (event.type === 'convergence.trace') printTrace(event);
      const line = format === 'literal' ? lineOf(event) : lineOnScreen(event);
      if (line !== null) print(line);
    },
    attachment: (agents) => ({ agents, onNotice: (worker, message) => print(`${worker}: ${message}`) }),
  };
}

async function conclude({ host }: Engine, run: RunRecord, terminal: Terminal): Promise<number> {
  const { shell, print, isJson, format } = terminal;
  if (run.state === 'paused') return putAside(run, terminal);
  const [{ endOf }, { resultOf }, { readRequest, readState }] = await Promise.all([
    import('../../protocols/convergence/steps.ts'),
    import('../../protocols/convergence/result.ts'),
    import('../../protocols/convergence/stored-run.ts'),
  ]);
  const folder = host.folder(run);
  const [request, state] = [await readRequest(folder), await readState(run, folder)];
  if (request === null || state === null) return ofOldVersion(run, shell);
  const result = resultOf(state);
  if (result === null || run.outcome === 'failed') {
    shell.error(
      `${juryCommand()} converge: ${run.id} failed: ${clean(state.over?.message ?? run.cause ?? '')}\n`,
    );
    return run.exitCode ?? EXIT.inconclusive;
  }
  if (format === 'literal') print(LAST_MARK);
  // A run that waits for answers has come to its end in everything else.
  const { outcome, exitCode } = state.over ?? endOf(state);
  if (isJson) shell.out(`${JSON.stringify({ run: run.id, outcome, exitCode, ...result }, null, 2)}\n`);
  else if (format === 'literal') shell.out(`${summaryLines(result, request, shell.cwd).join('\n')}\n`);
  else {
    const { phaseRows } = await import('./screen.ts');
    const screen = { width: screenWidth(shell.terminal.columns), glyphs: glyphsOf(shell.outPaint) };
    showRows(shell, phaseRows(result, request, shell.cwd, screen));
  }
  return exitCode;
}

async function putAside({ id, recoveryReason }: RunRecord, { shell, dataDir }: Terminal): Promise<number> {
  const { INTERRUPTED } = await import('../../protocols/convergence/protocol.ts');
  const isOurs = recoveryReason === INTERRUPTED;
  const why = isOurs ? '' : `: ${clean(recoveryReason ?? '')}`;
  const data = dataDir === dataDirOf(shell, undefined) ? '' : ` --data ${dataDir}`;
  shell.error(
    `${juryCommand()} converge: put aside${why}; go on with: ${juryCommand()} converge --resume ${id}${data}\n`,
  );
  return isOurs ? EXIT.interrupted : EXIT.inconclusive;
}

/** Of a run of 0.1 there is no more than its record: its report lies in the task's folder. */
async function ofOldVersion(
  { id, state, outcome, exitCode, subjectKey }: RunRecord,
  shell: Shell,
): Promise<number> {
  const { NOT_STORED } = await import('../../protocols/convergence/machine.ts');
  const said =
    state === 'waiting'
      ? `questions are open; answer in the web page (${juryCommand()} serve), the next run of ${subjectKey} takes the answers`
      : outcome === 'interrupted'
        ? NOT_STORED
        : `${outcome}; the next run of ${subjectKey} takes the answers`;
  shell.error(`${juryCommand()} converge: ${id}: ${clean(said)}.\n`);
  return exitCode ?? EXIT.waitsForAnswer;
}

/** Stands for the agent's own choice. */
const DEFAULT_MODEL = 'default';

/** Who is not there is said before anything is written down. */
async function agentsOf(
  engine: Engine,
  workers: readonly string[],
  { config }: Pick<ResolvedConvergence, 'config'>,
): Promise<Agents> {
  const critic = config.critic.enabled ? config.critic.provider : null;
  const agents = new Map<string, Agent>();
  for (const id of new Set([...agentIds(workers), ...(critic === null ? [] : [critic])]))
    agents.set(id, await engine.agent(id, null).catch(refuse));
  const model = config.critic.modelExecutionValue;
  if (critic !== null && model !== null && model !== DEFAULT_MODEL)
    agents.set(`${critic}-critic`, await engine.agent(critic, model).catch(refuse));
  return agents;
}

function workersOf(ids: readonly string[], agents: Agents): PhaseRequest['workers'] {
  return ids.map((id) => {
    const grounded = OFFLINE_NAMES.get(id);
    return grounded === undefined
      ? { id, name: agents.get(id)?.name ?? id, kind: 'agent' as const }
      : { id, name: grounded, kind: 'grounded' as const };
  });
}

/** Questions of earlier runs, with the answers that were given since; the task's file has them then. */
export async function takeOpenAnswers(
  { host, questions, jury }: Engine,
  task: Task,
): Promise<PhaseRequest['clarifications']> {
  const [{ readClarifications, writeClarifications }, { takeAnswers }] = await Promise.all([
    import('../../protocols/convergence/task.ts'),
    import('../../protocols/convergence/questions.ts'),
  ]);
  const allRuns = jury.allRuns.bind(jury);
  const stored = await readClarifications(task);
  const items = await takeAnswers({ host, questions, allRuns }, task.key, stored);
  if (items.length > 0) await writeClarifications(task, items);
  return items;
}

function resolveRequest(order: ConvergenceOrder): ResolvedConvergence {
  const choice = order.critic?.trim().toLowerCase() ?? '';
  try {
    return resolveConvergence(
      {
        phase: order.phase,
        analysers: order.workers,
        maxRounds: order.maxRounds,
        enabled: order.settings?.enabled,
        adversarial: order.settings?.adversarial,
        verificationMode: order.settings?.verificationMode,
        critic: order.critic,
        // Without a model of its own the critic is run with the agent's choice.
        criticModel:
          choice === '' || choice === 'off' ? null : (order.settings?.critic?.model ?? DEFAULT_MODEL),
        planVerification: order.planVerification,
        planMaxRounds: order.planMaxRounds,
      },
      agentIds(order.workers),
    );
  } catch (error) {
    if (error instanceof ConvergenceConfigError) throw new Refusal(`${error.message}.`);
    throw error;
  }
}
