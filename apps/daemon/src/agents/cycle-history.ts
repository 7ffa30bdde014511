/**
 * Cycles of the past, one line of JSON each, in the data folder. A file and not a table: it is read whole, grows
 * by a line per agent and cycle, and must be readable where no database has been opened yet. Bounded: the oldest
 * lines go.
 */
import { dirname, join } from 'node:path';
import {
  type ConformanceCycle,
  ConformanceCycleSchema,
  type ConformanceReport,
} from '@design-jury/contracts/conformance';
import { readForeignText } from '../disk/foreign-file.ts';
import { ForeignFileError } from '../disk/foreign-file-error.ts';
import { writeOut } from '../disk/write-out.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../home/rights.ts';
import { makeFolders } from '../make-folders.ts';
import { listDegraded } from './degraded.ts';
import { healthOf } from './health.ts';

const HISTORY_FILE = 'conformance.ndjson';
export const MAX_HISTORY_LINES = 500;
/** A cycle is a few KiB. */
const MAX_HISTORY_BYTES = 16 * 1024 * 1024;
/** Cycles of one agent in a report. */
const REPORTED_CYCLES = 10;

export function historyFile(dataDir: string): string {
  return join(dataDir, HISTORY_FILE);
}

/** Oldest first. Lines that do not read are left out: they say nothing about any agent. */
export async function readHistory(file: string): Promise<ConformanceCycle[]> {
  return historyText(file)
    .split('\n')
    .flatMap((line) => {
      const cycle = line === '' ? null : ConformanceCycleSchema.safeParse(parsed(line));
      return cycle?.success ? [cycle.data] : [];
    });
}

function historyText(file: string): string {
  try {
    return readForeignText(file, { maxBytes: MAX_HISTORY_BYTES, within: dirname(file) });
  } catch (error) {
    if (error instanceof ForeignFileError) return '';
    throw error;
  }
}

/** Two processes that write at once may lose a line to each other, never the file. */
export async function addToHistory(
  file: string,
  cycles: readonly ConformanceCycle[],
): Promise<ConformanceCycle[]> {
  const kept = [...(await readHistory(file)), ...cycles].slice(-MAX_HISTORY_LINES);
  const text = kept.map((cycle) => `${JSON.stringify(cycle)}\n`).join('');
  await makeFolders(dirname(file), PRIVATE_FOLDER);
  await writeOut(file, text, { within: dirname(file), mode: PRIVATE_FILE });
  return kept;
}

/** Everybody who was ever tried, by name, and what is known of them now. */
export async function conformanceReport(dataDir: string, now: number): Promise<ConformanceReport> {
  const history = await readHistory(historyFile(dataDir));
  const marks = await listDegraded(dataDir, now);
  const ids = [...new Set([...history.map(({ agent }) => agent), ...marks.keys()])].sort();
  return {
    agents: ids.map((id) => {
      const cycles = history.filter(({ agent }) => agent === id);
      return {
        id,
        health: healthOf(cycles),
        degraded: marks.get(id) ?? null,
        cycles: cycles.slice(-REPORTED_CYCLES),
      };
    }),
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
