import type { Finding, Vote } from '@design-jury/contracts/convergence/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify, classifyUnverified, effectiveVote, peersOf } from './classification.ts';
import { groupFindings, type RawFinding } from './grouping.ts';
import {
  type ConvergenceRounds,
  type DispatchResult,
  dispatchesOf,
  openRounds,
  type RawVote,
  tallyRound,
} from './rounds.ts';

const EVIDENCE = [{ kind: 'file' as const, ref: 'src/a.ts', line: 3 }];

function finding(id: string, discoveredBy: string[], rounds: Finding['rounds'] = []): Finding {
  return {
    id,
    claim: `claim ${id}`,
    discoveredBy,
    originWorker: discoveredBy[0] ?? '',
    originEvidence: EVIDENCE,
    ticketIds: [],
    source: null,
    supplements: [],
    notAsked: [],
    rounds,
    classification: null,
    disputed: false,
    unverified: false,
  };
}

const vote = (verdict: Vote['verdict'], disagreeBasis: Vote['disagreeBasis'] = null): Vote => ({
  verdict,
  disagreeBasis,
  rationale: '',
  evidence: [],
});
const AGREE = vote('agree');
const ERROR = vote('verification-error');
const UNPROVEN = vote('disagree', 'unproven');
const COUNTER = vote('disagree', 'counter-evidence');

describe('[V2] the worked rows', () => {
  test.each([
    [[AGREE], 'full-consensus', 'full-consensus'],
    [[UNPROVEN], 'worker-unique', 'worker-unique'],
    [[ERROR], 'worker-unique', 'worker-unique'],
    [[AGREE, vote('supplement')], 'full-consensus', 'full-consensus'],
    [[AGREE, UNPROVEN], 'partial-consensus', 'partial-consensus'],
    [[AGREE, COUNTER], 'partial-consensus', 'contested'],
    [[UNPROVEN, UNPROVEN], 'worker-unique', 'worker-unique'],
    [[AGREE, ERROR], 'partial-consensus', 'partial-consensus'],
    [[AGREE, UNPROVEN, COUNTER], 'contested', 'contested'],
  ])('origin + %j', (votes, collaborative, adversarial) => {
    const voters = ['origin', ...votes.map((_, index) => `w${index}`)];
    const cast = Object.fromEntries(votes.map((given, index) => [`w${index}`, given]));
    const item = finding('F-001', ['origin'], [{ round: 1, votes: cast }]);
    expect(classify(item, voters, false).classification).toBe(collaborative);
    expect(classify(item, voters, true).classification).toBe(adversarial);
  });

  test('one error only: unverified; two refusals: disputed', () => {
    const silent = finding('F-001', ['o'], [{ round: 1, votes: { a: ERROR } }]);
    expect(classify(silent, ['o', 'a'], true)).toMatchObject({ unverified: true, disputed: false });
    const refused = finding('F-001', ['o'], [{ round: 1, votes: { a: UNPROVEN, b: UNPROVEN } }]);
    expect(classify(refused, ['o', 'a', 'b'], true)).toMatchObject({ unverified: false, disputed: true });
  });

  test('what one says alone is never agreed, also where nobody else can judge it', () => {
    const alone = { ...finding('F-001', ['o']), notAsked: ['a', 'b'] };
    expect(classify(alone, ['o', 'a', 'b'], true)).toMatchObject({
      classification: 'worker-unique',
      unverified: true,
    });
    const two = { ...finding('F-001', ['o', 'a']), notAsked: ['b'] };
    expect(classify(two, ['o', 'a', 'b'], true)).toMatchObject({
      classification: 'full-consensus',
      unverified: false,
    });
  });

  test('a later error does not erase an earlier vote', () => {
    const rounds = [
      { round: 1, votes: { a: AGREE } },
      { round: 2, votes: { a: ERROR } },
    ];
    expect(effectiveVote({ rounds }, 'a')).toEqual(AGREE);
  });

  test('disabled convergence groups only', () => {
    const voters = ['a', 'b', 'c'];
    expect(classifyUnverified(finding('F', ['a', 'b', 'c']), voters).classification).toBe('full-consensus');
    expect(classifyUnverified(finding('F', ['a', 'b']), voters).classification).toBe('partial-consensus');
    expect(classifyUnverified(finding('F', ['a']), voters)).toMatchObject({
      classification: 'worker-unique',
      unverified: true,
    });
  });
});

const raw = (verdict: RawVote['verdict'], more: Partial<RawVote> = {}): RawVote => ({
  verdict,
  rationale: 'looked',
  evidence: EVIDENCE,
  ...more,
});
const all = (voter: string, ids: string[], given: RawVote): DispatchResult => ({
  voter,
  status: 'ok',
  votes: Object.fromEntries(ids.map((id) => [id, given])),
});
const dead = (voter: string): DispatchResult => ({ voter, status: 'non-result', reason: 'timed out' });
const open = (findings: Finding[], voters: string[], maxRounds = 2): ConvergenceRounds =>
  openRounds(findings, voters, { isAdversarial: true, maxRounds });

describe('rounds', () => {
  test('a finding all analysers made is agreed at once; nothing in the queue ends with 0 rounds', () => {
    const state = open([finding('F-001', ['a', 'b'])], ['a', 'b']);
    expect(state).toMatchObject({ finalState: 'converged', round: 0 });
    expect(state.findings[0]?.classification).toBe('full-consensus');
  });

  test('zero findings: converged, 0 rounds', () => {
    expect(open([], ['a', 'b'])).toMatchObject({ finalState: 'converged', round: 0, findings: [] });
  });

  test('three rounds with a shrinking queue', () => {
    const ids = ['F-001', 'F-002'];
    let state = open(
      ids.map((id) => finding(id, ['a'])),
      ['a', 'b', 'c'],
      3,
    );
    const sizes = [state.queue.length];
    const play = (b: DispatchResult, c: DispatchResult): void => {
      state = tallyRound(state, [b, c]).state;
      sizes.push(state.queue.length);
    };
    play(
      { voter: 'b', status: 'ok', votes: { 'F-001': raw('AGREE'), 'F-002': raw('AGREE') } },
      {
        voter: 'c',
        status: 'ok',
        votes: { 'F-001': raw('AGREE'), 'F-002': raw('DISAGREE', { basis: 'unproven' }) },
      },
    );
    expect(dispatchesOf(state).map(({ items }) => items.map(({ id }) => id))).toEqual([['F-002'], ['F-002']]);
    play(all('b', ['F-002'], raw('AGREE')), dead('c'));
    play(all('b', ['F-002'], raw('AGREE')), all('c', ['F-002'], raw('AGREE')));
    expect(sizes).toEqual([2, 1, 1, 0]);
    expect(state).toMatchObject({ finalState: 'converged', round: 3 });
  });

  test('[W4] every dispatch of a round without a result stops the run: aborted-non-result', () => {
    const state = open([finding('F-001', ['a'])], ['a', 'b', 'c']);
    const next = tallyRound(state, [dead('b'), dead('c')]).state;
    expect(next.finalState).toBe('aborted-non-result');
    expect(next.findings[0]).toMatchObject({ classification: 'worker-unique', unverified: true });
  });

  test('[W3] a partly read answer keeps its votes; only unanswered items are errors', () => {
    const state = open([finding('F-001', ['a']), finding('F-002', ['a'])], ['a', 'b']);
    const next = tallyRound(state, [all('b', ['F-001'], raw('AGREE'))]).state;
    expect(next.findings.map(({ rounds }) => rounds[0]?.votes.b?.verdict)).toEqual([
      'agree',
      'verification-error',
    ]);
    expect(next.queue).toEqual(['F-002']);
  });

  test('a refusal without a basis is stored as unproven with a warning; counter-evidence needs evidence', () => {
    const state = open([finding('F-001', ['a'])], ['a', 'b', 'c']);
    const { state: next, warnings } = tallyRound(state, [
      all('b', ['F-001'], raw('DISAGREE')),
      all('c', ['F-001'], raw('DISAGREE', { basis: 'counter-evidence', evidence: [] })),
    ]);
    const votes = next.findings[0]?.rounds[0]?.votes;
    expect([votes?.b?.disagreeBasis, votes?.c?.disagreeBasis]).toEqual(['unproven', 'unproven']);
    expect(warnings).toHaveLength(2);
  });

  test('a supplement is kept with its author', () => {
    const state = open([finding('F-001', ['a'])], ['a', 'b']);
    const next = tallyRound(state, [
      all('b', ['F-001'], raw('SUPPLEMENT', { supplement: 'also on Windows' })),
    ]).state;
    expect(next.findings[0]?.supplements).toEqual([{ by: 'b', text: 'also on Windows' }]);
  });
});

const VOTERS = ['a', 'b', 'c', 'd'];
const someFindings = fc
  .array(fc.subarray(VOTERS, { minLength: 1 }), { maxLength: 6 })
  .map((lists) => lists.map((who, index) => finding(`F-00${index + 1}`, who)));
const someVote = fc.oneof(
  fc.constant(null),
  fc.record({
    verdict: fc.constantFrom<RawVote['verdict']>('AGREE', 'DISAGREE', 'SUPPLEMENT'),
    basis: fc.constantFrom('counter-evidence', 'unproven', null),
    rationale: fc.constant('x'),
    evidence: fc.constantFrom([], EVIDENCE),
  }),
);

describe('queue invariants over random vote streams', () => {
  test('[Q1] [Q2] [Q3] [Q4] [Q5] [Q6] hold after every round', () => {
    fc.assert(
      fc.property(
        someFindings,
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        fc.array(fc.array(someVote, { minLength: 24, maxLength: 24 }), { minLength: 4, maxLength: 4 }),
        fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
        (findings, maxRounds, isAdversarial, votes, deaths) => {
          let state = openRounds(findings, VOTERS, { isAdversarial, maxRounds });
          const everLeft = new Set(findings.map(({ id }) => id).filter((id) => !state.queue.includes(id)));
          for (let round = 0; state.finalState === null; round++) {
            const dispatches = dispatchesOf(state);
            // [Q6] a later round carries what was said before.
            for (const { items } of dispatches)
              for (const item of items) expect(item.rounds).toHaveLength(round);
            const results = dispatches.map(({ voter, items }, d): DispatchResult => {
              if (deaths[round * 4 + d]) return dead(voter);
              const cast = items.flatMap(({ id }, i) => {
                const given = votes[round]?.[d * 6 + i];
                return given === null || given === undefined ? [] : [[id, given] as const];
              });
              return { voter, status: 'ok', votes: Object.fromEntries(cast) };
            });
            const before = state.queue;
            state = tallyRound(state, results).state;
            // [Q1] never grows, [Q2] never returns.
            expect(state.queue.every((id) => before.includes(id))).toBe(true);
            expect(state.queue.some((id) => everLeft.has(id))).toBe(false);
            for (const id of before) if (!state.queue.includes(id)) everLeft.add(id);
            // [Q5]
            expect(state.round).toBeLessThanOrEqual(maxRounds);
          }
          for (const item of state.findings) {
            expect(item.classification).not.toBeNull();
            for (const { votes: cast } of item.rounds) {
              // [Q3] nobody votes on what they discovered, [Q4] one vote per voter and round.
              expect(Object.keys(cast).toSorted()).toEqual(peersOf(item, VOTERS).toSorted());
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('[V1] grouping', () => {
  const found = (worker: string, claim: string, line: number, tickets?: string[]): RawFinding => ({
    worker,
    claim,
    evidence: [{ kind: 'file', ref: './src/pay.ts', line }],
    tickets,
  });

  test('the same claim of two workers is one finding, first in roster order', () => {
    const [one, ...rest] = groupFindings(
      [
        found('b', 'Rounding of the invoice total loses cents', 10, ['unknown']),
        found('a', 'invoice total rounding loses cents', 11, ['PAY-7']),
      ],
      ['a', 'b'],
    );
    expect(rest).toEqual([]);
    expect(one).toMatchObject({
      id: 'F-001',
      originWorker: 'a',
      discoveredBy: ['a', 'b'],
      ticketIds: ['PAY-7'],
    });
    expect(one?.originEvidence).toHaveLength(2);
  });

  test('the same place with a common word is one finding; another place is not', () => {
    const near = groupFindings(
      [found('a', 'total is wrong', 10), found('b', 'cents vanish from total', 12)],
      ['a', 'b'],
    );
    expect(near).toHaveLength(1);
    const far = groupFindings(
      [found('a', 'total is wrong', 10), found('b', 'cents vanish from total', 90)],
      ['a', 'b'],
    );
    expect(far).toHaveLength(2);
  });

  test('two findings of one worker stay two', () => {
    const claims = [found('a', 'the export is slow', 1), found('a', 'the export is slow', 1)];
    expect(groupFindings(claims, ['a', 'b'])).toHaveLength(2);
  });

  test('workers outside the roster do not count', () => {
    expect(groupFindings([found('lead', 'x y z', 1)], ['a'])).toEqual([]);
  });
});
