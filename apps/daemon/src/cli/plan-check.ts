/** `jury plan-check`: every item of a plan voted on, with a gate that code decides. */
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { readForeign, typed } from '../disk/foreign-file.ts';
import { ForeignFileError } from '../disk/foreign-file-error.ts';
import { readText } from '../measure/model/text-bytes.ts';
import { OFFLINE_IDS } from '../protocols/convergence/offline-ids.ts';
import { runConvergence } from './converge/run.ts';
import { checkedDataDir, makeDataDir } from './data-dir.ts';
import { readFlags } from './flags.ts';
import { quoted, Refusal, refusing } from './refusal.ts';
import { fileRefusal } from './review/subjects.ts';
import { processShell, type Shell } from './shell.ts';

const MAX_PLAN = 1_000_000;

export function run(argv: string[], shell: Shell = processShell()): Promise<number> {
  return refusing(shell, async () => {
    const { values, positionals } = readFlags('plan-check', argv);
    const [named, ...more] = positionals;
    if (named === undefined || more.length > 0) throw new Refusal('Name one plan: jury plan-check plan.md.');
    const read = readText(readPlan(named, shell.cwd));
    if (!read.ok) throw new Refusal(`${quoted(named)} ${read.says}.`, { exit: EXIT.inconclusive });
    const plan = read.text;
    const project = resolve(shell.cwd, values.project ?? '.');
    if (!(await isFolder(project)))
      throw new Refusal(`There is no folder ${quoted(values.project ?? '.')}. Check --project.`);
    const { readSteps } = await import('../protocols/convergence/plan-steps.ts');
    const { readDocument } = await import('../protocols/loop/document.ts');
    if (readSteps(readDocument(plan)).length === 0)
      throw new Refusal(
        `No step can be read in ${quoted(named)}, so there is nothing to judge. Steps are headings, rows of a table, entries of a list or paragraphs, such as "Step 1: …".`,
        { exit: EXIT.inconclusive },
      );
    const dataDir = await checkedDataDir(shell, values.data);
    await makeDataDir(shell, dataDir);
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
      },
      shell,
    );
  });
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

function readPlan(named: string, cwd: string): Uint8Array {
  try {
    return readForeign(resolve(cwd, named), typed(named, MAX_PLAN, cwd));
  } catch (error) {
    if (error instanceof ForeignFileError && error.reason === 'missing')
      throw new Refusal(`There is no file ${quoted(named)}. Check the path.`, { cause: error });
    if (error instanceof ForeignFileError && error.reason === 'folder')
      throw new Refusal(
        `${quoted(named)} is a folder; name the plan in it, such as ${join(named, 'plan.md')}.`,
        { cause: error },
      );
    throw fileRefusal(error, named);
  }
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
