import { describe, expect, test } from 'vitest';
import { DEFAULT_CRITIQUE_CONFIG, PROTOCOL_VERSION } from './defaults.ts';
import {
  CRITIQUE_STATUSES,
  CritiqueConfigSchema,
  DEGRADED_REASONS,
  FAILED_CAUSES,
  FALLBACK_POLICIES,
  PANELIST_ROLES,
} from './theater/critique.ts';
import { fold, foldAll, IDLE } from './theater/fold.ts';
import {
  CRITIQUE_EVENT_NAMES,
  type CritiqueSseEvent,
  isTerminalEvent,
  type TranscriptEvent,
} from './theater/sse.ts';

describe('names that peers depend on', () => {
  test('[C1] roles, policies, statuses, reasons and causes', () => {
    expect(PANELIST_ROLES).toEqual(['designer', 'critic', 'brand', 'a11y', 'copy']);
    expect(FALLBACK_POLICIES).toEqual(['ship_best', 'ship_last', 'fail']);
    expect(CRITIQUE_STATUSES).toEqual([
      'shipped',
      'below_threshold',
      'timed_out',
      'interrupted',
      'degraded',
      'failed',
      'legacy',
    ]);
    expect(DEGRADED_REASONS).toEqual([
      'malformed_block',
      'oversize_block',
      'adapter_unsupported',
      'protocol_version_mismatch',
      'missing_artifact',
      'ambiguous_answer',
      'no_usable_vote',
    ]);
    expect(FAILED_CAUSES.slice(0, 3)).toEqual(['cli_exit_nonzero', 'per_round_timeout', 'total_timeout']);
    expect(PROTOCOL_VERSION).toBe(2);
  });

  test('[C1] event names, and which of them end a run', () => {
    expect(CRITIQUE_EVENT_NAMES.toSorted()).toEqual([
      'critique.agent_notice',
      'critique.degraded',
      'critique.failed',
      'critique.grounding',
      'critique.interrupted',
      'critique.panelist_close',
      'critique.panelist_dim',
      'critique.panelist_must_fix',
      'critique.panelist_notes',
      'critique.panelist_open',
      'critique.parser_warning',
      'critique.round_artifact',
      'critique.round_end',
      'critique.run_started',
      'critique.ship',
      'critique.usage',
    ]);
    expect(CRITIQUE_EVENT_NAMES.filter((type) => isTerminalEvent({ type })).toSorted()).toEqual([
      'critique.degraded',
      'critique.failed',
      'critique.interrupted',
      'critique.ship',
    ]);
  });

  test('[C1] the defaults are the ones that are documented', () => {
    expect(DEFAULT_CRITIQUE_CONFIG).toMatchObject({
      enabled: false,
      maxRounds: 3,
      scoreThreshold: 8,
      scoreScale: 10,
      weights: { designer: 0, critic: 0.4, brand: 0.2, a11y: 0.2, copy: 0.2 },
      perRoundTimeoutMs: 90_000,
      totalTimeoutMs: 240_000,
      parserMaxBlockBytes: 262_144,
      fallbackPolicy: 'ship_best',
      compositeTolerance: 0.05,
      grounding: 'gate',
    });
  });
});

describe('configuration', () => {
  test.each([
    ['the defaults', {}, true],
    ['a threshold at the scale', { scoreThreshold: 10 }, true],
    ['a threshold above the scale', { scoreThreshold: 10.1 }, false],
    ['no cast', { cast: [] }, false],
    ['a role twice', { cast: ['critic', 'critic'] }, false],
    ['a cast without any weight', { cast: ['designer'] }, false],
    ['an unknown key', { threshold: 8 }, false],
    ['no round', { maxRounds: 0 }, false],
    ['a negative weight', { weights: { ...DEFAULT_CRITIQUE_CONFIG.weights, critic: -1 } }, false],
  ])('[C2] %s', (_, change, valid) => {
    expect(CritiqueConfigSchema.safeParse({ ...DEFAULT_CRITIQUE_CONFIG, ...change }).success).toBe(valid);
  });
});

describe('fold', () => {
  const stamp = (events: CritiqueSseEvent[]): TranscriptEvent[] =>
    events.map((event, i) => ({ seq: i + 1, at: `2026-01-01T00:00:0${i % 10}.000Z`, ...event }));
  const of = { runId: 'r' };
  const started: CritiqueSseEvent = {
    type: 'critique.run_started',
    ...of,
    protocolVersion: 1,
    cast: ['designer', 'critic'],
    maxRounds: 3,
    threshold: 8,
    scale: 10,
    weights: DEFAULT_CRITIQUE_CONFIG.weights,
  };
  const mustFix = (round: number): CritiqueSseEvent => ({
    type: 'critique.panelist_must_fix',
    ...of,
    round,
    role: 'critic',
    id: 'critic-1-1',
    text: 'Darken it.',
    dim: null,
    target: 'a',
    severity: 'major',
    evidence: '3.9:1',
    witness: null,
    openedRound: 1,
    synthetic: false,
  });
  const end = (round: number, resolved: string[]): CritiqueSseEvent => ({
    type: 'critique.round_end',
    ...of,
    round,
    composite: 7,
    mustFix: 1,
    decision: 'continue',
    reason: 'r',
    agentReason: '',
    resolved,
    missing: [],
  });
  const run = stamp([
    { type: 'critique.agent_notice', ...of, kind: 'starting', message: 'starting…' },
    started,
    { type: 'critique.panelist_open', ...of, round: 1, role: 'critic' },
    { type: 'critique.panelist_notes', ...of, round: 1, role: 'critic', text: 'looked' },
    mustFix(1),
    { type: 'critique.panelist_close', ...of, round: 1, role: 'critic', score: 6 },
    end(1, []),
    { type: 'critique.usage', ...of, inputTokens: 10, outputTokens: 20, costUsd: null },
    { type: 'critique.parser_warning', ...of, kind: 'weak_debate', position: 1, detail: '' },
    { type: 'critique.parser_warning', ...of, kind: 'weak_debate', position: 2, detail: '' },
    end(2, ['critic-1-1']),
    mustFix(3),
  ]);
  const shipped: CritiqueSseEvent = {
    type: 'critique.ship',
    ...of,
    round: 1,
    composite: 9,
    status: 'shipped',
    artifactRef: null,
    summary: 's',
  };

  test('[F1] events seen twice and events after the end change nothing', () => {
    const once = foldAll(run);
    expect(foldAll([...run, ...run])).toEqual(once);
    const ended = foldAll([...run, ...stamp([...run, shipped]).slice(run.length)]);
    expect(ended.phase).toBe('shipped');
    expect(fold(ended, { ...started, seq: 99, at: '2026-01-01T00:00:00.000Z' })).toBe(ended);
    expect(IDLE.phase).toBe('idle');
  });

  test('[F2] words, scores, must-fixes and the rounds that opened, closed and reopened them are kept', () => {
    const state = foldAll(run);
    const at = '2026-01-01T00:00:00.000Z';
    if (state.phase !== 'running') throw new Error(state.phase);
    expect(state.rounds[0]?.panelists[0]).toEqual({
      role: 'critic',
      notes: ['looked'],
      dims: [],
      mustFix: ['critic-1-1'],
      score: 6,
      closed: true,
    });
    expect(foldAll(run.slice(0, -1))).toMatchObject({
      mustFixes: [{ id: 'critic-1-1', openedRound: 1, resolvedRound: 2 }],
    });
    expect(state.mustFixes[0]?.resolvedRound).toBeNull();
    // Said twice in a round, it is listed once.
    const again = fold(fold(state, { ...mustFix(4), seq: 90, at }), { ...mustFix(4), seq: 91, at });
    expect(again).toMatchObject({ rounds: { length: state.rounds.length + 1 } });
    expect(again.phase === 'running' && again.rounds.at(-1)?.panelists[0]?.mustFix).toEqual(['critic-1-1']);
    expect(state.usage).toEqual({ inputTokens: 10, outputTokens: 20, costUsd: null });
    expect(state.warnings).toEqual({ weak_debate: 2 });
    expect(state.notice).toBe('starting…');
  });

  test.each([
    ['shipped', shipped],
    ['below_threshold', { ...shipped, status: 'below_threshold' }],
    ['timed_out', { ...shipped, status: 'timed_out' }],
    [
      'timed_out',
      {
        type: 'critique.failed',
        ...of,
        status: 'timed_out',
        cause: 'total_timeout',
        message: 'm',
        bestRound: null,
      },
    ],
    [
      'failed',
      {
        type: 'critique.failed',
        ...of,
        status: 'failed',
        cause: 'cli_exit_nonzero',
        message: 'm',
        bestRound: null,
      },
    ],
    [
      'degraded',
      {
        type: 'critique.degraded',
        ...of,
        status: 'degraded',
        reason: 'oversize_block',
        adapter: 'x',
        message: 'm',
        position: 1,
        bestRound: null,
      },
    ],
    [
      'interrupted',
      {
        type: 'critique.interrupted',
        ...of,
        status: 'interrupted',
        bestRound: null,
        composite: null,
        recoveryReason: 'daemon_restart',
      },
    ],
  ] as [string, CritiqueSseEvent][])('[F1] a run that ends %s is shown as exactly that', (phase, event) => {
    expect(foldAll(stamp([started, event])).phase).toBe(phase);
    expect(foldAll(stamp([event])).phase).toBe(phase);
  });
});
