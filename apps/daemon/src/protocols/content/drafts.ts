/** Drafts: files in the run's own folder, by their numbers. One that is there is written, whoever wrote it. */
import { join } from 'node:path';
import { readKept } from '../../disk/foreign-file.ts';
import { replaceFile, writeFully } from '../../store/durable-file.ts';
import { ContentError } from './content-error.ts';

const MAX_DRAFT_BYTES = 16_777_216;

function nameOf(n: number): string {
  return `draft-${n}.md`;
}

/** Null when it was not written. */
export async function findDraft(folder: string, n: number): Promise<string | null> {
  const bytes = readKept(folder, nameOf(n), MAX_DRAFT_BYTES);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** A draft that is gone is an error: writing another one would be another run. */
export async function readDraft(folder: string, n: number): Promise<string> {
  const draft = await findDraft(folder, n);
  if (draft === null)
    throw new ContentError('draft-missing', `draft ${n} is no longer in the run's folder; start a new run`);
  return draft;
}

export async function writeDraft(folder: string, n: number, text: string): Promise<void> {
  await replaceFile(join(folder, nameOf(n)), (handle) => writeFully(handle, Buffer.from(text)));
}
