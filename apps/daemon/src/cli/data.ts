/** `jury data`: where the runs of a project are kept; moves them, brings in those of an older version, removes what is left over. */

import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { homeOfProject, knownFolders, realProject, writeNote } from '../home/data-folder.ts';
import { stateHome } from '../home/places.ts';
import { clean } from '../report/clean.ts';
import { countRuns, isThere, moveFolder, sizeOf } from './data/folders.ts';
import { inWords } from './data/words.ts';
import { checkedDataDir, checkedFolderOf, makeDataDir, shown } from './data-dir.ts';
import { type FlagsOf, numberFlag, readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

type Flags = FlagsOf<'data'>;
const MOST_DAYS = 36_500;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('data', argv);
  const [action, to, ...more] = positionals;
  if (more.length > 0 || (action !== 'move' && to !== undefined))
    throw new Refusal(`data takes no ${quoted(more[0] ?? to ?? '')}; see ${juryCommand()} data --help.`);
  const olderThanDays = numberFlag('older-than', values['older-than'], {
    min: 1,
    max: MOST_DAYS,
    whole: true,
  });
  switch (action) {
    case undefined:
      return values.import === true ? importOld(shell, values) : show(shell, values);
    case 'move':
      return move(shell, values, to);
    case 'prune': {
      const { prune } = await import('./data/prune.ts');
      return prune(shell, {
        state: stateHome(shell.env, shell.platform),
        dataDir: await dataDirFor(shell, values),
        olderThanDays,
        isSure: values.yes === true,
        isJson: values.json === true,
      });
    }
    default:
      throw new Refusal(`data takes no ${quoted(action)}; it takes move or prune.`);
  }
});

async function projectFor(shell: Shell, { project }: Flags): Promise<string> {
  if (project === undefined) return realProject(shell.cwd);
  const path = realProject(resolve(shell.cwd, project));
  // One that is gone has no real path any more; the notes remember it.
  const known = await knownFolders(stateHome(shell.env, shell.platform));
  const isKnown = known.some(({ note }) => note?.project === path);
  if (!isKnown && !(await isThere(path)))
    throw new Refusal(`--project ${quoted(project)}: there is no such folder, and no data of one.`);
  return path;
}

async function dataDirFor(shell: Shell, values: Flags): Promise<string> {
  if (values.project === undefined) return checkedDataDir(shell, values.data);
  if (values.data !== undefined) throw new Refusal('Give --project or --data, not both.');
  return checkedFolderOf(await projectFor(shell, values), shell);
}

async function show(shell: Shell, values: Flags): Promise<number> {
  const path = await dataDirFor(shell, values);
  const project = await projectFor(shell, values);
  const made = await isThere(path);
  const [bytes, runs] = [await sizeOf(path), (await countRuns(path)) ?? 0];
  if (values.json === true) shell.out(`${JSON.stringify({ path, project, made, bytes, runs }, null, 2)}\n`);
  else
    shell.out(
      [
        `Path     ${clean(path)}${made ? '' : ' (made with the first run)'}`,
        `Project  ${clean(project)}`,
        `Size     ${inWords(bytes)}`,
        `Runs     ${runs}`,
        '',
      ].join('\n'),
    );
  return EXIT.ships;
}

async function importOld(shell: Shell, values: Flags): Promise<number> {
  if (values.project !== undefined) throw new Refusal('--import takes no --project; call it in the project.');
  const { importedWords, noteImport, oldDataFolder } = await import('./data/old-files.ts');
  const folder = await oldDataFolder(shell.cwd);
  if (folder === null) throw new Refusal('There is no .od or .jury with runs of an older version here.');
  await noteImport(shell);
  const dataDir = await checkedDataDir(shell, values.data);
  if (dataDir === folder) throw new Refusal(`${quoted(folder)} is the data folder already.`);
  await makeDataDir(shell, dataDir);
  const { importOldData } = await import('./data/import-old.ts');
  const imported = await importOldData(folder, dataDir);
  shell.out(
    values.json === true
      ? `${JSON.stringify({ from: folder, to: dataDir, ...imported }, null, 2)}\n`
      : `${importedWords(imported, shown(shell.cwd, folder))}\n`,
  );
  return EXIT.ships;
}

/** The note in the state folder remembers where the data is, so that every command finds it there. */
async function move(shell: Shell, values: Flags, named: string | undefined): Promise<number> {
  if (values.data !== undefined)
    throw new Refusal('move takes no --data: a folder that you name is yours to move.');
  const state = stateHome(shell.env, shell.platform);
  const of = await projectFor(shell, values);
  const project = named === undefined ? realProject(shell.cwd) : of;
  const home = homeOfProject(project, state);
  const from = await checkedFolderOf(of, shell);
  const to = named === undefined ? home : resolve(shell.cwd, named);
  if (!(await isThere(from))) throw new Refusal(`There is no data of ${quoted(of)} to move.`);
  if (from === to) throw new Refusal(`The data of ${quoted(of)} is there already: ${to}.`);
  if (to.startsWith(`${from}/`)) throw new Refusal(`${quoted(to)} lies in what is to be moved.`);
  await moveFolder(from, to);
  const old = homeOfProject(of, state);
  if (old !== home) await rm(old, { recursive: true, force: true });
  await writeNote(home, { version: 1, project, told: [], ...(to !== home && { movedTo: to }) });
  shell.out(
    values.json === true
      ? `${JSON.stringify({ from, to, project }, null, 2)}\n`
      : `${clean(`Moved to ${to}. Commands in ${project} find it there.`)}\n`,
  );
  return EXIT.ships;
}
