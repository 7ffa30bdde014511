/** One artifact on its way to disk while it is being parsed. */
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder, syncFolder, writeFully } from '../../store/durable-file.ts';
import { ArtifactError, toArtifactError } from './artifact-error.ts';

/** A leading dot keeps unfinished files out of everything that opens artifacts by name. */
export const TEMPORARY_PREFIX = '.artifact-';
const DEFAULT_MAX_ARTIFACT_BYTES = 16 * 1_048_576;

/** Pieces as small as a token are collected up to this much before they are written. */
const WRITE_CHARACTERS = 65_536;
const EXTENSION = /^[a-z0-9]{1,8}$/;

export interface ArtifactWriterOptions {
  /** From `extensionOf(mime)`. @defaultValue 'html' */
  extension?: string;
  /** @defaultValue DEFAULT_MAX_ARTIFACT_BYTES */
  maxBytes?: number;
}

export interface StoredArtifact {
  sha256: string;
  bytes: number;
  /** Name in the artifact's folder. */
  path: string;
}

export interface ArtifactWriter {
  /** Rejects with an `ArtifactError`; the artifact is then abandoned. Calls must not overlap. */
  write(text: string): Promise<void>;
  /** The artifact is on the disk, under the hash of its content, when this resolves. */
  close(): Promise<StoredArtifact>;
  /** Leaves nothing behind. Does nothing after `close`. */
  abandon(): Promise<void>;
}

export function createArtifactWriter(folder: string, options: ArtifactWriterOptions = {}): ArtifactWriter {
  return new HashingWriter(folder, options);
}

class HashingWriter implements ArtifactWriter {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #extension: string;
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');
  #handle: FileHandle | null = null;
  #text = '';
  #bytes = 0;
  #open = true;

  constructor(
    folder: string,
    { extension = 'html', maxBytes = DEFAULT_MAX_ARTIFACT_BYTES }: ArtifactWriterOptions,
  ) {
    if (!EXTENSION.test(extension))
      throw new ArtifactError('bad_name', 'an extension has 1 to 8 letters or digits');
    this.#folder = folder;
    this.#temporary = join(folder, `${TEMPORARY_PREFIX}${randomUUID()}`);
    this.#extension = extension;
    this.#maxBytes = maxBytes;
  }

  async write(text: string): Promise<void> {
    if (!this.#open) throw new ArtifactError('closed', 'the artifact is closed');
    this.#text += text;
    if (this.#text.length < WRITE_CHARACTERS) return;
    await this.#orAbandon(() =>
      this.#writeText(splitsPair(this.#text) ? this.#text.length - 1 : this.#text.length),
    );
  }

  async close(): Promise<StoredArtifact> {
    if (!this.#open) throw new ArtifactError('closed', 'the artifact is closed');
    return this.#orAbandon(async () => {
      await this.#writeText(this.#text.length);
      const sha256 = this.#hash.digest('hex');
      const path = `${sha256}.${this.#extension}`;
      const handle = await this.#file();
      await handle.datasync();
      await this.#release();
      // The same content under the same name: replacing it changes nothing.
      await rename(this.#temporary, join(this.#folder, path));
      await syncFolder(this.#folder);
      this.#open = false;
      return { sha256, bytes: this.#bytes, path };
    });
  }

  async abandon(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#release().catch(() => {});
    await rm(this.#temporary, { force: true }).catch(() => {});
  }

  async #orAbandon<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.abandon();
      throw toArtifactError(error, 'the artifact');
    }
  }

  async #writeText(length: number): Promise<void> {
    const bytes = Buffer.from(this.#text.slice(0, length));
    this.#text = this.#text.slice(length);
    this.#bytes += bytes.byteLength;
    if (this.#bytes > this.#maxBytes) {
      throw new ArtifactError('too_large', `the artifact is larger than ${this.#maxBytes} bytes`);
    }
    this.#hash.update(bytes);
    await writeFully(await this.#file(), bytes);
  }

  async #file(): Promise<FileHandle> {
    if (this.#handle !== null) return this.#handle;
    await ensureFolder(this.#folder);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    this.#handle = await open(this.#temporary, flags, 0o600);
    return this.#handle;
  }

  async #release(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }
}

/** A character outside the basic plane is two units; cut between them, each would become U+FFFD. */
function splitsPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}
