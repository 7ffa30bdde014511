/** The gate on a live answer: what a stored one was forgiven. */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { CritiqueConfig, PanelEvent, PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { describe, expect, test } from 'vitest';
import { transition } from './scoreboard.ts';
import { createScoreboard, type Scoreboard, type ScoreboardInput } from './scoreboard-state.ts';

const IDENTITY = { runId: 'run', adapter: 'test', artifactRef: { projectId: 'p', artifactId: 'a' } };
type Turns = Scoreboard['turns'];

function play(
  inputs: readonly ScoreboardInput[],
  turns: Turns = 'one-shot',
  config: Partial<CritiqueConfig> = {},
) {
  let state = createScoreboard(IDENTITY, turns);
  const events: CritiqueSseEvent[] = [];
  for (const input of inputs) {
    const [next, effects] = transition(state, input, { ...DEFAULT_CRITIQUE_CONFIG, ...config });
    state = next;
    for (const effect of effects) if (effect.type === 'emit') events.push(effect.event);
  }
  return { state, events, status: state.outcome?.status ?? null, end: events.at(-1) };
}

const JUDGES = ['critic', 'brand', 'a11y', 'copy'] as const;
const demandOf = (text: string, target: string | null = null) =>
  ({ text, dim: null, target, severity: 'major', evidence: null, witness: null }) as const;
const vote = (
  role: PanelistRole,
  score: number | null,
  rest: Partial<Extract<PanelEvent, { type: 'panelist_close' }>> = {},
  round = 1,
): PanelEvent => ({
  type: 'panelist_close',
  round,
  role,
  score,
  scoreClaim: score,
  mustFixClaim: null,
  position: 1,
  ...rest,
});
const page = (round: number, sha256: string): PanelEvent => ({
  type: 'artifact_close',
  place: { in: 'round', round },
  mime: 'text/html',
  bytes: 1,
  blank: false,
  sha256,
});
const close = (round = 1, claims = {}): PanelEvent => ({
  type: 'round_close',
  round,
  bytes: 100 - round,
  claims,
  reason: '',
  position: 2,
});
const open = (round = 1): PanelEvent => ({ type: 'round_open', round, position: 0 });
const ship: PanelEvent = {
  type: 'ship',
  round: 1,
  hasArtifact: false,
  claims: {},
  summary: 'Done.',
  position: 9,
};
const votes = (score: number, round = 1): PanelEvent[] => JUDGES.map((role) => vote(role, score, {}, round));
const must = (text: string, round = 1, target: string | null = null): PanelEvent => ({
  type: 'panelist_must_fix',
  round,
  role: 'critic',
  id: null,
  demand: demandOf(text, target),
});
const whole = (round: number, sha: string, score: number, said: PanelEvent[] = []): PanelEvent[] => [
  open(round),
  page(round, sha),
  ...said,
  ...votes(score, round),
  close(round),
];
const END: ScoreboardInput = { type: 'stream_end' };

describe('[S4] votes', () => {
  test.each([
    [10, 'shipped'],
    [10.1, 'below_threshold'],
    [12, 'below_threshold'],
    [20, 'below_threshold'],
    [-1, 'below_threshold'],
  ])('a critic at %d on a scale of 10: %s', (claim, status) => {
    const critic = vote('critic', claim > 10 || claim < 0 ? null : claim, { scoreClaim: claim });
    const inputs = [open(), page(1, 'a'), critic, ...votes(9).slice(1), close(), ship, END];
    expect(play(inputs).status).toBe(status);
  });

  test('[S22] no usable vote at all is no verdict, and has no composite', () => {
    const inputs = [open(), page(1, 'a'), ...JUDGES.map((role) => vote(role, null)), close()];
    const { state, end } = play(inputs);
    expect(end).toMatchObject({ type: 'critique.degraded', reason: 'no_usable_vote' });
    expect(state.outcome).toMatchObject({ status: 'degraded', composite: null });
    expect(play([ship]).end).toMatchObject({ type: 'critique.degraded', reason: 'no_usable_vote' });
    expect(play([ship], 'conversational').status).toBeNull();
  });

  const abstain = (role: PanelistRole, decisive: boolean): ScoreboardInput => ({
    type: 'abstain',
    role,
    reason: 'too little to judge: 2 different words where 8 are needed',
    decisive,
  });
  const without = (...silent: PanelistRole[]): PanelEvent[] =>
    JUDGES.map((role) => vote(role, silent.includes(role) ? null : 9));

  test('[S24] who has nothing to judge is neither a zero nor missing: the others decide', () => {
    const base = [open(), page(1, 'a'), abstain('brand', false), ...without('brand'), close(), END];
    const { events, status } = play(base, 'conversational');
    expect(status).toBe('shipped');
    expect(events.find(({ type }) => type === 'critique.round_end')).toMatchObject({
      composite: 9,
      mustFix: 0,
      missing: [],
      abstained: ['brand'],
    });
  });

  test('[S24] without a role that the page cannot be judged without there is no verdict and no composite', () => {
    const inputs = [open(), page(1, 'a'), abstain('copy', true), ...without('copy'), close(), END];
    const { state, end, events } = play(inputs, 'conversational');
    expect(end).toMatchObject({
      type: 'critique.degraded',
      reason: 'no_usable_vote',
      message: 'too little to judge: 2 different words where 8 are needed; no vote of copy',
    });
    expect(state.outcome).toMatchObject({ status: 'degraded', composite: null, round: null });
    expect(events.some(({ type }) => type === 'critique.round_end')).toBe(false);
    const all = [
      open(),
      page(1, 'a'),
      ...JUDGES.map((role) => abstain(role, false)),
      ...without(...JUDGES),
      close(),
    ];
    expect(play(all, 'conversational').status).toBe('degraded');
  });

  test('[S24] who abstains between rounds abstains from nothing', () => {
    const { state, events } = play([abstain('copy', true)], 'conversational');
    expect([state.outcome, events]).toEqual([null, []]);
  });

  test('after a no only a second SHIP is still put on file', () => {
    const low = [open(), page(1, 'a'), ...JUDGES.map((role) => vote(role, 5)), close()];
    const said = (kind: 'duplicate_ship' | 'stray_tag'): PanelEvent => ({
      type: 'warning',
      kind,
      position: 9,
      detail: kind,
    });
    const { events } = play([...low, said('stray_tag'), said('duplicate_ship')], 'one-shot', {
      maxRounds: 1,
    });
    const { state } = play(low, 'one-shot', { maxRounds: 1 });
    expect(state.verdict?.type).not.toBe('gate_passed');
    expect(state.verdict).not.toBeNull();
    expect(events.flatMap((event) => (event.type === 'critique.parser_warning' ? [event.kind] : []))).toEqual(
      ['weak_debate', 'duplicate_ship'],
    );
  });

  test('[S24] who says nothing at all is missing still, and blocks', () => {
    const inputs = [open(), page(1, 'a'), abstain('brand', false), ...without('brand', 'a11y'), close(), END];
    const { events, status } = play(inputs, 'conversational', { maxRounds: 1 });
    expect(status).toBe('below_threshold');
    expect(events.find(({ type }) => type === 'critique.round_end')).toMatchObject({
      missing: ['a11y'],
      abstained: ['brand'],
      mustFix: 1,
    });
  });
});

describe('[S20] contradictions', () => {
  const base = [open(), page(1, 'a'), ...votes(9)];
  test('a second vote: the lower counts, and one that cannot be used leaves none', () => {
    const low = play([...base, vote('critic', 3), close(), END]);
    expect(low.events.find(({ type }) => type === 'critique.round_end')).toMatchObject({ composite: 6.6 });
    expect(
      play([...base, vote('critic', 10), close(), END]).events.find(
        ({ type }) => type === 'critique.round_end',
      ),
    ).toMatchObject({ composite: 9 });
    expect(
      play([...base, vote('critic', null), close(), END]).events.find(
        ({ type }) => type === 'critique.round_end',
      ),
    ).toMatchObject({ missing: ['critic'] });
    expect(play([open(), page(1, 'a'), vote('critic', null), ...votes(9), close(), END]).status).toBe(
      'below_threshold',
    );
  });

  test('a demand of nobody on the panel stands, with its name, in a round and between rounds', () => {
    const stray = (from: string | null): ScoreboardInput => ({
      type: 'stray_demand',
      from,
      demand: demandOf('Pay.'),
      position: 3,
    });
    const said = play([...base, stray('lawyer'), stray(null), close(), END]);
    expect(said.status).toBe('below_threshold');
    expect(said.state.ledger.map(({ text }) => text)).toEqual(['lawyer: Pay.', 'Pay.']);
    expect(play([stray(''), ...base, close(), END]).status).toBe('below_threshold');
    expect(play([...whole(1, 'a', 5), stray(null), ...whole(2, 'b', 9), END]).status).toBe('shipped');
    expect(play([...whole(1, 'a', 9), ship, stray(null)]).end).toMatchObject({ reason: 'ambiguous_answer' });
  });

  test.each([
    ['a number above the list', { mustFixClaim: 2 }, {}],
    ['an unreadable number', { mustFixClaim: 'unreadable' as const }, {}],
    ['a number at the end of the round', {}, { mustFix: 2 }],
  ])('%s is a demand that nobody can see met', (_, own, claims) => {
    const inputs = [
      open(),
      page(1, 'a'),
      vote('critic', 9, own),
      ...votes(9).slice(1),
      close(1, claims),
      END,
    ];
    expect(play(inputs).status).toBe('below_threshold');
    expect(play([...inputs.slice(0, -1), ...whole(2, 'b', 9), END]).status).toBe('shipped');
  });

  test('a contradiction of the text ends the run, also after a yes and not after a no', () => {
    const said: ScoreboardInput = { type: 'contradiction', position: 7, detail: 'SHIP stands twice' };
    expect(play([...whole(1, 'a', 9), ship, said]).end).toMatchObject({
      reason: 'ambiguous_answer',
      message: 'SHIP stands twice',
      position: 7,
    });
    expect(play([...whole(1, 'a', 5), said], 'one-shot', { maxRounds: 1 }).status).toBeNull();
    expect(play([...whole(1, 'a', 5), said, END], 'one-shot', { maxRounds: 1 }).status).toBe(
      'below_threshold',
    );
  });

  test('two pages in a round, or in SHIP, contradict each other; the same twice does not', () => {
    expect(play([open(), page(1, 'a'), page(1, 'b')]).end).toMatchObject({ reason: 'ambiguous_answer' });
    expect(play([open(), page(1, 'a'), page(1, 'a'), ...votes(9), close(), END]).status).toBe('shipped');
    const inShip = (sha256: string): PanelEvent => ({
      type: 'artifact_close',
      place: { in: 'ship' },
      mime: 'text/html',
      bytes: 1,
      blank: false,
      sha256,
    });
    expect(play([...whole(1, 'a', 9), inShip('b'), inShip('c')]).end).toMatchObject({
      reason: 'ambiguous_answer',
    });
    expect(play([...whole(1, 'a', 9), inShip('b'), inShip('b'), ship, END]).status).toBe('shipped');
    const blank = { ...page(1, 'b'), blank: true } as PanelEvent;
    expect(play([open(), page(1, 'a'), blank, ...votes(9), close(), END]).status).toBe('shipped');
  });

  test('SHIP inside a round is none', () => {
    expect(play([open(), page(1, 'a'), ...votes(9), ship]).end).toMatchObject({ reason: 'ambiguous_answer' });
  });

  test('a yes is said when the turn is over; a round after it takes it back', () => {
    const yes = play(whole(1, 'a', 9), 'conversational');
    expect([yes.status, yes.state.verdict?.type]).toEqual([null, 'gate_passed']);
    expect(play([...whole(1, 'a', 9), { type: 'turn_end' }], 'conversational').status).toBe('shipped');
    expect(
      play([...whole(1, 'a', 9), ...whole(2, 'b', 3), { type: 'turn_end' }], 'conversational').state.verdict,
    ).toBeNull();
  });

  test('what was decided stands, however the turn ends, unless it cannot be read', () => {
    const failed: ScoreboardInput = {
      type: 'stop',
      ending: { type: 'failed', cause: 'cli_exit_nonzero', message: 'x' },
    };
    const broken: ScoreboardInput = {
      type: 'stop',
      ending: { type: 'unreadable', reason: 'malformed_block', message: 'x', position: 1 },
    };
    expect(play([...whole(1, 'a', 9), ship, failed]).status).toBe('shipped');
    expect(play([...whole(1, 'a', 9), ship, broken]).status).toBe('degraded');
  });
});

describe('[S21] the page of a vote', () => {
  test('votes before the page of their round are votes on another', () => {
    const late = play([open(), page(1, 'a'), close(), END]);
    expect(late.end).toMatchObject({ reason: 'no_usable_vote' });
    const inputs = [...whole(1, 'a', 5), open(2), ...votes(9, 2), page(2, 'b'), close(2), END];
    expect(play(inputs).end).toMatchObject({ reason: 'no_usable_vote' });
    const same = [...whole(1, 'a', 5), open(2), ...votes(9, 2), page(2, 'a'), close(2), END];
    expect(play(same).status).toBe('shipped');
    const designer = [
      ...whole(1, 'a', 5),
      open(2),
      vote('designer', 7, {}, 2),
      page(2, 'b'),
      ...votes(9, 2),
      close(2),
      END,
    ];
    expect(play(designer).status).toBe('shipped');
  });

  test('the page of the host is what round 1 looks at, until the author gives another', () => {
    const given: ScoreboardInput = { type: 'page_given', mime: 'text/html', bytes: 1, sha256: 'host' };
    expect(play([open(), given, ...votes(9), close(), ship, END]).status).toBe('shipped');
    expect(play([open(), given, ...votes(9), page(1, 'b'), close()]).end).toMatchObject({
      reason: 'no_usable_vote',
    });
    expect(play([open(), given, page(1, 'b'), ...votes(9), close(), END]).status).toBe('shipped');
  });
});

describe('[S8] a demand is met', () => {
  test('only by a page that changed', () => {
    expect(play([...whole(1, 'a', 9, [must('Larger.')]), ...whole(2, 'a', 9), END]).status).toBe(
      'below_threshold',
    );
    expect(play([...whole(1, 'a', 9, [must('Larger.')]), ...whole(2, 'b', 9), END]).status).toBe('shipped');
    const told = play([...whole(1, 'a', 9, [must('Larger.')]), ...whole(2, 'a', 9), END]).events;
    expect(told).toContainEqual(expect.objectContaining({ kind: 'page_unchanged' }));
  });

  test('only where it points', () => {
    const first = whole(1, 'a', 9, [must('Larger.', 1, 'h1')]);
    const untouched: ScoreboardInput = { type: 'untouched', ids: ['critic-1-1'] };
    const second = (said: ScoreboardInput[]): ScoreboardInput[] => [
      open(2),
      page(2, 'b'),
      ...votes(9, 2),
      ...said,
      close(2),
      END,
    ];
    expect(play([...first, ...second([untouched])]).status).toBe('below_threshold');
    expect(play([...first, ...second([])]).status).toBe('shipped');
    expect(play([untouched, ...first, ...second([])]).status).toBe('shipped');
  });

  test('by a page it was ever made of no more, also where it was made of another one since', () => {
    const made = [...whole(1, 'a', 9, [must('Larger.')]), ...whole(2, 'b', 9, [must('Larger.', 2)])];
    expect(play([...made, ...whole(3, 'a', 9), END]).status).toBe('below_threshold');
    expect(play([...made, ...whole(3, 'b', 9), END]).status).toBe('below_threshold');
    expect(play([...made, ...whole(3, 'c', 9), END]).status).toBe('shipped');
  });

  test('not by the first page, where it was made before there was one, in whatever round', () => {
    const none = [open(1), ...votes(9, 1), close(1)];
    const late = [open(2), must('Larger.', 2), page(2, 'a'), ...votes(9, 2), close(2)];
    const told = play([...none, ...late, open(3), ...votes(9, 3), close(3), END]);
    expect(told.status).toBe('below_threshold');
    expect(play([...none, ...late, ...whole(3, 'b', 9), END]).status).toBe('shipped');
  });

  test('by a page that goes back to what it was no more', () => {
    const first = whole(1, 'a', 9, [must('Larger.')]);
    const back = play([...first, ...whole(2, 'b', 5), ...whole(3, 'a', 9), END]);
    expect(back.status).toBe('below_threshold');
    expect(back.state.ledger).toMatchObject([{ text: 'Larger.', openedRound: 1, resolvedRound: null }]);
    expect(back.events).toContainEqual(
      expect.objectContaining({ type: 'critique.panelist_must_fix', round: 3, id: 'critic-1-1' }),
    );
    expect(play([...first, ...whole(2, 'b', 5), ...whole(3, 'c', 9), END]).status).toBe('shipped');
    const placed = (ids: string[]): ScoreboardInput[] => [
      open(3),
      page(3, 'c'),
      ...votes(9, 3),
      { type: 'untouched', ids },
      close(3),
      END,
    ];
    expect(play([...first, ...whole(2, 'b', 5), ...placed(['critic-1-1'])]).status).toBe('below_threshold');
  });

  test('under its own number: the same number for another demand elsewhere does not take it back', () => {
    const numbered = (round: number, text: string, target: string): PanelEvent => ({
      type: 'panelist_must_fix',
      round,
      role: 'critic',
      id: '1',
      demand: demandOf(text, target),
    });
    const again = [open(2), page(2, 'b'), numbered(2, 'Darker.', 'a'), ...votes(9, 2)];
    const third = (ids: string[]): ScoreboardInput[] => [
      open(3),
      page(3, 'c'),
      ...votes(9, 3),
      { type: 'untouched', ids },
      close(3),
      END,
    ];
    const first = whole(1, 'a', 9, [numbered(1, 'Name the price.', '.price')]);
    const untouched: ScoreboardInput = { type: 'untouched', ids: ['1'] };
    const told = play([...first, ...again, untouched, close(2), ...third(['1'])]);
    expect(told.status).toBe('below_threshold');
    expect(told.state.ledger.filter(({ resolvedRound }) => resolvedRound === null)).toMatchObject([
      { id: '1', text: 'Name the price.' },
    ]);
    expect(play([...first, ...again, untouched, close(2), ...third([])]).status).toBe('shipped');
  });
});

test('[S23] a round that is left open behind one that would ship takes its yes back', () => {
  expect(play([...whole(1, 'a', 9), END]).status).toBe('shipped');
  expect(play([...whole(1, 'a', 9), open(2), END])).toMatchObject({
    status: 'degraded',
    end: { reason: 'ambiguous_answer', message: expect.stringContaining('left open') },
  });
});
