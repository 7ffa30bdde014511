import { DEFAULT_CRITIQUE_CONFIG, MAX_MUST_FIXES_PER_PANELIST } from '@design-jury/contracts/defaults';
import type {
  CritiqueConfig,
  Demand,
  PanelEvent,
  PanelistRole,
} from '@design-jury/contracts/theater/critique';
import { type CritiqueSseEvent, isTerminalEvent } from '@design-jury/contracts/theater/sse';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compositeOf } from './composite.ts';
import { reasonFor } from './judgement.ts';
import { roundTo } from './rounding.ts';
import { transition } from './scoreboard.ts';
import { createScoreboard, type Effect, type Scoreboard, type ScoreboardInput } from './scoreboard-state.ts';

const IDENTITY = { runId: 'run', adapter: 'test', artifactRef: { projectId: 'p', artifactId: 'a' } };
const CONFIG = DEFAULT_CRITIQUE_CONFIG;

interface Play {
  state: Scoreboard;
  effects: Effect[];
  events: CritiqueSseEvent[];
}

function play(
  inputs: ScoreboardInput[],
  config: CritiqueConfig = CONFIG,
  turns: Scoreboard['turns'] = 'one-shot',
): Play {
  let state = createScoreboard(IDENTITY, turns, 'stored');
  const effects: Effect[] = [];
  for (const input of inputs) {
    const [next, more] = transition(state, input, config);
    state = next;
    effects.push(...more);
  }
  return {
    state,
    effects,
    events: effects.flatMap((effect) => (effect.type === 'emit' ? [effect.event] : [])),
  };
}

const demand = (text: string, rest: Partial<Demand> = {}): Demand => ({
  text,
  dim: null,
  target: null,
  severity: 'major',
  evidence: null,
  witness: null,
  ...rest,
});

type Votes = Partial<Record<PanelistRole, number | null>>;

interface RoundOptions {
  demands?: Partial<Record<PanelistRole, Demand[]>>;
  claims?: Extract<PanelEvent, { type: 'round_close' }>['claims'];
  artifact?: boolean;
  sha256?: string;
  bytes?: number;
  scoreClaim?: number;
}

const ALL: Votes = { critic: 9, brand: 9, a11y: 9, copy: 9 };

function round(n: number, votes: Votes, options: RoundOptions = {}): PanelEvent[] {
  const place = { in: 'round', round: n } as const;
  const artifact: PanelEvent[] =
    options.artifact === false
      ? []
      : [
          { type: 'artifact_open', place, mime: 'text/html' },
          { type: 'artifact_chunk', place, text: 'x' },
          {
            type: 'artifact_close',
            place,
            mime: 'text/html',
            bytes: 1,
            blank: false,
            ...(options.sha256 && { sha256: options.sha256 }),
          },
        ];
  const panelists = (Object.entries(votes) as [PanelistRole, number | null][]).flatMap(
    ([role, score]): PanelEvent[] => [
      { type: 'panelist_open', round: n, role },
      { type: 'panelist_notes', round: n, role, text: 'looked' },
      { type: 'panelist_dim', round: n, role, dimName: 'd', dimScore: score, dimNote: 'n' },
      ...(options.demands?.[role] ?? []).map(
        (one): PanelEvent => ({ type: 'panelist_must_fix', round: n, role, id: null, demand: one }),
      ),
      {
        type: 'panelist_close',
        round: n,
        role,
        score,
        scoreClaim: options.scoreClaim ?? score,
        mustFixClaim: null,
        position: 5,
      },
    ],
  );
  return [
    { type: 'round_open', round: n, position: 0 },
    ...artifact,
    ...panelists,
    {
      type: 'round_close',
      round: n,
      bytes: options.bytes ?? 1000 - n,
      claims: options.claims ?? {},
      reason: 'said',
      position: 9,
    },
  ];
}

const ship = (rest: Partial<Extract<PanelEvent, { type: 'ship' }>> = {}): PanelEvent => ({
  type: 'ship',
  round: null,
  hasArtifact: false,
  claims: {},
  summary: 'done',
  position: 10,
  ...rest,
});

const terminal = ({ events }: Play) => events.filter(isTerminalEvent);
const warningKinds = ({ events }: Play) =>
  events.flatMap((event) => (event.type === 'critique.parser_warning' ? [event.kind] : []));
const roundEnds = ({ events }: Play) => events.filter((event) => event.type === 'critique.round_end');
const stop = {
  timeout: { type: 'stop', ending: { type: 'timed_out', cause: 'per_round_timeout', message: 'too slow' } },
  interrupt: { type: 'stop', ending: { type: 'interrupted', recoveryReason: null } },
  crash: { type: 'stop', ending: { type: 'failed', cause: 'cli_exit_nonzero', message: 'exit 1' } },
  unreadable: {
    type: 'stop',
    ending: { type: 'unreadable', reason: 'malformed_block', message: 'm', position: 3 },
  },
} as const satisfies Record<string, ScoreboardInput>;

describe('composite', () => {
  test.each([
    ['all votes', { critic: 6.4, brand: 7.5, a11y: 5, copy: 6 }, 6.26],
    ['a missing role', { critic: 9, brand: 6 }, 8],
    ['a lone critic', { critic: 9 }, 9],
    ['nobody', {}, 0],
    ['a designer, who has no weight', { designer: 10, critic: 6, brand: 6, a11y: 6, copy: 6 }, 6],
  ])('[S1] %s: weights are normalised over the votes that exist', (_, votes, expected) => {
    expect(compositeOf(votes, CONFIG)).toBe(expected);
  });

  test('[S1] weights need not add up to 1', () => {
    const weights = { designer: 0, critic: 4, brand: 2, a11y: 2, copy: 2 };
    expect(compositeOf({ critic: 6.4, brand: 7.5, a11y: 5, copy: 6 }, { ...CONFIG, weights })).toBe(6.26);
  });

  test.each([
    [8.625, 2, 8.63],
    [8.624, 2, 8.62],
    [1.005, 2, 1.01],
    [7.25, 1, 7.3],
    [-1.25, 1, -1.3],
    [7, 1, 7],
    [0, 2, 0],
  ])('[S2] %d rounded to %i decimals is %d', (value, decimals, expected) => {
    expect(roundTo(value, decimals)).toBe(expected);
  });

  test('[S2] a threshold is told as it is: 9.99 is not 10.0, and a stored run says what it said', () => {
    const round = { round: 1, composite: 9.99, mustFix: 0, decision: 'ship' as const };
    const told = (scoreThreshold: number, judging?: 'stored') =>
      reasonFor(round, { scoreThreshold }, judging);
    expect(told(9.99)).toBe('composite 9.99 reaches 9.99; no must-fix is open');
    expect(told(8)).toBe('composite 9.99 reaches 8.0; no must-fix is open');
    expect(told(9.99, 'stored')).toBe('composite 9.99 reaches 10.0; no must-fix is open');
  });

  test('[S2] the number that is shown decides: 7.995 is 8.00 and reaches 8.0', () => {
    const result = play(round(1, { critic: 8, brand: 8, a11y: 8, copy: 7.975 }));
    expect(roundEnds(result)[0]).toMatchObject({ composite: 8, decision: 'ship' });
  });
});

describe('claims', () => {
  test('[S3] what the agent announces is compared, and the configuration stands', () => {
    const result = play([
      { type: 'begin' },
      { type: 'run_open', version: 1, claims: { scale: 100, threshold: 80, maxRounds: 9 }, position: 0 },
    ]);
    expect(warningKinds(result)).toEqual(['scale_mismatch', 'claim_mismatch', 'claim_mismatch']);
    expect(result.events[0]).toMatchObject({
      type: 'critique.run_started',
      scale: 10,
      threshold: 8,
      maxRounds: 3,
    });
    expect(
      warningKinds(
        play([
          { type: 'run_open', version: 1, claims: { scale: 10, threshold: 8, maxRounds: 3 }, position: 0 },
        ]),
      ),
    ).toEqual([]);
  });

  test.each([
    ['composite within the tolerance', { composite: 9.05 }, []],
    ['composite beyond it', { composite: 9.06 }, ['composite_mismatch']],
    ['must-fix', { mustFix: 2 }, ['must_fix_mismatch']],
    ['decision', { decision: 'continue' as const }, ['decision_mismatch']],
    ['all of them right', { composite: 9, mustFix: 0, decision: 'ship' as const }, []],
  ])('[S3] a claimed %s', (_, claims, expected) => {
    const result = play(round(1, ALL, { claims }));
    expect(warningKinds(result)).toEqual(expected);
    expect(roundEnds(result)[0]).toMatchObject({
      composite: 9,
      mustFix: 0,
      decision: 'ship',
      agentReason: 'said',
    });
  });

  test("[S3] a panelist's own count of demands is compared with the list", () => {
    const events = round(1, ALL).map((event) =>
      event.type === 'panelist_close' ? { ...event, mustFixClaim: 2 } : event,
    );
    expect(warningKinds(play(events))).toEqual(Array(4).fill('must_fix_mismatch'));
  });
});

describe('votes', () => {
  test('[S4] a lone critic at 9.0 does not ship: each missing role is a must-fix of its own', () => {
    const result = play([...round(1, { critic: 9 }), ship()]);
    expect(roundEnds(result)[0]).toMatchObject({
      composite: 9,
      mustFix: 3,
      decision: 'continue',
      missing: ['brand', 'a11y', 'copy'],
    });
    expect(terminal(result)[0]).toMatchObject({ status: 'below_threshold' });
    const synthetic = result.events.filter((event) => event.type === 'critique.panelist_must_fix');
    expect(synthetic.map(({ id, synthetic: made }) => [id, made])).toEqual([
      ['vote-brand-1-1', true],
      ['vote-a11y-1-1', true],
      ['vote-copy-1-1', true],
    ]);
  });

  test('[S4] a missing vote that comes in a later round resolves its must-fix', () => {
    const result = play([...round(1, { critic: 9, brand: 9, a11y: 9 }), ...round(2, ALL)]);
    expect(roundEnds(result)[1]).toMatchObject({ mustFix: 0, decision: 'ship', resolved: ['vote-copy-1-1'] });
  });

  test('[S4] scale="100" with votes of 85 has no usable vote', () => {
    const run: PanelEvent = { type: 'run_open', version: 1, claims: { scale: 100 }, position: 0 };
    const votes = { critic: 10, brand: 10, a11y: 10, copy: 10 };
    const result = play([run, ...round(1, votes, { scoreClaim: 85 }), ship()]);
    expect(roundEnds(result)[0]).toMatchObject({ composite: 0, mustFix: 4, decision: 'continue' });
    expect(terminal(result)[0]).toMatchObject({ status: 'below_threshold' });
  });

  test('[S4] another scale announced between rounds makes the votes after it unusable, until it is taken back', () => {
    const scale = (claims: { scale?: number }): PanelEvent => ({
      type: 'run_open',
      version: 1,
      claims,
      position: 0,
    });
    const votes = { critic: 10, brand: 10, a11y: 10, copy: 10 };
    const result = play([
      scale({ scale: 10 }),
      ...round(1, { ...ALL, critic: 5 }),
      scale({ scale: 100 }),
      scale({}),
      ...round(2, votes, { scoreClaim: 15 }),
      scale({ scale: 10 }),
      ...round(3, votes),
    ]);
    expect(
      roundEnds(result)
        .map(({ composite, decision }) => [composite, decision])
        .slice(1),
    ).toEqual([
      [0, 'continue'],
      [10, 'ship'],
    ]);
  });

  test.each([
    [20, true],
    [20.1, false],
    [85, false],
  ])('[S4] a vote of %d on a scale of 10 is usable: %s', (scoreClaim, usable) => {
    const result = play(round(1, { critic: 10, brand: 10, a11y: 10, copy: 10 }, { scoreClaim }));
    expect(roundEnds(result)[0]?.decision).toBe(usable ? 'ship' : 'continue');
    expect(warningKinds(result).includes('score_off_scale')).toBe(!usable);
  });

  test('[S4] a designer without a score is never missing', () => {
    expect(roundEnds(play(round(1, { designer: null, ...ALL })))[0]).toMatchObject({
      mustFix: 0,
      missing: [],
      decision: 'ship',
    });
  });

  test('[S4] a designer may score; it is stored and weighs nothing', () => {
    const result = play(round(1, { designer: 2, ...ALL }));
    expect(roundEnds(result)[0]?.composite).toBe(9);
    expect(result.events.find((event) => event.type === 'critique.panelist_close')).toMatchObject({
      role: 'designer',
      score: 2,
    });
  });
});

describe('one end', () => {
  test('[S5] whatever the order of timeouts, interrupts, exits and late events, a run ends once', () => {
    const pool: ScoreboardInput[] = [
      ...Object.values(stop),
      ship(),
      { type: 'turn_end' },
      { type: 'stream_end' },
      { type: 'warning', kind: 'unexpected_text', position: 1, detail: '' },
      ...round(1, ALL),
      ...round(2, { critic: 3 }),
    ];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(pool, { minLength: 1 }),
        fc.constantFrom('one-shot' as const, 'conversational' as const),
        (inputs, turns) => {
          const result = play([{ type: 'begin' }, ...inputs, { type: 'stream_end' }], CONFIG, turns);
          expect(terminal(result)).toHaveLength(1);
          expect(result.effects.filter((effect) => effect.type === 'finish')).toHaveLength(1);
          expect(isTerminalEvent(result.events.at(-1) ?? { type: 'none' })).toBe(true);
        },
      ),
      { seed: 7, numRuns: 2000 },
    );
  });

  test('[S5] a SHIP followed by a crash, a timeout or an interrupt stays shipped', () => {
    for (const late of Object.values(stop)) {
      expect(play([...round(1, ALL), ship(), late]).state.outcome).toMatchObject({
        status: 'shipped',
        round: 1,
      });
    }
  });
});

describe('the ship rule', () => {
  test.each([
    ['at the threshold', 8, 'ship'],
    ['just below it', 7.9, 'continue'],
    ['above it', 9, 'ship'],
  ])('[S6] a composite %s', (_, vote, decision) => {
    expect(
      roundEnds(play(round(1, { critic: vote, brand: vote, a11y: vote, copy: vote })))[0]?.decision,
    ).toBe(decision);
  });

  test('[S6] one open must-fix keeps a perfect score from shipping', () => {
    const result = play(
      round(
        1,
        { critic: 10, brand: 10, a11y: 10, copy: 10 },
        { demands: { copy: [demand('Say the price.')] } },
      ),
    );
    expect(roundEnds(result)[0]).toMatchObject({ composite: 10, mustFix: 1, decision: 'continue' });
    expect(roundEnds(result)[0]?.reason).toBe('composite 10.00 reaches 8.0; 1 must-fix open');
  });

  test('[S6] a round without any page ships nothing', () => {
    expect(roundEnds(play(round(1, ALL, { artifact: false })))[0]?.decision).toBe('continue');
  });

  test('[S6] a blank artifact is none', () => {
    const blank = round(1, ALL).map((event) =>
      event.type === 'artifact_close' ? { ...event, blank: true } : event,
    );
    expect(roundEnds(play(blank))[0]?.decision).toBe('continue');
  });
});

describe('must-fixes', () => {
  const darken = demand('Darken the button.', { target: 'a.cta' });

  test('[S7] the same demand made again keeps its identity; a new one gets a new id', () => {
    const result = play([
      ...round(1, { ...ALL, critic: 6 }, { demands: { critic: [darken] } }),
      ...round(
        2,
        { ...ALL, critic: 6 },
        { demands: { critic: [demand('darken the BUTTON', { target: 'a.cta' }), demand('New.')] } },
      ),
    ]);
    expect(
      result.events.flatMap((event) =>
        event.type === 'critique.panelist_must_fix' ? [[event.id, event.openedRound]] : [],
      ),
    ).toEqual([
      ['critic-1-1', 1],
      ['critic-1-1', 1],
      ['critic-2-1', 2],
    ]);
  });

  test('[S7] an id of its own is kept, found again after it was resolved, and never shared', () => {
    const withId = (id: string, n: number, role: PanelistRole = 'critic'): PanelEvent => ({
      type: 'panelist_must_fix',
      round: n,
      role,
      id,
      demand: darken,
    });
    const insert = (n: number, ...extra: PanelEvent[]) => {
      const events = round(n, ALL);
      return [...events.slice(0, 4), ...extra, ...events.slice(4)];
    };
    const result = play([
      ...insert(1, withId('k', 1), withId('k', 1, 'brand')),
      ...round(2, ALL, { demands: { copy: [demand('x')] } }),
      ...insert(3, withId('k', 3)),
    ]);
    const critic = result.state.ledger.find((entry) => entry.id === 'k');
    expect(critic).toMatchObject({ role: 'critic', openedRound: 1, resolvedRound: null });
    expect(result.state.ledger.map(({ id, role }) => [id, role])).toContainEqual(['brand-1-1', 'brand']);
  });

  test('[S8] a demand not repeated by a panelist who spoke is resolved in that round', () => {
    const result = play([
      ...round(1, { ...ALL, critic: 6 }, { demands: { critic: [darken] } }),
      ...round(2, ALL),
    ]);
    expect(roundEnds(result)[1]).toMatchObject({ resolved: ['critic-1-1'], mustFix: 0 });
    expect(result.state.ledger[0]).toMatchObject({ openedRound: 1, resolvedRound: 2 });
  });

  test('[S8] silence of an absent panelist fixes nothing', () => {
    const result = play([
      ...round(1, ALL, { demands: { critic: [darken] } }),
      ...round(2, { brand: 9, a11y: 9, copy: 9 }),
    ]);
    expect(roundEnds(result)[1]).toMatchObject({ resolved: [], mustFix: 2 });
  });

  test.each([
    [MAX_MUST_FIXES_PER_PANELIST - 1, 0],
    [MAX_MUST_FIXES_PER_PANELIST, 0],
    [MAX_MUST_FIXES_PER_PANELIST + 1, 1],
    [MAX_MUST_FIXES_PER_PANELIST + 2, 1],
  ])('[S7] %i demands of one panelist give %i warning', (count, warned) => {
    const demands = { critic: Array.from({ length: count }, (_, i) => demand(`Fix ${i}.`)) };
    const result = play(round(1, ALL, { demands }));
    expect(warningKinds(result).filter((kind) => kind === 'must_fix_over_limit')).toHaveLength(warned);
    expect(roundEnds(result)[0]?.mustFix).toBe(Math.min(count, MAX_MUST_FIXES_PER_PANELIST));
  });
});

describe('weak debate', () => {
  const weak = (demands: Partial<Record<PanelistRole, Demand[]>>) =>
    warningKinds(play(round(1, { critic: 5, brand: 5, a11y: 5, copy: 5 }, { demands }))).includes(
      'weak_debate',
    );

  test.each([
    ['nobody demands', {}, true],
    ['only the critic', { critic: [demand('a')] }, true],
    ['only the others', { brand: [demand('a')] }, true],
    ['both, of different things', { critic: [demand('a')], a11y: [demand('b')] }, false],
    [
      'both, of the same dim',
      { critic: [demand('a', { dim: 'contrast' })], a11y: [demand('b', { dim: 'contrast' })] },
      true,
    ],
    [
      'both, of the same target',
      { critic: [demand('a', { target: 'h1' })], copy: [demand('b', { target: 'h1' })] },
      true,
    ],
  ])('[S9] %s', (_, demands, expected) => {
    expect(weak(demands)).toBe(expected);
  });

  test('[S9] a round that ships needs no debate', () => {
    expect(warningKinds(play(round(1, ALL)))).toEqual([]);
  });
});

describe('fallback', () => {
  const rounds = (scores: number[]) =>
    scores.flatMap((score, i) => round(i + 1, { critic: score, brand: score, a11y: score, copy: score }));

  test.each([
    ['ship_best', [6, 7, 5], 2, 7],
    ['ship_best', [6, 7, 7], 3, 7],
    ['ship_last', [6, 7, 5], 3, 5],
  ] as const)('[S10] %s of %j keeps round %i', (fallbackPolicy, scores, kept, composite) => {
    const result = play(rounds([...scores]), { ...CONFIG, fallbackPolicy });
    expect(terminal(result)).toEqual([
      {
        type: 'critique.ship',
        runId: 'run',
        round: kept,
        composite,
        status: 'below_threshold',
        artifactRef: IDENTITY.artifactRef,
        summary: '',
      },
    ]);
    expect(result.state.outcome?.artifact).toEqual({ in: 'round', round: kept });
  });

  test('[S10] fail keeps nothing and still names the last round', () => {
    const result = play(rounds([6, 7, 5]), { ...CONFIG, fallbackPolicy: 'fail' });
    expect(terminal(result)[0]).toMatchObject({
      status: 'below_threshold',
      round: 3,
      composite: 5,
      artifactRef: null,
    });
    expect(result.state.outcome).toMatchObject({ round: null, artifact: null });
  });

  test('[S10] the round limit is the configuration, and ends the run', () => {
    const result = play([...rounds([6]), ...round(2, ALL)], { ...CONFIG, maxRounds: 1 });
    expect(terminal(result)[0]).toMatchObject({ status: 'below_threshold', round: 1 });
    expect(roundEnds(result)).toHaveLength(1);
  });
});

describe('SHIP', () => {
  test('[S11] SHIP is granted for a round that passed', () => {
    expect(terminal(play([...round(1, ALL), ship()]))[0]).toMatchObject({
      status: 'shipped',
      round: 1,
      composite: 9,
      summary: 'done',
    });
  });

  test('[S11] SHIP is refused where the gate said no, or no round was closed', () => {
    const refused = play([...round(1, { ...ALL, critic: 5 }), ship({ round: 1, claims: { composite: 9 } })]);
    expect(warningKinds(refused)).toEqual(['weak_debate', 'composite_mismatch', 'ship_refused']);
    expect(terminal(refused)[0]).toMatchObject({ status: 'below_threshold' });
    expect(warningKinds(play([ship({ claims: { composite: 9 } })]))).toEqual(['ship_refused']);
    expect(play([ship()]).state.outcome).toMatchObject({ status: 'below_threshold', round: null });
  });

  test('[S11] SHIP that names another round or composite is told so', () => {
    const result = play([...round(1, ALL), ship({ round: 4, claims: { composite: 9.04 } })]);
    expect(warningKinds(result)).toEqual(['claim_mismatch']);
  });

  test.each([
    ['the same page', 'aa', 'aa', []],
    ['another page', 'aa', 'bb', ['ship_artifact_differs']],
  ])('[S11] SHIP with %s as the one judged', (_, judged, shipped, expected) => {
    const place = { in: 'ship' } as const;
    const result = play([
      ...round(1, ALL, { sha256: judged }),
      { type: 'artifact_close', place, mime: 'text/html', bytes: 1, blank: false, sha256: shipped },
      ship({ hasArtifact: true }),
    ]);
    expect(warningKinds(result)).toEqual(expected);
    expect(result.state.outcome?.artifact).toEqual({ in: 'ship' });
  });

  test('[S11] a gate that said yes needs no SHIP: the next round or a clean end is enough', () => {
    expect(
      terminal(play([...round(1, ALL), { type: 'round_open', round: 2, position: 0 }]))[0],
    ).toMatchObject({ status: 'shipped', round: 1 });
    expect(terminal(play([...round(1, ALL), { type: 'stream_end' }]))[0]).toMatchObject({
      status: 'shipped',
      round: 1,
    });
  });

  test('[S11] a conversational agent that says SHIP too early is asked on', () => {
    const result = play(
      [...round(1, { ...ALL, critic: 5 }), ship(), { type: 'turn_end' }],
      CONFIG,
      'conversational',
    );
    expect(result.effects.at(-1)).toEqual({ type: 'request_round', round: 2 });
    expect(terminal(result)).toEqual([]);
  });
});

describe('lint', () => {
  const lint = (where: 'round' | 'ship', ...texts: string[]): ScoreboardInput => ({
    type: 'lint',
    in: where,
    demands: texts.map((text) => demand(text)),
  });
  const linted = (n: number, ...texts: string[]): ScoreboardInput[] => {
    const events = round(n, ALL);
    return [...events.slice(0, 4), lint('round', ...texts), ...events.slice(4)];
  };

  test('[S12] what the lint finds keeps the round from shipping, and is resolved by a clean one', () => {
    const result = play([...linted(1, 'A TODO is left.'), ...linted(2)]);
    expect(roundEnds(result).map(({ mustFix, decision }) => [mustFix, decision])).toEqual([
      [1, 'continue'],
      [0, 'ship'],
    ]);
    expect(result.state.ledger[0]).toMatchObject({
      id: 'lint-designer-1-1',
      synthetic: true,
      resolvedRound: 2,
    });
  });

  test('[S12] a round without a page of its own was not linted: the finding stays open', () => {
    const result = play([...linted(1, 'A TODO is left.'), ...round(2, ALL, { artifact: false })]);
    expect(roundEnds(result)[1]).toMatchObject({ mustFix: 1, decision: 'continue' });
  });

  test('[S12] a finding in the shipped page refuses the ship', () => {
    const result = play([...round(1, ALL), lint('ship', 'Lorem ipsum.'), ship({ hasArtifact: true })]);
    expect(warningKinds(result)).toEqual(['ship_refused']);
    expect(terminal(result)[0]).toMatchObject({ status: 'below_threshold' });
    expect(result.events.find((event) => event.type === 'critique.panelist_must_fix')).toMatchObject({
      text: 'Lorem ipsum.',
      synthetic: true,
    });
  });
});

test('[S12] a finding in a page that is shipped before any round is kept with the refusal', () => {
  const result = play([
    { type: 'lint', in: 'ship', demands: [demand('Lorem ipsum.')] },
    ship({ hasArtifact: true }),
  ]);
  expect(result.state.ledger[0]).toMatchObject({ openedRound: 1, origin: 'lint' });
  expect(result.state.outcome?.status).toBe('below_threshold');
});

describe('stops', () => {
  const best = [...round(1, { ...ALL, critic: 5 }), ...round(2, { ...ALL, critic: 6 })];

  test('[S13] a timeout keeps the best round, and is never called shipped', () => {
    expect(terminal(play([...best, stop.timeout]))[0]).toMatchObject({
      type: 'critique.ship',
      status: 'timed_out',
      round: 2,
      summary: 'too slow',
    });
  });

  test('[S13] a timeout before any round names its cause', () => {
    expect(terminal(play([stop.timeout]))[0]).toEqual({
      type: 'critique.failed',
      runId: 'run',
      status: 'timed_out',
      cause: 'per_round_timeout',
      message: 'too slow',
      bestRound: null,
      partial: true,
    });
  });

  test('[S13] an interrupt keeps the best closed round, or nothing', () => {
    expect(terminal(play([...best, stop.interrupt]))[0]).toMatchObject({
      type: 'critique.interrupted',
      bestRound: 2,
      composite: 7.8,
    });
    expect(terminal(play([stop.interrupt]))[0]).toMatchObject({
      type: 'critique.interrupted',
      bestRound: null,
      composite: null,
    });
  });

  test('[S13] a crash before SHIP is failed, even where the gate had said yes', () => {
    expect(terminal(play([...round(1, ALL), stop.crash]))[0]).toMatchObject({
      type: 'critique.failed',
      status: 'failed',
      bestRound: 1,
    });
  });

  test('[S13] unreadable text degrades, with the rounds that were complete kept', () => {
    expect(terminal(play([...best, stop.unreadable]))[0]).toMatchObject({
      type: 'critique.degraded',
      reason: 'malformed_block',
      adapter: 'test',
      position: 3,
      bestRound: 2,
    });
  });

  test('[S13] an end without a round is degraded; an end below the threshold is below it', () => {
    expect(terminal(play([{ type: 'stream_end' }]))[0]).toMatchObject({
      type: 'critique.degraded',
      reason: 'malformed_block',
    });
    expect(terminal(play([...best, { type: 'turn_end' }]))[0]).toMatchObject({
      status: 'below_threshold',
      round: 2,
    });
  });
});

describe('conversations', () => {
  test('[S14] one turn a round: the gate asks for the next, and ends the run on its own yes', () => {
    const result = play(
      [...round(1, { ...ALL, critic: 5 }), { type: 'turn_end' }, ...round(2, ALL)],
      CONFIG,
      'conversational',
    );
    expect(result.effects.filter((effect) => effect.type === 'request_round')).toEqual([
      { type: 'request_round', round: 2 },
    ]);
    expect(terminal(result)[0]).toMatchObject({ status: 'shipped', round: 2 });
    expect(result.state.outcome?.artifact).toEqual({ in: 'round', round: 2 });
  });

  test('[S14] a turn that closes no round ends the run instead of being asked for again', () => {
    const result = play(
      [...round(1, { ...ALL, critic: 5 }), { type: 'turn_end' }, { type: 'turn_end' }],
      CONFIG,
      'conversational',
    );
    expect(terminal(result)[0]).toMatchObject({
      type: 'critique.degraded',
      message: 'the agent ended its turn without closing round 2',
      bestRound: 1,
    });
  });
});

describe('odds and ends', () => {
  test('[S15] events outside a round say nothing', () => {
    const inside = round(1, ALL, { demands: { critic: [demand('x')] } });
    const outside = inside.filter(
      (event) => event.type.startsWith('panelist') || event.type === 'round_close',
    );
    expect(play([...outside, { type: 'lint', in: 'round', demands: [demand('x')] }]).effects).toEqual([]);
    expect(play([...outside, { type: 'stranger_close', round: 1, voice: 'lawyer' }]).effects).toEqual([]);
  });

  test('[S15] a round that grows is told so, one that shrinks is not', () => {
    const grown = play([
      ...round(1, { critic: 5 }, { bytes: 10 }),
      ...round(2, { critic: 5 }, { bytes: 10 }),
      ...round(3, { critic: 5 }, { bytes: 9 }),
    ]);
    expect(warningKinds(grown).filter((kind) => kind === 'round_grew')).toHaveLength(1);
  });

  test('[S15] every closed round is handed on to be kept, and its artifact announced', () => {
    const result = play(round(1, ALL, { sha256: 'ff' }));
    expect(result.effects.find((effect) => effect.type === 'persist_round')).toEqual({
      type: 'persist_round',
      round: { round: 1, composite: 9, mustFix: 0, decision: 'ship' },
    });
    expect(result.events.find((event) => event.type === 'critique.round_artifact')).toMatchObject({
      round: 1,
      bytes: 1,
      sha256: 'ff',
      mime: 'text/html',
    });
  });
});
