/** Whatever names, pages and agents say, the log has one line of JSON for each entry, and a terminal one line for each of them. */
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Redactor } from '../agents/redact.ts';
import { clean } from '../report/clean.ts';
import { faultReport } from './fault.ts';
import type { LogFile } from './log-file.ts';
import { entryOf, LOG_LEVELS, type LogEntry, lineOf, TOLD, toldEntry, whoseOf } from './log-lines.ts';
import { readLine, wordsOf } from './log-reading.ts';

const RUN = { id: 'r-1', projectId: 'p-1', agent: 'claude', model: null, protocol: 'theater' } as RunRecord;
const AT = '2026-01-01T00:00:00.000Z';
const redactor = new Redactor();
const redact = (text: string) => redactor.message(text);

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
        '\u001b]0;',
        '\u009b2J',
        '"',
        '\\',
        '{"level":"error"}',
        '::error::',
        '\u2028',
        '\u202e',
        '\u0085',
        '\ud800',
        '\0',
        'a',
      ),
    )
    .map((parts) => parts.join('')),
);
/** Of a field, or of a part of one: also those that a line has of its own. */
const names = fc.oneof(
  words,
  fc.constantFrom('ts', 'level', 'ns', 'event', 'run', 'message', '__proto__', 'toJSON'),
);
/** Whatever JSON can hold, as deep as it likes. */
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    words,
    fc.oneof(fc.double(), fc.boolean(), fc.constant(null)),
    // What some rules ask for, so that each of them has its turn.
    fc.constantFrom('shipped', 'progress'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  ),
}));

// biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
const ORDERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;

/** One line in the file, with the names that are its own, and one on a terminal. */
function expectOneLine(line: string, { level, ns, event, run }: LogEntry): void {
  expect(line).not.toMatch(ORDERS);
  expect(readLine(line)).toMatchObject({ level, ns, event, ...(run !== undefined && { run }) });
  const shown = clean(wordsOf(line));
  expect(shown).not.toMatch(ORDERS);
  expect(shown).toContain(event);
}

/** An event that has a value for every field it is asked for. */
function eventOf(type: string, given: readonly unknown[]): RunEvent {
  return new Proxy<RunEvent>(
    { type, seq: 1, at: AT },
    {
      get: (own, name: string) => (Object.hasOwn(own, name) ? own[name] : given[name.length % given.length]),
    },
  );
}

test('whatever an event says in whatever field, its entry is one line with its own level, name and run', () => {
  const told = new Set<string>();
  fc.assert(
    fc.property(
      fc.constantFrom(...TOLD),
      fc.array(values, { minLength: 1, maxLength: 12 }),
      words,
      (type, given, agent) => {
        const entry = entryOf(eventOf(type, given), whoseOf({ ...RUN, agent }, 't-1'), 'debug', redact);
        if (entry === null) throw new Error('no entry');
        const line = lineOf(entry);
        expectOneLine(line, entry);
        // What is encoded once for all of a run says the same as the entry does.
        const { start: _, ...plain } = entry;
        expect(line).toBe(lineOf(plain));
        told.add(type);
      },
    ),
    { numRuns: 5_000 },
  );
  expect(told).toEqual(TOLD);
});

test('a decision of the host is one line, whatever its fields are called and hold', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LOG_LEVELS),
      fc.dictionary(names, values, { maxKeys: 6 }),
      fc.option(fc.constant('r-1'), { nil: undefined }),
      (level, fields, run) => {
        const entry: LogEntry = { ts: AT, level, ns: 'host', event: 'access_refused', fields };
        const told = toldEntry({ ...entry, ...(run !== undefined && { run, trace: 't-1' }) }, redact);
        expectOneLine(lineOf(told), told);
      },
    ),
    { numRuns: 5_000 },
  );
});

test('a fault of ours is one line with its report, whatever was thrown', () => {
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) } as unknown as LogFile;
  const report = faultReport({ log, show: () => {}, clock: () => Date.parse(AT) });
  fc.assert(
    fc.property(fc.oneof(words, fc.tuple(words, words, words)), (thrown) => {
      let error: unknown = thrown;
      if (typeof thrown !== 'string') {
        const [message, stack, cause] = thrown;
        error = Object.assign(new Error(message, { cause }), { stack: `Error: ${message}\n${stack}` });
      }
      const id = report(error, 'r-1');
      const [line = '', ...more] = lines.splice(0);
      expect(more).toEqual([]);
      expectOneLine(line, {
        ts: AT,
        level: 'error',
        ns: 'host',
        event: 'internal_fault',
        run: 'r-1',
        fields: {},
      });
      expect(readLine(line)?.report).toBe(id);
    }),
    { numRuns: 5_000 },
  );
});

test('no entry of any event has a key in it, whatever field of it has one', () => {
  const key = 'sk-ant-api03-this-must-never-be-told-to-anyone-1234567890';
  const given = [`refused: ${key}.`, [`401 for ${key}`], { error: { message: `(${key})` } }];
  for (const type of TOLD)
    for (const value of given) {
      const whose = whoseOf({ ...RUN, agent: key, model: key }, 't-1');
      const entry = entryOf(eventOf(type, [value]), whose, 'debug', redact);
      expect(entry === null ? '' : lineOf(entry), type).not.toContain(key);
    }
});

test('names within a value are text of somebody too: without keys, and cut', () => {
  const totals = { [`api_key=${'s'.repeat(40)}`]: 1, ['n'.repeat(5_000)]: 2 };
  const entry: LogEntry = { ts: AT, level: 'info', ns: 'host', event: 'told', fields: { totals } };
  const line = lineOf(toldEntry(entry, redact));
  expect(line).not.toContain('sssss');
  expect(line.length).toBeLessThan(1_300);
});

test('a run and a time are data too: whatever they hold, the line is one and says the same', () => {
  fc.assert(
    fc.property(words, words, words, words, (id, projectId, trace, at) => {
      const whose = whoseOf({ ...RUN, id, projectId }, trace);
      const entry = entryOf({ type: 'run.state', seq: 1, at, state: 'running' }, whose, 'info', redact);
      if (entry === null) throw new Error('no entry');
      const line = lineOf(entry);
      expect(line).not.toMatch(ORDERS);
      expect(clean(wordsOf(line))).not.toMatch(ORDERS);
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
