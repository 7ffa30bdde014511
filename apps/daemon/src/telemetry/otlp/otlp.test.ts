/** A run asked for over HTTP within a caller's trace, as a collector gets it: traces, logs and metrics. */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '../../host/test/engine.ts';
import { createServer, type JuryServer } from '../../server.ts';
import { countRuns } from '../counting.ts';
import { type Collector, type SentSpan, startCollector } from '../test/collector.ts';

const CALLER = { traceId: 'af7651916cd43dd8448eb211c80319c7', spanId: 'b7ad6b7169203331' };
const SECRET = 'sk-ant-api03-this-must-never-be-told-to-anyone-1234567890';
const TOLD = join(tmpdir(), `jury-told-${process.pid}.json`);
const FIXTURE = 'model-happy-2-rounds';
const BRIEF = `A page about ultramarine invoices, with ${SECRET}`;

let collector: Collector;
let engine: TestEngine;
let server: JuryServer;
let runId: string;
let refusedId: string;
let loopId: string;
let environment: { env: Record<string, string> };

beforeAll(async () => {
  collector = await startCollector();
  engine = await openTestEngine(
    {
      good: ['plays', FIXTURE, '700', '2'],
      gone: ['crashes', FIXTURE, '3'],
      refused: ['crashes', FIXTURE, '1', `fatal: the model refused ${SECRET}, ask for another`],
      tells: ['prints-environment', TOLD],
    },
    {
      serves: true,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRET}`,
        OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        OTEL_SERVICE_NAME: 'jury-test',
      },
    },
  );
  const metrics = await countRuns(engine);
  engine.otlp?.sendMetrics(() => metrics.list());
  const { jury, bus, host, agent: agentOf, questions, threads, requestTrace } = engine;
  const given = { host, agent: agentOf, questions, threads, allRuns: jury.allRuns.bind(jury) };
  server = createServer({ jury, bus, metrics, requestTrace, given });
  const { url } = await server.listen();
  const start = async (agent: string): Promise<string> => {
    const response = await fetch(`${url}/api/projects/${engine.projectId}/runs`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01`,
      },
      body: JSON.stringify({ brief: BRIEF, agent }),
    });
    const { run } = (await response.json()) as { run: { id: string } };
    await engine.finished(run.id);
    return run.id;
  };
  runId = await start('good');
  await start('gone');
  refusedId = await start('refused');
  await start('tells');
  loopId = await askedLoop(url);
  environment = JSON.parse(readFileSync(TOLD, 'utf8'));
  rmSync(TOLD);
  await server.close(200);
  await engine.dispose();
});

afterAll(() => collector.close());

const LOOP = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: '00f067aa0ba902b7' };
const SPEC = new URL('../../../../../examples/specs/notifications.md', import.meta.url);

/** A loop over a spec that leaves something to be decided: what it asks is answered, and it goes on to its end. */
async function askedLoop(url: string): Promise<string> {
  const response = await fetch(`${url}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${LOOP.traceId}-${LOOP.spanId}-01` },
    body: JSON.stringify({
      kind: 'loop',
      command: 'spec',
      document: { path: 'spec.md', content: readFileSync(SPEC).toString('base64') },
    }),
  });
  const { run } = (await response.json()) as { run: { id: string } };
  for (;;) {
    const left = await engine.host.done(run.id);
    if (left.state !== 'waiting') return run.id;
    for (const { id } of await engine.questions.list({ status: 'open', runId: run.id }))
      await engine.questions.answer(id, { choice: 1, note: '' }, 'web', new Date().toISOString());
    await engine.host.resume(run.id);
  }
}

const fact = (span: Pick<SentSpan, 'attributes'>, key: string): unknown =>
  Object.values(span.attributes.find((one) => one.key === key)?.value ?? {})[0];

test('a run is one tree under the request that asked for it, and that under the caller', () => {
  const spans = collector.spans().filter(({ traceId }) => traceId === CALLER.traceId);
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  expect(byId.size).toBe(spans.length);
  for (const span of spans) {
    if (span.parentSpanId === CALLER.spanId) expect(span.name).toBe('POST /api/projects/:id/runs');
    else expect(byId.has(span.parentSpanId ?? ''), `${span.name} has a parent`).toBe(true);
    expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), span.name).toBe(true);
  }
  // Nobody else's span is in another trace but those of requests that had no caller.
  const known = [CALLER.traceId, LOOP.traceId];
  expect(collector.spans().every(({ traceId }) => known.includes(traceId))).toBe(true);
});

test('every span of the specification is there, under the right parent', () => {
  const spans = collector.spans();
  const root = spans.find(
    (span) => span.name === 'critique.run' && fact(span, 'design_jury.run.id') === runId,
  );
  const own = (name: string, parent: SentSpan | undefined): SentSpan[] =>
    spans.filter((span) => span.name === name && span.parentSpanId === parent?.spanId);
  expect(spans.find(({ spanId }) => spanId === root?.parentSpanId)?.name).toBe('POST /api/projects/:id/runs');
  for (const n of [1, 2]) {
    const [round] = own(`critique.round.${n}`, root);
    expect(round, `round ${n}`).toBeDefined();
    for (const name of ['critique.scoreboard_eval', 'critique.persist_round'])
      expect(own(name, round), `${name} of round ${n}`).not.toHaveLength(0);
  }
  // A piece of text that holds the end of one round and the next is of the round it begins in.
  expect(own('critique.parse_chunk', own('critique.round.1', root)[0])).not.toHaveLength(0);
  const [persisted] = own('critique.ship.persist', root);
  expect(BigInt(persisted?.endTimeUnixNano ?? 0) <= BigInt(root?.endTimeUnixNano ?? 0)).toBe(true);
  const [turn] = own('invoke_agent good', root);
  expect(fact(turn as SentSpan, 'gen_ai.operation.name')).toBe('invoke_agent');
  expect(fact(turn as SentSpan, 'gen_ai.agent.name')).toBe('good');
  expect(own('agent.start', root)).toHaveLength(1);
  expect(own('store.finishRun', root)).toHaveLength(1);
});

test('a loop that asked a person, and went on when it was answered, is one tree of its own', () => {
  const spans = collector.spans().filter(({ traceId }) => traceId === LOOP.traceId);
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  expect(byId.size).toBe(spans.length);
  const [run, ...again] = spans.filter(({ name }) => name === 'loop.run');
  expect([fact(run as SentSpan, 'design_jury.run.id'), again]).toEqual([loopId, []]);
  expect(fact(run as SentSpan, 'design_jury.protocol')).toBe('loop');
  for (const { name, parentSpanId = '' } of spans)
    if (name === 'POST /api/runs') expect(parentSpanId).toBe(LOOP.spanId);
    else expect(byId.has(parentSpanId), `${name} has a parent`).toBe(true);
  expect(byId.get(run?.parentSpanId ?? '')?.name).toBe('POST /api/runs');
  const under = (name: string): SentSpan[] =>
    spans.filter((span) => span.name === name && span.parentSpanId === run?.spanId);
  const [question] = under('loop.question');
  expect(fact(question as SentSpan, 'design_jury.answered_by')).toBe('web');
  expect(BigInt(question?.endTimeUnixNano ?? 0) > BigInt(question?.startTimeUnixNano ?? 0)).toBe(true);
  expect(under('loop.round.1')).toHaveLength(1);
  expect(under('loop.round.2')).toHaveLength(1);
  expect(under('loop.ship.persist')).toHaveLength(1);
});

test('a run that failed says so by a word from a closed set', () => {
  const failed = collector.spans().find((span) => fact(span, 'design_jury.status') === 'failed');
  expect(failed?.status).toEqual({ code: 2, message: 'cli_exit_nonzero' });
});

test('an agent gets the trace it works for', () => {
  expect(environment.env.TRACEPARENT).toMatch(new RegExp(`^00-${CALLER.traceId}-[0-9a-f]{16}-01$`));
  const [, , parent] = environment.env.TRACEPARENT?.split('-') ?? [];
  expect(collector.spans().find(({ spanId }) => spanId === parent)?.name).toBe('critique.run');
});

test('the log is sent with the run and the trace of each entry, and a closed round as an evaluation', () => {
  const records = collector.records().filter((one) => fact(one, 'design_jury.run.id') === runId);
  const names = records.map(({ eventName }) => eventName);
  expect(names).toEqual(
    expect.arrayContaining(['critique.run_started', 'critique.round_closed', 'critique.run_shipped']),
  );
  expect(records.every(({ traceId }) => traceId === CALLER.traceId)).toBe(true);
  const evaluations = records.filter(({ eventName }) => eventName === 'gen_ai.evaluation.result');
  expect(evaluations).toHaveLength(2);
  expect(fact(evaluations[1] ?? { attributes: [] }, 'gen_ai.evaluation.score.label')).toBe('ship');
});

test('metrics are sent as counters, gauges and histograms whose buckets add up', () => {
  const metrics = collector.metrics();
  const runs = metrics.find(({ name }) => name === 'open_design_critique_runs_total');
  expect(runs?.sum?.dataPoints.reduce((sum, { asDouble }) => sum + asDouble, 0)).toBe(5);
  expect(metrics.find(({ name }) => name === 'design_jury_queue_runs')?.gauge?.dataPoints).toHaveLength(2);
  const rounds = metrics.find(({ name }) => name === 'open_design_critique_round_duration_ms')?.histogram;
  for (const point of rounds?.dataPoints ?? []) {
    expect(point.bucketCounts).toHaveLength(point.explicitBounds.length + 1);
    expect(point.bucketCounts.reduce((sum, count) => sum + Number(count), 0)).toBe(Number(point.count));
  }
  expect(rounds?.dataPoints).not.toHaveLength(0);
});

/** What stands between tags, long enough that it says something. */
function wordsBetweenTags(text: string): string[] {
  return [...text.matchAll(/>([^<>]{12,})</g)]
    .map(([, words = '']) => words.trim())
    .filter((words) => words !== '');
}

test('last words of an agent are told without the key that it printed', () => {
  const failed = collector
    .records()
    .find((one) => one.eventName === 'critique.run_failed' && fact(one, 'design_jury.run.id') === refusedId);
  const told = failed?.attributes.map(({ value }) => Object.values(value)[0]).join('\n');
  expect(told).toContain('the model refused [redacted], ask for another');
});

test('no body holds a secret, the brief, or words of the page, of the panel or of the document that was judged', () => {
  const folder = new URL('../../../../../__fixtures__/critique/v1/', import.meta.url);
  const played = wordsBetweenTags(readFileSync(new URL(`${FIXTURE}.txt`, folder), 'utf8'));
  expect(played).toContain('Send an invoice in a minute and see when it is paid.');
  const lines = readFileSync(SPEC, 'utf8')
    .split('\n')
    .map((line) => line.replace(/^[#\-*\s]+/, ''));
  const judged = lines.filter((line) => line.length >= 20);
  expect(judged).not.toHaveLength(0);
  for (const { text, headers } of collector.bodies) {
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('ultramarine');
    expect(text).not.toMatch(/<html|<h1/i);
    expect(
      [...played, ...judged].filter((words) => text.includes(JSON.stringify(words).slice(1, -1))),
    ).toEqual([]);
    expect(headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(text).toContain('"jury-test"');
  }
  expect(new Set(collector.bodies.map(({ path }) => path))).toEqual(
    new Set(['/v1/traces', '/v1/logs', '/v1/metrics']),
  );
});
