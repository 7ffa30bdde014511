/** What a review leaves behind for people: the better page, its diff, the transcript. */
import { constants, createReadStream } from 'node:fs';
import { access, open, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readForeign } from '../disk/foreign-file.ts';
import { ForeignFileError } from '../disk/foreign-file-error.ts';
import { realPlace } from '../disk/scope.ts';
import { makeFolder, type OutRules, outPlace, removeOut, replaceOut, writeOut } from '../disk/write-out.ts';
import { type Comparison, compareLines, unifiedDiff } from '../line-diff.ts';
import { MAX_PAGE_BYTES } from '../measure/limits.ts';

export interface OutputInput {
  /** Folder for this page's files; made if missing. */
  folder: string;
  /** The project that the folder must not lead out of; null where the user named a place outside of it. */
  within: string | null;
  /** The page's own file, which is never overwritten. */
  source: string;
  before: string;
  /** Files of the engine. */
  artifact: string | null;
  transcript: string | null;
}

export interface Outputs {
  page: string | null;
  /** The kept page's text; null when there is none. */
  after: string | null;
  diff: string | null;
  transcript: string | null;
  comparison: Comparison | null;
}

export async function writeOutputs({
  folder: named,
  within,
  source,
  before,
  artifact,
  transcript,
}: OutputInput): Promise<Outputs> {
  const rules: OutRules = { within };
  const folder = await makeFolder(named, rules);
  const outputs: Outputs = { page: null, after: null, diff: null, transcript: null, comparison: null };
  const name = basename(source);
  const page = join(folder, name);
  const diff = join(folder, `${name}.diff`);
  // Nothing of an earlier review may be taken for this one's.
  for (const old of [diff, ...['', '.gz'].map((ending) => join(folder, `transcript.ndjson${ending}`))])
    await removeOut(old, rules);
  if (resolve(page) !== resolve(source)) await removeOut(page, rules);
  if (artifact !== null) {
    const after = await readFile(artifact, 'utf8');
    const comparison = compareLines(before, after);
    await writeOut(page, await inItsEncoding(after, source), rules);
    await writeOut(diff, unifiedDiff(name, comparison), rules);
    Object.assign(outputs, { page, after, diff, comparison });
  }
  if (transcript !== null) {
    outputs.transcript = join(folder, `transcript.ndjson${transcript.endsWith('.gz') ? '.gz' : ''}`);
    await replaceOut(outputs.transcript, rules, (handle) => handle.writeFile(createReadStream(transcript)));
  }
  return outputs;
}

/** The encoding of the page that was given; UTF-8 where there is no such file. */
async function inItsEncoding(text: string, source: string): Promise<Uint8Array | string> {
  const { encodePage, encodingOf } = await import('../measure/model/source.ts');
  try {
    return encodePage(text, encodingOf(readForeign(source, { maxBytes: MAX_PAGE_BYTES, within: null })));
  } catch {
    return text;
  }
}

/** True when the page's copy would land on the page itself. */
export function wouldOverwrite(folder: string, source: string): boolean {
  try {
    return realPlace(folder) === realPlace(dirname(source));
  } catch (error) {
    // It leads nowhere: nothing lands there.
    if (error instanceof ForeignFileError) return false;
    throw error;
  }
}

/** By these a folder is known as one that an earlier review or run filled. */
const MARKS = ['report.html', 'transcript.ndjson', 'transcript.ndjson.gz'];

/**
 * The name of a file that lies where ours would, in a folder that no review has filled; null where nothing does. It
 * was put there by somebody, and is not ours to replace.
 */
export async function foreignFileIn(folder: string, source: string, rules: OutRules): Promise<string | null> {
  const place = outPlace(folder, rules);
  const isThere = (name: string): Promise<boolean> =>
    access(join(place, name)).then(
      () => true,
      () => false,
    );
  for (const mark of MARKS) if (await isThere(mark)) return (await isOurs(join(place, mark))) ? null : mark;
  for (const name of [basename(source), `${basename(source)}.diff`, 'before.png', 'after.png'])
    if (await isThere(name)) return name;
  return null;
}

const HEAD_BYTES = 2_048;
const OUR_REPORT = '· Design Jury</title>';

/** Whether one of our reports lies there; null where nothing does. */
export async function isOurs(file: string): Promise<boolean | null> {
  if (!file.endsWith('.html')) return true;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? null : false,
  );
  if (handle === null || handle === false) return handle;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead).includes(OUR_REPORT);
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}
