import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { expect, test } from 'vitest';
import { Redactor } from '../agents/redact.ts';
import { entryOf as entryWith, type LogLevel, lineOf, TOLD, toldEntry, whoseOf } from './log-lines.ts';

const RUN = { id: 'r-1', projectId: 'p-1', agent: 'claude', model: null, protocol: 'theater' } as RunRecord;
const redactor = new Redactor();
const redact = (text: string) => redactor.message(text);
const entryOf = (event: RunEvent, least: LogLevel = 'debug') =>
  entryWith(event, whoseOf(RUN, 't-1'), least, redact);

test('keys lose their value, long words their end, and lists their rest', () => {
  const entry = {
    ts: '2026-01-01T00:00:00.000Z',
    level: 'error' as const,
    ns: 'host',
    event: 'internal_fault',
    fields: {
      message: `api_key=${'s'.repeat(40)} ${'x'.repeat(5_000)}`,
      cast: Array.from({ length: 500 }, () => 'critic'),
    },
  };
  const line = lineOf(toldEntry(entry, redact));
  expect(line).not.toContain('sssss');
  expect(line.length).toBeLessThan(1_800);
});

test('a run that ends says how: shipped, kept, failed', () => {
  const said = (event: Record<string, unknown>) =>
    entryOf({ seq: 1, at: '2026-01-01T00:00:00.000Z', ...event } as RunEvent);
  expect(
    said({ type: 'critique.ship', status: 'shipped', round: 2, composite: 8.4, summary: 'words' }),
  ).toMatchObject({
    event: 'run_shipped',
    level: 'info',
    fields: { round: 2, composite: 8.4 },
  });
  expect(said({ type: 'critique.ship', status: 'below_threshold', round: 3, composite: 7 })).toMatchObject({
    event: 'run_kept',
    level: 'warn',
  });
  expect(said({ type: 'critique.failed', cause: 'agent_error', message: 'no key' })).toMatchObject({
    event: 'run_failed',
    level: 'error',
    fields: { cause: 'agent_error', message: 'no key' },
  });
  expect(said({ type: 'critique.panelist_notes', text: 'words of an agent' })).toBeNull();
});

test('what was decided of a document, a draft or a question is told, without its words', () => {
  const said = (event: Record<string, unknown>) =>
    entryOf({ seq: 1, at: '2026-01-01T00:00:00.000Z', ...event } as RunEvent);
  expect(said({ type: 'question.asked', id: 'q-1', question: 'words of an agent' })).toMatchObject({
    ns: 'question',
    event: 'asked',
    fields: { id: 'q-1' },
  });
  expect(said({ type: 'question.answered', id: 'q-1', by: 'person', choice: 2 })?.fields).toEqual({
    id: 'q-1',
    by: 'person',
    choice: 2,
  });
  const fix = { n: 3, criterionId: 'c-1', instruction: 'words', diff: '+ words' };
  expect(said({ type: 'loop.fix_applied', ...fix })?.fields).toEqual({ n: 3, criterionId: 'c-1' });
  expect(said({ type: 'loop.chosen', ...fix, choice: 'skip', by: 'person' })?.fields).toEqual({
    n: 3,
    criterionId: 'c-1',
    choice: 'skip',
    by: 'person',
  });
  expect(said({ type: 'content.paused', reason: 'quota', message: 'no more today' })).toMatchObject({
    level: 'warn',
    event: 'paused',
  });
});

test('what is below the level is no entry, and a type is asked for before anything is made of it', () => {
  const usage = {
    type: 'critique.usage',
    seq: 4,
    at: '2026-01-01T00:00:00.000Z',
    inputTokens: 1,
  } as RunEvent;
  expect(entryOf(usage, 'debug')).toMatchObject({ level: 'debug', fields: { inputTokens: 1 } });
  expect(entryOf(usage, 'info')).toBeNull();
  for (const type of ['critique.ship', 'critique.usage', 'loop.ended'])
    expect(TOLD.has(type), type).toBe(true);
  for (const type of ['critique.panelist_dim', 'constructor', '__proto__']) {
    expect(TOLD.has(type), type).toBe(false);
    expect(entryOf({ ...usage, type })).toBeNull();
  }
});
