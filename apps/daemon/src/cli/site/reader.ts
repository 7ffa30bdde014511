/**
 * Reads addresses for a check, behind the guard of `net/`: on the public internet anything, on this machine and in private
 * networks only the hosts that the user named. Redirects are followed step by step, each step checked like the first.
 */
import { readVariable } from '../../env.ts';
import type { Answered } from '../../measure/browser/visit.ts';
import { MAX_BROWSER_FILE_BYTES } from '../../measure/limits.ts';
import { ALLOWED_HOSTS_VARIABLE, readAllowList } from '../../net/allow-list.ts';
import { GuardError } from '../../net/guard.ts';
import { createPinnedFetch } from '../../net/pinned-fetch.ts';
import type { Shell } from '../shell.ts';

const LIMITS = { connectMs: 15_000, idleMs: 20_000, maxResponseBytes: MAX_BROWSER_FILE_BYTES };
const MOST_STEPS = 5;
/** Of a connection that is over, or of a page's rules against being looked at in pieces. */
const DROPPED = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'set-cookie']);

export interface Read extends Answered {
  /** Where the redirects led. */
  url: string;
}

/** Rejects with a `GuardError` that says why it was not asked, or what went wrong. */
export type SiteReader = (url: string) => Promise<Read>;

export function siteReader(shell: Shell, named: readonly URL[], signal: AbortSignal): SiteReader {
  const set = readAllowList(readVariable(shell.env, ALLOWED_HOSTS_VARIABLE));
  const hosts = new Set(named.map((url) => `${bare(url.hostname)}:${portOf(url)}`));
  const allow = {
    has: (host: string, port: number): boolean => hosts.has(`${bare(host)}:${port}`) || set.has(host, port),
  };
  const ask = createPinnedFetch({ allow }, LIMITS);
  return async (first) => {
    let url = first;
    for (let step = 0; step <= MOST_STEPS; step += 1) {
      const answer = await ask(url, { redirect: 'manual', signal, headers: { accept: '*/*' } });
      const to = answer.headers.get('location');
      if (answer.status < 300 || answer.status >= 400 || to === null) return taken(url, answer);
      await answer.body?.cancel();
      const next = URL.parse(to, url);
      if (next === null) throw new GuardError('redirect', `${new URL(url).hostname} redirects to no address`);
      url = next.href;
    }
    throw new GuardError('redirect', `${new URL(first).hostname} redirects more than ${MOST_STEPS} times`);
  };
}

async function taken(url: string, answer: Response): Promise<Read> {
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !DROPPED.has(name)));
  return { url, status: answer.status, headers, body: new Uint8Array(await answer.arrayBuffer()) };
}

function bare(host: string): string {
  return host.replace(/\.$/, '').toLowerCase();
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
