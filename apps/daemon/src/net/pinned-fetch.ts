/**
 * `fetch` behind the guard: connects only to the addresses that were checked, follows no redirect, and has a limit
 * for connecting, for silence and for size. A connection serves one request and takes no proxy from the environment.
 */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type CheckedTarget, checkTarget, type Guard, GuardError } from './guard.ts';

export interface PinnedLimits {
  /** Until the connection is open, TLS included. */
  connectMs: number;
  /** Without a byte in either direction. */
  idleMs: number;
  maxResponseBytes: number;
}

export interface PinnedRequest {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  signal: AbortSignal;
  /** True: the caller reads where it leads, and asks there itself. Nothing is followed here. */
  handsOnRedirects: boolean;
}

export const PINNED_LIMITS: PinnedLimits = {
  connectMs: 15_000,
  idleMs: 120_000,
  maxResponseBytes: 32 * 1_048_576,
};

/** Shaped like the global one as far as the model clients use it: a URL, and a body that is text. */
export function createPinnedFetch(guard: Guard, limits: PinnedLimits): typeof fetch {
  return async (input, init = {}) => {
    const target = await checkTarget(input instanceof Request ? input.url : String(input), guard);
    if (init.body != null && typeof init.body !== 'string')
      throw new GuardError('bad_url', 'only a text body can be sent through the guard');
    return sendPinned(
      target,
      {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        body: init.body ?? null,
        signal: init.signal ?? new AbortController().signal,
        handsOnRedirects: init.redirect === 'manual',
      },
      limits,
    );
  };
}

/** Rejects with a `GuardError`, or with the signal's reason. */
async function sendPinned(
  target: CheckedTarget,
  { method, headers, body, signal, handsOnRedirects }: PinnedRequest,
  limits: PinnedLimits,
): Promise<Response> {
  signal.throwIfAborted();
  const { url } = target;
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = open(url, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    lookup: lookupIn(target),
    agent: false,
    signal,
    timeout: limits.idleMs,
  });
  const answer = await answerTo(request, target, { body, signal, limits });
  const status = answer.statusCode ?? 0;
  if (status >= 300 && status < 400 && !handsOnRedirects) {
    answer.destroy();
    throw new GuardError(
      'redirect',
      `${url.hostname} answers with a redirect (${status}); redirects are not followed`,
    );
  }
  return new Response(isEmpty(status) ? null : bodyOf(answer, limits.maxResponseBytes, signal), {
    status,
    headers: headersOf(answer),
  });
}

/** Answers only with what was checked, whatever is asked. */
function lookupIn({ addresses }: CheckedTarget): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, answer) => {
    const fitting = known.filter(({ family }) => !options.family || family === options.family);
    const [first] = fitting;
    if (first === undefined) answer(new Error('no address of this family was checked'), '');
    else if (options.all === true) answer(null, fitting);
    else answer(null, first.address, first.family);
  };
}

interface Sending {
  body: string | null;
  signal: AbortSignal;
  limits: PinnedLimits;
}

function answerTo(request: ClientRequest, target: CheckedTarget, sending: Sending): Promise<IncomingMessage> {
  const { body, signal, limits } = sending;
  const host = target.url.hostname;
  const connecting = setTimeout(
    () =>
      request.destroy(
        new GuardError('timeout', `${host} did not accept a connection in ${limits.connectMs} ms`),
      ),
    limits.connectMs,
  );
  const connected = () => clearTimeout(connecting);
  request.on('socket', (socket) => {
    socket.once(target.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      connected();
      const remote = socket.remoteAddress ?? '';
      if (!target.addresses.includes(remote))
        request.destroy(new GuardError('address', `the connection to ${host} went to another address`));
    });
  });
  let answer: IncomingMessage | null = null;
  request.on('timeout', () =>
    (answer ?? request).destroy(new GuardError('timeout', `${host} sent nothing for ${limits.idleMs} ms`)),
  );
  request.once('close', connected);
  return new Promise((resolve, reject) => {
    request.once('response', (response) => {
      answer = response;
      resolve(response);
    });
    request.on('error', (error) => {
      if (signal.aborted) reject(signal.reason);
      else if (error instanceof GuardError) reject(error);
      else reject(new GuardError('unreachable', `${host} cannot be reached: ${codeOf(error)}`));
    });
    request.end(body ?? undefined);
  });
}

/** Counted unpacked: a small answer may hold a large one. */
function bodyOf(answer: IncomingMessage, maxBytes: number, signal: AbortSignal): ReadableStream {
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new GuardError('too_large', `the answer is larger than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
  const unpack = unpackerFor(answer.headers['content-encoding']);
  const chain = unpack === null ? [answer, counter] : [answer, unpack, counter];
  for (const [index, stage] of chain.entries()) {
    const next = chain[index + 1];
    if (next === undefined) break;
    stage.pipe(next as Transform);
    // An error at either end ends the whole, or the other would wait for ever.
    stage.on('error', (error) => next.destroy(reasonOf(error, signal)));
    next.on('close', () => stage.destroy());
  }
  return Readable.toWeb(counter) as ReadableStream;
}

function reasonOf(error: Error, signal: AbortSignal): Error {
  if (signal.aborted && signal.reason instanceof Error) return signal.reason;
  return error instanceof GuardError
    ? error
    : new GuardError('cut', 'the connection was cut in the middle of the answer');
}

function unpackerFor(encoding: string | undefined): Transform | null {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new GuardError('unreachable', 'the answer is packed in a way that is not understood');
  }
}

const DROPPED_HEADERS = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'set-cookie',
]);

function headersOf(answer: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    if (!DROPPED_HEADERS.has(name)) for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}

function isEmpty(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? error.message;
}
