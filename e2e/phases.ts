/** Every phase as a snapshot of the daemon, made from the golden chain, so that a picture of it is always the same. */
import { readFileSync } from 'node:fs';
import { type CritiqueState, foldAll } from '../packages/contracts/src/theater/fold.ts';
import type { CritiqueSseEvent, TranscriptEvent } from '../packages/contracts/src/theater/sse.ts';

const FIXTURES = new URL('../__fixtures__/critique/v1/', import.meta.url);

function golden(name: string): TranscriptEvent[] {
  return readFileSync(new URL(`${name}.ndjson`, FIXTURES), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The first events of a run, and another end. */
function ended(events: readonly TranscriptEvent[], end: CritiqueSseEvent): CritiqueState {
  const last = events.at(-1);
  const stamp = { seq: (last?.seq ?? 0) + 1, at: last?.at ?? '2026-01-01T00:00:00.000Z' };
  return foldAll([...events, { ...end, ...stamp }]);
}

const events = golden('model-happy-3-rounds');
const firstRound = events.slice(0, 1 + events.findIndex(({ type }) => type === 'critique.round_end'));
const middle = events.slice(0, firstRound.length + 8);
const runId = 'run';

const usage: TranscriptEvent = {
  type: 'critique.usage',
  runId,
  inputTokens: 12_480,
  outputTokens: 3_912,
  costUsd: 0.0731,
  seq: (middle.at(-1)?.seq ?? 0) + 1,
  at: middle.at(-1)?.at ?? '',
};

export interface PhaseCase {
  state: CritiqueState;
  queuePosition?: number;
  interrupting?: true;
  /** Opens the rounds of a run that is over. */
  unfolded?: true;
}

export const PHASES: Record<string, PhaseCase> = {
  idle: { state: { phase: 'idle', lastSeq: 0 } },
  queued: { state: { phase: 'idle', lastSeq: 0 }, queuePosition: 2 },
  running: { state: foldAll([...middle, usage]) },
  interrupting: { state: foldAll(middle), interrupting: true },
  shipped: { state: foldAll(events) },
  'shipped-rounds': { state: foldAll(events), unfolded: true },
  below_threshold: { state: foldAll(golden('model-below-threshold')) },
  timed_out: {
    state: ended(firstRound, {
      type: 'critique.ship',
      runId,
      round: 1,
      composite: 6.26,
      status: 'timed_out',
      artifactRef: { projectId: 'p', artifactId: 'a' },
      summary: '',
    }),
  },
  interrupted: {
    state: ended(middle, {
      type: 'critique.interrupted',
      runId,
      status: 'interrupted',
      bestRound: 1,
      composite: 6.26,
      recoveryReason: null,
    }),
  },
  'interrupted-empty': {
    state: ended(events.slice(0, 3), {
      type: 'critique.interrupted',
      runId,
      status: 'interrupted',
      bestRound: null,
      composite: null,
      recoveryReason: null,
    }),
  },
  degraded: { state: foldAll(golden('model-prose-only')) },
  failed: {
    state: ended(middle, {
      type: 'critique.failed',
      runId,
      status: 'failed',
      cause: 'cli_exit_nonzero',
      message: 'claude ended with code 1: rate limit reached, retry after 60 s',
      bestRound: 1,
    }),
  },
};
