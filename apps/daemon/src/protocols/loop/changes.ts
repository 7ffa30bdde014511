/** The changes a loop made, in the order it made them, from the files it kept. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface LoopChange {
  pass: number;
  name: string;
  before: string;
  after: string;
}

export async function loopChanges(workDir: string): Promise<LoopChange[]> {
  const folders = await readdir(workDir).catch(() => []);
  const changes: LoopChange[] = [];
  for (const folder of folders) {
    const pass = /^pass-(\d+)$/.exec(folder)?.[1];
    if (pass === undefined) continue;
    for (const file of await readdir(join(workDir, folder))) {
      if (!file.endsWith('.before')) continue;
      const name = file.slice(0, -'.before'.length);
      const [before, after] = await Promise.all(
        ['before', 'after'].map((ending) => readFile(join(workDir, folder, `${name}.${ending}`), 'utf8')),
      );
      changes.push({ pass: Number(pass), name, before: before ?? '', after: after ?? '' });
    }
  }
  return changes.toSorted((one, other) => one.name.localeCompare(other.name, 'en') || one.pass - other.pass);
}
