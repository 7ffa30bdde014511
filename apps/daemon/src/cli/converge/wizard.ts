/** `jury converge` with no flags at a terminal: one question after the other, `b` for the one before, Enter for the default. */
import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { CRITIC_PHASES, TASK_PHASES, type TaskPhase } from '@design-jury/contracts/convergence/schema';
import { provingCommands } from '../../protocols/convergence/brief-commands.ts';
import { ConvergenceConfigError, resolveConvergence } from '../../protocols/convergence/config.ts';
import { isDelivered } from '../../protocols/convergence/offline-analysis.ts';
import { agentIds, OFFLINE_IDS } from '../../protocols/convergence/offline-ids.ts';
import { profileOf } from '../../protocols/convergence/profiles.ts';
import { phaseOf, readTask, TaskError } from '../../protocols/convergence/task.ts';
import { clean } from '../../report/clean.ts';
import type { ConvergeFlags } from '../converge.ts';
import { workersOf } from '../plan-check.ts';
import { Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';

type WizardShell = Pick<Shell, 'cwd' | 'error' | 'readLine' | 'onStop'>;

export interface Chosen {
  flags: ConvergeFlags;
  phase: TaskPhase;
}

interface Choices {
  phase: TaskPhase;
  task: string;
  workers: string;
  critic: string;
  /** The manifest names a critic: the choice is made, and not asked for. */
  isCriticGiven: boolean;
  maxRounds: string;
  /** Of the task, as it was read. */
  project: string;
  plan: string | null;
  commands: readonly string[];
}

interface Step {
  key: 'phase' | 'task' | 'workers' | 'critic' | 'maxRounds';
  title(choices: Choices): string;
  /** A number picks one; none where the step takes numbers itself. */
  options(choices: Choices): readonly string[];
  hint?(option: string): string;
  fallback(choices: Choices): string;
  /** What the typed text means; or a sentence that says why it means nothing. */
  read(
    typed: string,
    choices: Choices,
  ): Promise<{ value: string; more?: Partial<Choices> } | { problem: string }>;
  isShown(choices: Choices): boolean;
}

const TASKS = join('.od', 'tasks');
const MOST_TRIES = 200;

/** Null when the user quits. */
export async function convergeWizard(shell: WizardShell, critic?: string): Promise<Chosen | null> {
  const stopped = new AbortController();
  const dispose = shell.onStop(() => stopped.abort());
  try {
    return await ask(shell, stopped.signal, critic);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The input ended, or a stop signal came: nothing was started.
    shell.error('\n');
    return null;
  } finally {
    dispose();
  }
}

async function ask(shell: WizardShell, signal: AbortSignal, preset?: string): Promise<Chosen | null> {
  const tasks = await taskFolders(shell.cwd);
  let choices: Choices = {
    phase: 'error-analysis',
    task: tasks[0] ?? '',
    workers: 'grounded',
    critic: preset ?? '',
    isCriticGiven: preset !== undefined,
    maxRounds: '',
    project: '',
    plan: null,
    commands: [],
  };
  if (preset !== undefined) {
    const problem = criticChoice(preset, choices);
    if ('problem' in problem) throw new Refusal(problem.problem);
  }
  const steps = stepsFor(shell.cwd, tasks, preset);
  shell.error('Enter takes the default, b goes back, q quits.\n');
  for (let at = 0, tries = 0; tries < MOST_TRIES; tries++) {
    const shown = steps.filter((step) => step.isShown(choices));
    const step = shown[at];
    const typed = (
      await shell.readLine(
        step === undefined ? confirmation(choices) : prompt(step, choices, `${at + 1} of ${shown.length}`),
        signal,
      )
    ).trim();
    if (/^q(?:uit)?$/i.test(typed)) return null;
    if (/^b(?:ack)?$/i.test(typed)) {
      at = Math.max(0, at - 1);
      continue;
    }
    if (step === undefined) {
      if (typed === '' || /^y(?:es)?$/i.test(typed)) return chosen(choices);
      if (/^no?$/i.test(typed)) return null;
      shell.error('Type y to start, b to go back or q to quit.\n');
      continue;
    }
    const count = step.options(choices).length;
    if (/^\d{1,3}$/.test(typed) && count > 0 && (Number(typed) < 1 || Number(typed) > count)) {
      shell.error(
        `There is no ${typed}; ${count === 1 ? 'type 1' : `type 1 to ${count}`}, or in words what you want.\n`,
      );
      continue;
    }
    const read = await step.read(picked(typed, step, choices), choices);
    if ('problem' in read) {
      shell.error(`${clean(read.problem)}\n`);
      continue;
    }
    choices = { ...choices, ...read.more, [step.key]: read.value };
    at++;
  }
  throw new Refusal('No usable answer was typed.');
}

function stepsFor(cwd: string, tasks: readonly string[], preset?: string): readonly Step[] {
  return [
    {
      key: 'phase',
      title: () => 'Phase',
      options: () => TASK_PHASES,
      hint: (option) => profileOf(phaseOf(option) ?? 'error-analysis').about,
      fallback: ({ phase }) => phase,
      isShown: () => true,
      read: async (typed) =>
        TASK_PHASES.some((phase) => phase === typed)
          ? { value: typed }
          : { problem: `"${typed}" is no phase; it takes ${TASK_PHASES.join(', ')}.` },
    },
    {
      key: 'task',
      title: () => 'Task folder (with a brief.md)',
      options: () => tasks,
      fallback: ({ task }) => task,
      isShown: () => true,
      read: async (typed) => {
        if (typed === '') return { problem: `Name a folder with a brief.md, such as ${TASKS}/PAY-7.` };
        try {
          const { brief, project, manifest } = await readTask(resolve(cwd, typed), cwd);
          const { plan = null } = manifest;
          const critic = preset ?? manifest.convergence?.critic?.provider ?? manifest.critic;
          const near = relative(cwd, project);
          return {
            value: typed,
            more: {
              critic: critic ?? '',
              isCriticGiven: critic !== undefined,
              project: near === '' ? '.' : near.startsWith('..') ? project : near,
              plan,
              commands: provingCommands(brief),
            },
          };
        } catch (error) {
          if (error instanceof TaskError) return { problem: `${error.message}.` };
          throw error;
        }
      },
    },
    {
      key: 'workers',
      title: ({ phase }) =>
        `Workers, separated by commas${profileOf(phase).requiredWorkers > 1 ? '; two or more vote on each other' : ''}`,
      options: () => ['grounded', 'claude,codex', 'claude,codex,gemini'],
      hint: (option) => (option === 'grounded' ? 'two that need no model' : ''),
      fallback: ({ workers }) => workers,
      isShown: () => true,
      read: async (typed) => {
        try {
          return { value: workersOf(typed).join(',') === OFFLINE_IDS.join(',') ? 'grounded' : typed };
        } catch (error) {
          return { problem: (error as Error).message };
        }
      },
    },
    {
      key: 'critic',
      title: () => 'Critic (off is recommended; or type who it shall be)',
      options: () => ['off', 'claude'],
      fallback: ({ critic }) => (critic === '' ? 'off' : critic),
      isShown: ({ phase, isCriticGiven }) => CRITIC_PHASES.includes(phase) && !isCriticGiven,
      read: async (typed, choices) => criticChoice(typed, choices),
    },
    {
      key: 'maxRounds',
      title: () => 'Rounds at most: 1, 2 or 3',
      options: () => [],
      fallback: ({ maxRounds, phase }) =>
        maxRounds === ''
          ? String(resolveConvergence({ phase, analysers: [] }).effectiveMaxRounds)
          : maxRounds,
      isShown: () => true,
      read: async (typed) =>
        /^[123]$/.test(typed) ? { value: typed } : { problem: `"${typed}" is not 1, 2 or 3.` },
    },
  ];
}

/** Free text is held to the same list as the flag. */
function criticChoice(typed: string, { phase, workers }: Choices): { value: string } | { problem: string } {
  try {
    const known = workersOf(workers);
    resolveConvergence({ phase, analysers: known, critic: typed, criticModel: 'default' }, agentIds(known));
    return { value: typed.trim().toLowerCase() };
  } catch (error) {
    if (error instanceof ConvergenceConfigError) return { problem: `${error.message}.` };
    throw error;
  }
}

function prompt(step: Step, choices: Choices, place: string): string {
  const fallback = step.fallback(choices);
  const options = step.options(choices);
  const widest = Math.max(0, ...options.map(({ length }) => length));
  return [
    '',
    `${step.title(choices)} (${place})`,
    ...options.map((option, index) => {
      const hint = step.hint?.(option) ?? '';
      const name = hint === '' ? clean(option) : `${clean(option).padEnd(widest)}  ${hint}`;
      return `  ${index + 1}. ${name}${option === fallback ? ' (default)' : ''}`;
    }),
    `> ${fallback === '' ? '' : `[${clean(fallback)}] `}`,
  ].join('\n');
}

/** A number names an option where there are some and the step does not itself take numbers. */
function picked(typed: string, step: Step, choices: Choices): string {
  if (typed === '') return step.fallback(choices);
  return /^\d$/.test(typed) ? (step.options(choices)[Number(typed) - 1] ?? typed) : typed;
}

/** The critic, the plan and what will be run are shown only where there could be some. */
function confirmation(choices: Choices): string {
  const { phase, task, workers, critic, maxRounds, project, plan } = choices;
  const isOff = critic === '' || critic === 'off';
  const isPlanned = phase === 'implementation-planning' || phase === 'implementation';
  return [
    '',
    `Phase:    ${phase}`,
    `Task:     ${clean(task)}`,
    `Project:  ${clean(project)}`,
    ...(isPlanned ? [`Plan:     ${plan === null ? '(none in manifest.json)' : clean(plan)}`] : []),
    `Workers:  ${clean(workers)}`,
    ...(CRITIC_PHASES.includes(phase) ? [`Critic:   ${isOff ? '(off)' : clean(critic)}`] : []),
    `Rounds:   ${maxRounds} at most`,
    ...commandsToRun(choices).map((command) => `Runs:     ${clean(command)}`),
    'Start? [Y/n/b] ',
  ].join('\n');
}

/** What the workers that need no model will run. */
function commandsToRun({ phase, workers, commands }: Choices): readonly string[] {
  const isRun = isDelivered(phase) && workersOf(workers).some((id) => OFFLINE_IDS.some((one) => one === id));
  return isRun ? commands : [];
}

function chosen(choices: Choices): Chosen {
  const { phase, task, workers, critic, maxRounds } = choices;
  return {
    phase,
    flags: {
      task,
      workers,
      'max-rounds': maxRounds,
      // They were shown before the start was confirmed.
      ...(commandsToRun(choices).length > 0 && { 'run-commands': true }),
      ...(CRITIC_PHASES.includes(phase) && { critic: critic === '' ? 'off' : critic }),
    },
  };
}

async function taskFolders(cwd: string): Promise<string[]> {
  const names = await readdir(join(cwd, TASKS), { withFileTypes: true }).catch(() => []);
  const folders: string[] = [];
  for (const entry of names.filter((one) => one.isDirectory()).slice(0, 20)) {
    const folder = join(TASKS, entry.name);
    if ((await stat(join(cwd, folder, 'brief.md')).catch(() => null)) !== null) folders.push(folder);
  }
  return folders.toSorted();
}
