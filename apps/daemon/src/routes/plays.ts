/** Plays of the other protocols: lists and live events. */
import { setTimeout as delay } from 'node:timers/promises';
import { PLAY_PROTOCOLS, type PlayEvent } from '@design-jury/contracts/questions';
import type { Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Docket } from '../host/run-store.ts';
import { HttpError } from './errors.ts';
import { listLimit, wholeNumber } from './request.ts';

/** Other processes write the docket too, so a stream looks instead of being told. */
const POLL_MS = 250;
const HEARTBEAT_MS = 15_000;
const MOST_STREAMS = 256;
const SEQ_RANGE = { min: 0, max: Number.MAX_SAFE_INTEGER };
const PLAY_ID = /^play-[0-9a-f-]{36}$/;

export function mountPlays(app: Hono, docket: Docket): void {
  app.get('/api/plays', async (c) => {
    const protocol = c.req.query('protocol');
    const known = PLAY_PROTOCOLS.find((name) => name === protocol);
    if (protocol !== undefined && known === undefined)
      throw new HttpError('bad_request', `protocol: it takes ${PLAY_PROTOCOLS.join(', ')}`);
    const plays = await docket.list({ ...(known !== undefined && { protocol: known }), limit: listLimit(c) });
    // The state can be large and is for one play at a time.
    return c.json({ plays: plays.map(({ state: _state, ...play }) => play) });
  });
  app.get('/api/plays/:id', async (c) => {
    const id = playId(c);
    const play = await docket.get(id);
    return c.json({ play, held: await docket.isHeld(id) });
  });
  mountPlayEvents(app, docket);
}

function mountPlayEvents(app: Hono, docket: Docket): void {
  let streams = 0;
  app.get('/api/plays/:id/events', async (c) => {
    const id = playId(c);
    await docket.get(id);
    const since = c.req.header('last-event-id') ?? c.req.query('since') ?? '0';
    let seq = wholeNumber('since', since === '' ? '0' : since, SEQ_RANGE);
    if (streams >= MOST_STREAMS)
      throw new HttpError('unavailable', `${MOST_STREAMS} streams are open already`);
    return streamSSE(c, async (stream) => {
      streams++;
      stream.onAbort(() => undefined);
      try {
        for (let quietMs = 0; !stream.aborted && !stream.closed; ) {
          const events = await docket.events(id, seq);
          for (const event of events) {
            await stream.writeSSE({ id: String(event.seq), event: event.type, data: JSON.stringify(event) });
            seq = event.seq;
          }
          quietMs = events.length > 0 ? 0 : quietMs + POLL_MS;
          if (events.length === 0 && (await isOver(docket, id, seq))) return;
          if (quietMs >= HEARTBEAT_MS) {
            await stream.write(': ping\n\n');
            quietMs = 0;
          }
          if (events.length === 0) await delay(POLL_MS);
        }
      } finally {
        streams--;
      }
    });
  });
}

/** Over, and every event of it was sent: the stream ends, and the client need not come back. */
async function isOver(docket: Docket, id: string, sent: PlayEvent['seq']): Promise<boolean> {
  const { status, eventCount } = await docket.get(id);
  return status === 'ended' && sent >= eventCount;
}

function playId(c: Context): string {
  const id = c.req.param('id') ?? '';
  if (PLAY_ID.test(id)) return id;
  throw new HttpError('bad_request', `id: ${JSON.stringify(id.slice(0, 40))} is not a valid id`);
}
