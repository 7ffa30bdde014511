import type { RunRecord } from '@design-jury/contracts/run';
import { expect, test } from 'vitest';
import type { PublishedItem } from '../host/stream/bus.ts';
import type { WorkDone } from '../work.ts';
import { seriesBound } from './labels.ts';
import { createMetrics, MAX_COURSES } from './metrics.ts';

const KNOWN = { agents: ['claude', 'grounded'], skills: ['saas-landing'], audits: ['contrast-text'] };
const WORK = ['agent_open', 'agent_turn', 'lease_lost', 'log_flush', 'stream_closed'];
const PRESENT = { streams: () => 3, queue: () => ({ waiting: 2, running: 1 }) };

function run(more: Partial<RunRecord> & { skill?: string } = {}): RunRecord {
  return {
    id: 'r',
    projectId: 'p',
    protocol: 'theater',
    agent: 'claude',
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: '2026-01-01T00:00:02.000Z',
    ...more,
  } as RunRecord;
}

function item(runId: string, seq: number, event: Record<string, unknown>): PublishedItem {
  const at = new Date(Date.parse('2026-01-01T00:00:02.000Z') + seq * 1_000).toISOString();
  return { projectId: 'p', runId, id: seq, line: '', event: { seq, at, ...event } as PublishedItem['event'] };
}

test('the nine metrics have the names, types and labels of the specification', async () => {
  const metrics = createMetrics(KNOWN, PRESENT);
  const of = run({ skill: 'saas-landing' });
  const say = (seq: number, event: Record<string, unknown>) => metrics.observe(item('r', seq, event), of);
  say(1, { type: 'critique.run_started', protocolVersion: 2 });
  say(2, {
    type: 'critique.panelist_must_fix',
    role: 'critic',
    dim: 'contrast',
    witness: { audit: 'contrast-text', selector: 'p', predicate: '' },
  });
  say(3, { type: 'critique.parser_warning', kind: 'weak_debate' });
  say(4, { type: 'critique.round_end', round: 1, composite: 7 });
  say(5, { type: 'critique.usage', inputTokens: 100, outputTokens: 10, costUsd: null });
  say(6, { type: 'critique.usage', inputTokens: 150, outputTokens: 20, costUsd: 0.5 });
  const during = (await metrics.text('prometheus')).body;
  expect(during).toContain('open_design_critique_protocol_version{version="2"} 1');
  say(7, { type: 'critique.ship', status: 'shipped', composite: 8.4, round: 1 });
  metrics.observe(item('r2', 1, { type: 'critique.degraded', reason: 'malformed_block' }), run({ id: 'r2' }));
  metrics.observe(item('r3', 1, { type: 'critique.interrupted' }), run({ id: 'r3' }));
  const { body } = await metrics.text('prometheus');
  for (const line of [
    '# TYPE open_design_critique_runs_total counter',
    'open_design_critique_runs_total{status="shipped",adapter="claude",skill="saas-landing"} 1',
    'open_design_critique_rounds_total{adapter="claude",skill="saas-landing"} 1',
    '# TYPE open_design_critique_round_duration_ms histogram',
    'open_design_critique_round_duration_ms_sum{adapter="claude",skill="saas-landing",round="1"} 4000',
    'open_design_critique_composite_score_sum{adapter="claude",skill="saas-landing"} 8.4',
    'open_design_critique_must_fix_total{panelist="critic",dim="contrast",adapter="claude",skill="saas-landing"} 1',
    'open_design_critique_degraded_total{reason="malformed_block",adapter="claude"} 1',
    'open_design_critique_interrupted_total{adapter="claude"} 1',
    'open_design_critique_parser_errors_total{kind="weak_debate",adapter="claude"} 1',
    'open_design_critique_protocol_version{version="2"} 0',
    'design_jury_tokens_total{direction="input",adapter="claude"} 150',
    'design_jury_cost_usd_total{adapter="claude"} 0.5',
    'design_jury_findings_total{audit="contrast-text"} 1',
    'design_jury_queue_wait_seconds_sum 6',
    'design_jury_sse_clients 3',
    'design_jury_queue_runs{state="waiting"} 2',
  ])
    expect(body).toContain(line);
  const open = await metrics.text('openmetrics');
  expect(open.type).toContain('application/openmetrics-text');
  expect(open.body.trimEnd().endsWith('# EOF')).toBe(true);
});

test('runs of the other protocols are counted by what their command ends with', async () => {
  const metrics = createMetrics(KNOWN, PRESENT);
  for (const [exitCode, id] of [
    [0, 'a'],
    [1, 'b'],
    [3, 'c'],
    [130, 'd'],
  ] as const)
    metrics.observe(
      item(id, 1, { type: 'run.ended', state: 'ended', outcome: 'CONVERGED', exitCode }),
      run({ id, protocol: 'loop', agent: 'grounded' }),
    );
  const { body } = await metrics.text('prometheus');
  for (const status of ['shipped', 'below_threshold', 'degraded', 'interrupted'])
    expect(body).toContain(
      `open_design_critique_runs_total{status="${status}",adapter="grounded",skill="loop"} 1`,
    );
  expect(body).toContain('open_design_critique_degraded_total{reason="other",adapter="grounded"} 1');
  expect(body).toContain('open_design_critique_interrupted_total{adapter="grounded"} 1');
});

test.each([
  ['content', 'ended', 'no-draft', 'no-draft', 'other'],
  ['content', 'ended', 'no-agent', 'no-agent', 'agent_unavailable'],
  ['convergence', 'ended', 'failed', 'agent_error', 'agent_error'],
  ['loop', 'failed', 'failed', 'orchestrator_internal', 'orchestrator_internal'],
  // Of a version whose last event had no cause.
  ['convergence', 'ended', 'failed', undefined, 'other'],
])(
  'a %s run that failed (%s, %s) counts as failed, with its cause',
  async (protocol, state, outcome, said, cause) => {
    const metrics = createMetrics(KNOWN, PRESENT);
    const event = { type: 'run.ended', state, outcome, exitCode: 3, cause: said };
    metrics.observe(item('f', 1, event), run({ id: 'f', protocol }));
    const { body } = await metrics.text('prometheus');
    expect(body).toContain(
      `open_design_critique_runs_total{status="failed",adapter="claude",skill="${protocol}",cause="${cause}"} 1`,
    );
    expect(body).not.toMatch(/degraded_total\{.* 1$/m);
  },
);

test('10,000 runs under names nobody knows make no more series than the bound says', async () => {
  const metrics = createMetrics(KNOWN, PRESENT);
  for (let n = 0; n < 10_000; n += 1) {
    const of = run({
      id: `r${n}`,
      agent: `agent-${n}`,
      protocol: n % 2 === 0 ? 'theater' : `p${n}`,
      skill: `skill "${n}"\n`,
    });
    metrics.observe(item(of.id, 1, { type: 'critique.run_started', protocolVersion: n }), of);
    metrics.observe(
      item(of.id, 2, {
        type: 'critique.panelist_must_fix',
        role: `role${n}`,
        dim: `dim${n}`,
        witness: { audit: `a${n}` },
      }),
      of,
    );
    metrics.observe(item(of.id, 3, { type: 'critique.round_end', round: n, composite: 5 }), of);
    metrics.observe(item(of.id, 4, { type: 'critique.parser_warning', kind: `k${n}` }), of);
    const ends = [
      { type: 'critique.degraded', reason: `why${n}` },
      { type: 'critique.ship', status: `status${n}`, composite: n, round: n },
      { type: 'critique.failed', status: `status${n}`, cause: `cause${n}` },
      { type: 'critique.interrupted', recoveryReason: `why${n}` },
      { type: 'run.silent_end', state: `state${n}` },
      { type: 'run.ended', state: `state${n}`, outcome: `out${n}`, exitCode: n, cause: `cause${n}` },
      { type: 'run.ended', state: 'ended', outcome: `out${n}`, exitCode: 3, cause: `cause${n}` },
    ];
    for (const [at, end] of ends.entries()) {
      metrics.observe(item(`${of.id}-${at}`, 1, end), { ...of, id: `${of.id}-${at}` });
    }
    for (const work of ends.map(({ type }) => type).concat(WORK))
      metrics.work({
        kind: work as WorkDone['kind'],
        startMs: 0,
        endMs: n,
        hasFailed: false,
        within: null,
        facts: {
          ...{ agent: `agent-${n}`, reason: `why${n}`, firstByteMs: n, takenBack: n },
          ...{ inputTokens: n, outputTokens: n, costUsd: n },
        },
      });
  }
  const { body } = await metrics.text('prometheus');
  const series = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(series.length).toBeLessThanOrEqual(seriesBound(KNOWN));
  // Nothing of theirs is in it, and few series are needed for it.
  expect(series.length).toBeLessThan(800);
  expect(body).not.toMatch(/agent-\d|skill "|role\d|dim\d|why\d|status\d|state\d|cause\d|out\d/);
});

test.each([
  [MAX_COURSES - 1, 9_999],
  [MAX_COURSES, 10_000],
  [MAX_COURSES + 1, 10_000],
])('of %i runs whose end is never heard no more than the bound are kept', async (runs, kept) => {
  const metrics = createMetrics(KNOWN, PRESENT);
  for (let n = 0; n < runs; n += 1) {
    const of = run({ id: `r${n}` });
    metrics.observe(item(of.id, 1, { type: 'critique.run_started', protocolVersion: 2 }), of);
  }
  const { body } = await metrics.text('prometheus');
  expect(body).toContain(`open_design_critique_protocol_version{version="2"} ${kept}`);
});

test("a text's score is the composite of its run, where it ended with one", async () => {
  const metrics = createMetrics(KNOWN, PRESENT);
  const text = run({ id: 't', protocol: 'content' });
  metrics.observe(item('t', 1, { type: 'content.decided', round: 1, avgScore: 6 }), text);
  metrics.observe(item('t', 2, { type: 'content.decided', round: 2, avgScore: 8.5 }), text);
  metrics.observe(
    item('t', 3, { type: 'run.ended', state: 'ended', outcome: 'approved', exitCode: 0 }),
    text,
  );
  const unscored = run({ id: 'u', protocol: 'content' });
  metrics.observe(item('u', 1, { type: 'content.decided', round: 1, avgScore: null }), unscored);
  metrics.observe(
    item('u', 2, { type: 'run.ended', state: 'ended', outcome: 'not-deployed', exitCode: 3 }),
    unscored,
  );
  const { body } = await metrics.text('prometheus');
  for (const line of [
    'sum{adapter="claude",skill="content"} 8.5',
    'count{adapter="claude",skill="content"} 1',
  ])
    expect(body).toContain(`open_design_critique_composite_score_${line}`);
});
