/** The file a loop is about: the user's, in a project that may be a stranger's. */
import { dirname } from 'node:path';
import { readForeignText } from '../../disk/foreign-file.ts';
import { checkoutOf, realPlace } from '../../disk/scope.ts';
import { writeOut } from '../../disk/write-out.ts';

export const MAX_SUBJECT_BYTES = 2_000_000;

interface SubjectFile {
  /** Absolute. */
  file: string;
}

export async function readSubject({ file }: SubjectFile): Promise<string> {
  return readForeignText(file, { maxBytes: MAX_SUBJECT_BYTES, within: checkoutOf(dirname(file)) });
}

/** A link to the file is followed, as it was when it was read; one that leads out of the project was refused then. */
export async function writeSubject({ file }: SubjectFile, text: string): Promise<void> {
  await writeOut(realPlace(file), text, { within: checkoutOf(dirname(file)) });
}
