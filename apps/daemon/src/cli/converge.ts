/** `jury converge` and `jury accept`: one phase of a task, by several workers, into one report. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { TASK_PHASES, type TaskPhase } from '@design-jury/contracts/convergence';
import { phaseFolder, phaseOf, readTask } from '../convergence/task.ts';
import { runConvergence } from './converge-run.ts';
import { dataDirOf, makeOwnFolder } from './data-dir.ts';
import { numberFlag, readFlags } from './flags.ts';
import { workersOf } from './plan-check.ts';
import { quoted, Refusal, refusing } from './refusal.ts';
import { processShell, type Shell } from './shell.ts';

const FLAGS = {
  task: { type: 'string' },
  type: { type: 'string' },
  workers: { type: 'string' },
  critic: { type: 'string' },
  'no-plan-verification': { type: 'boolean' },
  'max-rounds': { type: 'string' },
  language: { type: 'string' },
  json: { type: 'boolean' },
  data: { type: 'string' },
} as const;

export type ConvergeFlags = ReturnType<typeof readFlags<typeof FLAGS>>['values'];

export function run(argv: string[], shell: Shell = processShell()): Promise<number> {
  return refusing(shell, () => {
    const { values, positionals } = readFlags('converge', argv, FLAGS);
    if (positionals.length > 0) throw new Refusal('jury converge takes no file; name the task with --task.');
    const phase = values.type === undefined ? null : phaseOf(values.type);
    if (phase === null)
      throw new Refusal(
        `--type ${values.type === undefined ? 'is missing' : `is ${quoted(values.type)}`}; it takes ${TASK_PHASES.join(', ')}.`,
      );
    return converge(values, phase, shell);
  });
}

export async function converge(values: ConvergeFlags, phase: TaskPhase, shell: Shell): Promise<number> {
  if (values.task === undefined)
    throw new Refusal('Name the task folder: --task .od/tasks/PAY-7 (with a brief.md in it).');
  const task = await readTask(resolve(shell.cwd, values.task), shell.cwd);
  const dataDir = dataDirOf(shell, values.data);
  await makeOwnFolder(dataDir, dataDir);
  const { manifest } = task;
  const language = values.language ?? manifest.language ?? 'en';
  if (language !== 'en' && language !== 'ko')
    throw new Refusal(`--language is ${quoted(language)}; it takes en or ko.`);
  const files = await phaseFolder(task, phase);
  const plan =
    phase === 'implementation-planning' && manifest.plan !== undefined
      ? await readFile(resolve(task.folder, manifest.plan), 'utf8').catch(() => {
          throw new Refusal(
            `The manifest names the plan ${quoted(manifest.plan ?? '')}, which cannot be read.`,
          );
        })
      : null;
  return runConvergence(
    {
      phase,
      taskKey: task.key,
      brief: task.brief,
      project: task.project,
      plan,
      workers: workersOf(values.workers ?? manifest.workers?.join(',')),
      critic: values.critic ?? manifest.critic,
      maxRounds:
        numberFlag('max-rounds', values['max-rounds'], { min: 1, max: 3, whole: true }) ?? manifest.maxRounds,
      planVerification: values['no-plan-verification'] === true ? false : undefined,
      language,
      dataDir,
      files: { state: files.state, report: files.report, seq: files.seq },
      isJson: values.json === true,
    },
    shell,
  );
}
