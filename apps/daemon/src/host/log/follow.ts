/** A log that another process writes, read on from where the last reading ended. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { INPUT_EVENT, type RunEvent } from '@design-jury/contracts/run';
import { findTranscript, readLog, TRANSCRIPT_NAME } from './transcript.ts';
import { readEntry } from './transcript-entry.ts';

const CHUNK_BYTES = 256 * 1024;
const LINE_END = 0x0a;

export class LogFollower {
  readonly #folder: string;
  #lastSeq: number;
  /** Behind the last whole line. */
  #offset = 0;

  /** `lastSeq`: events up to it are not wanted. */
  constructor(folder: string, lastSeq: number) {
    this.#folder = folder;
    this.#lastSeq = lastSeq;
  }

  /** What was added since. Half a line is left for the next time, a damaged one is passed over. */
  async *read(): AsyncGenerator<{ event: RunEvent; line: string }> {
    const file = join(this.#folder, TRANSCRIPT_NAME);
    // NONBLOCK: a named pipe in the log's place must not hold us.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
    if (handle === null) yield* this.#readSealed();
    else
      try {
        if ((await handle.stat()).isFile()) yield* this.#readPlain(handle);
      } finally {
        await handle.close();
      }
  }

  async *#readPlain(handle: FileHandle): AsyncGenerator<{ event: RunEvent; line: string }> {
    // Cut off behind what was read: a half line was taken back, and what follows is numbered on.
    if ((await handle.stat()).size < this.#offset) this.#offset = 0;
    let rest: Buffer[] = [];
    for (let at = this.#offset; ; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      let from = 0;
      for (let end = buffer.indexOf(LINE_END); end >= 0 && end < bytesRead; ) {
        const line = Buffer.concat([...rest, buffer.subarray(from, end)]);
        rest = [];
        from = end + 1;
        this.#offset = at - bytesRead + from;
        const wanted = this.#take(line);
        if (wanted !== null) yield wanted;
        end = buffer.indexOf(LINE_END, from);
      }
      rest.push(buffer.subarray(from, bytesRead));
    }
  }

  #take(bytes: Buffer): { event: RunEvent; line: string } | null {
    const entry = readEntry(bytes, 'shape');
    if (entry.kind !== 'event') return null;
    const event: RunEvent = entry.event;
    if (event.seq <= this.#lastSeq) return null;
    this.#lastSeq = event.seq;
    return event.type === INPUT_EVENT ? null : { event, line: entry.line };
  }

  /** A long log is compressed at its end, and then never grows. */
  async *#readSealed(): AsyncGenerator<{ event: RunEvent; line: string }> {
    const file = await findTranscript(this.#folder);
    if (file === null) return;
    for await (const item of readLog(file, { after: this.#lastSeq, onDamage: () => {} })) {
      this.#lastSeq = item.event.seq;
      yield item;
    }
  }
}
