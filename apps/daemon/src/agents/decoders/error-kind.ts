/** What an error is about, from its HTTP status or its words. Every agent words the same few things differently. */
import type { AgentErrorKind } from '@design-jury/contracts/theater/critique';

const RATE_LIMITED = 429;
const TOO_LARGE = 413;
const REQUEST_TIMEOUT = 408;

function kindOfStatus(status: number): AgentErrorKind | null {
  if (status === 401 || status === 403) return 'auth';
  if (status === RATE_LIMITED) return 'rate_limit';
  if (status === TOO_LARGE) return 'too_long';
  if (status === REQUEST_TIMEOUT) return 'timeout';
  return status >= 500 && status <= 599 ? 'server' : null;
}

/** A web page in the place of an answer. */
const PAGE = /<!doctype html|<html\b|unexpected token '?<'?/i;

const WHAT_TO_CHECK = 'check the base URL, and whether this network asks to sign in';
/** Of programs that do not say what came: a stream without an end, questions without an answer, what is no JSON. */
const UNTOLD =
  /before response\.completed|(?:requests|times|steps) without completing its answer|without sending any chunks|without finish_reason|stopped before its answer was complete|(?:incomplete|invalid|malformed|unexpected (?:end|token|non-whitespace)|not valid|unterminated)\b[^\n]{0,60}\bJSON\b|\bJSON\b[^\n]{0,40}\b(?:incomplete|invalid|malformed|cut off)\b/i;

/** The words with what they mean, where they only quote a page, or where one is likely and they do not say what came. */
export function namingPage(words: string): string {
  if (PAGE.test(words)) return `${words} (a web page came in the place of an answer: ${WHAT_TO_CHECK})`;
  return UNTOLD.test(words)
    ? `${words} (where it stays so, a web page may come in the place of an answer: ${WHAT_TO_CHECK})`
    : words;
}

/** The first that matches decides: what is certain comes before what is only likely. */
const WORDS: readonly (readonly [AgentErrorKind, RegExp])[] = [
  // Our own limit: another try would only cost as much again.
  ['other', /requests without completing its answer/],
  [
    'too_long',
    /prompt is too long|context.{0,12}(?:length|window)|maximum context|too many (?:input )?tokens|input is too long|E2BIG/i,
  ],
  ['rate_limit', /\b429\b|rate.?limit|too many requests|quota|usage limit|resource.?exhausted/i],
  [
    'auth',
    /\b40[13]\b|unauthori[sz]ed|unauthenticated|authenticat|api.?key|not logged in|log ?in\b|forbidden|permission.?denied|credential/i,
  ],
  ['malformed', PAGE],
  // Nothing of it went out: whatever else is said, nobody was there.
  ['connection', /error sending request/i],
  ['cut', /before completion|decoding response body/i],
  [
    'connection',
    /ECONN(?:REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|fetch failed|connection (?:error|refused|reset|failed)|unable to connect|cannot connect|socket hang up|network/i,
  ],
  ['timeout', /ETIMEDOUT|timed? ?out|deadline/i],
  [
    'cut',
    /disconnected|empty response|no response|stream (?:closed|ended|error)|premature|incomplete|interrupted|terminated|max.?(?:output.?)?tokens|output token|unexpected end|without (?:a )?finish|\baborted\b/i,
  ],
  [
    'server',
    /\b5\d\d\b|internal.{0,8}error|server.?error|bad gateway|unavailable|overloaded|high demand|exceeded retry limit/i,
  ],
  ['refused', /refus|content.?(?:policy|filter)|safety|blocked|prohibited/i],
  [
    'malformed',
    /invalid (?:json|stream|response)|could ?n[o']t parse|unexpected token|malformed|parse error/i,
  ],
];

/** Null where neither says anything. */
export function errorKind(words: string, status: number | null = null): AgentErrorKind | null {
  const known = status === null ? null : kindOfStatus(status);
  return known ?? WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}
