/**
 * Documents that came with a request. A name is a stranger's: it becomes a path below the run's own folder or is refused, and
 * nothing that is there is written over. Everything is looked at before the first byte is written.
 */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SentDocument } from '@design-jury/contracts/given';
import { GIVEN_LIMITS } from '@design-jury/contracts/given-limits';
import { isGitOwn } from '../../disk/scope.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../home/rights.ts';
import { JuryError } from '../../jury-error.ts';
import { makeFolders } from '../../make-folders.ts';
import { readText } from '../../measure/model/text-bytes.ts';

export interface GivenDocument {
  path: string;
  bytes: Uint8Array;
}

/** Of the run's folder. */
export const GIVEN_FOLDER = 'given';

/** @throws JuryError that names the document and what is wrong with it */
export function readDocuments(sent: readonly SentDocument[]): GivenDocument[] {
  const documents = sent.map((one) => ({ path: checkedPath(one.path), bytes: decoded(one) }));
  const bytes = documents.reduce((sum, one) => sum + one.bytes.length, 0);
  if (bytes > GIVEN_LIMITS.totalBytes)
    throw new JuryError(
      'too_large',
      `the documents have ${bytes} bytes; together they may have ${GIVEN_LIMITS.totalBytes}. Leave out what is not judged`,
    );
  refuseCollisions(documents);
  return documents;
}

/** A document that is judged as a text, in whatever encoding it is written. */
export function textOf({ path, bytes }: GivenDocument, maxBytes: number = GIVEN_LIMITS.fileBytes): string {
  if (bytes.length > maxBytes)
    throw new JuryError(
      'too_large',
      `${shown(path)} has ${bytes.length} bytes; it may have at most ${maxBytes}`,
    );
  const read = readText(bytes);
  if (read.ok) return read.text;
  throw new JuryError('bad_request', `${shown(path)} ${read.says}`);
}

/** @param root a folder of ours that nobody else writes to */
export async function keepDocuments(root: string, documents: readonly GivenDocument[]): Promise<void> {
  await makeFolders(root, PRIVATE_FOLDER);
  for (const { path, bytes } of documents) {
    const file = join(root, path);
    await makeFolders(dirname(file), PRIVATE_FOLDER);
    await writeFile(file, bytes, { mode: PRIVATE_FILE, flag: 'wx' });
  }
}

function decoded({ path, content }: SentDocument): Uint8Array {
  const bytes = Buffer.from(content, 'base64');
  // Node passes over what is no base64: only what says the same when written again was all of it.
  if (bytes.toString('base64') !== content)
    throw new JuryError('bad_request', `${shown(path)}: its content is not base64`);
  if (bytes.length > GIVEN_LIMITS.fileBytes)
    throw new JuryError(
      'too_large',
      `${shown(path)} has ${bytes.length} bytes; a document may have at most ${GIVEN_LIMITS.fileBytes}`,
    );
  return bytes;
}

/** Control characters, those that turn the direction of a line, and what some system takes for more than a letter. */
const UNWRITABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\:*?"<>|]/u;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Relative, below the folder on every system, and the same file on every system. */
function checkedPath(sent: string): string {
  // First: composed, some letters have more bytes than they were sent with.
  const path = sent.normalize('NFC');
  const refuse = (why: string): never => {
    throw new JuryError('bad_request', `${shown(path)} cannot be the name of a document: ${why}`);
  };
  const { pathBytes, depth } = GIVEN_LIMITS;
  if (Buffer.byteLength(path) > pathBytes) refuse(`it has more than ${pathBytes} bytes`);
  if (UNWRITABLE.test(path)) refuse('it has characters that not every system can write');
  const parts = path.split('/');
  if (parts.length > depth) refuse(`it is more than ${depth} folders deep`);
  for (const part of parts) {
    if (part === '' || part === '.' || part === '..') refuse('it must be a path below the folder');
    if (/[. ]$/.test(part) || part.startsWith(' '))
      refuse('a name in it begins or ends with a space or a dot');
    if (DEVICE.test(part)) refuse('a name in it stands for a device on some systems');
  }
  if (isGitOwn(path)) refuse("it lies in git's own folder");
  return path;
}

/** Two names that are one file, or a file and a folder at once, on some system. */
function refuseCollisions(documents: readonly GivenDocument[]): void {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const { path } of documents) {
    const known = path.toLowerCase();
    const parts = known.split('/');
    const above = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
    if (files.has(known) || folders.has(known) || above.some((folder) => files.has(folder)))
      throw new JuryError(
        'bad_request',
        `${shown(path)} is there twice; on some systems the names are the same`,
      );
    files.add(known);
    for (const folder of above) folders.add(folder);
  }
}

const SHOWN_CHARS = 80;

export function shown(name: string): string {
  return JSON.stringify(name.length > SHOWN_CHARS ? `${name.slice(0, SHOWN_CHARS)}…` : name);
}
