import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import { foldAll, type RunView } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import type { UnlockSet, UnlockStep } from '@design-jury/contracts/trust/unlock';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALL, roundEvents, ship, stampAll, started } from '../report/test/run.ts';
import { type Board, boardOfRound, boardsOf, judgeBoard } from './boards.ts';
import { rejudge } from './rejudge.ts';
import { type UnlockRules, unlockOf, unlockSet, withSteps } from './unlock.ts';

const CAST: PanelistRole[] = ['designer', 'critic', 'brand', 'a11y', 'copy'];
const RULES: UnlockRules = {
  cast: CAST,
  weights: { designer: 0, critic: 0.4, brand: 0.2, a11y: 0.2, copy: 0.2 },
  scoreThreshold: 8,
  scale: 10,
};

function board(votes: Board['votes'], open: readonly string[] = [], more: Partial<Board> = {}): Board {
  return {
    round: 1,
    votes,
    open: open.map((id) => ({
      id,
      role: 'copy' as const,
      text: `Mend ${id}.`,
      dim: null,
      target: null,
      severity: 'major' as const,
      evidence: null,
      witness: null,
      openedRound: 1,
      synthetic: false,
    })),
    abstained: [],
    hasPage: true,
    sha256: null,
    said: { composite: 0, mustFix: 0, decision: 'continue' },
    ...more,
  };
}

function viewOf(events: readonly TranscriptEvent[]): RunView {
  const state = foldAll(events);
  if (state.phase === 'idle') throw new Error('nothing was said');
  return state;
}

/** Steps of a tenth, over all votes: what the second measure of smallness counts. */
function tenths(steps: readonly UnlockStep[]): number {
  const points = steps.map((step) =>
    step.kind === 'raise' ? step.to - step.from : step.kind === 'vote' ? step.atLeast : 0,
  );
  return Math.round(points.reduce((sum, one) => sum + one, 0) * 10);
}

describe('the unlock set', () => {
  test('one role rises by as little as the gate needs, the heaviest first', () => {
    expect(unlockSet(board({ critic: 7, brand: 8, a11y: 8, copy: 8 }, ['title']), RULES)).toEqual({
      round: 1,
      threshold: 8,
      composite: { now: 7.6, after: 8 },
      steps: [
        expect.objectContaining({ kind: 'must_fix', id: 'title' }),
        { kind: 'raise', role: 'critic', from: 7, to: 8, dims: [] },
      ],
    });
  });

  test('a vote that is missing has to be given, a role that had nothing to judge has not', () => {
    const lacking = board({ critic: 9, brand: 9, a11y: 9 });
    expect(unlockSet(lacking, RULES)?.steps).toEqual([{ kind: 'vote', role: 'copy', atLeast: 4 }]);
    expect(unlockSet({ ...lacking, abstained: ['copy'] }, RULES)?.steps).toEqual([]);
  });

  test('without a page a page is asked for; without anybody who could vote there is no set', () => {
    expect(unlockSet(board(ALL(9), [], { hasPage: false }), RULES)?.steps).toEqual([{ kind: 'page' }]);
    expect(unlockSet(board({}, [], { abstained: ['critic', 'brand', 'a11y', 'copy'] }), RULES)).toBeNull();
  });

  test('what is accepted is not asked for, and what scored low in a role is named', () => {
    const events = stampAll([
      started(),
      ...roundEvents(1, { votes: ALL(7), composite: 7, demands: { copy: ['a', 'b'] } }),
      ship(1, 7, 'below_threshold'),
    ]);
    expect(
      unlockOf(viewOf(events), 1, { weights: RULES.weights, accepted: new Set(['a']) })?.steps,
    ).toMatchObject([
      { kind: 'must_fix', id: 'b' },
      { kind: 'raise', role: 'critic', from: 7, to: 9.5, dims: [{ name: 'first', score: 7 }] },
    ]);
    expect(unlockOf(viewOf(events), 2, { weights: RULES.weights })).toBeNull();
  });
});

function perRole<Value>(one: fc.Arbitrary<Value>) {
  return fc.record({ designer: one, critic: one, brand: one, a11y: one, copy: one });
}

/** Boards on a scale of 1, so that every vector of votes can be tried. */
const boards = fc
  .record({
    votes: perRole(fc.option(fc.integer({ min: 6, max: 10 }), { freq: 9 })),
    weights: perRole(fc.constantFrom(0, 0.1, 0.2, 0.25, 0.4, 1)),
    threshold: fc.integer({ min: 0, max: 100 }),
    open: fc.integer({ min: 0, max: 2 }),
    hasPage: fc.boolean(),
    abstains: fc.constantFrom<PanelistRole | null>(null, null, 'brand', 'copy'),
  })
  .map(({ votes, weights, threshold, open, hasPage, abstains }) => {
    const given = Object.entries(votes).flatMap(([role, vote]) =>
      vote === null || role === abstains ? [] : [[role, vote / 10]],
    );
    const rules = { cast: CAST, weights, scoreThreshold: threshold / 100, scale: 1 };
    const ids = ['a', 'b'].slice(0, open);
    const made = board(Object.fromEntries(given), ids, {
      hasPage,
      abstained: abstains === null ? [] : [abstains],
    });
    return { board: made, rules };
  });

/** Every set of steps there is: number of steps and tenths of the smallest that ships; null where none does. */
function bruteForce(one: Board, rules: UnlockRules): { steps: number; tenths: number } | null {
  const voters = CAST.filter((role) => rules.weights[role] > 0 && !one.abstained.includes(role));
  let best: { steps: number; tenths: number } | null = null;
  const tryVotes = (index: number, votes: Board['votes'], changed: number, points: number): void => {
    const role = voters[index];
    if (role === undefined) {
      for (let met = 0; met < 2 ** (one.open.length + 1); met += 1) {
        const isMade = (met & 1) === 1;
        const open = one.open.filter((_, at) => ((met >> (at + 1)) & 1) === 0);
        const tried = { ...one, votes, open, hasPage: one.hasPage || isMade };
        if (judgeBoard(tried, rules).decision !== 'ship') continue;
        const steps = changed + one.open.length - open.length + (isMade ? 1 : 0);
        if (best === null || steps < best.steps || (steps === best.steps && points < best.tenths))
          best = { steps, tenths: points };
      }
      return;
    }
    const from = one.votes[role];
    const low = from === undefined ? 0 : Math.round(from * 10);
    tryVotes(index + 1, votes, changed, points);
    for (let to = from === undefined ? 0 : low + 1; to <= 10; to += 1)
      tryVotes(index + 1, { ...votes, [role]: to / 10 }, changed + 1, points + to - low);
  };
  tryVotes(0, one.votes, 0, 0);
  return best;
}

test('on 300 generated boards it is as small as the smallest that brute force finds, and ships', () => {
  let compared = 0;
  fc.assert(
    fc.property(boards, ({ board: one, rules }) => {
      // Two missing votes are 121 times the work of none.
      fc.pre(CAST.filter((role) => one.votes[role] === undefined).length <= 1);
      const found = unlockSet(one, rules);
      const smallest = bruteForce(one, rules);
      expect(found === null ? null : { steps: found.steps.length, tenths: tenths(found.steps) }).toEqual(
        smallest,
      );
      if (found !== null) expectExact(one, rules, found);
      compared += 1;
    }),
    { numRuns: 300, seed: 23 },
  );
  expect(compared).toBe(300);
});

/** All of it ships; without any one step it does not, and so without any more of them. */
function expectExact(one: Board, rules: UnlockRules, found: UnlockSet): void {
  expect(judgeBoard(withSteps(one, found.steps), rules).decision).toBe('ship');
  for (const left of found.steps) {
    const others = found.steps.filter((step) => step !== left);
    expect(judgeBoard(withSteps(one, others), rules).decision).toBe('continue');
  }
}

test('of every recorded run that did not ship, a further round with exactly the set ships, and with one step less does not', () => {
  const folder = fileURLToPath(new URL('../../../../__fixtures__/critique/v1/', import.meta.url));
  let shown = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ndjson'))) {
    const lines = readFileSync(`${folder}/${name}`, 'utf8').trim().split('\n');
    const events = lines.map((line): TranscriptEvent => JSON.parse(line));
    const last = boardsOf(events).at(-1);
    const begun = events.find((event) => event.type === 'critique.run_started');
    if (last === undefined || begun === undefined) continue;
    const { sha256: _hash, ...folded } = boardOfRound(viewOf(events), last.round) ?? board({});
    expect({ name, ...last }).toMatchObject({ name, ...folded, abstained: last.abstained });
    const found = unlockOf(viewOf(events), last.round, begun);
    if (found === null || last.said.decision === 'ship') continue;
    shown += 1;
    expect({ name, ships: shipsAfter(events, last, found.steps) }).toEqual({ name, ships: true });
    for (const left of found.steps)
      expect(
        shipsAfter(
          events,
          last,
          found.steps.filter((step) => step !== left),
        ),
      ).toBe(false);
  }
  expect(shown).toBeGreaterThan(3);
});

/** The run with one more round in it, in which these steps were done, judged again from its events. */
function shipsAfter(events: readonly TranscriptEvent[], last: Board, steps: readonly UnlockStep[]): boolean {
  const { votes, open, hasPage } = withSteps(last, steps);
  const at = { runId: 'r', round: last.round + 1, at: '2026-01-01T00:00:00.000Z' };
  const stillOpen = new Set(open.map(({ id }) => id));
  const bodies = [
    ...(hasPage
      ? [{ type: 'critique.round_artifact', ...at, mime: 'text/html', bytes: 1, sha256: null }]
      : []),
    ...Object.entries(votes).map(([role, score]) => ({
      type: 'critique.panelist_close',
      ...at,
      role,
      score,
    })),
    {
      type: 'critique.round_end',
      ...at,
      composite: 0,
      mustFix: 0,
      decision: 'continue',
      reason: '',
      agentReason: '',
      resolved: last.open.filter(({ id }) => !stillOpen.has(id)).map(({ id }) => id),
      missing: [],
      abstained: last.abstained,
    },
  ];
  const next = bodies.map((body, index) => ({ ...body, seq: 100_000 + index }) as TranscriptEvent);
  const judged = rejudge([...events, ...next], {});
  return !('problem' in judged) && judged.rounds.at(-1)?.now.decision === 'ship';
}
