/** The end of a transcript on disk: large ones are compressed, by streams, off the event loop. */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { replaceFile, syncFolder, writeFully } from '../../store/durable-file.ts';

/** A transcript larger than this is gzipped. */
export const COMPRESS_ABOVE_BYTES = 262_144;

export interface SealedTranscript {
  /** The file's name in its folder: what the artifact's row stores. */
  path: string;
  /** Size of that file. */
  bytes: number;
  compressed: boolean;
}

/** The plain file goes only after the compressed one is complete on the disk under its final name. */
export async function sealTranscript(file: string): Promise<SealedTranscript> {
  const { size } = await stat(file);
  if (size <= COMPRESS_ABOVE_BYTES) return { path: basename(file), bytes: size, compressed: false };
  const target = `${file}.gz`;
  await replaceFile(target, (handle) =>
    pipeline(createReadStream(file), createGzip(), async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) await writeFully(handle, chunk);
    }),
  );
  await rm(file);
  await syncFolder(dirname(file));
  return { path: basename(target), bytes: (await stat(target)).size, compressed: true };
}
