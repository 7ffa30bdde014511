/** Reading a run back: replay, resume, recovery and re-judging all come through here. */
import { lstat, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { INPUT_EVENT, type RunEvent } from '@design-jury/contracts/run';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { readItems, type Validation } from './transcript-entry.ts';
import { DEFAULT_READ_LIMITS, isGzipName, type ReadLimits, TranscriptError } from './transcript-lines.ts';

export const TRANSCRIPT_NAME = 'transcript.ndjson';

export type Skipped =
  /** Written by a newer build. */
  | { kind: 'unknown_event'; line: number; type: string }
  /** The process died while writing it. */
  | { kind: 'partial_line'; line: number; bytes: number }
  /** Only with `corrupt: 'skip'`. */
  | { kind: 'corrupt_line'; line: number; problem: string };

export interface ReadOptions extends Partial<ReadLimits> {
  /** @defaultValue 'full' */
  validation?: Validation;
  /** What to do with a line that cannot be read. @defaultValue 'fail' */
  corrupt?: 'fail' | 'skip';
  /** Leave out events up to and including this seq. @defaultValue 0 */
  after?: number;
  onSkip?: (skipped: Skipped) => void;
}

export interface TranscriptLine {
  event: TranscriptEvent;
  /** The event's JSON as stored. */
  line: string;
}

/** Rejects with a `TranscriptError` that names file and line. */
export async function* readTranscript(
  file: string,
  options: ReadOptions = {},
): AsyncGenerator<TranscriptEvent> {
  for await (const { event } of readTranscriptLines(file, options)) yield event;
}

/** The same, with each event's stored JSON, to be sent on without encoding it again. */
export async function* readTranscriptLines(
  file: string,
  options: ReadOptions = {},
): AsyncGenerator<TranscriptLine> {
  const { validation = 'full', corrupt = 'fail', after = 0, onSkip = () => {} } = options;
  let ours = false;
  let firstBad: TranscriptError | null = null;
  for await (const item of readItems(file, { ...DEFAULT_READ_LIMITS, ...options }, validation)) {
    switch (item.kind) {
      case 'event':
        ours = true;
        if (item.seq > after) yield { event: item.event, line: item.line };
        break;
      case 'unknown':
        ours = true;
        onSkip({ kind: 'unknown_event', line: item.number, type: item.type });
        break;
      case 'partial':
        onSkip({ kind: 'partial_line', line: item.number, bytes: item.bytes });
        break;
      case 'bad': {
        const reason = ours ? 'corrupt' : 'foreign';
        firstBad ??= new TranscriptError(reason, { file, line: item.number }, item.problem, {
          cause: item.cause,
        });
        if (corrupt === 'fail') throw firstBad;
        onSkip({ kind: 'corrupt_line', line: item.number, problem: item.problem });
      }
    }
  }
  // Damage may be skipped in a transcript, but a file without one event of ours is none.
  if (!ours && firstBad !== null) throw firstBad;
}

/** The run's transcript in an artifact's folder; null when there is none. */
export async function findTranscript(folder: string): Promise<string | null> {
  // Plain first: when both are there, the process died after compressing it and before removing it.
  let other: string | null = null;
  for (const name of [TRANSCRIPT_NAME, `${TRANSCRIPT_NAME}.gz`]) {
    const file = join(folder, name);
    const info = await lstat(file).catch(() => null);
    if (info?.isFile()) return file;
    if (info !== null) other ??= file;
  }
  // Something else in its place: whoever reads it says so.
  return other;
}

export interface LogOptions {
  /** @default 0 */
  after?: number;
  /** What the host wrote for itself too. @default false */
  inputs?: boolean;
  /**
   * Hears of each damage in a sentence, and a log that cannot be read on ends there. Without it damaged lines are passed
   * over in silence, and a log that cannot be read rejects with a `TranscriptError`.
   */
  onDamage?: (sentence: string) => void;
}

/** Events of any protocol, in order; damaged lines are passed over. */
export async function* readLog(
  file: string,
  { after = 0, inputs = false, onDamage }: LogOptions = {},
): AsyncGenerator<{ event: RunEvent; line: string }> {
  const name = basename(file);
  const options: ReadOptions = {
    after,
    corrupt: 'skip',
    validation: 'shape',
    onSkip: (skipped) => {
      const what = skippedWords(skipped);
      if (what !== null) onDamage?.(`${name} line ${skipped.line} ${what}`);
    },
  };
  try {
    for await (const { event, line } of readTranscriptLines(file, options)) {
      const said: RunEvent = event;
      if (inputs || said.type !== INPUT_EVENT) yield { event: said, line };
    }
  } catch (error) {
    if (onDamage === undefined || !(error instanceof TranscriptError)) throw error;
    const place = error.line === null ? name : `${name} line ${error.line}`;
    onDamage(`${place} ${error.message.replace(/^.*?:(?:\d+:)? /, '')}`);
  }
}

/** Null for what is no damage: a name of a newer version, and half a line, which its writer may just be writing. */
function skippedWords(skipped: Skipped): string | null {
  return skipped.kind === 'corrupt_line' ? skipped.problem : null;
}

export interface RepairedTranscript {
  events: number;
  lastSeq: number;
  /** The event that ended the run, if it was written. */
  terminal: RunEvent | null;
  corruptLines: number;
  /** Bytes of a half-written last line that were cut off. */
  cutBytes: number;
}

/**
 * After a crash: cuts a half-written last line off, so that the log can be appended to, and says what it
 * holds. A damaged line in the middle is counted and left as it is. A missing file is an empty log.
 */
export async function repairTranscript(
  file: string,
  isTerminal: (event: RunEvent) => boolean,
  limits: Partial<ReadLimits> = {},
): Promise<RepairedTranscript> {
  const found: RepairedTranscript = { events: 0, lastSeq: 0, terminal: null, corruptLines: 0, cutBytes: 0 };
  let mend: Mend | null = null;
  try {
    for await (const item of readItems(file, { ...DEFAULT_READ_LIMITS, ...limits }, 'shape')) {
      if (item.kind === 'partial') {
        found.cutBytes = item.bytes;
        mend = { kind: 'cut', at: item.start };
      } else if (!item.complete) mend = { kind: 'end_line' };
      if (item.kind === 'bad') found.corruptLines += 1;
      if (item.kind !== 'event' && item.kind !== 'unknown') continue;
      found.events += 1;
      found.lastSeq = item.seq;
      if (item.kind === 'event' && isTerminal(item.event)) found.terminal ??= item.event;
    }
  } catch (error) {
    if (error instanceof TranscriptError && error.reason === 'missing') return found;
    throw error;
  }
  // A compressed transcript was complete when it got its name.
  if (mend !== null && !isGzipName(file)) await apply(file, mend);
  return found;
}

type Mend = { kind: 'cut'; at: number } | { kind: 'end_line' };

async function apply(file: string, mend: Mend): Promise<void> {
  const handle = await open(file, mend.kind === 'cut' ? 'r+' : 'a');
  try {
    if (mend.kind === 'cut') await handle.truncate(mend.at);
    else await handle.write('\n');
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
