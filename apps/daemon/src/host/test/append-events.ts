/**
 * A run that only writes its log, to be killed. Says on stdout, synchronously, what it appended and when, and
 * what it was promised: `a <seq> <ms>` appended, `f <seq>` flushed, `t <seq>` terminal flushed.
 * Arguments: file, number of events before the terminal one.
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEventLog } from '../log/event-log.ts';
import { isEnd, notes, SHIP } from './events.ts';

const [file = '', count = '1'] = process.argv.slice(2);
const log = createEventLog({ isTerminal: isEnd, file, clock: Date.now });
const say = (word: string): void => {
  writeSync(1, `${word}\n`);
};
for (let index = 0; index < Number(count); index += 1) {
  const { stamped } = log.append(notes('x'.repeat(index % 400)));
  say(`a ${stamped.seq} ${performance.now()}`);
  if (index % 10 === 0) await sleep(1);
  if (index % 37 !== 0) continue;
  const promised = log.lastSeq;
  await log.flush();
  say(`f ${promised}`);
}
log.append(SHIP);
await log.flush();
say(`t ${log.lastSeq}`);
setInterval(() => {}, 1_000);
