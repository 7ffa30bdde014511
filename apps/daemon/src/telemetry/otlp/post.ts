/**
 * One body to a collector, over a connection that is kept. Not `fetch`: it is asked often, of one place, and that costs
 * several times as much processor time.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { SignalSettings } from './settings.ts';

/** Of each place one: groups are sent one at a time. */
const KEPT = { keepAlive: true, maxSockets: 4 } as const;
let agents: { http: HttpAgent; https: HttpsAgent } | null = null;

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

/** Rejects where no answer came in time. A redirection is an answer, and is not followed: the headers hold keys. */
export function post(to: SignalSettings, body: string | Buffer): Promise<Answer> {
  return ask(to, body, AbortSignal.timeout(to.timeoutMs), true);
}

function ask(
  to: SignalSettings,
  body: string | Buffer,
  signal: AbortSignal,
  mayRepeat: boolean,
): Promise<Answer> {
  const { url, headers, timeoutMs, gzip } = to;
  agents ??= { http: new HttpAgent(KEPT), https: new HttpsAgent(KEPT) };
  const isSecure = url.startsWith('https:');
  const options = {
    method: 'POST',
    agent: isSecure ? agents.https : agents.http,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(gzip && { 'content-encoding': 'gzip' }),
    },
    signal,
  };
  return new Promise<Answer>((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      const { statusCode: status = 0, headers: told } = response;
      response.on('error', reject).on('end', () => resolve({ status, retryAfter: told['retry-after'] }));
      response.resume();
    };
    const asking = isSecure ? httpsRequest(url, options, answered) : httpRequest(url, options, answered);
    asking.on('error', (error) => {
      // The other side may let go of a kept connection just when it is used again: that is no answer.
      if (mayRepeat && asking.reusedSocket && !signal.aborted) resolve(ask(to, body, signal, false));
      else reject(signal.aborted ? new Error(`no answer within ${timeoutMs} ms`) : error);
    });
    asking.end(body);
  });
}
