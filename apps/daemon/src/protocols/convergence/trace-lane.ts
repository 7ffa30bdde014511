/**
 * One worker's lane: what it is heard to say becomes a picture now and then, small and seldom enough for a log. A
 * lane keeps a few kilobytes whatever the worker says. Time comes in; nothing here reads a clock.
 */
import type { TraceLine, TraceState, TraceTask, WorkerTrace } from '@design-jury/contracts/convergence/trace';

export interface TraceLimits {
  /** Between two pictures of one worker, at first. It doubles with every `slowerAfter` pictures. */
  everyMs: number;
  slowerAfter: number;
  /** Without a sign of life for this long a worker is silent, and said to be. */
  silentMs: number;
  /** Pictures of one worker, and of all of a run; beginnings and ends come on top and are few. */
  perWorker: number;
  perRun: number;
  lines: number;
  lineChars: number;
  /** Of the lines of one picture, and of its cause, as JSON. */
  linesBytes: number;
  causeBytes: number;
}

export const TRACE_LIMITS: TraceLimits = {
  everyMs: 1_000,
  slowerAfter: 40,
  silentMs: 10_000,
  perWorker: 240,
  perRun: 1_200,
  lines: 5,
  lineChars: 160,
  linesBytes: 900,
  causeBytes: 400,
};

/** As an agent tells it. */
export type Heard =
  | { type: 'text' | 'thinking'; text: string }
  | { type: 'notice'; kind: 'starting' | 'retry' | 'rate_limit' | 'progress'; message: string }
  /** The answer so far is withdrawn. */
  | { type: 'restart'; message: string }
  | { type: 'usage'; inputTokens: number; outputTokens: number; costUsd: number | null }
  | { type: 'alive' };

/** Of one kind, in one go. */
interface Stretch extends TraceLine {
  /** It begins in the middle of a word, whose beginning is gone. */
  isTorn: boolean;
}

export interface Lane {
  worker: string;
  task: TraceTask;
  state: TraceState;
  startedAt: number;
  heardAt: number;
  toldAt: number;
  /** Pictures so far, of all tasks of this worker. */
  told: number;
  /** Something was heard that no picture shows. */
  isFresh: boolean;
  stretches: readonly Stretch[];
  /** Lines with something in them. */
  lineCount: number;
  /** The line that is being written has nothing in it yet. */
  isLineBlank: boolean;
  usage: WorkerTrace['usage'];
  cause: string | null;
}

/** Kept of one stretch of text: more than is shown, so that what a secret begins with is seen together with its end. */
const STRETCH_CHARS = 4_096;

export function openLane(worker: string, task: TraceTask, now: number, told: number): Lane {
  return {
    worker,
    task,
    state: 'started',
    startedAt: now,
    heardAt: now,
    toldAt: now,
    told,
    isFresh: false,
    stretches: [],
    lineCount: 0,
    isLineBlank: true,
    usage: null,
    cause: null,
  };
}

export function heard(lane: Lane, delta: Heard, now: number, { lines }: TraceLimits): Lane {
  const alive = { ...lane, heardAt: now, ...(lane.state === 'silent' && { state: 'working' as const }) };
  switch (delta.type) {
    case 'text':
    case 'thinking':
      return withText(alive, delta.type, delta.text, lines);
    case 'notice': {
      const state = delta.kind === 'retry' ? 'retrying' : delta.kind === 'rate_limit' ? 'held-up' : null;
      const isStarting = delta.kind === 'starting';
      return withNotice(
        { ...alive, state: state ?? (isStarting ? alive.state : 'working') },
        delta.message,
        lines,
      );
    }
    case 'restart':
      return withNotice({ ...alive, state: 'retrying', stretches: [] }, delta.message, lines);
    case 'usage':
      return { ...alive, isFresh: true, usage: added(lane.usage, delta) };
    case 'alive':
      return alive;
  }
}

/** No usable answer: it is asked once more. */
export function askedAgain(lane: Lane, cause: string, now: number, { lines }: TraceLimits): Lane {
  return { ...withNotice({ ...lane, state: 'retrying', stretches: [] }, cause, lines), heardAt: now, cause };
}

function withText(lane: Lane, kind: 'text' | 'thinking', text: string, most: number): Lane {
  const state: TraceState = kind === 'text' ? 'writing' : 'thinking';
  const last = lane.stretches.at(-1);
  const isNew = last?.kind !== kind;
  const before = isNew ? lane.stretches : lane.stretches.slice(0, -1);
  let { lineCount } = lane;
  let isLineBlank = isNew || lane.isLineBlank;
  for (const [index, part] of text.split('\n').entries()) {
    if (index > 0) isLineBlank = true;
    if (!isLineBlank || part.trim() === '') continue;
    lineCount++;
    isLineBlank = false;
  }
  return {
    ...lane,
    state,
    isFresh: true,
    stretches: [
      ...before,
      longer(isNew || last === undefined ? { kind, text: '', isTorn: false } : last, text),
    ].slice(-most),
    lineCount,
    isLineBlank,
  };
}

function withNotice(lane: Lane, message: string, most: number): Lane {
  const line: Stretch = { kind: 'notice', text: message.slice(0, STRETCH_CHARS), isTorn: false };
  return {
    ...lane,
    isFresh: true,
    stretches: [...lane.stretches, line].slice(-most),
    lineCount: lane.lineCount + 1,
    isLineBlank: true,
  };
}

/** Only the end is kept, from the beginning of a word. A word longer than that is kept as torn, and never shown. */
function longer({ kind, text: before, isTorn }: Stretch, text: string): Stretch {
  const joined = before + text;
  if (joined.length <= STRETCH_CHARS) return { kind, text: joined, isTorn };
  const tail = joined.slice(-STRETCH_CHARS);
  const start = tail.search(/[^\w.~+/=-]/);
  return start === -1 ? { kind, text: tail, isTorn: true } : { kind, text: tail.slice(start), isTorn: false };
}

function added(
  usage: WorkerTrace['usage'],
  { inputTokens, outputTokens, costUsd }: Extract<Heard, { type: 'usage' }>,
): WorkerTrace['usage'] {
  const cost = usage?.costUsd ?? 0;
  return {
    inputTokens: (usage?.inputTokens ?? 0) + inputTokens,
    outputTokens: (usage?.outputTokens ?? 0) + outputTokens,
    costUsd: costUsd === null || usage?.costUsd === null ? null : cost + costUsd,
  };
}

/** Whether a picture is due: of what is new, or of a worker that says nothing. */
export function isDue(lane: Lane, now: number, toldInRun: number, limits: TraceLimits): boolean {
  if (lane.told >= limits.perWorker || toldInRun >= limits.perRun) return false;
  const pause = limits.everyMs * 2 ** Math.floor(lane.told / limits.slowerAfter);
  return now - lane.toldAt >= (lane.isFresh ? pause : Math.max(pause, limits.silentMs));
}

export interface Picture {
  lane: Lane;
  trace: WorkerTrace;
}

/** `told`: in the run so far, with this one. */
export function picture(
  lane: Lane,
  now: number,
  { told, redact, limits }: { told: number; redact: (text: string) => string; limits: TraceLimits },
): Picture {
  const isOver = lane.state === 'finished' || lane.state === 'failed';
  const isSilent = !isOver && now - lane.heardAt >= limits.silentMs;
  const state = isSilent ? 'silent' : lane.state;
  const next: Lane = { ...lane, state, toldAt: now, told: lane.told + 1, isFresh: false };
  // What broke off may have broken off inside a word.
  const isWhole = lane.state === 'finished';
  const lines = shownLines(lane.stretches, isWhole, redact, limits);
  return {
    lane: next,
    trace: {
      worker: lane.worker,
      task: lane.task,
      state,
      elapsedMs: Math.max(0, Math.round(now - lane.startedAt)),
      lines,
      more: Math.max(0, lane.lineCount - lines.length - (isWhole ? 0 : heldLines(lane.stretches))),
      usage: lane.usage,
      cause: lane.cause === null ? null : fitting(redact(lane.cause), limits.causeBytes),
      isMuted: next.told >= limits.perWorker || told >= limits.perRun,
    },
  };
}

function shownLines(
  stretches: readonly Stretch[],
  isWhole: boolean,
  redact: (text: string) => string,
  { lines: most, lineChars, linesBytes }: TraceLimits,
): TraceLine[] {
  const all = stretches.flatMap(({ kind, text: kept, isTorn }, index): TraceLine[] => {
    const isGrowing = !isWhole && index === stretches.length - 1 && kind !== 'notice';
    // Half a secret looks like none.
    const text = isTorn ? kept.replace(/^[\w.~+/=-]+/, '') : kept;
    return redact(isGrowing ? finishedWords(text) : text)
      .split('\n')
      .map((line) => ({ kind, text: lastChars(oneLine(line), lineChars) }))
      .filter((line) => line.text !== '');
  });
  let left = linesBytes;
  const shown: TraceLine[] = [];
  for (const line of all.slice(-most).reverse()) {
    left -= jsonBytes(line) + 1;
    if (left < 0) break;
    shown.unshift(line);
  }
  return shown;
}

/** A line that so far is one unfinished word is not shown, and not missed. */
function heldLines(stretches: readonly Stretch[]): 0 | 1 {
  const last = stretches.at(-1);
  if (last === undefined || last.kind === 'notice') return 0;
  const line = last.text.slice(last.text.lastIndexOf('\n') + 1);
  return line.trim() !== '' && finishedWords(line).trim() === '' ? 1 : 0;
}

/** The last word may be the beginning of a key; it is shown when it is complete. */
function finishedWords(text: string): string {
  let end = text.length;
  while (end > 0 && /[\w.~+/=-]/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .toWellFormed()
    .trim();
}

function lastChars(text: string, most: number): string {
  return text.length <= most ? text : `…${text.slice(1 - most).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

function fitting(text: string, bytes: number): string {
  const line = oneLine(text);
  if (jsonBytes(line) <= bytes) return line;
  let cut = line.slice(0, bytes);
  while (jsonBytes(`${cut}…`) > bytes) cut = cut.slice(0, -8).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut}…`;
}

const encoder = new TextEncoder();

function jsonBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}
