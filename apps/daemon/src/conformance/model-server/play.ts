/** Plays one script onto one HTTP response. */

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type Act, tokensOf } from './act.ts';
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

export async function play(response: ServerResponse, performance: Performance): Promise<void> {
  const acts = performance.acts[Symbol.iterator]();
  const first = acts.next();
  if (!first.done && first.value.type === 'status')
    return answerStatus(response, performance.dialect, first.value);
  if (!first.done && first.value.type === 'page') return answerPage(response);
  const all = withFirst(first, acts);
  await (performance.stream ? playStream(response, performance, all) : playWhole(response, performance, all));
}

function* withFirst(first: IteratorResult<Act>, rest: Iterator<Act>): Generator<Act> {
  for (let next = first; !next.done; next = rest.next()) yield next.value;
}

async function playStream(
  response: ServerResponse,
  { dialect, head, signal }: Performance,
  acts: Iterable<Act>,
): Promise<void> {
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
    if (signal.aborted) return;
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
        if (!(await playPause(response, act, signal))) return;
    }
  }
  await write(stream.close({ inputTokens: head.inputTokens, outputTokens: Math.ceil(said / 4) }));
  response.end();
}

async function playWhole(
  response: ServerResponse,
  { dialect, head, signal }: Performance,
  acts: Iterable<Act>,
): Promise<void> {
  const toolCalls: ToolCall[] = [];
  let text = '';
  let thinking = '';
  let refusal: string | null = null;
  for (const act of acts) {
    if (act.type === 'text') text += act.text;
    else if (act.type === 'thinking') thinking += act.text;
    else if (act.type === 'refusal') refusal = act.text;
    else if (act.type === 'tool_call') toolCalls.push(act);
    else if (!(await playPause(response, act, signal))) return;
  }
  const usage = { inputTokens: head.inputTokens, outputTokens: tokensOf(text + thinking) };
  answerJson(response, 200, dialect.whole({ head, text, thinking, refusal, toolCalls, usage }));
}

/** False when the play is over with it. */
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
): void {
  if (retryAfterS !== undefined) response.setHeader('retry-after', String(retryAfterS));
  answerJson(response, status, dialect.error(status, message));
}

function answerPage(response: ServerResponse): void {
  const page = '<!doctype html><html><head><title>Sign in</title></head><body>Sign in</body></html>\n';
  response.writeHead(200, { 'content-type': 'text/html' }).end(page);
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
