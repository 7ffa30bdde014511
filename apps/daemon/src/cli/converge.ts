/** `jury converge` and `jury accept`: one phase of a task, by several workers, into one report. */

import { join, resolve } from 'node:path';
import { TASK_PHASES, type TaskPhase } from '@design-jury/contracts/convergence/schema';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { SAID_LANGUAGES } from '@design-jury/contracts/said/message';
import { juryCommand } from '../command-name.ts';
import { ForeignFileError } from '../disk/foreign-file-error.ts';
import { scopeOf } from '../disk/scope.ts';
import { readDecoded } from '../measure/model/text-bytes.ts';
import { PLANNING } from '../protocols/convergence/plan-draft.ts';
import { approvePlan, planStanding } from '../protocols/convergence/plan-report.ts';
import { commandsToRun, MAX_PLAN_BYTES } from '../protocols/convergence/start-phase.ts';
import { StateFileError } from '../protocols/convergence/state-file.ts';
import {
  makePhaseFolder,
  NothingToJudgeError,
  phaseOf,
  readTask,
  type Task,
  TaskError,
} from '../protocols/convergence/task.ts';
import { isSaidLanguage } from '../report/in-language.ts';
import { requireCommandsAllowed } from './commands-consent.ts';
import { resumeConvergence, runConvergence, takeOpenAnswers } from './converge/run.ts';
import { checkedDataDir } from './data-dir.ts';
import { type FlagsOf, numberFlag, readFlags } from './flags.ts';
import { outputFormat } from './output-format.ts';
import { sandboxShell } from './panel-flags.ts';
import { workersOf } from './plan-check.ts';
import { command, quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { withEngine } from './with-engine.ts';

export type ConvergeFlags = Partial<FlagsOf<'converge'>>;

export const run = command(async (argv, given) => {
  // The critic alone is a choice made beforehand, and the rest is asked for.
  const isPreset = argv.length > 0 && /^--critic(?:=|$)/.test(argv[0] ?? '') && argv.length <= 2;
  if ((argv.length === 0 || isPreset) && given.inIsTty && given.errorIsTty) {
    const { convergeWizard } = await import('./converge/wizard.ts');
    const chosen = await convergeWizard(given, readFlags('converge', argv).values.critic);
    return chosen === null ? EXIT.interrupted : converge(chosen.flags, chosen.phase, given);
  }
  const { values, positionals } = readFlags('converge', argv);
  const shell = sandboxShell(given, values.sandbox);
  if (positionals.length > 0)
    throw new Refusal(`${juryCommand()} converge takes no file; name the task with --task.`);
  if (values.resume !== undefined) return resumed(values.resume, values, shell);
  if (values.approve === true && values.type === undefined) return approveOnly(values, shell);
  const phase = values.type === undefined ? null : phaseOf(values.type);
  if (phase === null)
    throw new Refusal(
      `--type ${values.type === undefined ? 'is missing' : `is ${quoted(values.type)}`}; it takes ${TASK_PHASES.join(', ')}.`,
    );
  return converge(values, phase, shell);
});

async function taskOf({ task: named }: ConvergeFlags, shell: Shell): Promise<Task> {
  if (named === undefined)
    throw new Refusal('Name the task folder: --task .od/tasks/PAY-7 (with a brief.md in it).');
  try {
    return await readTask(resolve(shell.cwd, named), shell.cwd);
  } catch (error) {
    throw sentence(error);
  }
}

/** What is wrong in a file of the task is for the user to correct. */
function sentence(error: unknown): unknown {
  if (error instanceof NothingToJudgeError)
    return new Refusal(`${error.message}.`, { exit: EXIT.inconclusive });
  const isTheirs = error instanceof TaskError || error instanceof StateFileError;
  return isTheirs ? new Refusal(`${error.message}.`) : error;
}

async function approveOnly(values: ConvergeFlags, shell: Shell): Promise<number> {
  const task = await taskOf(values, shell);
  await takeAnswersFirst(task, values, shell);
  const plan = await approvePlan(task).catch((error: unknown) => {
    throw sentence(error);
  });
  if (plan.standing !== 'approved') {
    shell.error(`${juryCommand()} converge: ${plan.why}.\n`);
    return EXIT.doesNotShip;
  }
  shell.out(`approved: the plan of ${task.key}\n`);
  return EXIT.ships;
}

/** What was answered in the browser since the plan was made counts before the approval is asked for. */
async function takeAnswersFirst(task: Task, { data }: ConvergeFlags, shell: Shell): Promise<void> {
  const dataDir = await checkedDataDir(shell, data);
  await withEngine(shell, { dataDir }, (engine) => takeOpenAnswers(engine, task)).catch((error: unknown) => {
    throw sentence(error);
  });
}

/** Everything else of the run is stored with it. */
async function resumed(run: string, values: ConvergeFlags, shell: Shell): Promise<number> {
  const { resume: _run, sandbox: _sandbox, json, data, format, ...others } = values;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new Refusal(`--resume goes on with a run as it was started; leave --${other} out.`);
  const dataDir = await checkedDataDir(shell, data);
  return resumeConvergence(
    run,
    { dataDir, isJson: json === true, format: outputFormat(format, shell) },
    shell,
  );
}

/** The plan of the phase. The work on one begins when a person has approved it: by its line in the report, or here. */
async function heldToPlan(
  task: Task,
  values: ConvergeFlags,
  phase: TaskPhase,
  shell: Shell,
): Promise<string | null> {
  if (phase !== 'implementation') {
    if (values.approve === true)
      throw new Refusal('--approve goes with --type implementation, or with --task alone.');
    return phase === PLANNING ? planOf(task, shell.cwd) : null;
  }
  if (values.approve === true) await takeAnswersFirst(task, values, shell);
  const plan = await (values.approve === true ? approvePlan(task) : planStanding(task)).catch(
    (error: unknown) => {
      throw sentence(error);
    },
  );
  if (plan.standing !== 'approved') throw new Refusal(`The implementation cannot start: ${plan.why}.`);
  // The text that was compared with the approval, not whatever lies there a moment later.
  return plan.plan ?? planOf(task, shell.cwd);
}

export async function converge(values: ConvergeFlags, phase: TaskPhase, shell: Shell): Promise<number> {
  const task = await taskOf(values, shell);
  const { manifest } = task;
  const language = values.language ?? manifest.language ?? 'en';
  if (!isSaidLanguage(language))
    throw new Refusal(`--language is ${quoted(language)}; it takes ${SAID_LANGUAGES.join(', ')}.`);
  const seconds = numberFlag('worker-timeout', values['worker-timeout'], { min: 1, max: 7_200, whole: true });
  const maxRounds =
    numberFlag('max-rounds', values['max-rounds'], { min: 1, max: 3, whole: true }) ??
    manifest.convergence?.maxRounds ??
    manifest.maxRounds;
  const workers = workersOf(values.workers ?? manifest.workers?.join(','));
  requireCommandsAllowed(
    commandsToRun({ phase, brief: task.brief, workers }),
    join(values.task ?? '', 'brief.md'),
    values['run-commands'],
  );
  const planRounds =
    numberFlag('plan-rounds', values['plan-rounds'], { min: 1, max: 3, whole: true }) ??
    manifest.convergence?.planBodyVerification?.maxRounds;
  const plan = await heldToPlan(task, values, phase, shell);
  const dataDir = await checkedDataDir(shell, values.data);
  try {
    // A folder nothing can be written into is said before anybody works.
    await makePhaseFolder(task.folder, phase);
    return await runConvergence(
      {
        phase,
        taskKey: task.key,
        brief: task.brief,
        project: task.project,
        // The work is held to it too, but voted on it is only while it is a plan.
        plan,
        workers,
        critic: values.critic ?? manifest.convergence?.critic?.provider ?? manifest.critic,
        maxRounds,
        planVerification:
          values['no-plan-verification'] === true
            ? false
            : manifest.convergence?.planBodyVerification?.enabled,
        planMaxRounds: planRounds,
        ...(manifest.convergence !== undefined && { settings: manifest.convergence }),
        language,
        dataDir,
        workerTimeoutMs: seconds === undefined ? undefined : seconds * 1_000,
        task,
        isJson: values.json === true,
        format: outputFormat(values.format, shell),
      },
      shell,
    );
  } catch (error) {
    throw sentence(error);
  }
}

async function planOf({ folder, manifest }: Task, cwd: string): Promise<string | null> {
  const { plan } = manifest;
  if (plan === undefined) return null;
  const file = resolve(folder, plan);
  try {
    return readDecoded(file, { maxBytes: MAX_PLAN_BYTES, within: scopeOf(folder, cwd), shown: plan });
  } catch (error) {
    const why = error instanceof ForeignFileError ? `: ${error.why}` : '';
    throw new Refusal(`The manifest names the plan ${quoted(plan)}, which cannot be read${why}.`, {
      cause: error,
    });
  }
}
