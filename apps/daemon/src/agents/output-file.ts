/**
 * Standard output as a file, for a program that says everything at once and leaves. What such a program has written
 * to a pipe and nobody has taken yet is lost with it; what it has written to a file is there.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

const LOOK_EVERY_MS = 50;
const PIECE_BYTES = 65_536;
/** A pipe makes a writer wait, a file does not: this many bytes are more than any answer. */
const MAX_OUTPUT_BYTES = 64 * 1_048_576;

export class OutputFile {
  readonly #file: FileHandle;
  readonly #maxBytes: number;
  #watch: NodeJS.Timeout | null = null;

  private constructor(file: FileHandle, maxBytes: number) {
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  /** Its name is gone before anything is in it: nothing of it is left, whoever dies when. */
  static async open(folder: string, maxBytes = MAX_OUTPUT_BYTES): Promise<OutputFile> {
    const path = join(folder, `agent-output-${randomUUID()}`);
    const file = await open(path, 'ax+', 0o600);
    try {
      await rm(path, { force: true });
    } catch (error) {
      await file.close();
      throw error;
    }
    return new OutputFile(file, maxBytes);
  }

  get fd(): number {
    return this.#file.fd;
  }

  /** Calls `stop` once when there is more than there may be, whether anybody reads or not. */
  watch(stop: () => void): void {
    this.#watch = setInterval(() => {
      const looked = this.#size().catch(() => 0);
      void looked.then((size) => {
        if (size <= this.#maxBytes || this.#watch === null) return;
        this.#unwatch();
        stop();
      });
    }, LOOK_EVERY_MS);
  }

  /** What is written, as it comes; ends with what was there when `writer` had gone. */
  async *read(writer: Promise<unknown>): AsyncGenerator<Buffer, void, undefined> {
    let gone = false;
    let wake = (): void => {};
    void writer.then(() => {
      gone = true;
      wake();
    });
    for (let at = 0; ; ) {
      // Looked up before the size is: what was written until then is read in any case.
      const last = gone;
      const size = await this.#size();
      if (size > this.#maxBytes) throw new Error(`it wrote more than ${this.#maxBytes} bytes`);
      if (size > at) {
        const length = Math.min(size - at, PIECE_BYTES);
        const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, at);
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
        continue;
      }
      if (last) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_EVERY_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        // It may have gone while the size was looked up.
        if (gone) wake();
      });
    }
  }

  async close(): Promise<void> {
    this.#unwatch();
    await this.#file.close();
  }

  async #size(): Promise<number> {
    return (await this.#file.stat()).size;
  }

  #unwatch(): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
  }
}
