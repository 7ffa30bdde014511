/** One attack, what must come of it, and the daemon it is made for. */
import { type RawAnswer, requestBytes } from './raw-request.ts';

/**
 * `unauthorized`, `forbidden`: refused for who asks. `refused`: for what is asked. `unread`: no request that can be read,
 * and above all not two. `harmless`: may be answered, with nothing that must not be told.
 */
export type Expectation = 'unauthorized' | 'forbidden' | 'refused' | 'unread' | 'harmless';

export interface Attack {
  name: string;
  bytes: Buffer;
  expects: Expectation;
}

export interface Route {
  method: string;
  path: string;
}

export interface Target {
  host: string;
  token: string;
  /** Of another daemon or another time. */
  falseCookies: readonly string[];
  /** Of a session, as every port of this machine is sent it. */
  trueCookie: string;
  projectId: string;
  runId: string;
  routes: readonly Route[];
  /** A word of the owner's that only the owner may read. */
  secret: string;
}

export const hostLine = ({ host }: Target): string => `Host: ${host}`;
/** What the owner's own program sends. */
export const own = (target: Target): string[] => [hostLine(target), `Authorization: Bearer ${target.token}`];
export const JSON_TYPE = 'Content-Type: application/json';

export const changes = ({ routes }: Target): Route[] => routes.filter(({ method }) => method !== 'GET');

/** The route's address with ids that are there, or one of them replaced. */
export function fill({ path }: Route, target: Target, replaced?: { name: string; by: string }): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    if (replaced?.name === name) return replaced.by;
    if (name === 'runId' || path.startsWith('/api/runs') || path.startsWith('/api/plays'))
      return target.runId;
    if (name === 'n') return '1';
    return path.startsWith('/api/projects') ? target.projectId : 'demo';
  });
}

export function asOwner(
  target: Target,
  method: string,
  address: string,
  headers: string[] = [],
  body: string | Buffer = '',
): Buffer {
  return requestBytes(
    method,
    address,
    [...own(target), ...(body.length > 0 ? [JSON_TYPE] : []), ...headers],
    body,
  );
}

const LEAKS = [
  /root:[^:\n]*:0:0:/,
  /SQLite format 3/,
  /\n\s+at .*(?:\.[cm]?[jt]s:\d+|node:internal)/,
  /PRIVATE KEY-----/,
  /polluted/,
];
const STATUSES: Record<Expectation, (status: number) => boolean> = {
  unauthorized: (status) => status === 401,
  forbidden: (status) => status === 403,
  refused: (status) => status === 0 || (status >= 400 && status < 500),
  unread: (status) => status === 0 || (status >= 400 && status < 500) || status === 501 || status === 505,
  harmless: (status) => status < 500 && status !== 101,
};

const DOOR: ReadonlySet<number> = new Set([401, 429]);

/** What is wrong with the answer, in words; null where the daemon held. */
export function brokenBy({ expects }: Attack, answer: RawAnswer, { secret, token }: Target): string | null {
  const { status, headers, body } = answer;
  const busy = status === 503 && headers.has('retry-after');
  // Who is turned away at the door has not tried what lies behind it.
  const isAtDoor = expects === 'refused' && DOOR.has(status);
  if ((!STATUSES[expects](status) && !busy) || isAtDoor)
    return `answered with ${status}: ${body.slice(0, 120)}`;
  if (answer.answers > 1) return `answered ${answer.answers} times`;
  if ([...headers.keys()].some((name) => name.startsWith('access-control-'))) return 'lets other sites read';
  if (headers.has('x-injected') || headers.has('set-cookie')) return 'sends a header of the attacker';
  if (/^(?:[a-z]+:|[\\/]{2})/i.test(headers.get('location') ?? ''))
    return `leads to ${headers.get('location')}`;
  const leak = LEAKS.find((pattern) => pattern.test(body));
  if (leak !== undefined) return `tells ${leak}`;
  if (body.includes(token)) return 'tells the token';
  if (expects !== 'harmless' && body.includes(secret)) return "tells the owner's words";
  // What the daemon itself answers is never taken for another type, nor for a page of another site.
  const type = headers.get('content-type');
  if (type !== undefined && headers.get('x-content-type-options') !== 'nosniff') return 'may be sniffed';
  if (type?.startsWith('application/json') && status >= 400 && !isErrorBody(body))
    return `is no error body: ${body}`;
  return null;
}

function isErrorBody(body: string): boolean {
  if (body === '') return true;
  try {
    const { error } = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
    return typeof error.code === 'string' && typeof error.message === 'string';
  } catch {
    return false;
  }
}
