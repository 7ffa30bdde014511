/** The bytes of a stored transcript, plain or gzipped by its extension, as lines; everything within limits. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileErrorReason } from '../../store/file-error.ts';

export type TranscriptErrorReason =
  | 'missing'
  /** Not a transcript of ours at all. */
  | 'foreign'
  /** Ours, with a line that cannot be read. */
  | 'corrupt'
  | 'line_too_long'
  | 'too_large'
  | 'gzip_bomb'
  | 'unreadable';

export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  readonly reason: TranscriptErrorReason;
  readonly file: string;
  /** Counted from 1; null when the file as a whole is meant. */
  readonly line: number | null;

  constructor(
    reason: TranscriptErrorReason,
    place: { file: string; line: number | null },
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${place.file}${place.line === null ? '' : `:${place.line}`}: ${message}`, options);
    this.reason = reason;
    this.file = place.file;
    this.line = place.line;
  }
}

/** How much of a file may be believed before it is refused. */
export interface ReadLimits {
  /** Longest line, newline included. A block of the agent's text, escaped, is far shorter. */
  maxLineBytes: number;
  /** Bytes read in all, after decompression. */
  maxBytes: number;
  /** Lines that may be skipped as damaged; more, and it is no transcript worth reading on. */
  maxCorruptLines: number;
  /** Decompressed bytes per stored byte. Ours reach about 20, 60 when very repetitive; an attack reaches 1000. */
  maxRatio: number;
  /** The ratio means nothing for a small file: it counts from here. */
  ratioFromBytes: number;
}

export const DEFAULT_READ_LIMITS: ReadLimits = {
  maxLineBytes: 8 * 1_048_576,
  maxBytes: 256 * 1_048_576,
  maxCorruptLines: 1_000,
  maxRatio: 250,
  ratioFromBytes: 1_048_576,
};

export interface Line {
  /** Counted from 1. */
  number: number;
  /** Without the newline. */
  bytes: Buffer;
  /** Where the line ends in the file, newline included. */
  end: number;
  /** False for a last line without a newline. */
  complete: boolean;
}

const NEWLINE = 0x0a;

export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  { file, maxLineBytes }: { file: string; maxLineBytes: number },
): AsyncGenerator<Line> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let number = 1;
  let end = 0;
  const bound = (bytes: number): void => {
    if (bytes <= maxLineBytes) return;
    throw new TranscriptError(
      'line_too_long',
      { file, line: number },
      `is longer than ${maxLineBytes} bytes`,
    );
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      const tail = chunk.subarray(start, at);
      // Joined once per line, so that a long line in small chunks stays linear.
      const bytes = rest.length === 0 ? tail : Buffer.concat([...rest, tail]);
      bound(bytes.byteLength + 1);
      end += bytes.byteLength + 1;
      yield { number, bytes, end, complete: true };
      number += 1;
      rest = [];
      restBytes = 0;
      start = at + 1;
    }
    if (start < chunk.byteLength) {
      rest.push(chunk.subarray(start));
      restBytes += chunk.byteLength - start;
      bound(restBytes);
    }
  }
  if (restBytes > 0) yield { number, bytes: Buffer.concat(rest), end: end + restBytes, complete: false };
}

export async function* readBytes(file: string, limits: ReadLimits): AsyncGenerator<Buffer> {
  const { handle, size } = await openRegularFile(file);
  const gzipped = isGzipName(file);
  let total = 0;
  try {
    for await (const chunk of gzipped ? gunzip(handle) : handle.createReadStream({ autoClose: false })) {
      total += chunk.byteLength;
      if (total > limits.maxBytes) {
        throw new TranscriptError('too_large', whole(file), `holds more than ${limits.maxBytes} bytes`);
      }
      if (gzipped && total > limits.ratioFromBytes && total > limits.maxRatio * size) {
        throw new TranscriptError(
          'gzip_bomb',
          whole(file),
          `unpacks to more than ${limits.maxRatio} times its size; it was not written by us`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    throw toTranscriptError(error, file, total);
  } finally {
    await handle.close();
  }
}

/** Rejects with a `TranscriptError` for what is no file, and for a compressed one that cannot be unpacked to its end. */
export async function assertWhole(file: string): Promise<void> {
  if (isGzipName(file)) for await (const _chunk of readBytes(file, DEFAULT_READ_LIMITS));
  else await (await openRegularFile(file)).handle.close();
}

export function isGzipName(file: string): boolean {
  return file.endsWith('.gz');
}

/** NONBLOCK, so that a named pipe put in the file's place cannot hold us for ever. */
async function openRegularFile(file: string): Promise<{ handle: FileHandle; size: number }> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw toTranscriptError(error, file, 0);
  });
  const stats = await handle.stat();
  if (stats.isFile()) return { handle, size: stats.size };
  await handle.close();
  throw new TranscriptError('foreign', whole(file), 'is not a regular file');
}

function gunzip(handle: FileHandle): AsyncIterable<Buffer> {
  // The callback form destroys both streams on every way out; the error itself arrives at the iterator.
  return pipeline(handle.createReadStream({ autoClose: false }), createGunzip(), () => {});
}

const ZLIB_DATA_ERRORS: ReadonlySet<unknown> = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR', 'Z_NEED_DICT']);

function toTranscriptError(error: unknown, file: string, bytesRead: number): TranscriptError {
  if (error instanceof TranscriptError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (ZLIB_DATA_ERRORS.has(code)) {
    return bytesRead === 0
      ? new TranscriptError('foreign', whole(file), 'is named .gz but is not a gzip file', { cause: error })
      : new TranscriptError('corrupt', whole(file), `is damaged after ${bytesRead} unpacked bytes`, {
          cause: error,
        });
  }
  if (fileErrorReason(error) === 'missing') {
    return new TranscriptError('missing', whole(file), 'does not exist', { cause: error });
  }
  const detail = error instanceof Error ? error.message : String(error);
  return new TranscriptError('unreadable', whole(file), `cannot be read (${detail})`, { cause: error });
}

function whole(file: string): { file: string; line: null } {
  return { file, line: null };
}
