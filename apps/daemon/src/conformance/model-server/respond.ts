/** Answers one HTTP request by one script. */

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type Act, tokensOf, type Usage } from './act.ts';
import type { AnswerHead, Dialect, ToolCall } from './dialects/dialect.ts';

/** Characters of one delta; longer texts come in at most so many of them. */
const PIECE_CHARS = 48;
const MOST_PIECES = 500;

export interface Performance {
  dialect: Dialect;
  head: AnswerHead;
  stream: boolean;
  acts: Iterable<Act>;
  /** Aborted when the client has left or the server is closed. */
  signal: AbortSignal;
}

/** What was told as used; null for an answer that was not complete. */
export async function respond(response: ServerResponse, performance: Performance): Promise<Usage | null> {
  const acts = performance.acts[Symbol.iterator]();
  const first = acts.next();
  if (!first.done && first.value.type === 'status')
    return answerStatus(response, performance.dialect, first.value);
  if (!first.done && first.value.type === 'page') return answerPage(response);
  const all = withFirst(first, acts);
  return performance.stream ? playStream(response, performance, all) : playWhole(response, performance, all);
}

function* withFirst(first: IteratorResult<Act>, rest: Iterator<Act>): Generator<Act> {
  for (let next = first; !next.done; next = rest.next()) yield next.value;
}

async function playStream(
  response: ServerResponse,
  { dialect, head, signal }: Performance,
  acts: Iterable<Act>,
): Promise<Usage | null> {
  const stream = dialect.stream(head);
  let said = 0;
  let opened = false;
  const write = async (bytes: string): Promise<void> => {
    if (!opened) {
      opened = true;
      response.writeHead(200, { 'content-type': stream.contentType, 'cache-control': 'no-cache' });
      await send(response, stream.open(), signal);
    }
    await send(response, bytes, signal);
  };
  for (const act of acts) {
    if (signal.aborted) return null;
    switch (act.type) {
      case 'text':
      case 'thinking':
        said += act.text.length;
        for (const piece of piecesOf(act.text)) await write(stream[act.type](piece));
        break;
      case 'refusal':
        said += act.text.length;
        await write(stream.refusal(act.text));
        break;
      case 'tool_call':
        await write(stream.toolCall(act));
        break;
      default:
        if (!(await playPause(response, act, signal))) return null;
    }
  }
  const usage = { inputTokens: head.inputTokens, outputTokens: Math.ceil(said / 4) };
  await write(stream.close(usage));
  response.end();
  return usage;
}

async function playWhole(
  response: ServerResponse,
  { dialect, head, signal }: Performance,
  acts: Iterable<Act>,
): Promise<Usage | null> {
  const toolCalls: ToolCall[] = [];
  let text = '';
  let thinking = '';
  let refusal: string | null = null;
  for (const act of acts) {
    if (act.type === 'text') text += act.text;
    else if (act.type === 'thinking') thinking += act.text;
    else if (act.type === 'refusal') refusal = act.text;
    else if (act.type === 'tool_call') toolCalls.push(act);
    else if (!(await playPause(response, act, signal))) return null;
  }
  const usage = { inputTokens: head.inputTokens, outputTokens: tokensOf(text + thinking) };
  answerJson(response, 200, dialect.whole({ head, text, thinking, refusal, toolCalls, usage }));
  return usage;
}

/** False when the answer is over with it. */
async function playPause(
  response: ServerResponse,
  act: Extract<Act, { type: 'pause' | 'hang' | 'cut' | 'status' | 'page' }>,
  signal: AbortSignal,
): Promise<boolean> {
  switch (act.type) {
    case 'pause':
      return delay(act.ms, true, { signal }).catch(() => false);
    case 'hang':
      if (!signal.aborted) await once(signal, 'abort');
      return false;
    case 'cut':
      response.socket?.destroy();
      return false;
    case 'status':
    case 'page':
      throw new Error(`a ${act.type} is the first act of a script or none`);
  }
}

function answerStatus(
  response: ServerResponse,
  dialect: Dialect,
  { status, message, retryAfterS }: Extract<Act, { type: 'status' }>,
): null {
  if (retryAfterS !== undefined) response.setHeader('retry-after', String(retryAfterS));
  answerJson(response, status, dialect.error(status, message));
  return null;
}

function answerPage(response: ServerResponse): null {
  const page = '<!doctype html><html><head><title>Sign in</title></head><body>Sign in</body></html>\n';
  response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  return null;
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Every piece is a write of its own, so that it can arrive as a delta of its own. */
async function send(response: ServerResponse, bytes: string, signal: AbortSignal): Promise<void> {
  if (bytes === '' || signal.aborted) return;
  if (!response.write(bytes)) await once(response, 'drain', { signal }).catch(() => null);
  else await nextTurn();
}

function* piecesOf(text: string): Generator<string> {
  const characters = [...text];
  const size = Math.max(PIECE_CHARS, Math.ceil(characters.length / MOST_PIECES));
  for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join('');
}
