/**
 * The guard in front of every address that comes from a request and not from the operator: which names may be
 * asked for, and to which addresses the daemon then connects. A name is resolved once; every address it has must
 * pass; the connection goes to those addresses, so a name that changes its mind in between gains nothing.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { reachOf } from './address.ts';
import { ALLOWED_HOSTS_VARIABLE, type AllowList } from './allow-list.ts';

const GUARD_REASONS = [
  'bad_url',
  'scheme',
  'userinfo',
  'port',
  'dns',
  'address',
  'redirect',
  'too_large',
  'timeout',
  'unreachable',
  'cut',
] as const;
export type GuardReason = (typeof GUARD_REASONS)[number];

/** A refusal, or a connection that went wrong. The message never holds more of the URL than its host. */
export class GuardError extends Error {
  override readonly name = 'GuardError';
  readonly reason: GuardReason;

  constructor(reason: GuardReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type Resolver = (host: string) => Promise<readonly string[]>;

export interface Guard {
  allow: AllowList;
  /** @default the system's resolver, hosts file included */
  resolve?: Resolver;
  /** @default 5 s */
  resolveMs?: number;
}

export interface CheckedTarget {
  url: URL;
  /** Every one of them has passed; at least one. */
  addresses: readonly string[];
}

const RESOLVE_MS = 5_000;
const MAX_URL_CHARS = 2_048;
const MAX_SHOWN_HOST = 80;
const LAST_PRIVILEGED_PORT = 1_023;
const WEB_PORTS: readonly number[] = [80, 443];
/** Above the privileged ones: what browsers refuse, because another protocol could be talked into listening. */
const REFUSED_PORTS: readonly number[] = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
];

/** Rejects with a `GuardError` that says what is wrong and, where that is possible, how to allow it. */
export async function checkTarget(text: string, guard: Guard): Promise<CheckedTarget> {
  const url = readUrl(text);
  const port = portOf(url);
  // A trailing dot names the same host.
  const host = url.hostname.replace(/\.$/, '');
  const approved = guard.allow.has(host, port);
  if (!approved && refusedPort(port))
    throw new GuardError('port', `port ${port} of ${shown(host)} is not one that models are served on`);
  const addresses = await addressesOf(host, guard);
  for (const address of addresses) {
    const reach = reachOf(address);
    if (reach.kind === 'public' || (approved && reach.kind === 'internal')) continue;
    const where = address === host ? shown(host) : `${shown(host)} (${address})`;
    const how =
      reach.kind === 'internal'
        ? `. If this is yours and meant, add ${shown(host)}:${port} to ${ALLOWED_HOSTS_VARIABLE} and start the daemon again`
        : '';
    throw new GuardError('address', `${where} is ${reach.what}; the daemon does not connect there${how}`);
  }
  return { url, addresses };
}

function readUrl(text: string): URL {
  if (text.length > MAX_URL_CHARS)
    throw new GuardError('bad_url', `the URL has more than ${MAX_URL_CHARS} characters`);
  const url = URL.parse(text);
  if (url === null) throw new GuardError('bad_url', 'the URL cannot be read; it takes https://host/path');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new GuardError('scheme', `${url.protocol.slice(0, 20)}// is not allowed; use https:// or http://`);
  if (url.username !== '' || url.password !== '')
    throw new GuardError('userinfo', 'the URL holds a user or password; send the key in its own field');
  return url;
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function refusedPort(port: number): boolean {
  return (port <= LAST_PRIVILEGED_PORT && !WEB_PORTS.includes(port)) || REFUSED_PORTS.includes(port);
}

async function addressesOf(host: string, guard: Guard): Promise<readonly string[]> {
  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  if (isIP(literal) !== 0) return [literal];
  const { resolve = resolveBySystem, resolveMs = RESOLVE_MS } = guard;
  const patience = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => patience.reject(new GuardError('dns', `${shown(host)} could not be resolved in time`)),
    resolveMs,
  );
  try {
    const addresses = await Promise.race([resolve(host), patience.promise]);
    if (addresses.length > 0) return [...new Set(addresses)];
  } catch (error) {
    if (error instanceof GuardError) throw error;
  } finally {
    clearTimeout(timer);
  }
  throw new GuardError(
    'dns',
    `${shown(host)} could not be resolved; check the name and this machine's network`,
  );
}

async function resolveBySystem(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function shown(host: string): string {
  return host.length > MAX_SHOWN_HOST ? `${host.slice(0, MAX_SHOWN_HOST)}…` : host;
}
