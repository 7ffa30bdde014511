/** Drafts: files in the run's own folder, by their numbers. One that is there is written, whoever wrote it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile, writeFully } from '../../store/durable-file.ts';
import { ContentError } from './content-error.ts';

function fileOf(folder: string, n: number): string {
  return join(folder, `draft-${n}.md`);
}

/** Null when it was not written. */
export async function findDraft(folder: string, n: number): Promise<string | null> {
  return readFile(fileOf(folder, n), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** A draft that is gone is an error: writing another one would be another run. */
export async function readDraft(folder: string, n: number): Promise<string> {
  const draft = await findDraft(folder, n);
  if (draft === null)
    throw new ContentError('draft-missing', `draft ${n} is no longer in the run's folder; start a new run`);
  return draft;
}

export async function writeDraft(folder: string, n: number, text: string): Promise<void> {
  await replaceFile(fileOf(folder, n), (handle) => writeFully(handle, Buffer.from(text)));
}
