/** Where runs are kept: one folder for `review`, `serve` and `replay`, so that what one made the others find. */
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { projectOf } from '../disk/scope.ts';
import { readVariable } from '../env.ts';
import {
  dataFolderOf,
  homeOfProject,
  noteFault,
  readNote,
  realProject,
  writeNote,
} from '../home/data-folder.ts';
import { folderFault } from '../home/ownership.ts';
import { stateHome } from '../home/places.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../home/rights.ts';
import { fileRefusal } from '../library/subjects.ts';
import { makeFolders } from '../make-folders.ts';
import { quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

/** The project is the folder a command is called in, as for jury.config.json. */
export function dataDirOf(shell: Pick<Shell, 'cwd' | 'env' | 'platform'>, flag: string | undefined): string {
  const named = flag ?? readVariable(shell.env, 'OD_DATA_DIR');
  if (named !== undefined) return resolve(shell.cwd, named);
  return dataFolderOf(realProject(shell.cwd), stateHome(shell.env, shell.platform));
}

/**
 * The same, checked: a folder that somebody else may have filled is refused, unless the user names it on the command line.
 * What lies in the project and is not read any more is told of, once.
 */
export async function checkedDataDir(shell: Shell, flag: string | undefined): Promise<string> {
  const dataDir = dataDirOf(shell, flag);
  if (flag !== undefined) return dataDir;
  const isDefault = readVariable(shell.env, 'OD_DATA_DIR') === undefined;
  if (isDefault) await checkNoteOf(realProject(shell.cwd), shell);
  refuseFault(await folderFault(dataDir, projectOf(realProject(shell.cwd))));
  if (isDefault) {
    const { reportOldFiles } = await import('./data/old-files.ts');
    await reportOldFiles(shell, dataDir);
  }
  return dataDir;
}

/** Where the data of a project is, its note believed only where the user has written it. */
export async function checkedFolderOf(project: string, shell: Shell): Promise<string> {
  await checkNoteOf(project, shell);
  return dataFolderOf(project, stateHome(shell.env, shell.platform));
}

async function checkNoteOf(project: string, { cwd, env, platform }: Shell): Promise<void> {
  const state = stateHome(env, platform);
  refuseFault(await noteFault(homeOfProject(project, state), state, projectOf(realProject(cwd))));
}

function refuseFault(fault: string | null): void {
  if (fault !== null) throw new Refusal(`The data folder cannot be used: ${fault}.`);
}

/** Makes it, for nobody else to open, and notes whose it is. */
export async function makeDataDir(shell: Shell, dataDir: string): Promise<void> {
  const home = homeOfProject(realProject(shell.cwd), stateHome(shell.env, shell.platform));
  try {
    const made = await makeFolders(dataDir, PRIVATE_FOLDER);
    if (dataDir === home) {
      if ((await readNote(home)) === null)
        await writeNote(home, { version: 1, project: realProject(shell.cwd), told: [] });
    } else if (made !== undefined)
      await writeFile(join(dataDir, '.gitignore'), '*\n', { flag: 'wx', mode: PRIVATE_FILE });
  } catch (error) {
    throw folderRefusal(error, shown(shell.cwd, dataDir));
  }
}

function folderRefusal(error: unknown, name: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  // Its parent is there: the file system takes no folder of ours.
  if (code === 'ENOENT')
    return new Refusal(`${quoted(name)}: no folder can be made there; choose another with --data.`, {
      cause: error,
    });
  const isFile = code === 'EEXIST';
  return fileRefusal(isFile ? Object.assign(new Error(), { code: 'ENOTDIR' }) : error, name);
}

/** As a person would say it: from here when it is below, else in full. */
export function shown(cwd: string, path: string): string {
  const near = relative(cwd, path);
  if (near === '') return path;
  return near.startsWith('..') || dirname(near) === near ? path : near;
}
