/** `jury plan-check`: every item of a plan voted on, with a gate that code decides. */

import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { OFFLINE_IDS } from '../protocols/convergence/offline-ids.ts';
import { MAX_PLAN_BYTES, rosterOf, unjudgedPlan } from '../protocols/convergence/start-phase.ts';
import { runConvergence } from './converge/run.ts';
import { checkedDataDir } from './data-dir.ts';
import { readFlags } from './flags.ts';
import { readNamedDocument } from './named-document.ts';
import { outputFormat } from './output-format.ts';
import { sandboxShell } from './panel-flags.ts';
import { command, quoted, Refusal } from './refusal.ts';

export const run = command(async (argv, given) => {
  const { values, positionals } = readFlags('plan-check', argv);
  const shell = sandboxShell(given, values.sandbox);
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0)
    throw new Refusal(`Name one plan: ${juryCommand()} plan-check plan.md.`);
  const inFolder = `the plan in it, such as ${join(named, 'plan.md')}`;
  const plan = readNamedDocument(named, MAX_PLAN_BYTES, shell.cwd, inFolder);
  const project = resolve(shell.cwd, values.project ?? '.');
  if (!(await isFolder(project)))
    throw new Refusal(`There is no folder ${quoted(values.project ?? '.')}. Check --project.`);
  const unjudged = unjudgedPlan(plan);
  if (unjudged?.reason === 'too-much')
    throw new Refusal(`${quoted(named)} cannot be judged: ${unjudged.says}.`, { exit: EXIT.inconclusive });
  if (unjudged?.reason === 'nothing-checkable')
    throw new Refusal(
      `Nothing in ${quoted(named)} can be checked, so nothing was proved: ${unjudged.says}.`,
      {
        exit: EXIT.inconclusive,
      },
    );
  if (unjudged !== null)
    throw new Refusal(
      `No step can be read in ${quoted(named)}, so there is nothing to judge. ${unjudged.says}`,
      { exit: EXIT.inconclusive },
    );
  const dataDir = await checkedDataDir(shell, values.data);
  return runConvergence(
    {
      phase: 'implementation-planning',
      taskKey: basename(named),
      brief: briefBeside(named, shell.cwd) ?? plan,
      project,
      plan,
      workers: workersOf(values.workers),
      planVerification: true,
      language: 'en',
      dataDir,
      task: null,
      isJson: values.json === true,
      format: outputFormat(values.format, shell),
    },
    shell,
  );
});

/** What the plan was made for, where it lies beside it as it does in a task folder. */
function briefBeside(named: string, cwd: string): string | null {
  const path = join(dirname(named), 'brief.md');
  if (basename(named) === 'brief.md' || !existsSync(resolve(cwd, path))) return null;
  return readNamedDocument(path, MAX_PLAN_BYTES, cwd, path);
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

/** Named agents, with the two that need no model where nobody is named. */
export function workersOf(text: string | undefined): string[] {
  if (text === undefined) return [...OFFLINE_IDS];
  const named = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (named.length === 0)
    throw new Refusal('--workers names no agent; it takes agents separated by commas, such as claude,codex.');
  return rosterOf(named);
}
