import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OperatorQuestion, PlayRecord } from '@design-jury/contracts/play';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from './database.ts';

const AT = '2026-05-01T10:00:00.000Z';
const LATER = '2026-05-01T10:05:00.000Z';

const PLAY: PlayRecord = {
  id: 'play-1',
  protocol: 'critic-loop',
  subject: 'docs/x.md',
  title: 'x.md',
  status: 'running',
  outcome: null,
  exitCode: null,
  config: { cap: 5 },
  state: { n: 1 },
  eventCount: 0,
  createdAt: AT,
  updatedAt: AT,
  endedAt: null,
};
const QUESTION: OperatorQuestion = {
  id: 'play-1.q1',
  playId: 'play-1',
  run: null,
  protocol: 'critic-loop',
  key: 'critic-loop/SCOPE/in or out',
  question: 'In or out?',
  issue: '',
  why: '',
  options: [{ label: 'In', description: '', pro: '', con: '' }],
  status: 'open',
  answer: null,
  answeredBy: null,
  askedAt: AT,
  answeredAt: null,
  deadlineAt: null,
};

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'jury-plays-'));
  const file = join(folder, 'jury.db');
  const store = await openStore(file);
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  await store.plays.create(PLAY);
  const rows = <Row>(sql: string): Row[] => {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      return db.prepare(sql).all() as Row[];
    } finally {
      db.close();
    }
  };
  return { store, rows };
}

test('a play comes back as it was created; what changes moves updated_at', async () => {
  const { store, rows } = await open();
  expect(await store.plays.get('play-1')).toEqual(PLAY);
  await store.plays.update(
    'play-1',
    { status: 'ended', outcome: 'CONVERGED', exitCode: 0, endedAt: LATER },
    LATER,
  );
  expect(await store.plays.get('play-1')).toMatchObject({
    status: 'ended',
    updatedAt: LATER,
    endedAt: LATER,
  });
  expect(rows('select updated_at, ended_at, exit_code from plays')).toEqual([
    { updated_at: LATER, ended_at: LATER, exit_code: 0 },
  ]);
  await expect(store.plays.update('play-2', { status: 'ended' }, AT)).rejects.toMatchObject({
    reason: 'missing',
  });
});

test('a lease is held until owned_until and renewed by its owner', async () => {
  const { store, rows } = await open();
  expect(await store.plays.claim('play-1', 'a', 1_000, 2_000)).toBe(true);
  expect(await store.plays.claim('play-1', 'b', 1_500, 9_000)).toBe(false);
  expect(await store.plays.claim('play-1', 'a', 1_900, 2_900)).toBe(true);
  expect(rows('select owner, owned_until from plays')).toEqual([{ owner: 'a', owned_until: 2_900 }]);
  expect(await store.plays.claim('play-1', 'b', 2_901, 9_000)).toBe(true);
  await store.plays.release('play-1', 'a');
  expect(await store.plays.claim('play-1', 'c', 3_000, 4_000)).toBe(false);
});

test('the newest play of a subject is found; lists are newest first and by protocol', async () => {
  const { store } = await open();
  await store.plays.create({ ...PLAY, id: 'play-2', createdAt: LATER });
  await store.plays.create({ ...PLAY, id: 'play-3', protocol: 'content', createdAt: LATER });
  expect((await store.plays.latest('critic-loop', 'docs/x.md'))?.id).toBe('play-2');
  expect((await store.plays.list({ protocol: 'critic-loop' })).map(({ id }) => id)).toEqual([
    'play-2',
    'play-1',
  ]);
});

test('many writers give every event its own number', async () => {
  const { store } = await open();
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      store.plays.append('play-1', [{ type: 'loop.x', n }, { type: 'loop.y' }], AT),
    ),
  );
  const events = await store.plays.events('play-1', 0, 100);
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test('an event too large to be read back is refused, and none of its company is kept', async () => {
  const { store } = await open();
  const huge = { type: 'loop.x', text: 'x'.repeat(4_194_304) };
  await expect(store.plays.append('play-1', [{ type: 'loop.y' }, huge], AT)).rejects.toThrow(
    'takes more than',
  );
  expect(await store.plays.events('play-1', 0, 10)).toEqual([]);
});

test('a question is answered once: who and when stay', async () => {
  const { store, rows } = await open();
  await store.questions.ask([QUESTION, QUESTION]);
  const first = await store.questions.answer('play-1.q1', { choice: 1, note: '' }, 'web', LATER);
  const second = await store.questions.answer('play-1.q1', { choice: 'skip', note: '' }, 'terminal', LATER);
  expect([first.won, second.won, second.question.answer?.choice]).toEqual([true, false, 1]);
  expect(rows('select answered_by, asked_at, answered_at from questions')).toEqual([
    { answered_by: 'web', asked_at: AT, answered_at: LATER },
  ]);
  expect(await store.questions.precedents(QUESTION.key)).toMatchObject([{ label: 'In', answeredAt: LATER }]);
  await expect(store.questions.answer('play-1.q9', { choice: 1, note: '' }, 'web', AT)).rejects.toMatchObject(
    { reason: 'missing' },
  );
});

test('what has run out is swept away in passing', async () => {
  const { store, rows } = await open();
  await store.keyValues.set('old', 'x', -1);
  await store.keyValues.set('new', 'y', null);
  expect(rows('select key, expires_at from key_values')).toEqual([{ key: 'new', expires_at: null }]);
});
