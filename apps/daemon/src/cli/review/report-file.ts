/** A report that was asked for by name. */
import { relative } from 'node:path';
import { scopeOf } from '../../disk/scope.ts';
import { writeOut } from '../../disk/write-out.ts';
import type { Shell } from '../shell.ts';
import { fileRefusal } from './subjects.ts';

export async function writeReport(shell: Shell, file: string, content: string): Promise<void> {
  try {
    await writeOut(file, content, { within: scopeOf(file, shell.cwd) });
  } catch (error) {
    throw fileRefusal(error, nearest(shell, file));
  }
}

/** A path as people know it: relative to where they are, where that is shorter. */
export function nearest(shell: Shell, path: string): string {
  const near = relative(shell.cwd, path);
  return near === '' || near.startsWith('..') ? path : near;
}
