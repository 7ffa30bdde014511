/** The folder that a review or a run leaves its files in: ours by default, or the one the user named. */
import { lstat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { scopeOf } from '../disk/scope.ts';
import { makeFolder, type OutRules, writeOut } from '../disk/write-out.ts';
import { fileRefusal } from '../library/subjects.ts';
import { foreignFileIn } from '../report/outputs.ts';
import { quoted, Refusal } from './refusal.ts';

export function resultRules(folder: string, cwd: string): OutRules {
  return { within: scopeOf(folder, cwd), shown: relative(cwd, folder) || folder };
}

/** Before anything is asked of an agent: a folder that leads elsewhere, or holds somebody's files, is refused. */
export async function checkResultsFolder(folder: string, source: string, cwd: string): Promise<void> {
  const rules = resultRules(folder, cwd);
  const shown = rules.shown ?? folder;
  const found = await foreignFileIn(folder, source, rules).catch((error: unknown) => {
    throw fileRefusal(error, shown);
  });
  if (found !== null)
    throw new Refusal(
      `${quoted(join(shown, found))} would be overwritten, and no review has written it; choose another folder with --out, or move it away.`,
    );
}

/** Makes a folder of ours that no version control picks up. What is there already stays as it is. */
export async function makeResultsFolder(folder: string, cwd: string): Promise<void> {
  const rules = resultRules(folder, cwd);
  const isNew = await lstat(folder).then(
    () => false,
    () => true,
  );
  try {
    const place = await makeFolder(folder, rules);
    if (isNew) await writeOut(join(place, '.gitignore'), '*\n', rules);
  } catch (error) {
    throw fileRefusal(error, rules.shown ?? folder);
  }
}
