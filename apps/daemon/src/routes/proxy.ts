/**
 * `POST /api/proxy/stream`: bring your own key. The daemon calls the provider, so an address that comes with the
 * request passes the guard first; nothing of the request is stored or logged.
 */
import type { ErrorCode } from '@design-jury/contracts/http';
import { type ProxyEvent, type ProxyRequest, ProxyRequestSchema } from '@design-jury/contracts/proxy';
import type { Hono } from 'hono';
import type { ModelGate } from '../agents/models/open.ts';
import { type AgentDelta, type AgentSession, AgentUnavailableError } from '../agents/session.ts';
import { checkTarget, GuardError } from '../net/guard.ts';
import { HttpError } from './errors.ts';
import type { BodyReader } from './request.ts';

export interface ProxyLimits {
  /** Without a sign of life from the provider, before the first word and after it. */
  idleMs: number;
  totalMs: number;
  maxAnswerChars: number;
  maxStreams: number;
}

const PROXY_LIMITS: ProxyLimits = {
  idleMs: 60_000,
  totalMs: 600_000,
  maxAnswerChars: 16 * 1_048_576,
  maxStreams: 16,
};

/** Without the words of the error: nobody knows what they carry. */
const BROKEN: ProxyEvent = {
  type: 'error',
  kind: 'other',
  message: 'the answer could not be read: an error in Design Jury',
};

/** A comment that keeps the connection open, for the client and for proxies. */
const PING = ': ping\n\n';

export function mountProxy(
  app: Hono,
  gate: ModelGate,
  readBody: BodyReader,
  given: Partial<ProxyLimits> = {},
): void {
  const limits = { ...PROXY_LIMITS, ...given };
  let open = 0;
  app.post('/api/proxy/stream', async (c) => {
    if (open >= limits.maxStreams)
      throw new HttpError('unavailable', `${limits.maxStreams} answers are being streamed already`);
    open++;
    const gone = new AbortController();
    let session: AgentSession | null = null;
    const done = () => {
      open--;
      gone.abort();
    };
    try {
      const request = await readBody(c, ProxyRequestSchema);
      session = await openSession(request, gate, gone.signal);
      const [question] = request.messages.slice(-1);
      const deltas = session.send({ kind: 'ask', prompt: question?.content ?? '' });
      return new Response(streamOf(session, deltas, limits, done), {
        headers: {
          ...Object.fromEntries(c.res.headers),
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-store, no-transform',
          'X-Accel-Buffering': 'no',
        },
      });
    } catch (error) {
      done();
      await session?.close();
      throw error;
    }
  });
}

async function openSession(
  request: ProxyRequest,
  gate: ModelGate,
  signal: AbortSignal,
): Promise<AgentSession> {
  const { provider, model, apiKey, baseUrl, system, messages } = request;
  try {
    // The connection checks again; this one is so that a refusal has a status and not only an event.
    if (baseUrl !== undefined) await checkTarget(baseUrl, gate.guard);
    const agent = gate.agents.create(provider, {
      model,
      credentials: { ...(apiKey !== undefined && { apiKey }), ...(baseUrl !== undefined && { baseUrl }) },
      history: messages.slice(0, -1),
      ...(system !== undefined && { instructions: system }),
    });
    if (agent === null) throw new HttpError('bad_request', `provider: there is no ${provider}`);
    return await agent.open({ runId: 'proxy', subject: { kind: 'brief', text: '' }, workDir: '' }, signal);
  } catch (error) {
    if (error instanceof GuardError) throw new HttpError(codeOf(error), `baseUrl: ${error.message}`);
    if (error instanceof AgentUnavailableError) throw new HttpError('bad_request', error.message);
    throw error;
  }
}

function codeOf({ reason }: GuardError): ErrorCode {
  return reason === 'address' ? 'forbidden' : 'bad_request';
}

/** Pulled by the client: a slow one slows the provider down, one that leaves ends the request. */
function streamOf(
  session: AgentSession,
  deltas: AsyncIterable<AgentDelta>,
  limits: ProxyLimits,
  done: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = eventsOf(session, deltas, limits);
  let over = false;
  const finish = async (): Promise<void> => {
    if (over) return;
    over = true;
    try {
      session.interrupt();
      await session.close();
    } finally {
      done();
    }
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // An adapter should never throw. One that does must not keep a place, or leave the client without a last word.
      const next = await source.next().catch(() => ({ done: false, value: BROKEN }) as const);
      if (next.done === true) {
        await finish();
        controller.close();
        return;
      }
      const text =
        next.value === 'ping' ? PING : `event: ${next.value.type}\ndata: ${JSON.stringify(next.value)}\n\n`;
      controller.enqueue(encoder.encode(text));
    },
    cancel: finish,
  });
}

async function* eventsOf(
  session: AgentSession,
  deltas: AsyncIterable<AgentDelta>,
  limits: ProxyLimits,
): AsyncGenerator<ProxyEvent | 'ping', void, undefined> {
  const iterator = deltas[Symbol.asyncIterator]();
  const deadline = Date.now() + limits.totalMs;
  let chars = 0;
  for (;;) {
    const patience = Math.min(limits.idleMs, deadline - Date.now());
    const next = await within(patience, iterator.next());
    if (next === null) {
      session.interrupt();
      const words =
        Date.now() >= deadline
          ? `took longer than ${limits.totalMs} ms`
          : `sent nothing for ${limits.idleMs} ms`;
      yield { type: 'error', kind: 'timeout', message: `the provider ${words}` };
      return;
    }
    if (next.done === true) return;
    const delta = next.value;
    switch (delta.type) {
      case 'text':
      case 'thinking':
        chars += delta.text.length;
        if (chars > limits.maxAnswerChars) {
          session.interrupt();
          yield {
            type: 'error',
            kind: 'malformed',
            message: `the answer is longer than ${limits.maxAnswerChars} characters`,
          };
          return;
        }
        yield delta;
        break;
      case 'usage':
        yield delta;
        break;
      case 'notice':
        yield { type: 'notice', kind: delta.kind, message: delta.message };
        break;
      case 'alive':
        yield 'ping';
        break;
      case 'restart':
        break;
      case 'error':
      case 'end':
        yield delta;
        return;
    }
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), Math.max(0, ms));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
