import type { ConvergenceEvent, Finding } from '@design-jury/contracts/convergence/schema';
import type { LoopEvent } from '@design-jury/contracts/loop/schema';
import type { RunRecord } from '@design-jury/contracts/run';
import { render } from 'preact-render-to-string';
import { beforeAll, describe, expect, test } from 'vitest';
import first from '../i18n/en.json';
import { setMessages } from '../i18n/i18n.ts';
import more from '../i18n/more-en.json';
import { ConvergenceView } from './convergence/ConvergenceView.tsx';
import { EventsView } from './EventsView.tsx';
import { LogLink } from './LogLink.tsx';
import { LoopView } from './loop/LoopView.tsx';
import { saysMore } from './ProtocolRunPage.tsx';
import { viewOf } from './test/run.ts';

beforeAll(() => setMessages('en', { ...first, ...more }));

const STARTED: LoopEvent = {
  type: 'loop.started',
  command: 'spec',
  critic: 'Critic',
  cap: 5,
  file: 'spec.md',
  criteria: [{ id: 'RISK', question: 'What if <b>it</b> fails?' }],
};
const totals = { passes: 5, fixes: 2, escalations: 1 };

test('a run that ended without an answer, or was ended, leads to its lines of the log', () => {
  const codes = [null, 0, 1, 3, 130];
  expect(codes.map((exitCode) => saysMore({ exitCode }))).toEqual([false, false, false, true, true]);
  expect(render(<LogLink runId="r-1" />)).toContain('href="/api/runs/r-1/log?');
});

describe('a loop on screen', () => {
  test('how a loop ended is said in words, with counts in their right form', () => {
    const capped = render(
      <LoopView {...viewOf([STARTED, { type: 'loop.ended', status: 'safety-cap', totals }])} />,
    );
    expect(capped).toContain(
      'Stopped at the limit of 5 passes: 2 fixes, 1 question. Please review it yourself.',
    );
    const done = render(
      <LoopView {...viewOf([STARTED, { type: 'loop.ended', status: 'converged', totals }])} />,
    );
    expect(done).toContain('Passed after 5 passes: 2 fixes, 1 question.');
  });

  test('what the loop left deferred is on the completion line of the page', () => {
    const ended: LoopEvent = { type: 'loop.ended', status: 'converged', totals, deferred: ['RISK'] };
    expect(render(<LoopView {...viewOf([STARTED, ended])} />)).toContain(
      'Passed after 5 passes: 2 fixes, 1 question. Put off: Risks.',
    );
  });

  test('a loop that waits is not said to run: its badge and its question say what it waits for; a replay of it runs', () => {
    const list: LoopEvent[] = [STARTED, { type: 'loop.pass_started', n: 1 }];
    expect(render(<LoopView {...viewOf(list, { state: 'waiting' })} />)).not.toContain('class="completion"');
    expect(render(<LoopView {...viewOf(list, { state: 'waiting' }, 1)} />)).toContain('Starting…');
  });

  test('an answer that broke a rule is never shown as a pass', () => {
    const html = render(
      <LoopView
        {...viewOf([
          STARTED,
          {
            type: 'loop.pass_ended',
            totals,
            pass: {
              n: 1,
              results: [{ criterionId: 'RISK', answer: 'fine', verdict: 'PASS', concerns: [] }],
              adversarial: [],
              invalid: [{ criterionId: 'RISK', problem: 'no figure' }],
              newConcerns: [],
              fixesApplied: 0,
              outcome: 'CONTINUE',
            },
          },
        ])}
      />,
    );
    expect(html).toContain('Not counted');
    expect(html).not.toContain('data-tone="good"');
    expect(html).toContain('What if &lt;b>it&lt;/b> fails?');
  });
});

const FINDING: Finding = {
  id: 'F-1',
  claim: 'It never stops.',
  discoveredBy: ['a'],
  originWorker: 'a',
  originEvidence: [],
  ticketIds: [],
  source: null,
  supplements: [],
  notAsked: [],
  rounds: [],
  classification: null,
  disputed: false,
  unverified: false,
};
const PHASE: ConvergenceEvent[] = [
  {
    type: 'convergence.started',
    phase: 'error-analysis',
    workers: [{ id: 'a', name: 'Ann', kind: 'agent' }],
    maxRounds: 2,
    adversarial: true,
  },
  { type: 'convergence.grouped', findings: [FINDING] },
  {
    type: 'convergence.ended',
    finalState: 'converged',
    totalRounds: 0,
    notes: ['critic-skipped: non-result'],
    findings: [{ ...FINDING, classification: 'full-consensus' }],
    outcome: 'converged',
    exitCode: 0,
  },
];

describe('a phase of convergence on screen', () => {
  test('classes that were settled without a vote are told at the end, also while questions are open', () => {
    for (const run of [
      { state: 'ended', outcome: 'converged', exitCode: 0 },
      { state: 'waiting' },
    ] satisfies Partial<RunRecord>[]) {
      const html = render(<ConvergenceView {...viewOf(PHASE, run)} />);
      expect(html).toContain('All agree');
      expect(html).toContain('<b>All agree</b>');
      expect(html).toContain('data-status="converged"');
    }
  });

  test('a phase of an older version tells neither, and is shown all the same', () => {
    const old = PHASE.map((event) =>
      event.type === 'convergence.ended'
        ? { type: event.type, finalState: event.finalState, totalRounds: 0, notes: [] }
        : event,
    );
    const html = render(
      <ConvergenceView {...viewOf(old, { state: 'ended', outcome: 'converged', exitCode: 0 })} />,
    );
    expect(html).toContain('It never stops.');
    expect(html).toContain('<b>All agree</b>');
    expect(render(<ConvergenceView {...viewOf(old, { state: 'waiting' })} />)).toContain('one finding');
  });

  test('before the end nothing is settled', () => {
    const html = render(<ConvergenceView {...viewOf(PHASE, { state: 'ended', exitCode: 0 }, 2)} />);
    expect(html).not.toContain('All agree');
    expect(html).toContain('data-status="running"');
  });

  test('a plan that was blocked item by item is not said to have nothing wrong', () => {
    const [started, , last] = PHASE;
    if (started === undefined || last?.type !== 'convergence.ended') throw new Error('no phase');
    const ended: ConvergenceEvent = { ...last, findings: [] };
    const gate: ConvergenceEvent = {
      type: 'convergence.gate',
      gate: 'blocked-by-disagreement',
      gating: true,
      items: [],
      dissent: [],
    };
    const run = { state: 'ended', outcome: 'blocked-by-disagreement', exitCode: 1 } as const;
    const html = render(<ConvergenceView {...viewOf([started, gate, ended], run)} />);
    expect(html).toContain('<b>Not passed: the majority disagrees</b>');
    expect(html).not.toContain('0 findings');
    expect(html).not.toContain('Nothing was found.');
    const without = render(<ConvergenceView {...viewOf([started, ended], run)} />);
    expect(without).toContain('Nothing was found.');
  });
});

const TRACE: Extract<ConvergenceEvent, { type: 'convergence.trace' }> = {
  type: 'convergence.trace',
  worker: 'a',
  task: 'votes',
  state: 'silent',
  elapsedMs: 72_000,
  lines: [{ kind: 'thinking', text: 'Is <it> there?' }],
  more: 41,
  usage: { inputTokens: 1_200, outputTokens: 34, costUsd: null },
  cause: null,
  isMuted: false,
};

describe('workers at work on screen', () => {
  const [started = TRACE, ...rest] = PHASE;

  test('a lane says what its worker does, for how long, its last lines and how many came before', () => {
    const html = render(<ConvergenceView {...viewOf([started, TRACE])} />);
    for (const words of [
      'Silent; still waiting',
      '1m 12s',
      'Is &lt;it> there?',
      '… 41 more<',
      'Tokens: 1,200 in',
    ])
      expect(html).toContain(words);
    expect(html).toContain('data-state="silent"');
  });

  test('before anybody has analysed no round is spoken of, and who is not asked yet waits', () => {
    const html = render(<ConvergenceView {...viewOf([started])} />);
    expect(html).toContain('Each worker analyses alone; done: 0 of 1.');
    expect(html).toContain('Waiting for its turn');
    expect(render(<ConvergenceView {...viewOf([started, TRACE])} />)).not.toContain('Waiting for its turn');
  });

  test('the critic has a lane of its own, and why somebody failed is said', () => {
    const failed = {
      ...TRACE,
      worker: 'c-critic',
      task: 'gaps' as const,
      state: 'failed' as const,
      cause: 'timed out',
    };
    const html = render(<ConvergenceView {...viewOf([started, TRACE, failed])} />);
    expect(html.match(/<article class="worker-lane"/g)).toHaveLength(2);
    expect(html).toContain('Search for gaps');
    expect(html).toContain('timed out');
  });

  test('whoever was at work when the run was over is shown as stopped, and in a replay as it was', () => {
    const list = [started, TRACE, ...rest];
    const over = { state: 'ended' as const, outcome: 'interrupted', exitCode: 130 };
    expect(render(<ConvergenceView {...viewOf(list, over)} />)).toContain('data-state="stopped"');
    expect(render(<ConvergenceView {...viewOf(list, over, 2)} />)).toContain('data-state="silent"');
  });

  test('what the acceptance critic came to is on the page, and so is what was left out', () => {
    const summary = {
      provider: 'c',
      modelExecutionValue: 'm',
      mode: 'acceptance-devils-advocate' as const,
      candidatesProposed: 3,
      confirmedBlockers: 1,
      downgradedToResidual: 2,
    };
    const critic: ConvergenceEvent = {
      type: 'convergence.critic',
      summary,
      said: ['major: no test covers the limit'],
      merged: [],
      dropped: [],
      clarifications: [],
    };
    const html = render(<ConvergenceView {...viewOf([started, critic, ...rest])} />);
    expect(html).toContain('Acceptance critic');
    expect(html).toContain('c gave 3 reasons against acceptance; confirmed: 1, kept as residual risk: 2.');
    expect(html).toContain('major: no test covers the limit');
    expect(html).toContain('critic-skipped: non-result');
    const one = { ...critic, summary: { ...summary, candidatesProposed: 1 } };
    expect(render(<ConvergenceView {...viewOf([started, one, ...rest])} />)).toContain(
      'c gave 1 reason against acceptance',
    );
  });
});

test('a protocol without a view of its own is told event by event, newest first', () => {
  const html = render(<EventsView {...viewOf(PHASE, { protocol: 'content' })} />);
  expect(html.indexOf('convergence.ended')).toBeLessThan(html.indexOf('convergence.started'));
  expect(html).toContain('adversarial: true');
});
