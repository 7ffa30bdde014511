/**
 * A transcript line by line, each one judged in its place: an event of ours, one of a newer build, or neither. Order
 * counts, and the last line may be half.
 */
import { isUtf8 } from 'node:buffer';
import {
  CRITIQUE_EVENT_NAMES,
  type CritiqueEventName,
  StampSchema,
  type TranscriptEvent,
  TranscriptEventSchema,
} from '@design-jury/contracts/theater/sse';
import { type Line, type ReadLimits, readBytes, splitLines, TranscriptError } from './transcript-lines.ts';

export type Validation =
  /** Number, time and the form of a name: an event of any protocol. */
  | 'shape'
  /** Stamp and name only: for a log this daemon has just written itself. */
  | 'stamp'
  /** Every field by its schema. */
  | 'full';

export type Entry =
  | { kind: 'event'; event: TranscriptEvent; line: string }
  /** A stamped event whose name this build does not know. */
  | { kind: 'unknown'; seq: number; type: string }
  /** JSON, but nothing of ours; or not even `json`. */
  | { kind: 'bad'; json: boolean; problem: string; cause?: unknown };

const KNOWN_NAMES: ReadonlySet<string> = new Set(CRITIQUE_EVENT_NAMES);
/** Names of other protocols and of later builds have the same shape. */
const EVENT_NAME = /^[a-z][a-z0-9_-]*\.[a-z][a-z0-9_]*$/;

export function readEntry(bytes: Buffer, validation: Validation): Entry {
  if (!isUtf8(bytes)) return { kind: 'bad', json: false, problem: 'is not text' };
  const line = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    return { kind: 'bad', json: false, problem: 'is not JSON', cause };
  }
  if (!isStampedShape(value))
    return { kind: 'bad', json: true, problem: 'is not an event of ours (seq, at and type)' };
  // The reader that asks for a shape takes it as one: see `readLog`.
  if (validation === 'shape') return { kind: 'event', event: value as TranscriptEvent, line };
  if (!isKnown(value)) return { kind: 'unknown', seq: value.seq, type: value.type };
  if (validation === 'stamp') return { kind: 'event', event: value, line };
  const parsed = TranscriptEventSchema.safeParse(value);
  if (parsed.success) return { kind: 'event', event: parsed.data, line };
  return { kind: 'bad', json: true, problem: `is not a valid ${value.type}`, cause: parsed.error };
}

interface StampedShape {
  seq: number;
  at: string;
  type: string;
}

/** By hand, since a schema costs more than the JSON itself; the tests hold it to `StampSchema`. */
function isStampedShape(value: unknown): value is StampedShape {
  if (typeof value !== 'object' || value === null) return false;
  if (!('seq' in value && 'at' in value && 'type' in value)) return false;
  const { seq, at, type } = value;
  return (
    typeof seq === 'number' &&
    typeof at === 'string' &&
    typeof type === 'string' &&
    EVENT_NAME.test(type) &&
    isStamp(seq, at)
  );
}

/** What `append` writes, `2026-01-31T12:00:00.000Z`, needs no schema to be recognised. */
const OUR_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function isStamp(seq: number, at: string): boolean {
  if (Number.isSafeInteger(seq) && seq > 0 && OUR_TIME.test(at)) return true;
  return StampSchema.safeParse({ seq, at }).success;
}

/** The fast path trusts the fields of a known event; the full one checks them right after. */
function isKnown(value: StampedShape): value is TranscriptEvent {
  return KNOWN_NAMES.has(value.type satisfies string as CritiqueEventName);
}

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
