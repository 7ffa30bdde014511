import { describe, expect, test } from 'vitest';
import { EMPTY_CONVERGENCE, foldConvergence, lastVote } from './fold.ts';
import type { ConvergenceEvent, Finding, FindingClass, Vote } from './schema.ts';
import type { TraceState, TraceTask } from './trace.ts';

const fold = (events: readonly ConvergenceEvent[]) => events.reduce(foldConvergence, EMPTY_CONVERGENCE);

const vote = (verdict: Vote['verdict']): Vote => ({
  verdict,
  disagreeBasis: null,
  rationale: 'looked',
  evidence: [],
});
const finding = (
  id: string,
  classification: FindingClass | null,
  rounds: Finding['rounds'] = [],
): Finding => ({
  id,
  claim: `${id} is so`,
  discoveredBy: ['a'],
  originWorker: 'a',
  originEvidence: [],
  ticketIds: [],
  source: null,
  supplements: [],
  notAsked: [],
  rounds,
  classification,
  disputed: false,
  unverified: false,
});
const STARTED: ConvergenceEvent = {
  type: 'convergence.started',
  phase: 'error-analysis',
  workers: [
    { id: 'a', name: 'A', kind: 'agent' },
    { id: 'b', name: 'B', kind: 'agent' },
  ],
  maxRounds: 2,
  adversarial: true,
};

const trace = (worker: string, task: TraceTask, state: TraceState, elapsedMs: number): ConvergenceEvent => ({
  type: 'convergence.trace',
  worker,
  task,
  state,
  elapsedMs,
  lines: [],
  more: 0,
  usage: null,
  cause: null,
  isMuted: false,
});

describe('a phase of convergence, folded', () => {
  test('a worker that gave no result is told apart from one that found nothing', () => {
    const { workers } = fold([
      STARTED,
      { type: 'convergence.analysed', worker: 'a', findings: 0, error: null },
      { type: 'convergence.analysed', worker: 'b', findings: 0, error: 'timed out' },
    ]);
    expect(workers.map(({ findings, error }) => [findings, error])).toEqual([
      [0, null],
      [0, 'timed out'],
    ]);
  });

  test('classes are remembered round by round, also of what was found later', () => {
    const { history, queue } = fold([
      STARTED,
      { type: 'convergence.grouped', findings: [finding('F-1', null)] },
      { type: 'convergence.round_ended', round: 1, queue: ['F-1'], findings: [finding('F-1', 'contested')] },
      {
        type: 'convergence.round_ended',
        round: 2,
        queue: [],
        findings: [finding('F-1', 'full-consensus'), finding('F-2', 'worker-unique')],
      },
    ]);
    expect(history).toEqual({ 'F-1': ['contested', 'full-consensus'], 'F-2': [null, 'worker-unique'] });
    expect(queue).toEqual([]);
  });

  test('gaps of the critic that were shared stand among the findings', () => {
    const { findings, dropped } = fold([
      STARTED,
      { type: 'convergence.grouped', findings: [finding('F-1', null)] },
      {
        type: 'convergence.critic',
        summary: { provider: 'c', modelExecutionValue: '' },
        said: ['G-1 is so'],
        merged: [finding('G-1', 'full-consensus')],
        dropped: [finding('G-2', 'contested')],
        clarifications: [],
      },
    ]);
    expect(findings.map(({ id }) => id)).toEqual(['F-1', 'G-1']);
    expect(dropped.map(({ id }) => id)).toEqual(['G-2']);
  });

  test('a lane shows the newest picture of its worker, and what it was asked before', () => {
    const { lanes } = fold([
      STARTED,
      trace('a', 'analysis', 'started', 0),
      trace('b', 'analysis', 'started', 0),
      trace('a', 'analysis', 'writing', 900),
      trace('a', 'analysis', 'finished', 1_200),
      trace('a', 'votes', 'started', 0),
      trace('b', 'analysis', 'failed', 4_000),
    ]);
    expect(lanes.map(({ worker, now, past }) => [worker, now.task, now.state, past])).toEqual([
      ['a', 'votes', 'started', [{ task: 'analysis', state: 'finished', elapsedMs: 1_200 }]],
      ['b', 'analysis', 'failed', []],
    ]);
  });

  test('the acceptance critic is told like the other one; notes come with the end', () => {
    const summary = {
      provider: 'c',
      modelExecutionValue: 'm',
      mode: 'acceptance-devils-advocate' as const,
      candidatesProposed: 2,
      confirmedBlockers: 1,
      downgradedToResidual: 1,
    };
    const { critic, criticSaid, notes } = fold([
      STARTED,
      {
        type: 'convergence.critic',
        summary,
        said: ['major: no test'],
        merged: [],
        dropped: [],
        clarifications: [],
      },
      { type: 'convergence.ended', finalState: 'converged', totalRounds: 1, notes: ['left out'] },
    ]);
    expect([critic, criticSaid, notes]).toEqual([summary, ['major: no test'], ['left out']]);
  });

  test('the end tells every finding as it was left; a log of 0.1 only what all have found', () => {
    const analysed = (worker: string): ConvergenceEvent => ({
      type: 'convergence.analysed',
      worker,
      findings: 1,
      error: null,
    });
    const both = { ...finding('F-1', null), discoveredBy: ['a', 'b'] };
    const before = [
      STARTED,
      analysed('a'),
      analysed('b'),
      { type: 'convergence.grouped' as const, findings: [both, finding('F-2', null)] },
    ];
    const ended = {
      type: 'convergence.ended' as const,
      finalState: 'converged' as const,
      totalRounds: 0,
      notes: [],
    };
    const classesOf = (events: readonly ConvergenceEvent[]) =>
      fold(events).findings.map(({ classification }) => classification);
    expect(classesOf(before)).toEqual([null, null]);
    expect(classesOf([...before, ended])).toEqual(['full-consensus', null]);
    expect(fold([...before, ended]).end).toMatchObject({ outcome: null, exitCode: null });
    const told = { ...ended, findings: [finding('F-2', 'worker-unique')], outcome: 'converged', exitCode: 0 };
    expect(classesOf([...before, told])).toEqual(['worker-unique']);
    expect(fold([...before, told]).end).toMatchObject({ outcome: 'converged', exitCode: 0 });
  });

  test('the last word of a worker counts, whatever round it was said in', () => {
    const voted = finding('F-1', null, [
      { round: 1, votes: { a: vote('agree'), b: vote('disagree') } },
      { round: 2, votes: { b: vote('agree') } },
    ]);
    expect(lastVote(voted, 'a')).toMatchObject({ round: 1, vote: { verdict: 'agree' } });
    expect(lastVote(voted, 'b')).toMatchObject({ round: 2, vote: { verdict: 'agree' } });
    expect(lastVote(voted, 'c')).toBeNull();
  });
});
