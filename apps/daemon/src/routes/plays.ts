/** Plays of the other protocols and the questions they ask: lists, live events, answers. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  AnswerRequestSchema,
  PLAY_PROTOCOLS,
  type PlayEvent,
  type QuestionList,
} from '@design-jury/contracts/play';
import type { Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import type { Docket } from '../docket/docket.ts';
import { HttpError } from './errors.ts';
import { type BodyReader, listLimit, wholeNumber } from './request.ts';

/** Other processes write the docket too, so a stream looks instead of being told. */
const POLL_MS = 250;
const HEARTBEAT_MS = 15_000;
const MOST_STREAMS = 256;
const SEQ_RANGE = { min: 0, max: Number.MAX_SAFE_INTEGER };
const PlayId = z.string().regex(/^play-[0-9a-f-]{36}$/);
const QuestionId = z.string().regex(/^play-[0-9a-f-]{36}\.[A-Za-z0-9_.-]{1,120}$/);

export function mountPlays(app: Hono, docket: Docket, readBody: BodyReader): void {
  app.get('/api/plays', async (c) => {
    const protocol = c.req.query('protocol');
    const known = PLAY_PROTOCOLS.find((name) => name === protocol);
    if (protocol !== undefined && known === undefined)
      throw new HttpError('bad_request', `protocol: it takes ${PLAY_PROTOCOLS.join(', ')}`);
    const plays = await docket.list({ ...(known !== undefined && { protocol: known }), limit: listLimit(c) });
    // The state can be large and is for one play at a time.
    return c.json({ plays: plays.map(({ state: _state, ...play }) => play) });
  });
  app.get('/api/plays/:id', async (c) => c.json({ play: await docket.get(playId(c)) }));
  mountPlayEvents(app, docket);

  app.get('/api/questions', async (c) => {
    const id = c.req.query('play');
    const open = await docket.questions.list({
      status: 'open',
      ...(id !== undefined && { playId: checked(PlayId, id, 'play') }),
    });
    const questions = await Promise.all(
      open.map(async (question) => ({
        ...question,
        precedents: await docket.questions.precedents(question.key),
      })),
    );
    return c.json({ questions } satisfies QuestionList);
  });
  app.post('/api/questions/:id', async (c) => {
    const id = checked(QuestionId, c.req.param('id') ?? '', 'id');
    const answer = await readBody(c, AnswerRequestSchema);
    const asked = await docket.questions.get(id);
    if (asked === null) throw new HttpError('not_found', `there is no question ${id}`);
    if (answer.choice !== 'skip' && answer.choice > asked.options.length)
      throw new HttpError('bad_request', `choice: it takes 1 to ${asked.options.length}, or "skip"`);
    const { won, question } = await docket.questions.answer(id, answer, 'web', docket.now());
    if (!won) throw new HttpError('conflict', alreadySaid(question.status, question.answeredBy));
    return c.json({ question });
  });
}

function alreadySaid(status: string, by: string | null): string {
  return status === 'withdrawn'
    ? 'the question is no longer asked: its play is over'
    : `the question was answered already${by === null ? '' : ` (${by})`}; the first answer stands`;
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
  return checked(PlayId, c.req.param('id') ?? '', 'id');
}

function checked(schema: z.ZodType<string>, value: string, name: string): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new HttpError('bad_request', `${name}: ${JSON.stringify(value.slice(0, 40))} is not a valid id`);
}
