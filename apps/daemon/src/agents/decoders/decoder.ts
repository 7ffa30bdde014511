/**
 * From what a program prints to deltas: pure, one for each process. A shape knows one agent's lines; what all have
 * in common is here: bytes to lines, noise between them, silence after the last word, and an end without one.
 */

import { type AgentDelta, type AgentExit, ENDED_BY_US } from '../session.ts';
import { FrameReader } from '../transports/frames.ts';
import { RestartDetector } from '../transports/restart-detector.ts';
import { errorKind } from './error-kind.ts';

export interface Decoder {
  /** What some bytes say. Nothing is held back but the few words that may be the answer's first ones once more. */
  write(bytes: Uint8Array): AgentDelta[];
  /** The output is over. Says `end` or `error`, unless that was said. */
  end(exit: AgentExit): AgentDelta[];
}

export type CreateDecoder = () => Decoder;

export type JsonObject = Readonly<Record<string, unknown>>;

export interface LineShape {
  /** What one line says; after `end` or `error` nothing is read. A line of an unknown kind says nothing. */
  read(line: JsonObject): AgentDelta[];
  /** Where the agent has no last word of its own: what its exit with code 0 means. */
  exited?(): AgentDelta[];
  /** An error that was only fatal if nothing followed. */
  pending?(): string | null;
}

/** A line may hold a whole answer with its page, escaped. */
const MAX_LINE_BYTES = 64 * 1_048_576;
/** A shape may have to say its answer again, and so keeps it. */
const MAX_ANSWER_CHARS = 64 * 1_048_576;
const LONGEST_WORDS = 400;

export function lineDecoder(createShape: () => LineShape): CreateDecoder {
  return () => new LineDecoder(createShape());
}

class LineDecoder implements Decoder {
  readonly #shape: LineShape;
  readonly #frames = new FrameReader(MAX_LINE_BYTES);
  readonly #restarts = new RestartDetector('the agent asked its model again');
  #over = false;
  #chars = 0;
  #broken: string | null = null;
  /** The latest thing the agent complained of. */
  #complaint: string | null = null;

  constructor(shape: LineShape) {
    this.#shape = shape;
  }

  write(bytes: Uint8Array): AgentDelta[] {
    return this.#read(this.#frames.push(bytes));
  }

  end(exit: AgentExit): AgentDelta[] {
    const deltas = this.#read(this.#frames.end());
    if (this.#over) return deltas;
    const pending = this.#shape.pending?.() ?? null;
    if (exit.code === 0 && pending === null) {
      for (const delta of this.#shape.exited?.() ?? []) this.#emit(delta, deltas);
      if (this.#over) return deltas;
    }
    const complaint = pending ?? this.#complaint;
    this.#emit(endedWithout(exit, complaint, this.#broken), deltas);
    return deltas;
  }

  #read(frames: ReturnType<FrameReader['push']>): AgentDelta[] {
    const deltas: AgentDelta[] = [];
    for (const frame of frames) {
      if (this.#over) break;
      if (frame.type === 'broken') this.#broken ??= frame.why;
      if (frame.type !== 'json') continue;
      for (const delta of this.#shape.read(frame.value)) this.#emit(delta, deltas);
    }
    return deltas;
  }

  #emit(delta: AgentDelta, deltas: AgentDelta[]): void {
    if (this.#over) return;
    if (delta.type === 'text') this.#chars += delta.text.length;
    if (this.#chars > MAX_ANSWER_CHARS) {
      this.#over = true;
      const message = `the agent wrote more than ${MAX_ANSWER_CHARS} characters in one answer`;
      deltas.push({ type: 'error', kind: 'malformed', message });
      return;
    }
    if (delta.type === 'notice' && delta.kind !== 'progress') this.#complaint = delta.message;
    // The answer goes on: whatever it was, it did not end it.
    if (delta.type === 'text') this.#complaint = null;
    this.#over = delta.type === 'end' || delta.type === 'error';
    if (this.#over) deltas.push(...this.#restarts.release());
    if (delta.type === 'restart') this.#restarts.begin();
    if (delta.type === 'text') deltas.push(...this.#restarts.take(delta.text));
    else deltas.push(delta);
  }
}

/** The agent's process is gone and its last word never came. */
export function endedWithout(
  { code, signal, stderrTail }: AgentExit,
  complaint: string | null = null,
  broken: string | null = null,
): AgentDelta {
  const ours = stderrTail.lastIndexOf(ENDED_BY_US);
  // Whatever it complained of: that is not why it ended, and asking once more would end the same way.
  if (ours !== -1)
    return { type: 'error', kind: 'other', message: `the agent was ${stderrTail.slice(ours)}`, final: true };
  const words = complaint ?? tellingLine(stderrTail) ?? broken;
  const failed = code !== 0;
  const kind = (words === null ? null : errorKind(words)) ?? (broken !== null ? 'malformed' : null);
  const how = failed ? `ended with ${signal ?? `code ${code}`}` : 'stopped before its answer was complete';
  const why = words === null ? '' : `: ${words.slice(0, LONGEST_WORDS)}`;
  return { type: 'error', kind: kind ?? (failed ? 'exit' : 'cut'), message: `the agent ${how}${why}` };
}

/** The line of an error channel that says most: stack traces and banners surround it. */
function tellingLine(tail: string): string | null {
  const lines = tail
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^at |^node:|^Node\.js v|^[{}[\]()^~]+,?;?$/.test(line));
  const said = lines.findLast((line) => /error|fail|denied|invalid|refused|unauthor|exceed/i.test(line));
  return said ?? lines.at(-1) ?? null;
}

export function thinking(text: string | null): AgentDelta[] {
  return text === null || text === '' ? [] : [{ type: 'thinking', text }];
}

/** The agent, or its program, tries again by itself. */
export function retryNotice(
  message: string,
  { status = null, delayMs = null }: { status?: number | null; delayMs?: number | null } = {},
): Extract<AgentDelta, { type: 'notice' }> {
  const kind = errorKind(message, status) === 'rate_limit' ? 'rate_limit' : 'retry';
  return { type: 'notice', kind, message, ...(delayMs !== null && { retryAfterMs: Math.round(delayMs) }) };
}

/** A price of nothing for something used means that nobody knows the price. */
export function usageDelta(
  inputTokens: number | null,
  outputTokens: number | null,
  costUsd: number | null,
): AgentDelta[] {
  // A call that failed used nothing, and says so.
  if (!inputTokens && !outputTokens) return [];
  const used = { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
  return [{ type: 'usage', ...used, costUsd: costUsd === null || costUsd === 0 ? null : costUsd }];
}

export function failure(message: string, status: number | null = null, otherwise?: string): AgentDelta {
  const words = message.trim() === '' ? otherwise || 'the agent reported an error' : message.trim();
  return {
    type: 'error',
    kind: errorKind(`${words} ${otherwise ?? ''}`, status) ?? 'other',
    message: words.slice(0, LONGEST_WORDS),
  };
}

/** Of a program that loops without a word about it: counted as a step of its own. */
export const ASKS_AGAIN: AgentDelta = {
  type: 'notice',
  kind: 'progress',
  message: 'asks its model once more',
};
/** Asking again would end the same way. */
export const CUT_BY_LENGTH: AgentDelta = {
  type: 'error',
  kind: 'cut',
  message: 'the answer was cut off at the limit of output tokens',
};
export const REFUSED: AgentDelta = {
  type: 'error',
  kind: 'refused',
  message: 'the model declined to answer',
};
