import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Redactor } from '../agents/redact.ts';
import { entryOf as entryWith, type LogLevel, lineOf, TOLD, toldEntry, whoseOf } from './log-lines.ts';
import { readLine, wordsOf } from './log-reading.ts';

const RUN = { id: 'r-1', projectId: 'p-1', agent: 'claude', model: null, protocol: 'theater' } as RunRecord;
const redactor = new Redactor();
const redact = (text: string) => redactor.message(text);
const entryOf = (event: RunEvent, least: LogLevel = 'debug') =>
  entryWith(event, whoseOf(RUN, 't-1'), least, redact);

/** Words as agents, pages and file names have them, and what would break a line or a screen. */
const words = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc
    .array(
      fc.constantFrom(
        '\n',
        '\r',
        '\u001b[31m',
        '"',
        '\\',
        '{"level":"error"}',
        '\u2028',
        '\u0085',
        '\ud800',
        '\0',
        'a',
      ),
    )
    .map((parts) => parts.join('')),
);

test('whatever is said of a run, its entry is one line of JSON with its own level, name and run', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        'critique.failed',
        'critique.degraded',
        'critique.agent_notice',
        'content.warning',
        'run.state',
      ),
      fc.dictionary(
        fc.oneof(words, fc.constantFrom('level', 'run', 'message', 'reason', 'ns', '__proto__')),
        words,
      ),
      words,
      (type, more, message) => {
        const event = {
          ...more,
          message,
          reason: message,
          type,
          seq: 1,
          at: '2026-01-01T00:00:00.000Z',
        } as RunEvent;
        const entry = entryOf(event);
        if (entry === null) throw new Error('no entry');
        const line = lineOf(entry);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u);
        expect(readLine(line)).toMatchObject({
          level: entry.level,
          ns: entry.ns,
          event: entry.event,
          run: 'r-1',
        });
        // What is encoded once for all of a run says the same as the entry does.
        const { start: _, ...plain } = entry;
        expect(line).toBe(lineOf(plain));
        expect(wordsOf(line)).toContain(entry.event);
      },
    ),
    { numRuns: 5_000 },
  );
});

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

test('a run and a time are data too: whatever they hold, the line is one and says the same', () => {
  fc.assert(
    fc.property(words, words, words, words, (id, projectId, trace, at) => {
      const whose = whoseOf({ ...RUN, id, projectId }, trace);
      const entry = entryWith({ type: 'run.state', seq: 1, at, state: 'running' }, whose, 'info', redact);
      if (entry === null) throw new Error('no entry');
      const line = lineOf(entry);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u);
      const { ns, level, event } = entry;
      expect(JSON.parse(line)).toEqual({
        ts: at,
        level,
        ns,
        event,
        run: id,
        project: projectId,
        trace,
        state: 'running',
      });
    }),
    { numRuns: 1_000 },
  );
});
