import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { expect, test } from 'vitest';
import { type Bus, createBus, type PublishedItem } from '../host/stream/bus.ts';
import { isWatched } from '../work.ts';
import type { LogFile } from './log-file.ts';
import { createMetrics } from './metrics.ts';
import { type ObserverOptions, observe } from './observer.ts';

const RUN = {
  id: 'r-1',
  projectId: 'p',
  protocol: 'theater',
  agent: 'claude',
  model: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:01.000Z',
} as RunRecord;
const WORK = ['agent_open', 'agent_turn', 'evaluate', 'log_flush', 'parse_chunk', 'store'] as const;

function stage(more: Partial<ObserverOptions> = {}) {
  const bus = createBus();
  const heard = { observers: 0, records: 0 };
  const counting: Bus = {
    ...bus,
    observe(listener, quiet) {
      heard.observers += 1;
      const stop = bus.observe(listener, quiet);
      return () => {
        heard.observers -= 1;
        stop();
      };
    },
  };
  const observer = observe({
    bus: counting,
    log: null,
    level: 'info',
    run: async () => {
      heard.records += 1;
      return RUN;
    },
    isOurs: () => true,
    traceId: () => 't-1',
    collector: null,
    redact: (text) => text,
    ...more,
  });
  let seq = 0;
  const say = (type: string, fields: Record<string, unknown> = {}): void => {
    seq += 1;
    const event = { type, seq, at: '2026-01-01T00:00:02.000Z', ...fields } as RunEvent;
    bus.publish({ projectId: 'p', runId: 'r-1', id: seq, event, line: '' } satisfies PublishedItem);
  };
  return { observer, heard, say };
}

function listed(lines: string[]): LogFile {
  return { write: (line) => void lines.push(line), flush: async () => {}, close: async () => {} };
}

test('with everything off nobody listens: not to events, and not to work', async () => {
  const { observer, heard, say } = stage();
  expect(heard.observers).toBe(0);
  expect(WORK.filter((kind) => isWatched(kind))).toEqual([]);
  say('critique.run_started');
  await observer.settle();
  expect(heard.records).toBe(0);
  await observer.close();
});

test('metrics alone make it listen, and when it is closed nobody listens any more', async () => {
  const { observer, heard, say } = stage();
  const metrics = createMetrics(
    { agents: ['claude'], skills: [], audits: [] },
    { streams: () => 0, queue: () => ({ waiting: 0, running: 0 }) },
  );
  observer.count(metrics);
  expect(heard.observers).toBe(1);
  expect(isWatched('log_flush')).toBe(true);
  // What only traces are made of is nobody's business here.
  expect(isWatched('parse_chunk')).toBe(false);
  // The first of a run is heard whatever it is: the wait in the queue is told by it.
  say('critique.agent_notice', { kind: 'starting' });
  say('critique.panelist_dim');
  say('critique.round_end', { round: 1, composite: 7 });
  await observer.settle();
  const { body } = await metrics.text('prometheus');
  expect(body).toContain('design_jury_queue_wait_seconds_sum 1');
  expect(body).toContain('open_design_critique_rounds_total{adapter="claude",skill="none"} 1');
  await observer.close();
  expect(heard.observers).toBe(0);
  expect(WORK.filter((kind) => isWatched(kind))).toEqual([]);
});

test('an entry has lost its secrets before anybody is told, once for all', async () => {
  const lines: string[] = [];
  const told: unknown[] = [];
  let asked = 0;
  const { observer, say } = stage({
    log: listed(lines),
    collector: { log: (entry) => void told.push(entry.fields), tracer: null },
    redact: (text) => {
      asked += 1;
      return text.replace('secret', '[redacted]');
    },
  });
  say('critique.failed', { cause: 'agent_error', message: 'the secret is out' });
  await observer.settle();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: 'the [redacted] is out', trace: 't-1' });
  expect(told).toEqual([{ cause: 'agent_error', message: 'the [redacted] is out' }]);
  expect(asked).toBe(2);
  await observer.close();
});
