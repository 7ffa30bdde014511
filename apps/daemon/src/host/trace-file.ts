/** The caller's trace, beside the run's log: whoever goes on with the run goes on with the trace. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readKept } from '../disk/foreign-file.ts';
import { PRIVATE_FILE } from '../home/rights.ts';
import { parseTraceparent, type TraceContext, traceparentOf } from '../trace-context.ts';

export const TRACE_FILE = 'traceparent';
const MAX_BYTES = 512;

export async function writeTrace(folder: string, context: TraceContext): Promise<void> {
  await writeFile(join(folder, TRACE_FILE), traceparentOf(context), { mode: PRIVATE_FILE });
}

/** Null where nobody asked for the run within a trace, or the file is no longer what was written. */
export function readTrace(folder: string): TraceContext | null {
  try {
    const bytes = readKept(folder, TRACE_FILE, MAX_BYTES);
    return bytes === null ? null : parseTraceparent(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
