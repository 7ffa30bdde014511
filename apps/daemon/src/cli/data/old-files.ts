/** What 0.1 kept in a project and is not read any more: told once, and imported when the user says so. */

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { agentsFileOf } from '../../agents/programs-file.ts';
import { juryCommand } from '../../command-name.ts';
import { readVariable } from '../../env.ts';
import { homeOfProject, readNote, realProject, writeNote } from '../../home/data-folder.ts';
import { isTracked } from '../../home/git-index.ts';
import { stateHome } from '../../home/places.ts';
import { shown } from '../data-dir.ts';
import type { Shell } from '../shell.ts';

/** Where 0.1 kept runs, and where somebody may have told it to. */
const OLD_FOLDERS = ['.od', '.jury'] as const;
const OLD_DATA = 'old-data';
const OLD_AGENTS = 'old-agents';

/** The first folder in the project that holds a database of ours; null where there is none. */
export async function oldDataFolder(cwd: string): Promise<string | null> {
  for (const name of OLD_FOLDERS) {
    const folder = join(cwd, name);
    const info = await lstat(folder).catch(() => null);
    if (info?.isDirectory() === true && (await isThere(join(folder, 'jury.db')))) return folder;
  }
  return null;
}

/** Never rejects for a note that cannot be written: then it is told again. */
export async function reportOldFiles(shell: Shell, dataDir: string): Promise<void> {
  const project = realProject(shell.cwd);
  const home = homeOfProject(project, stateHome(shell.env, shell.platform));
  const note = (await readNote(home)) ?? { version: 1 as const, project, told: [] };
  const told = new Set(note.told);
  if (!told.has(OLD_AGENTS)) {
    const file = await oldAgentsFile(shell.cwd, dataDir);
    if (file !== null) {
      shell.error(`${notReadAgents(shell, file)}\n`);
      told.add(OLD_AGENTS);
    }
  }
  if (!told.has(OLD_DATA)) {
    const folder = await oldDataFolder(shell.cwd);
    if (folder !== null) {
      told.add(OLD_DATA);
      await offerImport(shell, folder, dataDir);
    }
  }
  if (told.size > note.told.length) await writeNote(home, { ...note, told: [...told] }).catch(() => {});
}

/** Who imports by hand needs not be told. */
export async function noteImport(shell: Shell): Promise<void> {
  const project = realProject(shell.cwd);
  const home = homeOfProject(project, stateHome(shell.env, shell.platform));
  const note = (await readNote(home)) ?? { version: 1 as const, project, told: [] };
  await writeNote(home, { ...note, told: [...new Set([...note.told, OLD_DATA])] });
}

async function offerImport(shell: Shell, folder: string, dataDir: string): Promise<void> {
  const name = shown(shell.cwd, folder);
  const how = `${juryCommand()} data --import brings its runs into ${dataDir}`;
  const canAsk = shell.inIsTty && shell.errorIsTty && readVariable(shell.env, 'CI') !== true;
  // What git tracks came with the repository; nobody is led into it by a question.
  if (!canAsk || (await isTracked(folder))) {
    shell.error(`Note: ${name} holds runs of an older version and is not read. ${how}.\n`);
    return;
  }
  const answer = await shell
    .readLine(
      `${name} holds runs of an older version. Import them into ${dataDir}? [y/N] `,
      new AbortController().signal,
    )
    .catch(() => '');
  if (!/^y(?:es)?$/i.test(answer.trim())) {
    shell.error(`Not imported. ${how}.\n`);
    return;
  }
  const { makeDataDir } = await import('../data-dir.ts');
  await makeDataDir(shell, dataDir);
  const { importOldData } = await import('./import-old.ts');
  shell.error(`${importedWords(await importOldData(folder, dataDir), name)}\n`);
}

export function importedWords({ runs, left }: { runs: number; left: number }, name: string): string {
  const rest = left === 0 ? '' : `; ${left} were here already or cannot be read`;
  return `Imported ${runs} ${runs === 1 ? 'run' : 'runs'} from ${name}${rest}. The folder is as it was.`;
}

/** Of the project, or of a data folder that was named. */
async function oldAgentsFile(cwd: string, dataDir: string): Promise<string | null> {
  for (const folder of [...OLD_FOLDERS.map((name) => join(cwd, name)), dataDir])
    if (await isThere(join(folder, 'agents.json'))) return join(folder, 'agents.json');
  return null;
}

function notReadAgents(shell: Shell, file: string): string {
  return `Note: ${shown(shell.cwd, file)} names programs to start and is not read. Agents of your own belong in ${agentsFileOf(shell.env)}.`;
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
