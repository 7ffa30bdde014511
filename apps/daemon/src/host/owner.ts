/** Which process plays a run. Two of ours may share a data folder; neither may end what the other plays. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { startTicks } from '../agents/process-group.ts';

const OWNER_FILE = 'owner.json';
const OwnerSchema = z.object({ pid: z.int().positive(), startTicks: z.string().nullable() });

export async function claimRun(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const owner = { pid: process.pid, startTicks: startTicks(process.pid) };
  await writeFile(join(folder, OWNER_FILE), JSON.stringify(owner));
}

/** True while another living process plays the run. A pid that was given to a stranger has other ticks. */
export async function isOwnedByAnother(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, OWNER_FILE), 'utf8').catch(() => null);
  if (text === null) return false;
  const owner = OwnerSchema.safeParse(safeJson(text));
  if (!owner.success || owner.data.pid === process.pid) return false;
  const ticks = startTicks(owner.data.pid);
  return ticks !== null && ticks === owner.data.startTicks;
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
