import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { expect, test } from 'vitest';
import { INITIAL, reduce } from '../state/reducer.ts';
import { goldenEvents } from './golden.ts';

const EVENTS = 10_000;
const MAX_P99_MS = 2;

test(`the 99th percentile of ${EVENTS} events is below ${MAX_P99_MS} ms`, () => {
  const pattern = goldenEvents('model-happy-3-rounds').slice(0, -1);
  let state = INITIAL;
  const times: number[] = [];
  for (let i = 0; i < EVENTS; i++) {
    const event = { ...(pattern[i % pattern.length] as TranscriptEvent), seq: i + 1 };
    const start = performance.now();
    state = reduce(state, { type: 'event', event });
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(EVENTS * 0.99)] ?? 0;
  console.log(`reducer: p50 ${(times[EVENTS / 2] ?? 0).toFixed(4)} ms, p99 ${p99.toFixed(4)} ms`);
  expect(state.critique.lastSeq).toBe(EVENTS);
  expect(p99).toBeLessThanOrEqual(MAX_P99_MS);
});
