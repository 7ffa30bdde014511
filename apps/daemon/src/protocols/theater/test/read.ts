/** Reading text in given pieces, for tests and the fuzzer. */

import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { CritiqueConfig, PanelEvent } from '@design-jury/contracts/theater/critique';
import type { CritiqueError } from '../errors.ts';
import { createParser, type LiveReading } from '../parser.ts';

/** Adjacent pieces of one artifact are one: how they are cut is the only thing chunks may change. */
export function coalesced(events: readonly PanelEvent[]): PanelEvent[] {
  const out: PanelEvent[] = [];
  let pieces: string[] = [];
  for (const event of events) {
    const last = out.at(-1);
    if (event.type === 'artifact_chunk' && last?.type === 'artifact_chunk') {
      pieces.push(event.text);
      continue;
    }
    if (last?.type === 'artifact_chunk') out[out.length - 1] = { ...last, text: pieces.join('') };
    pieces = event.type === 'artifact_chunk' ? [event.text] : [];
    out.push(event);
  }
  const last = out.at(-1);
  if (last?.type === 'artifact_chunk') out[out.length - 1] = { ...last, text: pieces.join('') };
  return out;
}

export interface Reading {
  events: PanelEvent[];
  error: Pick<CritiqueError, 'name' | 'reason' | 'position' | 'message'> | null;
}

export function readPieces(
  pieces: Iterable<string>,
  config: CritiqueConfig = DEFAULT_CRITIQUE_CONFIG,
  live?: LiveReading,
): Reading {
  const parser = createParser(config, live);
  const events: PanelEvent[] = [];
  let error: CritiqueError | null = null;
  for (const piece of pieces) {
    const step = parser.write(piece);
    events.push(...step.events);
    error = step.error;
    // What follows an error is not read.
    if (error !== null) break;
  }
  if (error === null) {
    const step = parser.end();
    events.push(...step.events);
    error = step.error;
  }
  return {
    events: coalesced(events),
    error: error && {
      name: error.name,
      reason: error.reason,
      position: error.position,
      message: error.message,
    },
  };
}

/**
 * Two readings of one live answer are the same: what is refused is refused for the same reason, and what is not is read
 * alike. Of an answer that is refused as ambiguous more or less may have been told before.
 */
export function readsAlike(one: Reading, other: Reading): boolean {
  if (JSON.stringify(one.error) !== JSON.stringify(other.error)) return false;
  return one.error?.reason === 'ambiguous_answer' || JSON.stringify(one) === JSON.stringify(other);
}

/** Cuts at the given fractions of the text; a cut may fall inside a surrogate pair, as it does in real streams. */
export function cutAt(text: string, fractions: readonly number[]): string[] {
  const places = fractions.map((fraction) => Math.floor(fraction * text.length)).sort((a, b) => a - b);
  const pieces: string[] = [];
  let from = 0;
  for (const place of [...places, text.length]) {
    pieces.push(text.slice(from, place));
    from = place;
  }
  return pieces;
}
