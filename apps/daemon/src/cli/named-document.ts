/** The document a command is about, as text. What is none is refused in one sentence. */
import { resolve } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { readForeign, typed } from '../disk/foreign-file.ts';
import { ForeignFileError } from '../disk/foreign-file-error.ts';
import { fileRefusal } from '../library/subjects.ts';
import { readText } from '../measure/model/text-bytes.ts';
import { quoted, Refusal } from './refusal.ts';

/** @param inFolder what to name instead of a folder */
export function readNamedDocument(named: string, maxBytes: number, cwd: string, inFolder: string): string {
  const read = readText(bytesOf(named, maxBytes, cwd, inFolder));
  if (!read.ok) throw new Refusal(`${quoted(named)} ${read.says}.`, { exit: EXIT.inconclusive });
  return read.text;
}

function bytesOf(named: string, maxBytes: number, cwd: string, inFolder: string): Uint8Array {
  try {
    return readForeign(resolve(cwd, named), typed(named, maxBytes, cwd));
  } catch (cause) {
    const reason = cause instanceof ForeignFileError ? cause.reason : null;
    if (reason === 'missing')
      throw new Refusal(`There is no file ${quoted(named)}. Check the path.`, { cause });
    if (reason === 'folder') throw new Refusal(`${quoted(named)} is a folder; name ${inFolder}.`, { cause });
    throw fileRefusal(cause, named);
  }
}
