/**
 * Names of files that are being written, and what becomes of those whose writer was killed: the next process of this
 * machine that writes into the folder takes them away.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './living-process.ts';

/** In a folder that two machines share, a process is known by both. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const NAME = new RegExp(`^\\.jury-${MACHINE}-(\\d{1,10})-[0-9a-f-]{36}\\.tmp$`);
/** Folders this process has looked into; a few are enough, for most is written into few. */
const MAX_SWEPT = 1_000;
const swept = new Set<string>();

/** A name nobody can guess, in a folder that is ours to write to. */
export async function temporaryIn(folder: string): Promise<string> {
  if (!swept.has(folder)) {
    if (swept.size === MAX_SWEPT) swept.clear();
    swept.add(folder);
    await sweep(folder);
  }
  return join(folder, `.jury-${MACHINE}-${process.pid}-${randomUUID()}.tmp`);
}

async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const left = names.filter((name) => {
    const pid = Number(NAME.exec(name)?.[1] ?? process.pid);
    return pid !== process.pid && !isAlive(pid);
  });
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true }).catch(() => {})));
}
