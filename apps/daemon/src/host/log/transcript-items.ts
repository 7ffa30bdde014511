/** A transcript line by line, each one judged in its place: order counts, and the last line may be half. */
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { readBytes } from './transcript-bytes.ts';
import { readEntry, type Validation } from './transcript-entry.ts';
import { TranscriptError } from './transcript-error.ts';
import type { ReadLimits } from './transcript-limits.ts';
import { type Line, splitLines } from './transcript-lines.ts';

export type Item = { number: number; complete: boolean } & (
  | { kind: 'event'; seq: number; event: TranscriptEvent; line: string }
  | { kind: 'unknown'; seq: number; type: string }
  /** The last line, cut short; it starts at byte `start`. */
  | { kind: 'partial'; start: number; bytes: number }
  | { kind: 'bad'; problem: string; cause?: unknown }
);

export async function* readItems(
  file: string,
  limits: ReadLimits,
  validation: Validation,
): AsyncGenerator<Item> {
  let lastSeq = 0;
  let damaged = 0;
  for await (const line of splitLines(readBytes(file, limits), { file, maxLineBytes: limits.maxLineBytes })) {
    const item = judge(line, validation, { lastSeq, damaged: damaged > 0 });
    if (item.kind === 'bad') damaged += 1;
    if (damaged > limits.maxCorruptLines) {
      throw new TranscriptError(
        'corrupt',
        { file, line: line.number },
        `more than ${limits.maxCorruptLines} lines are damaged`,
      );
    }
    if (item.kind === 'event' || item.kind === 'unknown') lastSeq = item.seq;
    yield item;
  }
}

/** After a damaged line a gap is what remains of it; before one, it is damage itself. */
function judge(line: Line, validation: Validation, before: { lastSeq: number; damaged: boolean }): Item {
  const { number, complete } = line;
  const entry = readEntry(line.bytes, validation);
  if (entry.kind === 'bad') {
    const { problem, cause } = entry;
    if (complete || entry.json || !mayBeHalf(line)) return { kind: 'bad', problem, cause, number, complete };
    const bytes = line.bytes.byteLength;
    return { kind: 'partial', start: line.end - bytes, bytes, number, complete };
  }
  const seq = entry.kind === 'event' ? entry.event.seq : entry.seq;
  const inOrder = before.damaged ? seq > before.lastSeq : seq === before.lastSeq + 1;
  if (inOrder) return { ...entry, seq, number, complete };
  return { kind: 'bad', problem: `has seq ${seq} after ${before.lastSeq}`, number, complete };
}

const NUL = 0x00;
const BRACE = 0x7b;

/**
 * Whether an unfinished last line can be the beginning of one of ours. (No beginning of a JSON object is JSON,
 * so a line that parses is whole, newline or not.) A power cut can leave zeros where text should be. A file
 * that begins otherwise never was a transcript.
 */
function mayBeHalf({ number, bytes }: Line): boolean {
  return number > 1 || bytes[0] === BRACE || bytes[0] === NUL;
}
