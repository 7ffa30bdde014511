/** Agents that must not sit on a panel for now: marked with a reason and an end, kept in the data folder. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const DEGRADED_FILE = 'degraded.json';
const DEGRADED_TTL_MS = 24 * 60 * 60 * 1000;

const FileSchema = z.record(z.string(), z.object({ reason: z.string(), until: z.iso.datetime() }));
export type DegradedMark = z.infer<typeof FileSchema>[string];

/** Null when the agent is in order, or its mark has run out. */
export async function readDegraded(
  dataDir: string,
  agentId: string,
  now: number,
): Promise<DegradedMark | null> {
  const mark = (await readMarks(dataDir))[agentId];
  return mark !== undefined && Date.parse(mark.until) > now ? mark : null;
}

export async function markDegraded(
  dataDir: string,
  agentId: string,
  reason: string,
  now: number,
): Promise<void> {
  const marks = await readMarks(dataDir);
  marks[agentId] = { reason, until: new Date(now + DEGRADED_TTL_MS).toISOString() };
  await writeMarks(dataDir, marks);
}

/** A file that cannot be read marks nobody: the mark only ever takes an agent away. */
async function readMarks(dataDir: string): Promise<Record<string, DegradedMark>> {
  try {
    return FileSchema.parse(JSON.parse(await readFile(join(dataDir, DEGRADED_FILE), 'utf8')));
  } catch {
    return {};
  }
}

async function writeMarks(dataDir: string, marks: Record<string, DegradedMark>): Promise<void> {
  const file = join(dataDir, DEGRADED_FILE);
  await writeFile(`${file}.new`, JSON.stringify(marks, null, 2));
  await rename(`${file}.new`, file);
}
