/** Sessions with the daemons of the tests: begun once by the address each prints, and held by every page made later. */
import type { BrowserContext } from 'playwright-core';

/** By the address of the daemon. */
const sessions = new Map<string, Session>();

interface Session {
  name: string;
  value: string;
  /** What pages of the origin keep. */
  key: string;
}

/** Opens the printed address as a browser would, and keeps what it is given. */
export async function enter(entryUrl: string): Promise<void> {
  const response = await fetch(entryUrl, { redirect: 'manual' });
  const [, name, value] = /^(design_jury_\d+)=([^;]+);/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  const key = response.headers.get('location')?.split('#key=')[1];
  if (name === undefined || value === undefined || key === undefined)
    throw new Error(`no session was begun by ${entryUrl}: ${response.status}`);
  sessions.set(new URL(entryUrl).origin, { name, value, key });
}

/** The same daemon at another port: the browser knows a session by the port it sees. */
export function enterBy(url: string, daemonUrl: string): void {
  sessions.set(url, { ...sessionAt(daemonUrl), name: `design_jury_${new URL(url).port}` });
}

/** What a browser keeps that has seen the first steps and wants no notifications. */
const SETTLED = { 'jury-tour': 'seen', 'jury-notices': 'no' };

/** Every session there is, as a browser has it that was let in. `fresh`: it was never here before. */
export async function letIn(context: BrowserContext, fresh = false): Promise<void> {
  const all = [...sessions];
  await context.addCookies(
    all.map(([url, { name, value }]) => ({
      name,
      value,
      domain: new URL(url).hostname,
      path: '/',
      httpOnly: true,
      sameSite: 'Strict' as const,
    })),
  );
  await context.addInitScript(
    ({ keys, kept }: { keys: Record<string, string>; kept: Record<string, string> }) => {
      const key = keys[location.origin];
      // A frame without an origin may keep nothing.
      if (key === undefined || origin === 'null') return;
      localStorage.setItem('jury-key', key);
      for (const [name, value] of Object.entries(kept))
        if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
    },
    {
      keys: Object.fromEntries(all.map(([url, { key }]) => [new URL(url).origin, key])),
      kept: fresh ? {} : SETTLED,
    },
  );
}

/** `fetch` with the session of the daemon that is asked. */
export function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const { name, value, key } = sessionAt(url);
  const headers = new Headers(init.headers);
  headers.set('Cookie', `${name}=${value}`);
  headers.set('Jury-Key', key);
  return fetch(url, { ...init, headers });
}

function sessionAt(url: string): Session {
  const session = sessions.get(new URL(url).origin);
  if (session === undefined) throw new Error(`no session at ${url}`);
  return session;
}
