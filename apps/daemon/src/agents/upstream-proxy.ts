/** The proxies that an environment names for a program, as the program would take them: by the kind of address, but for those it is told to leave out. */
import { isLoopback } from './model-addresses.ts';

export interface UpstreamProxies {
  /** Null: straight there. */
  of(kind: 'https' | 'http', host: string, port: number): URL | null;
}

export interface Rerouted {
  upstream: UpstreamProxies;
  /** What the program itself still leaves out: its own loopback, where its user said so. Anything else passes here, and is left out here. */
  leftOut: Readonly<Record<string, string>>;
}

const LEFT_OUT = ['no_proxy', 'NO_PROXY'] as const;
const LOOPBACK = 'localhost,127.0.0.1,::1';

/** Null where it names one that is not spoken to here (SOCKS): its own stays then. */
export function reroute(env: Readonly<Record<string, string>>): Rerouted | null {
  const named = {
    https: first(env, ['https_proxy', 'HTTPS_PROXY']),
    http: first(env, ['http_proxy', 'HTTP_PROXY']),
  };
  const proxies = { https: proxyIn(named.https), http: proxyIn(named.http) };
  if ((named.https !== '' && proxies.https === null) || (named.http !== '' && proxies.http === null))
    return null;
  const entries = entriesIn(first(env, LEFT_OUT));
  const own = entries.some(({ host }) => host === '*')
    ? LOOPBACK
    : entries.flatMap(({ host, text }) => (isLoopback(host) ? [text] : [])).join(',');
  return {
    upstream: {
      of: (kind, host, port) =>
        entries.some((entry) => covers(entry, host.toLowerCase(), port)) ? null : proxies[kind],
    },
    leftOut: own === '' ? {} : Object.fromEntries(LEFT_OUT.map((name) => [name, own])),
  };
}

/** Takes the place of what the environment says. */
export function withProxy(
  env: Record<string, string>,
  names: readonly string[],
  url: string,
  { leftOut }: Rerouted,
): void {
  for (const name of names) env[name] = url;
  for (const name of LEFT_OUT) delete env[name];
  Object.assign(env, leftOut);
}

/** An empty one is none; the lower case goes first, as with most programs. */
function first(env: Readonly<Record<string, string>>, names: readonly string[]): string {
  return names.map((name) => (env[name] ?? '').trim()).find((value) => value !== '') ?? '';
}

/** `proxy:8080` is one as well. */
function proxyIn(text: string): URL | null {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  return url !== null && url.hostname !== '' && /^https?:$/.test(url.protocol) ? url : null;
}

interface Entry {
  text: string;
  host: string;
  /** Null: any. */
  port: number | null;
}

/** Hosts with or without a port; one with a dot before it stands for all below it, as one without does. */
function entriesIn(list: string): Entry[] {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((text) => text !== '')
    .map((text) => {
      // `::1` has colons and no port.
      const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
      const host = (bracketed ?? plain ?? text).replace(/^\*?\.(?=.)/, '');
      return { text, host, port: port === undefined ? null : Number(port) };
    });
}

function covers(entry: Entry, host: string, port: number): boolean {
  if (entry.host === '*') return true;
  if (entry.port !== null && entry.port !== port) return false;
  return host === entry.host || host.endsWith(`.${entry.host}`);
}

/** For the header that lets one in there; nothing where nobody has to say who they are. */
export function authorizationAt({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const word = `${decoded(username)}:${decoded(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(word).toString('base64')}` };
}

/** A percent sign may stand for itself in a password that nobody encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
