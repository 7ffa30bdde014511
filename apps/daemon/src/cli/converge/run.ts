/** What `converge`, `plan-check` and `accept` share: workers by name, a run of the engine, lines while it lasts, its end. */

import type { ConvergenceEvent } from '@design-jury/contracts/convergence/schema';
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { juryCommand } from '../../command-name.ts';
import type { Engine } from '../../engine.ts';
import { JuryError } from '../../jury-error.ts';
import { outcomeWord } from '../../outcome-words.ts';
import { ConvergenceConfigError, type ResolvedConvergence } from '../../protocols/convergence/config.ts';
import type { ConvergenceAttachment } from '../../protocols/convergence/crew.ts';
import type { PhaseRequest } from '../../protocols/convergence/request.ts';
import {
  type Agents,
  agentsOf,
  type PhaseOrder,
  resolveOrder,
  startPhase,
} from '../../protocols/convergence/start-phase.ts';
import { checkProject, type Task } from '../../protocols/convergence/task.ts';
import { clean } from '../../report/clean.ts';
import { dataDirOf } from '../data-dir.ts';
import { followRun, printProgress, resumeRun } from '../follow-run.ts';
import { shellWord } from '../next-step.ts';
import type { OutputFormat } from '../output-format.ts';
import { Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';
import { glyphsOf } from '../terminal/paint.ts';
import { screenWidth, showRows } from '../terminal/rows.ts';
import { withEngine } from '../with-engine.ts';
import { tracePrinter } from './traces.ts';
import { LAST_MARK, lineOf, lineOnScreen, summaryLines } from './view.ts';

export interface ConvergenceOrder extends Omit<PhaseOrder, 'taskFolder'> {
  dataDir: string;
  /** Where the phase writes; null writes nothing. */
  task: Task | null;
  isJson: boolean;
  format: OutputFormat;
}

export async function runConvergence(
  { task, dataDir, isJson, format, ...order }: ConvergenceOrder,
  shell: Shell,
): Promise<number> {
  const phase: PhaseOrder = { ...order, taskFolder: task?.folder ?? null };
  const resolved = resolveRequest(phase);
  await checkProject(order.project);
  return withEngine(shell, { dataDir }, async (engine) => {
    const terminal = terminalOf({ dataDir, isJson, format }, shell);
    const agents = await agentsOf(engine.agent, order.workers, resolved).catch(refuse);
    const clarifications = task === null ? [] : await takeOpenAnswers(engine, task);
    const attachment = { ...terminal.attachment(agents) };
    const start = (): Promise<RunRecord> =>
      startPhase(engine, phase, { resolved, agents, clarifications, attachment });
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
      const agents =
        request === null ? new Map() : await agentsOf(engine.agent, workers, request.resolved).catch(refuse);
      return host.resume(runId, { ...terminal.attachment(agents) }).catch(refuse);
    };
    const run = await resumeRun(engine, shell, 'converge', record, resume, terminal.onEvent);
    return conclude(engine, run, terminal);
  });
}

function refuse(error: unknown): never {
  throw error instanceof JuryError ? new Refusal(`${error.message}.`) : error;
}

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
  const data = dataDir === dataDirOf(shell, undefined) ? '' : ` --data ${shellWord(dataDir)}`;
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
        : `${outcomeWord({ protocol: 'convergence', outcome, exitCode, state })}; the next run of ${subjectKey} takes the answers`;
  shell.error(`${juryCommand()} converge: ${id}: ${clean(said)}.\n`);
  return exitCode ?? EXIT.waitsForAnswer;
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

function resolveRequest(order: PhaseOrder): ResolvedConvergence {
  try {
    return resolveOrder(order);
  } catch (error) {
    if (error instanceof ConvergenceConfigError) throw new Refusal(`${error.message}.`);
    throw error;
  }
}
