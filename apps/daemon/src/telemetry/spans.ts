/** A span as it is told, and what may be said in one. Pure. */
import type { WorkFacts } from '../work.ts';

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: 'internal' | 'server' | 'client';
  /** Milliseconds since the epoch, with fractions. */
  startMs: number;
  endMs: number;
  attributes: Readonly<Record<string, string | number | boolean>>;
  /** A word from a closed set; null where it went well. */
  error: string | null;
}

const MAX_TEXT_CHARS = 200;

/** Without what is not known, and with short words only. */
export function attributesOf(
  facts: WorkFacts,
  redact: (text: string) => string,
): Record<string, string | number | boolean> {
  const told: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (value === null) continue;
    told[name] = typeof value === 'string' ? redact(value).slice(0, MAX_TEXT_CHARS).toWellFormed() : value;
  }
  return told;
}
