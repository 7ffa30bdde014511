/** A transcript line by line, each one judged in its place: order counts, and the last line may be half. */
import type { TranscriptEvent } from '@design-jury/contracts/sse';
import { readBytes } from './transcript-bytes.ts';
import { readEntry, type Validation } from './transcript-entry.ts';
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
  let damaged = false;
  for await (const line of splitLines(readBytes(file, limits), { file, maxLineBytes: limits.maxLineBytes })) {
    const item = judge(line, validation, { lastSeq, damaged });
    if (item.kind === 'bad') damaged = true;
    if (item.kind === 'event' || item.kind === 'unknown') lastSeq = item.seq;
    yield item;
  }
}

/** After a damaged line a gap is what remains of it; before one, it is damage itself. */
function judge(line: Line, validation: Validation, before: { lastSeq: number; damaged: boolean }): Item {
  const { number, complete } = line;
  const entry = readEntry(line.bytes, validation);
  if (entry.kind === 'bad') {
    // No beginning of a JSON object is JSON, so a last line that parses is whole, newline or not.
    if (complete) return { ...entry, number, complete };
    const bytes = line.bytes.byteLength;
    return { kind: 'partial', start: line.end - bytes, bytes, number, complete };
  }
  const seq = entry.kind === 'event' ? entry.event.seq : entry.seq;
  const inOrder = before.damaged ? seq > before.lastSeq : seq === before.lastSeq + 1;
  if (inOrder) return { ...entry, seq, number, complete };
  return { kind: 'bad', problem: `has seq ${seq} after ${before.lastSeq}`, number, complete };
}
