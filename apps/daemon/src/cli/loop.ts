/** `jury loop`: a text held to its criteria, pass by pass, until nothing new is found. */

import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { EXIT, type ExitCode } from '@design-jury/contracts/exit-codes';
import { type CriteriaSet, CriticLoopConfigSchema, type LoopEvent } from '@design-jury/contracts/loop/schema';
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { juryCommand } from '../command-name.ts';
import type { Engine } from '../engine.ts';
import { CRITERIA_SETS } from '../protocols/loop/criteria-sets.ts';
import { OFFLINE_CRITIC } from '../protocols/loop/offline-critic-id.ts';
import type { LoopAttachment } from '../protocols/loop/perform.ts';
import type { LoopRunState } from '../protocols/loop/protocol.ts';
import type { FreshLoop } from '../protocols/loop/start-loop.ts';
import { MAX_SUBJECT_BYTES } from '../protocols/loop/subject-file.ts';
import { requireCommandsAllowed } from './commands-consent.ts';
import { checkedDataDir } from './data-dir.ts';
import { type FlagsOf, numberFlag, readFlags } from './flags.ts';
import { exitOfRun, followRun, resumeRun } from './follow-run.ts';
import { loopView } from './loop-view.ts';
import { readNamedDocument } from './named-document.ts';
import { outputFormat } from './output-format.ts';
import { sandboxShell } from './panel-flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { askAtTerminal } from './terminal/questions.ts';
import { unattendedOf } from './unattended.ts';
import { withEngine } from './with-engine.ts';

type Flags = FlagsOf<'loop'>;

export const run = command(async (argv, given) => {
  const { values, positionals } = readFlags('loop', argv);
  const shell = sandboxShell(given, values.sandbox);
  const dataDir = await checkedDataDir(shell, values.data);
  const [named, ...more] = positionals;
  if (more.length > 0) throw new Refusal(`${juryCommand()} loop takes one file at a time.`);
  const isKept = values.resume !== undefined || values.revert !== undefined;
  if (isKept && named !== undefined)
    throw new Refusal('--resume and --revert take no file: the run knows its own.');
  if (!isKept && named === undefined)
    throw new Refusal(`Name a file: ${juryCommand()} loop docs/spec.md --command spec.`);
  const fresh = isKept ? null : await freshLoop(shell, values, named ?? '');
  return withEngine(shell, { dataDir }, (engine) =>
    values.revert === undefined ? follow(engine, fresh, values, shell) : revert(engine, values.revert, shell),
  );
});

async function freshLoop(shell: Shell, values: Flags, named: string): Promise<FreshLoop> {
  const file = resolve(shell.cwd, named);
  const text = readNamedDocument(named, MAX_SUBJECT_BYTES, shell.cwd, 'the file in it to review');
  const { unjudgedLoop } = await import('../protocols/loop/start-loop.ts');
  const unjudged = unjudgedLoop(text);
  const set = await criteriaOf(shell, values);
  if (unjudged?.reason === 'too-much')
    throw new Refusal(`${quoted(named)} cannot be judged: ${unjudged.says}.`, { exit: EXIT.inconclusive });
  if (unjudged !== null)
    throw new Refusal(`There is nothing to judge in ${quoted(named)}: ${unjudged.says}.`, {
      exit: EXIT.inconclusive,
    });
  const config = CriticLoopConfigSchema.parse({
    cap: numberFlag('cap', values.cap, { min: 1, max: 50, whole: true }) ?? set.cap,
    adversarialPerspectives: perspectivesOf(values.perspectives),
    onUnattended: unattendedOf(values.unattended) ?? 'pause',
    requireToolEvidence: values['tool-evidence'] === true,
  });
  const root = await projectRoot(file);
  const shown = relative(shell.cwd, file).split('\\').join('/');
  const { command, criteria } = set;
  const agent = values.agent ?? OFFLINE_CRITIC;
  return { subject: { file, root, shown }, agent, model: values.model ?? null, command, criteria, config };
}

async function criteriaOf(shell: Shell, values: Flags): Promise<CriteriaSet> {
  const { command, criteria } = values;
  if (command !== undefined && criteria !== undefined)
    throw new Refusal('Give --command or --criteria, not both.');
  if (criteria !== undefined) {
    const { readCriteriaFile } = await import('../protocols/loop/criteria-file.ts');
    const { commandsOf } = await import('../protocols/loop/start-loop.ts');
    const own = readCriteriaFile(resolve(shell.cwd, criteria), criteria, shell.cwd);
    requireCommandsAllowed(commandsOf(own), criteria, values['run-commands']);
    return own;
  }
  const known = CRITERIA_SETS.map((set) => set.command).join(', ');
  if (command === undefined)
    throw new Refusal(`Say what the file is: --command takes ${known}; --criteria takes a file of your own.`);
  const set = CRITERIA_SETS.find((candidate) => candidate.command === command);
  if (set === undefined) throw new Refusal(`--command is ${quoted(command)}; it takes ${known}.`);
  return set;
}

function perspectivesOf(text: string | undefined): 1 | 3 {
  if (text === undefined || text === '1') return 1;
  if (text === '3') return 3;
  throw new Refusal(`--perspectives is ${quoted(text)}; it takes 1 or 3.`);
}

/** The nearest folder above with a repository or a package; else the file's own. */
async function projectRoot(file: string): Promise<string> {
  for (let folder = dirname(file), steps = 0; steps < 40; folder = dirname(folder), steps++) {
    for (const mark of ['.git', 'package.json'])
      if ((await stat(join(folder, mark)).catch(() => null)) !== null) return folder;
    if (dirname(folder) === folder) break;
  }
  return dirname(file);
}

async function follow(
  engine: Engine,
  fresh: FreshLoop | null,
  values: Flags,
  shell: Shell,
): Promise<ExitCode> {
  const { host } = engine;
  const isInteractive =
    values.interactive === true || (values.unattended === undefined && shell.inIsTty && shell.errorIsTty);
  const onUnattended = unattendedOf(values.unattended);
  const attachment: LoopAttachment = {
    terminal: isInteractive
      ? (question, place, signal) =>
          // On the same screen the escalation has just been printed, in its literal form.
          askAtTerminal(shell, question, place, signal, { isShown: shell.outIsTty && values.json !== true })
      : null,
    ...(onUnattended !== undefined && { onUnattended }),
  };
  const resumed = values.resume ?? '';
  const criteria = fresh === null ? (await storedLoop(engine, resumed)).loop.criteria : fresh.criteria;
  const view = loopView(shell, {
    isJson: values.json === true,
    format: outputFormat(values.format, shell),
    criteria,
    data: values.data,
  });
  const onEvent = (event: RunEvent): void => view.onEvent(event as unknown as LoopEvent);
  const resume = (): Promise<RunRecord> => host.resume(resumed, attachment);
  const start = async (loop: FreshLoop): Promise<RunRecord> =>
    (await import('../protocols/loop/start-loop.ts')).startLoop(engine, loop, { attachment });
  const run =
    fresh === null
      ? await resumeRun(engine, shell, 'loop', await host.get(resumed), resume, onEvent)
      : await followRun(engine, shell, () => start(fresh), onEvent);
  view.end(run, (await storedLoop(engine, run.id)).loop);
  return exitOfRun(run);
}

/** How a stored loop stands; refuses what is none. */
async function storedLoop({ host }: Engine, id: string): Promise<LoopRunState> {
  if ((await host.get(id)).protocol !== 'loop') throw new Refusal(`${id} is no critic loop.`);
  return (await host.stateOf(id)) as LoopRunState;
}

/** Puts the file back as it was before the loop; refuses when somebody has changed it since. */
async function revert(engine: Engine, id: string, shell: Shell): Promise<ExitCode> {
  const { loopChanges, revertChanges } = await import('../protocols/loop/changes.ts');
  const { subject } = await storedLoop(engine, id);
  const folder = engine.host.folder(await engine.host.get(id));
  const reverted = await revertChanges(subject, await loopChanges(folder));
  switch (reverted.status) {
    case 'nothing':
      throw new Refusal(`The loop ${id} changed nothing.`);
    case 'as-before':
      throw new Refusal(`${subject.shown} is already as it was before the loop.`);
    case 'changed-since':
      throw new Refusal(`${subject.shown} was changed after the loop; its versions are in ${folder}.`);
    case 'not-restored':
      throw new Refusal(
        `${subject.shown} could not be put back: after writing, it is not what it was before the loop. Its versions are in ${folder}.`,
        { exit: EXIT.inconclusive },
      );
    case 'reverted':
      shell.out(
        `${subject.shown} is as it was before the loop; ${reverted.changes === 1 ? '1 change was' : `${reverted.changes} changes were`} undone.\n`,
      );
      return EXIT.ships;
  }
}
