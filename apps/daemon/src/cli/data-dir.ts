/** Where runs are kept: one folder for `review`, `serve` and `replay`, so that what one made the others find. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readVariable } from '../env.ts';
import { DEFAULT_DATA_DIR } from '../host/artifacts/artifact-path.ts';
import { fileRefusal } from './review/subjects.ts';
import type { Shell } from './shell.ts';

export function dataDirOf(shell: Shell, flag: string | undefined): string {
  return resolve(shell.cwd, flag ?? readVariable(shell.env, 'OD_DATA_DIR') ?? DEFAULT_DATA_DIR);
}

/** Makes a folder of ours that no version control picks up. What is there already stays as it is. */
export async function makeOwnFolder(path: string, shown: string): Promise<void> {
  try {
    const made = await mkdir(path, { recursive: true });
    if (made !== undefined) await writeFile(join(path, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw fileRefusal(Object.assign(new Error(), { code: 'ENOTDIR' }), shown);
    }
    throw fileRefusal(error, shown);
  }
}
