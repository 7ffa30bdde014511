/**
 * Cycles of the past, one line of JSON each, in the data folder. A file and not a table: it is read whole, grows
 * by a line per agent and cycle, and must be readable where no database has been opened yet. Bounded: the oldest
 * lines go.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Cycle, CycleSchema } from './health.ts';

const HISTORY_FILE = 'conformance.ndjson';
export const MAX_HISTORY_LINES = 500;

export function historyFile(dataDir: string): string {
  return join(dataDir, HISTORY_FILE);
}

/** Oldest first. Lines that do not read are left out: they say nothing about any agent. */
export async function readHistory(file: string): Promise<Cycle[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const cycle = line === '' ? null : CycleSchema.safeParse(parsed(line));
    return cycle?.success ? [cycle.data] : [];
  });
}

/** Two processes that write at once may lose a line to each other, never the file. */
export async function addToHistory(file: string, cycles: readonly Cycle[]): Promise<Cycle[]> {
  const kept = [...(await readHistory(file)), ...cycles].slice(-MAX_HISTORY_LINES);
  await mkdir(dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, kept.map((cycle) => `${JSON.stringify(cycle)}\n`).join(''));
  await rename(fresh, file);
  return kept;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
