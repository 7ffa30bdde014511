/** What went wrong with a model, in our own words: a kind, a sentence, and whether asking again could help. */
import type { AgentErrorKind } from '@design-jury/contracts/theater/critique';
import { GuardError, type GuardReason } from '../../net/guard.ts';
import { PageAnswerError } from './page-answer.ts';

export interface ModelFailure {
  kind: AgentErrorKind;
  message: string;
  retryable: boolean;
  /** What the provider asks for. Null: nothing. */
  retryAfterMs: number | null;
}

const MAX_DETAIL_CHARS = 300;

/** Refusals of the guard will be the same next time; these may not. */
const PASSING_GUARD_REASONS: readonly GuardReason[] = ['unreachable', 'timeout'];
const KIND_OF_GUARD: Partial<Record<GuardReason, AgentErrorKind>> = {
  timeout: 'timeout',
  too_large: 'malformed',
  cut: 'cut',
};
const TOO_LONG =
  /context (?:length|window)|too (?:long|many tokens)|maximum context|token limit|input is too large/i;
/** Limits that no waiting of ours lifts. */
const USED_UP = /insufficient_quota|quota.{0,40}exceeded|billing|credit balance/i;

/** `now` is for a Retry-After that is a date. */
export function failureOf(error: unknown, provider: string, now: number): ModelFailure {
  const guard = causeOf(error, (cause) => cause instanceof GuardError);
  if (guard instanceof GuardError) return guardFailure(guard);
  const page = causeOf(error, (cause) => cause instanceof PageAnswerError);
  if (page instanceof PageAnswerError) return failure('malformed', `${provider}: ${page.message}`, false);
  const status = statusOf(error);
  if (status !== null && status >= 400) return statusFailure(error, status, provider, now);
  const detail = detailOf(error);
  if (status !== null || /finish reason/i.test(detail))
    return failure('cut', `the answer of ${provider} broke off: ${detail}`, true);
  if (isUnreadable(error))
    return failure('malformed', `${provider} sent something that cannot be read: ${detail}`, false);
  return failure('connection', `${provider} cannot be reached: ${connectionDetail(error, detail)}`, true);
}

function statusFailure(error: unknown, status: number, provider: string, now: number): ModelFailure {
  const said = `${provider} answers ${status}: ${detailOf(error)}`;
  const words = `${detailOf(error)} ${bodyOf(error)}`;
  const retryAfterMs = retryAfterOf(error, now);
  if (status === 401 || status === 403) return failure('auth', said, false);
  if (status === 402) return failure('rate_limit', said, false);
  if (status === 413 || (status === 400 && TOO_LONG.test(words))) return failure('too_long', said, false);
  if (status === 429) return { ...failure('rate_limit', said, !USED_UP.test(words)), retryAfterMs };
  if (status === 408) return { ...failure('timeout', said, true), retryAfterMs };
  if (status >= 500) return { ...failure('server', said, true), retryAfterMs };
  return failure('other', said, false);
}

function guardFailure({ reason, message }: GuardError): ModelFailure {
  const kind = KIND_OF_GUARD[reason] ?? 'connection';
  return failure(kind, message, PASSING_GUARD_REASONS.includes(reason));
}

function failure(kind: AgentErrorKind, message: string, retryable: boolean): ModelFailure {
  return { kind, message, retryable, retryAfterMs: null };
}

/** Seconds, milliseconds in the header some providers add, or a date. Null: not said, or not readable. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | null {
  const precise = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(precise) && precise >= 0) return precise;
  const text = headers['retry-after']?.trim();
  if (text === undefined || text === '') return null;
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) return Number(text) * 1_000;
  // Engines read dates into bare numbers as well.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function retryAfterOf(error: unknown, now: number): number | null {
  const headers = fieldOf(error, 'responseHeaders');
  return typeof headers === 'object' && headers !== null
    ? retryAfterMs(headers as Record<string, string>, now)
    : null;
}

function statusOf(error: unknown): number | null {
  const status = fieldOf(error, 'statusCode');
  return typeof status === 'number' ? status : null;
}

function bodyOf(error: unknown): string {
  const body = fieldOf(error, 'responseBody');
  return typeof body === 'string' ? body.slice(0, 4 * MAX_DETAIL_CHARS) : '';
}

function detailOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : null;
  const line = (cause === null || message.includes(cause) ? message : `${message} (${cause})`).replace(
    /\s+/g,
    ' ',
  );
  return line.length > MAX_DETAIL_CHARS ? `${line.slice(0, MAX_DETAIL_CHARS)}…` : line;
}

/** The code says it shortest: ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED. */
function connectionDetail(error: unknown, detail: string): string {
  const coded = causeOf(error, (cause) => typeof fieldOf(cause, 'code') === 'string');
  const code = fieldOf(coded, 'code');
  return typeof code === 'string' && !detail.includes(code) ? `${detail} [${code}]` : detail;
}

function isUnreadable(error: unknown): boolean {
  const name = fieldOf(error, 'name');
  return (
    typeof name === 'string' &&
    /JSONParse|TypeValidation|InvalidResponse|EmptyResponse|NoContent|NoOutput/.test(name)
  );
}

const DEEPEST_CAUSE = 5;

function causeOf(error: unknown, matches: (cause: unknown) => boolean): unknown {
  let cause = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && cause instanceof Error; depth++) {
    if (matches(cause)) return cause;
    cause = cause.cause;
  }
  return null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
