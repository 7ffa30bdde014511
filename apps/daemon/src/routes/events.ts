/**
 * `GET /api/projects/:id/events`: the project's events as they happen. `GET /api/events`: that the store has changed, for
 * whoever shows a list of what is in it.
 *
 * Every stream subscribes first and reads afterwards: what is published meanwhile waits in the mailbox, and ids
 * tell what the reading has already sent. So there is no moment at which an event can be lost or sent twice.
 */
import type { ServerResponse } from 'node:http';
import { SNAPSHOT_EVENT, type StreamSnapshot } from '@design-jury/contracts/http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import { type Bus, EVERY_PROJECT, encodeEvent, encodeItem } from '../host/stream/bus.ts';
import type { Reader } from '../host/stream/mailbox.ts';
import type { Jury } from '../jury.ts';
import { HttpError } from './errors.ts';
import { idParam, idQuery, wholeNumber } from './request.ts';
import { openSink, type StreamSink } from './sse-sink.ts';

export interface StreamOptions {
  jury: Jury;
  bus: Bus;
  maxStreams: number;
  /** How long a client waits before it reconnects. */
  retryMs: number;
  /** A replay whose client takes nothing for this long is given up. */
  stallMs: number;
  report: (error: unknown) => void;
}

/** Bytes of a replay written at once. */
const REPLAY_BATCH_BYTES = 64 * 1024;
/** A replay that is overtaken this often is given up; the client resumes from where it is. */
const MAX_REPLAY_PASSES = 50;
const ID_RANGE = { min: 0, max: Number.MAX_SAFE_INTEGER };

export function mountEvents(app: Hono, options: StreamOptions): void {
  const open = (c: Context, request: StreamRequest): Response => {
    if (options.bus.streams >= options.maxStreams)
      throw new HttpError('unavailable', `${options.maxStreams} streams are open already`);
    const cookie = c.res.headers.get('set-cookie');
    const { outgoing } = c.env as HttpBindings;
    openStream(outgoing, request, options, cookie === null ? {} : { 'Set-Cookie': cookie });
    return RESPONSE_ALREADY_SENT;
  };
  app.get('/api/projects/:id/events', async (c) => open(c, await readRequest(c, options.jury)));
  app.get('/api/events', (c) =>
    open(c, { projectId: EVERY_PROJECT, runId: null, since: null, headOnly: c.req.method === 'HEAD' }),
  );
}

interface StreamRequest {
  projectId: string;
  runId: string | null;
  /** The id after which to start; null for a client that knows nothing yet and takes a snapshot. */
  since: number | null;
  headOnly: boolean;
}

async function readRequest(c: Context, jury: Jury): Promise<StreamRequest> {
  const [projectId, runId] = [idParam(c, 'id'), idQuery(c, 'run')];
  // A reconnecting EventSource repeats its URL, so the header is the newer of the two.
  const header = c.req.header('last-event-id');
  const query = c.req.query('since');
  let since: number | null = null;
  if (header !== undefined && header !== '') since = wholeNumber('Last-Event-ID', header, ID_RANGE);
  else if (query !== undefined) since = wholeNumber('since', query, ID_RANGE);
  if (runId === null) await jury.getProject(projectId);
  else {
    const { run } = await jury.runSnapshot(projectId, runId);
    if (since !== null) since = Math.max(since, run.eventBase ?? since);
  }
  return { projectId, runId, since, headOnly: c.req.method === 'HEAD' };
}

function openStream(
  response: ServerResponse,
  request: StreamRequest,
  options: StreamOptions,
  headers: Record<string, string>,
): void {
  const { socket } = response;
  // Gone while the project was looked up: its `close` is past, and a subscription would never end.
  if (response.destroyed || socket?.destroyed) return;
  if (socket === null)
    throw new HttpError('bad_request', 'a stream cannot be pipelined behind another request');
  let reader: Reader | null = null;
  const sink = openSink(response, socket, headers, {
    onDrain: () => reader?.drained(),
    onClose: () => reader?.close(),
  });
  if (request.headOnly) return void response.end();
  const joined = options.bus.subscribe(request.projectId, sink, request.runId);
  reader = joined;
  sink.write(Buffer.from(`retry: ${options.retryMs}\n\n`));
  // Nothing of it is stored, so there is nothing to send first.
  if (request.projectId === EVERY_PROJECT) return void joined.release(0);
  catchUp(sink, joined, request, options).catch((error: unknown) => {
    options.report(error);
    joined.close();
    sink.close('stalled');
  });
}

async function catchUp(
  sink: StreamSink,
  reader: Reader,
  request: StreamRequest,
  options: StreamOptions,
): Promise<void> {
  let sent = request.since ?? (await sendSnapshot(sink, request, options.jury));
  for (let pass = 0; pass < MAX_REPLAY_PASSES && !sink.closed; pass++) {
    // After a snapshot the log is read only if the mailbox could not hold what came meanwhile.
    if (request.since !== null || pass > 0) sent = await replay(sink, sent, request, options);
    if (request.since !== null && pass === 0 && sent === request.since && sent > 0)
      sent = await checkKnown(sink, sent, request, options.jury);
    if (reader.release(sent)) return;
  }
  if (!sink.closed)
    throw new Error(`a replay of project ${request.projectId} was overtaken ${MAX_REPLAY_PASSES} times`);
}

/** Returns the id of the last event that is folded into what was sent. */
async function sendSnapshot(
  sink: StreamSink,
  { projectId, runId }: StreamRequest,
  jury: Jury,
): Promise<number> {
  const run = runId === null ? await jury.currentRun(projectId) : await jury.runSnapshot(projectId, runId);
  const snapshot: StreamSnapshot = { lastEventId: run?.lastEventId ?? 0, run };
  sink.write(encodeEvent(null, SNAPSHOT_EVENT, JSON.stringify(snapshot)));
  return snapshot.lastEventId;
}

/** An id from the future is of another history (the data folder was replaced): start over, skip nothing. */
async function checkKnown(
  sink: StreamSink,
  sent: number,
  request: StreamRequest,
  jury: Jury,
): Promise<number> {
  const current = await jury.currentRun(request.projectId);
  if (sent <= (current?.lastEventId ?? 0)) return sent;
  // A run that was resumed behind a newer one has said more than that one.
  for await (const _newest of jury.eventsSince(request.projectId, sent - 1)) return sent;
  return sendSnapshot(sink, request, jury);
}

async function replay(
  sink: StreamSink,
  from: number,
  request: StreamRequest,
  options: StreamOptions,
): Promise<number> {
  let sent = from;
  let batch: Buffer[] = [];
  let bytes = 0;
  for await (const item of options.jury.eventsSince(request.projectId, from)) {
    if (sink.closed) return sent;
    sent = Math.max(sent, item.id);
    if (request.runId !== null && request.runId !== item.runId) continue;
    const frame = encodeItem(item).bytes;
    batch.push(frame);
    bytes += frame.length;
    if (bytes < REPLAY_BATCH_BYTES) continue;
    if (!sink.write(Buffer.concat(batch))) await sink.drain(options.stallMs);
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0 && !sink.closed && !sink.write(Buffer.concat(batch)))
    await sink.drain(options.stallMs);
  return sent;
}
