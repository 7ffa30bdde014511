import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { expect, test } from 'vitest';
import type { PublishedItem } from '../host/stream/bus.ts';
import type { WorkDone } from '../work.ts';
import { samplerOf } from './sampling.ts';
import type { Span } from './spans.ts';
import { createTracer } from './tracer.ts';

const BEGAN = Date.parse('2026-11-17T10:00:00.000Z');

function stage(protocol = 'theater', sampled = true) {
  const spans: Span[] = [];
  const tracer = createTracer({
    sampler: samplerOf(sampled ? 'always_on' : 'always_off', 1),
    redact: (text) => text,
    emit: (span) => spans.push(span),
  });
  const run = {
    id: 'r-1',
    projectId: 'p',
    protocol,
    agent: 'claude',
    model: null,
    createdAt: new Date(BEGAN).toISOString(),
    startedAt: new Date(BEGAN).toISOString(),
  } as RunRecord;
  const root = tracer.begin(run, null);
  let seq = 0;
  return {
    spans,
    tracer,
    root,
    say(type: string, more: Record<string, unknown> = {}) {
      seq += 1;
      const at = new Date(BEGAN + seq * 1_000).toISOString();
      const event = { type, seq, at, ...more } as RunEvent;
      tracer.observe({ projectId: 'p', runId: 'r-1', id: seq, event, line: '' } satisfies PublishedItem, run);
    },
    work(kind: WorkDone['kind'], more: Partial<WorkDone> = {}) {
      const startMs = BEGAN + seq * 1_000 + 100;
      tracer.work({
        kind,
        runId: 'r-1',
        startMs,
        endMs: startMs + 1,
        hasFailed: false,
        within: root,
        ...more,
      });
    },
    named: (name: string) => spans.filter((span) => span.name === name),
  };
}

test('a run that is stopped within a round still has that round, so that every part has a parent', () => {
  const { spans, say, work, named, root } = stage();
  say('critique.run_started');
  work('parse_chunk', { round: 1 });
  say('critique.failed', {
    status: 'failed',
    cause: 'cli_exit_nonzero',
    message: 'Secret words of the page',
  });
  work('persist_end');
  const ids = new Set(spans.map(({ spanId }) => spanId));
  for (const { parentSpanId } of spans) if (parentSpanId !== null) expect(ids).toContain(parentSpanId);
  expect(named('critique.round.1')[0]?.attributes['design_jury.round.closed']).toBe(false);
  expect(named('critique.run')[0]).toMatchObject({ spanId: root.spanId, error: 'cli_exit_nonzero' });
  expect(JSON.stringify(spans)).not.toContain('Secret words');
});

test('the run is told once its rows are written, whichever of both is heard first', () => {
  for (const order of ['said first', 'written first'] as const) {
    const { say, work, named } = stage();
    const steps = [
      () => say('critique.ship', { status: 'shipped', composite: 9 }),
      () => work('persist_end'),
    ];
    for (const step of order === 'said first' ? steps : steps.toReversed()) {
      expect(named('critique.run')).toHaveLength(0);
      step();
    }
    expect(named('critique.run'), order).toHaveLength(1);
  }
});

test('a round whose row is written after its end was heard is told once', () => {
  const { say, work, named } = stage();
  say('critique.round_end', { round: 1, composite: 9, mustFix: 0, decision: 'ship' });
  work('persist_round', { round: 1 });
  say('critique.ship', { status: 'shipped', composite: 9 });
  work('persist_end');
  const [round, ...more] = named('critique.round.1');
  expect(more).toEqual([]);
  expect(named('critique.persist_round')[0]?.parentSpanId).toBe(round?.spanId);
});

test('of much small work the first is told piece by piece, and all of it in figures of the round', () => {
  const { say, work, named } = stage();
  say('critique.run_started');
  for (let n = 0; n < 5_000; n += 1) work('parse_chunk', { round: 1 });
  say('critique.round_end', { round: 1, composite: 7, mustFix: 2, decision: 'continue' });
  expect(named('critique.parse_chunk')).toHaveLength(8);
  expect(named('critique.round.1')[0]?.attributes).toMatchObject({
    'design_jury.parse_chunk.count': 5_000,
    'design_jury.composite': 7,
    'design_jury.must_fix': 2,
    'design_jury.decision': 'continue',
  });
});

test('a run has no more spans than its bound, and says how many were left out', () => {
  const { spans, say, work, named } = stage();
  for (let n = 0; n < 3_000; n += 1) work('agent_turn', { facts: { agent: 'claude' } });
  say('critique.ship', { status: 'shipped', composite: 9 });
  work('persist_end');
  expect(spans.length).toBeLessThanOrEqual(1_001);
  expect(named('critique.run')[0]?.attributes['design_jury.spans.dropped']).toBe(2_001);
});

test('another protocol has spans of its own name, its questions among them', () => {
  const { say, work, named } = stage('loop');
  say('loop.started');
  work('evaluate');
  say('question.asked', { id: 'q1', question: 'May it say so?' });
  say('question.answered', { id: 'q1', by: 'web', choice: 'x' });
  say('loop.pass_ended');
  say('run.ended', { state: 'ended', outcome: 'converged', exitCode: 0 });
  work('persist_end');
  expect(named('loop.question')[0]).toMatchObject({ attributes: { 'design_jury.answered_by': 'web' } });
  expect(named('loop.round.1')).toHaveLength(1);
  expect(named('loop.run')[0]?.attributes['design_jury.status']).toBe('converged');
});

test.each([
  ['convergence', 'failed', 'agent_error', 'agent_error'],
  ['content', 'no-draft', 'no-draft', 'failed'],
  ['content', 'not-deployed', undefined, null],
  ['convergence', 'unproved', undefined, null],
])(
  'the span of a %s run that ends with "%s" is an error where it failed',
  (protocol, outcome, cause, error) => {
    const { say, work, named } = stage(protocol);
    say(`${protocol}.started`);
    say('run.ended', { state: 'ended', outcome, exitCode: 3, cause });
    work('persist_end');
    expect(named(`${protocol}.run`)[0]?.error).toBe(error);
  },
);

test('a trace that is not sampled costs no span', () => {
  const { spans, say, work } = stage('theater', false);
  work('parse_chunk', { round: 1 });
  say('critique.round_end', { round: 1 });
  say('critique.ship', { status: 'shipped', composite: 9 });
  work('persist_end');
  expect(spans).toEqual([]);
});
