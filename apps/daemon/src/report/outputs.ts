/** What a review leaves behind for people: the better page, its diff, the transcript. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Comparison, compareLines, unifiedDiff } from '../line-diff.ts';

export interface OutputInput {
  /** Folder for this page's files; made if missing. */
  folder: string;
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
  folder,
  source,
  before,
  artifact,
  transcript,
}: OutputInput): Promise<Outputs> {
  await mkdir(folder, { recursive: true });
  const outputs: Outputs = { page: null, after: null, diff: null, transcript: null, comparison: null };
  const name = basename(source);
  const page = join(folder, name);
  const diff = join(folder, `${name}.diff`);
  // Nothing of an earlier review may be taken for this one's.
  await rm(diff, { force: true });
  for (const ending of ['', '.gz']) await rm(join(folder, `transcript.ndjson${ending}`), { force: true });
  if (resolve(page) !== resolve(source)) await rm(page, { force: true });
  if (artifact !== null) {
    const after = await readFile(artifact, 'utf8');
    const comparison = compareLines(before, after);
    await writeFile(page, await inItsEncoding(after, source));
    await writeFile(diff, unifiedDiff(name, comparison));
    Object.assign(outputs, { page, after, diff, comparison });
  }
  if (transcript !== null) {
    outputs.transcript = join(folder, `transcript.ndjson${transcript.endsWith('.gz') ? '.gz' : ''}`);
    await copyFile(transcript, outputs.transcript);
  }
  return outputs;
}

/** The encoding of the page that was given; UTF-8 where there is no such file. */
async function inItsEncoding(text: string, source: string): Promise<Uint8Array | string> {
  const { encodePage, encodingOf } = await import('../measure/model/source.ts');
  try {
    return encodePage(text, encodingOf(await readFile(source)));
  } catch {
    return text;
  }
}

/** True when the page's copy would land on the page itself. */
export function wouldOverwrite(folder: string, source: string): boolean {
  return resolve(folder) === resolve(dirname(source));
}
