/** `jury plan-check`: every item of a plan voted on, with a gate that code decides. */

import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { OFFLINE_IDS } from '../protocols/convergence/offline-ids.ts';
import { runConvergence } from './converge/run.ts';
import { checkedDataDir } from './data-dir.ts';
import { readFlags } from './flags.ts';
import { readNamedDocument } from './named-document.ts';
import { outputFormat } from './output-format.ts';
import { command, quoted, Refusal } from './refusal.ts';

const MAX_PLAN = 1_000_000;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('plan-check', argv);
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0)
    throw new Refusal(`Name one plan: ${juryCommand()} plan-check plan.md.`);
  const inFolder = `the plan in it, such as ${join(named, 'plan.md')}`;
  const plan = readNamedDocument(named, MAX_PLAN, shell.cwd, inFolder);
  const project = resolve(shell.cwd, values.project ?? '.');
  if (!(await isFolder(project)))
    throw new Refusal(`There is no folder ${quoted(values.project ?? '.')}. Check --project.`);
  const { readSteps } = await import('../protocols/convergence/plan-steps.ts');
  const { readDocument, tooMuch } = await import('../protocols/documents/document.ts');
  const document = readDocument(plan);
  const much = tooMuch(document);
  if (much !== null)
    throw new Refusal(`${quoted(named)} cannot be judged: ${much}.`, { exit: EXIT.inconclusive });
  if (readSteps(document).length === 0)
    throw new Refusal(
      `No step can be read in ${quoted(named)}, so there is nothing to judge. Steps are headings, rows of a table, entries of a list or paragraphs, such as "Step 1: …".`,
      { exit: EXIT.inconclusive },
    );
  const dataDir = await checkedDataDir(shell, values.data);
  return runConvergence(
    {
      phase: 'implementation-planning',
      taskKey: basename(named),
      brief: plan,
      project,
      plan,
      workers: workersOf(values.workers),
      critic: undefined,
      maxRounds: undefined,
      planVerification: true,
      language: 'en',
      dataDir,
      workerTimeoutMs: undefined,
      task: null,
      isJson: values.json === true,
      format: outputFormat(values.format, shell),
    },
    shell,
  );
});

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
  const all = named.flatMap((name) => (name === 'grounded' ? [...OFFLINE_IDS] : [name]));
  if (all.length === 0)
    throw new Refusal('--workers names no agent; it takes agents separated by commas, such as claude,codex.');
  return [...new Set(all)];
}
