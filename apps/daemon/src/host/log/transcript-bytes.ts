/** The bytes of a stored transcript, plain or gzipped by its extension, within limits. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileErrorReason } from '../../store/file-error.ts';
import { TranscriptError } from './transcript-error.ts';
import { DEFAULT_READ_LIMITS, type ReadLimits } from './transcript-limits.ts';

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
