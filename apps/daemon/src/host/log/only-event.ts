/**
 * The log of a run that never began: one event, which says how it was over before that. It is not waited for until it is on the disk, as
 * a verdict's would be: its row says the same, and one without this file is no damaged one.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stamped } from '@design-jury/contracts/theater/sse';
import { PRIVATE_FILE } from '../../home/rights.ts';
import type { LogEvent } from './event-log.ts';
import { TRANSCRIPT_NAME } from './transcript.ts';

/** Rejects where there is a log already. */
export async function writeOnlyEvent<Event extends LogEvent>(
  folder: string,
  event: Event,
  at: string,
): Promise<{ path: string; stamped: Stamped<Event> }> {
  const stamped: Stamped<Event> = { ...event, seq: 1, at };
  const options = { mode: PRIVATE_FILE, flag: 'wx' } as const;
  await writeFile(join(folder, TRANSCRIPT_NAME), `${JSON.stringify(stamped)}\n`, options);
  return { path: TRANSCRIPT_NAME, stamped };
}
