/**
 * Agents that must not sit on a panel for now: marked with a reason and an end, kept in the data folder, asked for
 * whenever a run is routed. A mark goes by itself when its time is over, with a good cycle of conformance, or by
 * hand.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { readForeignText } from '../disk/foreign-file.ts';
import { writeOut } from '../disk/write-out.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../home/rights.ts';
import { makeFolders } from '../make-folders.ts';

const DEGRADED_FILE = 'degraded.json';
const MAX_FILE_BYTES = 1_048_576;
const DEGRADED_TTL_MS = 24 * 60 * 60 * 1000;

const FileSchema = z.record(z.string(), z.object({ reason: z.string(), until: z.iso.datetime() }));
export type DegradedMark = z.infer<typeof FileSchema>[string];

/** Null when the agent is in order, or its mark has run out. */
export async function readDegraded(
  dataDir: string,
  agentId: string,
  now: number,
): Promise<DegradedMark | null> {
  return (await listDegraded(dataDir, now)).get(agentId) ?? null;
}

/** Every mark that still holds, by agent. */
export async function listDegraded(dataDir: string, now: number): Promise<Map<string, DegradedMark>> {
  const marks = Object.entries(await readMarks(dataDir));
  return new Map(marks.filter(([, { until }]) => Date.parse(until) > now));
}

export async function markDegraded(
  dataDir: string,
  agentId: string,
  reason: string,
  now: number,
): Promise<void> {
  const marks = await listDegraded(dataDir, now);
  marks.set(agentId, { reason, until: new Date(now + DEGRADED_TTL_MS).toISOString() });
  await writeMarks(dataDir, marks);
}

/** True when there was a mark to take away. */
export async function clearDegraded(dataDir: string, agentId: string, now: number): Promise<boolean> {
  const marks = await listDegraded(dataDir, now);
  if (!marks.delete(agentId)) return false;
  await writeMarks(dataDir, marks);
  return true;
}

/** A file that cannot be read marks nobody: the mark only ever takes an agent away. */
async function readMarks(dataDir: string): Promise<Record<string, DegradedMark>> {
  try {
    return FileSchema.parse(
      JSON.parse(
        readForeignText(join(dataDir, DEGRADED_FILE), { maxBytes: MAX_FILE_BYTES, within: dataDir }),
      ),
    );
  } catch {
    return {};
  }
}

async function writeMarks(dataDir: string, marks: ReadonlyMap<string, DegradedMark>): Promise<void> {
  const text = JSON.stringify(Object.fromEntries(marks), null, 2);
  await makeFolders(dataDir, PRIVATE_FOLDER);
  await writeOut(join(dataDir, DEGRADED_FILE), text, { within: dataDir, mode: PRIVATE_FILE });
}
