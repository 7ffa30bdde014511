/** A transcript by what the user has in hand: a path, or the id of a run in the data folder. */
import { closeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { ID_PATTERN } from '@design-jury/contracts/http';
import type { RunRecord } from '@design-jury/contracts/run';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { openForeign, typed } from '../disk/foreign-file.ts';
import { artifactFolder } from '../host/artifacts/artifact-path.ts';
import { findTranscript, readTranscript, type Skipped } from '../host/log/transcript.ts';
import { TranscriptError } from '../host/log/transcript-lines.ts';
import { fileRefusal } from '../library/subjects.ts';
import { DATABASE_FILE } from '../store/database-file.ts';
import { shown } from './data-dir.ts';
import { quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

const MOST_TOLD = 20;

/** `run` is null where a file was named. */
export interface FoundTranscript {
  file: string;
  run: RunRecord | null;
}

export async function findTranscriptOf(
  shell: Shell,
  named: string,
  dataDir: string,
): Promise<FoundTranscript> {
  const path = resolve(shell.cwd, named);
  const info = await stat(path).catch(() => null);
  if (info?.isFile()) return { file: checkedFile(path, named, shell.cwd), run: null };
  if (info?.isDirectory()) {
    const inside = await findTranscript(path);
    if (inside !== null) return { file: checkedFile(inside, named, shell.cwd), run: null };
    throw new Refusal(`The folder ${quoted(named)} holds no transcript.ndjson; name the file or a run's id.`);
  }
  const place = shown(shell.cwd, dataDir);
  if (!ID_PATTERN.test(named))
    throw new Refusal(
      `There is no file ${quoted(named)}; name a transcript, or the id of a run in ${place}.`,
    );
  const found = await transcriptOfRun(dataDir, named);
  if (found === null)
    throw new Refusal(
      `${quoted(named)} is neither a file nor a run in ${place}; choose the folder with --data.`,
    );
  return found;
}

/** A transcript in the project may be a link that somebody planted. Its size is the reader's business. */
function checkedFile(path: string, named: string, cwd: string): string {
  try {
    closeSync(openForeign(path, typed(path, Number.MAX_SAFE_INTEGER, cwd)).fd);
    return path;
  } catch (error) {
    throw fileRefusal(error, named);
  }
}

async function transcriptOfRun(dataDir: string, runId: string): Promise<FoundTranscript | null> {
  const database = resolve(dataDir, DATABASE_FILE);
  if (
    !(await stat(database).then(
      (info) => info.isFile(),
      () => false,
    ))
  )
    return null;
  const { openStore } = await import('../store/database.ts');
  const store = await openStore(database);
  try {
    const run = await store.getRun(runId);
    const file = run === null ? null : await findTranscript(artifactFolder(dataDir, run.artifactId));
    return file === null ? null : { file, run };
  } finally {
    await store.close();
  }
}

export interface LoadedTranscript {
  events: TranscriptEvent[];
  /** Something was damaged and left out, and said so: what is shown proves nothing. */
  isDamaged: boolean;
}

/** All events, read before any is shown. What is damaged is named, and the rest is there. */
export async function loadTranscript(shell: Shell, file: string): Promise<LoadedTranscript> {
  const events: TranscriptEvent[] = [];
  let isDamaged = false;
  const shown = relative(shell.cwd, file);
  const place = shown === '' || shown.startsWith('..') ? file : shown;
  try {
    const told: string[] = [];
    let more = 0;
    const onSkip = (skipped: Skipped): void => {
      isDamaged ||= skipped.kind === 'corrupt_line';
      if (told.length < MOST_TOLD) told.push(skipWords(skipped, place));
      else more += 1;
    };
    for await (const event of readTranscript(file, { onSkip, corrupt: 'skip' })) events.push(event);
    // Of a file that is no transcript at all one sentence is enough.
    for (const sentence of told) shell.error(`${sentence}\n`);
    if (more > 0)
      shell.error(`${place}: ${more === 1 ? '1 more line is' : `${more} more lines are`} left out.\n`);
  } catch (error) {
    if (!(error instanceof TranscriptError)) throw error;
    const line = error.line === null ? '' : ` line ${error.line}:`;
    const what = error.message.replace(/^.*?:(?:\d+:)? /, '');
    const advice =
      error.reason === 'foreign'
        ? 'This is no transcript of ours.'
        : 'The file is damaged; take another copy.';
    const sentence = `${place}:${line} ${what.replace(/\.$/, '')}.`;
    if (events.length === 0) throw new Refusal(`${sentence} ${advice}`, { cause: error });
    shell.error(`${sentence} What could be read before is used.\n`);
    isDamaged = true;
  }
  if (events.length === 0) throw new Refusal(`${place} holds no events; name a transcript.ndjson of a run.`);
  return { events, isDamaged };
}

function skipWords(skipped: Skipped, place: string): string {
  switch (skipped.kind) {
    case 'unknown_event':
      return `${place} line ${skipped.line}: "${skipped.type}" is an event of a newer version, and is left out.`;
    case 'partial_line':
      return `${place} line ${skipped.line}: cut short when its process died, and left out.`;
    case 'corrupt_line':
      return `${place} line ${skipped.line}: ${skipped.problem}, and is left out.`;
  }
}
