import type { ConvergenceEvent, Finding } from '@design-jury/contracts/convergence/schema';
import type { LoopEvent } from '@design-jury/contracts/loop/schema';
import type { PlayEvent, PlayRecord } from '@design-jury/contracts/questions';
import { render } from 'preact-render-to-string';
import { beforeAll, describe, expect, test } from 'vitest';
import { messages as first } from '../i18n/en.ts';
import { setMessages } from '../i18n/i18n.ts';
import { messages as more } from '../i18n/more-en.ts';
import { ConvergenceView } from './ConvergenceView.tsx';
import { EventsView } from './EventsView.tsx';
import { LoopView } from './LoopView.tsx';
import type { PlayViewProps } from './play-view.ts';

beforeAll(() => setMessages('en', { ...first, ...more }));

const AT = '2026-01-01T00:00:00.000Z';
const PLAY: PlayRecord = {
  id: 'play-1',
  protocol: 'critic-loop',
  subject: 'spec.md',
  title: 'spec.md',
  status: 'running',
  outcome: null,
  exitCode: null,
  config: {},
  state: null,
  eventCount: 0,
  createdAt: AT,
  updatedAt: AT,
  endedAt: null,
};
const nothing = (): void => {};

function propsOf(
  list: readonly (LoopEvent | ConvergenceEvent)[],
  play: Partial<PlayRecord> = {},
  index = list.length,
): PlayViewProps {
  const events = list.map((event, at): PlayEvent => ({ ...event, seq: at + 1, at: AT }));
  const moment = { index, count: list.length, isNow: index === list.length, playing: false };
  return {
    play: { ...PLAY, ...play },
    events,
    moment: { ...moment, seek: nothing, step: nothing, toggle: nothing, leave: nothing },
  };
}

const STARTED: LoopEvent = {
  type: 'loop.started',
  command: 'spec',
  critic: 'Critic',
  cap: 5,
  file: 'spec.md',
  criteria: [{ id: 'RISK', question: 'What if <b>it</b> fails?' }],
};
const totals = { passes: 5, fixes: 2, escalations: 1 };

describe('a loop on screen', () => {
  test('the completion line is the terminal’s, byte for byte', () => {
    const capped = render(
      <LoopView {...propsOf([STARTED, { type: 'loop.ended', status: 'safety-cap', totals }])} />,
    );
    expect(capped).toContain('⚠ Critic safety cap (5 passes). Review recommended.');
    const done = render(
      <LoopView {...propsOf([STARTED, { type: 'loop.ended', status: 'converged', totals }])} />,
    );
    expect(done).toContain('✓ Critic converged (5 passes, 2 fixes, 1 escalations)');
  });

  test('a loop that waits says how it goes on, and a replay of it does not', () => {
    const list: LoopEvent[] = [STARTED, { type: 'loop.pass_started', n: 1 }];
    expect(render(<LoopView {...propsOf(list, { status: 'waiting' })} />)).toContain(
      'jury loop --resume play-1',
    );
    expect(render(<LoopView {...propsOf(list, { status: 'waiting' }, 1)} />)).not.toContain('--resume');
  });

  test('an answer that broke a rule is never shown as a pass', () => {
    const html = render(
      <LoopView
        {...propsOf([
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
  },
];
const result = { findings: [{ ...FINDING, classification: 'full-consensus' }] };

describe('a phase of convergence on screen', () => {
  test('classes that were settled without a vote come from the result, also while questions are open', () => {
    for (const play of [
      { status: 'ended', outcome: 'converged', exitCode: 0, state: result },
      { status: 'waiting', state: { outcome: 'converged', exitCode: 0, result } },
    ] satisfies Partial<PlayRecord>[]) {
      const html = render(<ConvergenceView {...propsOf(PHASE, play)} />);
      expect(html).toContain('Full consensus');
      expect(html).toContain('data-status="converged"');
    }
  });

  test('before the end nothing is settled', () => {
    const html = render(
      <ConvergenceView {...propsOf(PHASE, { status: 'ended', exitCode: 0, state: result }, 2)} />,
    );
    expect(html).not.toContain('Full consensus');
    expect(html).toContain('data-status="running"');
  });

  test('a plan that was blocked item by item is not said to have nothing wrong', () => {
    const [started, , ended] = PHASE;
    if (started === undefined || ended === undefined) throw new Error('no phase');
    const gate: ConvergenceEvent = {
      type: 'convergence.gate',
      gate: 'blocked-by-disagreement',
      gating: true,
      items: [],
      dissent: [],
    };
    const play = { status: 'ended', outcome: 'blocked-by-disagreement', exitCode: 1 } as const;
    const html = render(<ConvergenceView {...propsOf([started, gate, ended], play)} />);
    expect(html).toContain('<b>blocked-by-disagreement</b>');
    expect(html).not.toContain('Findings: 0, rounds: 0.');
    expect(html).not.toContain('Nothing was found.');
    const without = render(<ConvergenceView {...propsOf([started, ended], play)} />);
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
    const html = render(<ConvergenceView {...propsOf([started, TRACE])} />);
    for (const words of [
      'Silent, still waited for',
      '1m 12s',
      'Is &lt;it> there?',
      '… 41 more<',
      '1,200 tokens in',
    ])
      expect(html).toContain(words);
    expect(html).toContain('data-state="silent"');
  });

  test('before anybody has analysed no round is spoken of, and who is not asked yet waits', () => {
    const html = render(<ConvergenceView {...propsOf([started])} />);
    expect(html).toContain('Each worker analyses alone: 0 of 1 are done.');
    expect(html).toContain('Waits for its turn');
    expect(render(<ConvergenceView {...propsOf([started, TRACE])} />)).not.toContain('Waits for its turn');
  });

  test('the critic has a lane of its own, and why somebody failed is said', () => {
    const failed = {
      ...TRACE,
      worker: 'c-critic',
      task: 'gaps' as const,
      state: 'failed' as const,
      cause: 'timed out',
    };
    const html = render(<ConvergenceView {...propsOf([started, TRACE, failed])} />);
    expect(html.match(/<article class="worker-lane"/g)).toHaveLength(2);
    expect(html).toContain('Search for gaps');
    expect(html).toContain('timed out');
  });

  test('whoever was at work when the play was over is shown as stopped, and in a replay as it was', () => {
    const list = [started, TRACE, ...rest];
    const over = { status: 'ended' as const, outcome: 'interrupted', exitCode: 130 };
    expect(render(<ConvergenceView {...propsOf(list, over)} />)).toContain('data-state="stopped"');
    expect(render(<ConvergenceView {...propsOf(list, over, 2)} />)).toContain('data-state="silent"');
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
    const html = render(<ConvergenceView {...propsOf([started, critic, ...rest])} />);
    expect(html).toContain('Acceptance critic');
    expect(html).toContain('c gave 3 reasons against acceptance; confirmed: 1, kept as residual risk: 2.');
    expect(html).toContain('major: no test covers the limit');
    expect(html).toContain('critic-skipped: non-result');
  });
});

test('a protocol without a view of its own is told event by event, newest first', () => {
  const html = render(<EventsView {...propsOf(PHASE, { protocol: 'content' })} />);
  expect(html.indexOf('convergence.ended')).toBeLessThan(html.indexOf('convergence.started'));
  expect(html).toContain('adversarial: true');
});
