import type { WorkerTrace } from '@design-jury/contracts/convergence/trace';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTraces, type Traces } from './traces.ts';
import type { VoterResult, Worker } from './worker.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Nothing is asked of it but an analysis. */
function worker(analyse: () => Promise<VoterResult<never>>): Worker {
  const never = (): never => {
    throw new Error('not asked');
  };
  return {
    id: 'ann',
    name: 'Ann',
    kind: 'agent',
    analyse,
    verify: never,
    votePlan: never,
    voteCandidates: never,
  };
}

function watch(emit: (trace: WorkerTrace) => Promise<void> = async () => {}): {
  traces: Traces;
  told: WorkerTrace[];
} {
  const told: WorkerTrace[] = [];
  const traces = openTraces({
    clock: () => Date.now(),
    emit: async (trace) => {
      told.push(trace);
      await emit(trace);
    },
  });
  return { traces, told };
}

const analyse = (traces: Traces, work: () => Promise<VoterResult<never>>) =>
  traces.watched(worker(work)).analyse({} as never, new AbortController().signal);
const later = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms));
const FAILED: VoterResult<never> = { status: 'error', error: 'timed out', attempts: 2 };

test('[V13] a beginning, heartbeats while nothing is heard, and an end with its cause', async () => {
  const { traces, told } = watch();
  const asked = analyse(traces, () => later(35_000, FAILED));
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await asked).toBe(FAILED);
  expect(told.map(({ state }) => state)).toEqual(['started', 'silent', 'silent', 'silent', 'failed']);
  expect(told.at(-1)).toMatchObject({ cause: 'timed out', elapsedMs: 35_000 });
  await traces.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('[V13] a worker that throws is traced as failed, and still throws', async () => {
  const { traces, told } = watch();
  const asked = analyse(traces, async () => {
    throw new Error('no such program');
  });
  await expect(asked).rejects.toThrow('no such program');
  expect(told.at(-1)).toMatchObject({ state: 'failed', cause: 'no such program' });
});

test('[V13] a log that is slow or broken makes pictures fewer and never changes an answer', async () => {
  const { traces, told } = watch(async () => {
    await later(10_000, null);
    throw new Error('the disk is full');
  });
  const listener = traces.listener('ann');
  const chatter = setInterval(() => listener.heard({ type: 'text', text: 'word\n' }), 100);
  const asked = analyse(traces, () => later(60_000, FAILED));
  await vi.advanceTimersByTimeAsync(120_000);
  clearInterval(chatter);
  expect(await asked).toBe(FAILED);
  // One each ten seconds, where a quick log has one each second.
  expect(told.length).toBeLessThanOrEqual(9);
  await traces.close();
});

test('[V13] nothing is written after the end', async () => {
  const { traces, told } = watch();
  const asked = analyse(traces, () => later(30_000, FAILED));
  await vi.advanceTimersByTimeAsync(1_000);
  await traces.close();
  const before = told.length;
  await vi.advanceTimersByTimeAsync(60_000);
  await asked;
  expect(told).toHaveLength(before);
});
