/** Appends until the file-size limit of its shell is reached, then says how it was told. Argument: file. */
import { createEventLog } from '../log/event-log.ts';
import { EventLogError } from '../log/event-log-error.ts';
import { isEnd, notes } from './events.ts';

const [file = ''] = process.argv.slice(2);
const log = createEventLog({ isTerminal: isEnd, file, clock: Date.now });
let flushed = 0;
try {
  for (;;) {
    log.append(notes('x'.repeat(500)));
    await log.flush();
    flushed = log.lastSeq;
  }
} catch (error) {
  const reason = error instanceof EventLogError ? error.reason : String(error);
  process.stdout.write(JSON.stringify({ reason, flushed }));
}
await log.close();
