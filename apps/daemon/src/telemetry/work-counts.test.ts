/** What is counted of work, from whoever does it to the line that Prometheus reads; and the line of the log beside it. */
import type { RunRecord } from '@design-jury/contracts/run';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Agent, AgentDelta, AgentTurn } from '../agents/session.ts';
import { timedAgent } from '../agents/timed-agent.ts';
import { leaseOf } from '../host/lease.ts';
import { type Bus, createBus } from '../host/stream/bus.ts';
import type { LeaseStore } from '../store/leases.ts';
import { LINES_PER_MINUTE } from './host-lines.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type Observer, observe } from './observer.ts';

const RUN = {
  id: 'r-1',
  projectId: 'p',
  protocol: 'loop',
  agent: 'claude',
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: null,
} as RunRecord;
const TURN = { kind: 'round', round: 1 } as AgentTurn;

let bus: Bus;
let observer: Observer;
let metrics: Metrics;
const lines: string[] = [];

beforeEach(() => {
  bus = createBus({ frames: 2, bytes: 1_000_000 });
  observer = observe({
    bus,
    log: { write: (line) => void lines.push(line), flush: async () => {}, close: async () => {} },
    level: 'info',
    run: async () => RUN,
    isOurs: () => true,
    traceId: () => null,
    collector: null,
    redact: (text) => text,
  });
  metrics = createMetrics(
    { agents: ['claude'], skills: [], audits: [] },
    { streams: () => bus.streams, queue: () => ({ waiting: 0, running: 0 }) },
  );
  observer.count(metrics);
});

afterEach(async () => {
  await observer.close();
  lines.splice(0);
  vi.useRealTimers();
});

async function counted(name: string): Promise<string[]> {
  const { body } = await metrics.text('prometheus');
  return body.split('\n').filter((line) => line.startsWith(name) && !line.endsWith(' 0'));
}

function told(event: string): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line)).filter((entry) => entry.event === event);
}

/** A client that reads nothing is let go. */
async function dropOne(): Promise<void> {
  bus.subscribe('p', { write: () => false, close: () => {} }, null).release(0);
  for (let id = 1; id <= 4; id += 1) {
    bus.publish({
      ...{ projectId: 'p', runId: 'r-1', id, line: '{}' },
      event: { type: 'loop.criterion', seq: id, at: '2026-01-01T00:00:00.000Z' },
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a client that was dropped counts, and is a line of the log', async () => {
  await dropOne();
  expect(await counted('design_jury_sse_closed_total')).toEqual([
    'design_jury_sse_closed_total{reason="overflow"} 1',
  ]);
  expect(told('client_dropped')).toEqual([
    expect.objectContaining({ level: 'info', ns: 'host', reason: 'overflow' }),
  ]);
});

test('of many that are dropped in one minute some are told, and how many were not', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  for (let n = 0; n < LINES_PER_MINUTE + 7; n += 1) await dropOne();
  expect(told('client_dropped')).toHaveLength(20);
  vi.setSystemTime(60_000);
  await dropOne();
  expect(told('client_dropped').at(-1)).toMatchObject({ unsaid: 7 });
  expect(await counted('design_jury_sse_closed_total')).toEqual([
    'design_jury_sse_closed_total{reason="overflow"} 28',
  ]);
});

test('a lease that was lost counts once, and is a line of the log with its run', async () => {
  const store = { holders: async () => [], renew: async () => false } as unknown as LeaseStore;
  const lease = leaseOf('r-1', 'host/boot/1/-', { store, clock: Date.now, leaseMs: 0 });
  expect(await lease.isKept()).toBe(false);
  expect(await lease.isKept()).toBe(false);
  expect(await counted('design_jury_lease_losses_total')).toEqual(['design_jury_lease_losses_total 1']);
  expect(told('lease_lost')).toEqual([expect.objectContaining({ level: 'warn', ns: 'host', run: 'r-1' })]);
});

async function play(deltas: readonly AgentDelta[]): Promise<void> {
  const agent = {
    id: 'claude',
    name: 'Claude',
    capabilities: { transport: 'in-process' },
    open: async () => ({
      async *send() {
        yield* deltas;
      },
      interrupt() {},
      close: async () => ({ code: 0, signal: null, stderrTail: '' }),
    }),
  } as unknown as Agent;
  const request = { runId: 'r-1' } as Parameters<Agent['open']>[0];
  const session = await timedAgent(agent, null).open(request, new AbortController().signal);
  for await (const _ of session.send(TURN));
}

test('fixes that were taken back count', async () => {
  await play([{ type: 'alive', takenBack: 2 }, { type: 'alive' }, { type: 'end' }]);
  await play([{ type: 'alive', takenBack: 1 }, { type: 'end' }]);
  expect(await counted('design_jury_fixes_taken_back_total')).toEqual([
    'design_jury_fixes_taken_back_total{adapter="claude"} 3',
  ]);
});

test('tokens and cost of a turn count once, whatever its protocol and whether or not the run tells of them', async () => {
  await play([{ type: 'usage', inputTokens: 70, outputTokens: 8, costUsd: 0.25 }, { type: 'end' }]);
  const event = { type: 'critique.usage', inputTokens: 70, outputTokens: 8, costUsd: 0.25 };
  bus.publish({
    ...{ projectId: 'p', runId: 'r-1', id: 1, line: '{}' },
    event: { ...event, seq: 1, at: '2026-01-01T00:00:00.000Z' },
  });
  await observer.settle();
  expect([await counted('design_jury_tokens_total'), await counted('design_jury_cost_usd_total')]).toEqual([
    [
      'design_jury_tokens_total{direction="input",adapter="claude"} 70',
      'design_jury_tokens_total{direction="output",adapter="claude"} 8',
    ],
    ['design_jury_cost_usd_total{adapter="claude"} 0.25'],
  ]);
});

test('a run ends once, whoever says so: its process, who found it, another that reads its log', async () => {
  const event = {
    type: 'run.ended',
    state: 'failed',
    outcome: 'failed',
    exitCode: 3,
    cause: 'storage_error',
    seq: 4,
    at: RUN.createdAt,
  };
  bus.remark({ projectId: 'p', runId: 'r-1', traceId: 'ab'.repeat(16), event });
  bus.publish({ projectId: 'p', runId: 'r-1', id: 4, line: '{}', event });
  bus.remark({ projectId: 'p', runId: 'r-1', traceId: null, event: null });
  await observer.settle();
  expect(await counted('open_design_critique_runs_total')).toEqual([
    'open_design_critique_runs_total{status="failed",adapter="claude",skill="loop",cause="storage_error"} 1',
  ]);
  expect(told('run_failed')).toEqual([
    expect.objectContaining({ level: 'error', run: 'r-1', trace: 'ab'.repeat(16), cause: 'storage_error' }),
  ]);
});

test('a run that is put aside is a line of the log and no end', async () => {
  const event = { type: 'run.state', state: 'paused', reason: 'daemon_restart', seq: 4, at: RUN.createdAt };
  bus.remark({ projectId: 'p', runId: 'r-1', traceId: null, event });
  await observer.settle();
  expect(await counted('open_design_critique_runs_total')).toEqual([]);
  expect(told('state')).toEqual([
    expect.objectContaining({ run: 'r-1', state: 'paused', reason: 'daemon_restart' }),
  ]);
});
