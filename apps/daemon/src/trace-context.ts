/**
 * Which trace the present work is part of (W3C Trace Context). It goes with the work through everything that waits, so
 * that nobody has to hand it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { hash, randomBytes } from 'node:crypto';

export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits: whose children come next. */
  spanId: string;
  sampled: boolean;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const MAX_CHARS = 512;

/** Null for anything that is not what the standard says; a later version is read as far as this one goes. */
export function parseTraceparent(text: string | undefined | null): TraceContext | null {
  if (text === undefined || text === null || text.length > MAX_CHARS) return null;
  const [, version, traceId, spanId, flags, more] = FORM.exec(text.trim()) ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined)
    return null;
  if (version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function traceparentOf({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

/** The same in every process and after every restart: a run is one trace. */
export function traceIdOf(runId: string): string {
  return hash('sha256', runId, 'hex').slice(0, 32);
}

/** The span of a run, or of a named part of it: known before it ends, by whoever has to name it as a parent. */
export function spanIdOf(runId: string, part = 'run'): string {
  return hash('sha256', `${runId}\0${part}`, 'hex').slice(0, 16);
}

const SPAN_ID_DIGITS = 16;
/** Made in one go, digits and all: one by one they would cost more than the span they name. */
const POOL_BYTES = 4_096;
let pool = '';
let used = 0;

export function newSpanId(): string {
  if (used >= pool.length) {
    pool = randomBytes(POOL_BYTES).toString('hex');
    used = 0;
  }
  used += SPAN_ID_DIGITS;
  return pool.slice(used - SPAN_ID_DIGITS, used);
}

export function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

const present = new AsyncLocalStorage<TraceContext | null>();

export function currentTrace(): TraceContext | null {
  return present.getStore() ?? null;
}

export function inTrace<Result>(context: TraceContext | null, work: () => Result): Result {
  return present.run(context, work);
}
