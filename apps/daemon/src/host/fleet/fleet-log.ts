/** A run's log as rows of the fleet's database. */
import type { RunEvent } from '@design-jury/contracts/run';
import { INPUT_EVENT } from '@design-jury/contracts/run';
import { StoreError } from '../../store/errors.ts';
import { appendEvents, type EventRow, readEventRows } from '../../store/postgres/event-rows.ts';
import { patiently } from '../../store/postgres/patience.ts';
import { createLogOver, type EventLog, type EventLogOptions, type LogSink } from '../log/event-log.ts';
import { EventLogError } from '../log/event-log-error.ts';
import { type LogOptions, TRANSCRIPT_NAME } from '../log/transcript.ts';
import { readEntry } from '../log/transcript-entry.ts';
import type { LeftLines, LoggedEvent } from '../place/place.ts';
import type { FleetServices } from './fleet-services.ts';

export function openFleetLog(
  services: FleetServices,
  { runId, owner }: { runId: string; owner: string | null },
  options: Omit<EventLogOptions, 'file'>,
): EventLog {
  const name = `the log of run ${runId}`;
  return createLogOver(rowSink(services, { runId, owner, name }), { ...options, file: name });
}

function rowSink(
  { pool, notices, patienceMs }: FleetServices,
  { runId, owner, name }: { runId: string; owner: string | null; name: string },
): LogSink {
  let isClosed = false;
  let bytes = 0;
  return {
    async append(lines, firstSeq) {
      let again = false;
      try {
        await patiently(
          async () => {
            const isAgain = again;
            again = true;
            await appendEvents(pool, { runId, owner, firstSeq, lines }, isAgain);
          },
          { limitMs: patienceMs, isOver: () => isClosed },
        );
      } catch (error) {
        if (!(error instanceof StoreError))
          throw new EventLogError('io', name, String(error), { cause: error });
        throw new EventLogError(error.reason === 'conflict' ? 'lost' : 'io', name, error.message, {
          cause: error,
        });
      }
      for (const line of lines) bytes += line.length;
      notices.say(`event:${runId}`);
    },
    // A statement that was answered is committed, and so on the server's disk.
    sync: async () => {},
    async close() {
      isClosed = true;
    },
    seal: async () => ({ path: TRANSCRIPT_NAME, bytes, compressed: false }),
  };
}

export async function* readFleetLog(
  { pool }: Pick<FleetServices, 'pool'>,
  runId: string,
  { after = 0, inputs = false, onDamage }: LogOptions = {},
): AsyncGenerator<LoggedEvent> {
  let expected = after + 1;
  for await (const row of readEventRows(pool, runId, after)) {
    if (row.seq !== expected) onDamage?.(`the log of run ${runId} lacks event ${expected}`);
    expected = row.seq + 1;
    const event = eventOf(row);
    if (event === null) onDamage?.(`event ${row.seq} of run ${runId} cannot be read`);
    else if (inputs || event.type !== INPUT_EVENT) yield { event, line: row.line };
  }
}

/** Null for one that cannot be read, or that a newer version wrote. */
export function eventOf({ seq, line }: EventRow): RunEvent | null {
  const entry = readEntry(Buffer.from(line), 'shape');
  return entry.kind === 'event' && entry.event.seq === seq ? entry.event : null;
}

export async function leftLines(
  services: Pick<FleetServices, 'pool'>,
  runId: string,
  isTerminal: (event: RunEvent) => boolean,
): Promise<LeftLines | null> {
  let lastSeq = 0;
  let terminal: RunEvent | null = null;
  for await (const row of readEventRows(services.pool, runId, 0)) {
    const event = eventOf(row);
    lastSeq = row.seq;
    if (event !== null && isTerminal(event)) terminal ??= event;
  }
  return lastSeq === 0 ? null : { lastSeq, terminal, isSealed: false };
}
