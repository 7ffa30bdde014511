/** One line of a transcript, judged: an event of ours, one of a newer build, or neither. */
import { isUtf8 } from 'node:buffer';
import {
  CRITIQUE_EVENT_NAMES,
  type CritiqueEventName,
  StampSchema,
  type TranscriptEvent,
  TranscriptEventSchema,
} from '@design-jury/contracts/theater/sse';

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
