/** Sessions with the daemons of the tests: begun once by the address each prints, and held by every page made later. */
import type { Cookie } from 'playwright-core';

/** By the address of the daemon. */
const sessions = new Map<string, { name: string; value: string }>();

/** Opens the printed address as a browser would, and keeps what it is given. */
export async function enter(entryUrl: string): Promise<void> {
  const response = await fetch(entryUrl, { redirect: 'manual' });
  const [, name, value] = /^(design_jury_\d+)=([^;]+);/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  if (name === undefined || value === undefined)
    throw new Error(`no session was begun by ${entryUrl}: ${response.status}`);
  sessions.set(new URL(entryUrl).origin, { name, value });
}

/** The same daemon at another port: the browser knows a session by the port it sees. */
export function enterBy(url: string, daemonUrl: string): void {
  const { value } = sessionAt(daemonUrl);
  sessions.set(url, { name: `design_jury_${new URL(url).port}`, value });
}

export function cookies(): Pick<Cookie, 'name' | 'value' | 'domain' | 'path' | 'httpOnly' | 'sameSite'>[] {
  return [...sessions].map(([url, session]) => ({
    ...session,
    domain: new URL(url).hostname,
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
  }));
}

/** `fetch` with the session of the daemon that is asked. */
export function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const { name, value } = sessionAt(url);
  const headers = new Headers(init.headers);
  headers.set('Cookie', `${name}=${value}`);
  return fetch(url, { ...init, headers });
}

function sessionAt(url: string): { name: string; value: string } {
  const session = sessions.get(new URL(url).origin);
  if (session === undefined) throw new Error(`no session at ${url}`);
  return session;
}
