/**
 * The file a loop is about: the user's, in a project that may be a stranger's. Read as bytes, and changed only if nothing
 * else in it changes.
 */
import { dirname } from 'node:path';
import { readForeign } from '../../disk/foreign-file.ts';
import { checkoutOf, realPlace } from '../../disk/scope.ts';
import { writeOut } from '../../disk/write-out.ts';
import { hashOf, readText, type TextForm, writeText } from '../../measure/model/text-bytes.ts';

export const MAX_SUBJECT_BYTES = 2_000_000;

interface SubjectFile {
  /** Absolute. */
  file: string;
}

export interface SubjectText {
  text: string;
  form: TextForm;
  bytes: Uint8Array;
}

class SubjectError extends Error {
  override name = 'SubjectError';
}

export async function readSubject(subject: SubjectFile): Promise<SubjectText> {
  const bytes = bytesOf(subject);
  const read = readText(bytes);
  if (!read.ok) throw new SubjectError(`${subject.file} ${read.says}`);
  return { text: read.text, form: read.form, bytes };
}

function bytesOf({ file }: SubjectFile): Uint8Array {
  return readForeign(file, { maxBytes: MAX_SUBJECT_BYTES, within: checkoutOf(dirname(file)) });
}

/** Null where there is no such file any more, or none that may be read. */
export function subjectHash(subject: SubjectFile): string | null {
  try {
    return hashOf(bytesOf(subject));
  } catch {
    return null;
  }
}

/** The bytes of the changed text; null where the file's encoding cannot hold it. */
export function changedBytes({ form }: SubjectText, text: string): Uint8Array | null {
  const bytes = writeText(text, form);
  if (bytes === null) return null;
  const again = readText(bytes);
  return again.ok && again.text === text ? bytes : null;
}

/**
 * False, and nothing written, when the file is no longer what was read. A link to the file is followed, as it was when
 * it was read; one that leads out of the project was refused then.
 */
export async function writeSubject(
  subject: SubjectFile,
  before: Uint8Array,
  after: Uint8Array,
): Promise<boolean> {
  if (subjectHash(subject) !== hashOf(before)) return false;
  await writeOut(realPlace(subject.file), after, { within: checkoutOf(dirname(subject.file)) });
  return true;
}
