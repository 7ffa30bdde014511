/** A file that only grows by whole batches: a batch that could not be written is taken back. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ensureFolder, syncFolder, writeFully } from '../../store/durable-file.ts';

/** `fresh` refuses a file that exists: two runs must never share a log. */
export type AppendMode = 'fresh' | 'resume';

export class AppendFile {
  readonly #file: string;
  readonly #mode: AppendMode;
  #handle: FileHandle | null = null;
  #size = 0;
  #folderSynced = false;

  constructor(file: string, mode: AppendMode) {
    this.#file = file;
    this.#mode = mode;
  }

  async append(batch: Uint8Array): Promise<void> {
    const handle = this.#handle ?? (await this.#open());
    try {
      await writeFully(handle, batch);
      this.#size += batch.byteLength;
    } catch (error) {
      // Part of the batch may be on disk. Cut it off, so that a second try does not follow half a line;
      // if even that fails, the reader tolerates a partial last line.
      await handle.truncate(this.#size).catch(() => {});
      throw error;
    }
  }

  /** Content and name are on the disk when this resolves. */
  async sync(): Promise<void> {
    const handle = this.#handle ?? (await this.#open());
    await handle.datasync();
    if (this.#folderSynced) return;
    // The folder is often as new as the file, so its own name has to last too.
    await syncFolder(dirname(this.#file));
    await syncFolder(dirname(dirname(this.#file)));
    this.#folderSynced = true;
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }

  async #open(): Promise<FileHandle> {
    await ensureFolder(dirname(this.#file));
    const exclusive = this.#mode === 'fresh' ? constants.O_EXCL : 0;
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
    const handle = await open(this.#file, flags | exclusive, 0o600);
    try {
      this.#size = (await handle.stat()).size;
    } catch (error) {
      await handle.close();
      throw error;
    }
    this.#handle = handle;
    return handle;
  }
}
