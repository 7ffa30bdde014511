/**
 * Standard output as a file, for a program that says everything at once and leaves. What such a program has written
 * to a pipe and nobody has taken yet is lost with it (146,176 bytes of a Node program arrive, whatever it wrote); what
 * it has written to a file is there.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
const PIECE_BYTES = 65_536;
/** A pipe makes a writer wait. A file does not: one that fills the disk faster than it is read is given up. */
const MAX_AHEAD_BYTES = 64 * 1_048_576;

export class OutputFile {
  readonly #file: FileHandle;
  readonly #maxAheadBytes: number;

  private constructor(file: FileHandle, maxAheadBytes: number) {
    this.#file = file;
    this.#maxAheadBytes = maxAheadBytes;
  }

  /** Its name is gone before anything is in it: nothing of it is left, whoever dies when. */
  static async open(folder: string, maxAheadBytes = MAX_AHEAD_BYTES): Promise<OutputFile> {
    const path = join(folder, `agent-output-${randomUUID()}`);
    const file = await open(path, 'ax+', 0o600);
    await rm(path, { force: true });
    return new OutputFile(file, maxAheadBytes);
  }

  get fd(): number {
    return this.#file.fd;
  }

  /** What is written, as it comes; ends with what was there when `writer` had gone. */
  async *read(writer: Promise<unknown>): AsyncGenerator<Buffer, void, undefined> {
    let gone = false;
    const left = writer.then(() => {
      gone = true;
    });
    for (let at = 0; ; ) {
      // Looked up before it is read: what was written until then is read in any case.
      const last = gone;
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, at);
      if (bytesRead > 0) {
        at += bytesRead;
        const ahead = (await this.#file.stat()).size - at;
        if (ahead > this.#maxAheadBytes)
          throw new Error(
            `it is ${ahead} bytes ahead of what could be read, more than ${this.#maxAheadBytes}`,
          );
        yield buffer.subarray(0, bytesRead);
        continue;
      }
      if (last) return;
      const look = new AbortController();
      await Promise.race([left, delay(LOOK_EVERY_MS, undefined, { signal: look.signal })]);
      look.abort();
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
