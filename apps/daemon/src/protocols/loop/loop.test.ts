import { type ExitCode, exitOf } from '@design-jury/contracts/exit-codes';
import {
  type AdversarialResult,
  type Criterion,
  type CriterionResult,
  type CriticLoopConfig,
  EscalationSchema,
  type PassAnswer,
} from '@design-jury/contracts/loop/schema';
import { describe, expect, test } from 'vitest';
import type { CountedFigure } from './figures.ts';
import { LoopConfigError, startLoop, transition } from './loop.ts';
import type { LoopEffect, LoopInput, LoopState } from './loop-state.ts';
import { convergedStatus, leastAnswered } from './protocol.ts';

const CRITERIA: Criterion[] = [
  { id: 'A', question: 'a?', figures: [] },
  { id: 'B', question: 'b?', figures: [] },
];
const CONFIG: CriticLoopConfig = {
  cap: 5,
  adversarialPerspectives: 1,
  escalationBatch: 3,
  onUnattended: 'pause',
  requireToolEvidence: false,
  reaskInvalid: 1,
};
const SAFE: AdversarialResult = {
  scenario: 'disk full',
  realistic: false,
  rationale: '3 of 3 writes are checked',
};

const result = (criterionId: string, more: Partial<CriterionResult> = {}): CriterionResult => ({
  criterionId,
  answer: '4 of 4 parts were looked at and hold',
  verdict: 'PASS',
  concerns: [],
  ...more,
});
const concern = (text: string) => [{ key: '', text }];
const fail = (criterionId: string, text: string) =>
  result(criterionId, { verdict: 'FAIL', fix: `repair ${text}`, concerns: concern(text) });
const escalate = (criterionId: string, question = 'in or out of scope?') =>
  result(criterionId, {
    verdict: 'ESCALATE',
    escalation: {
      criterionId,
      question,
      issue: 'two readings',
      why: 'only you know',
      trigger: 'scope-boundary',
      options: [
        { label: 'In', description: '', pro: '', con: '' },
        { label: 'Out', description: '', pro: '', con: '' },
      ],
    },
  });
const defer = (criterionId: string) => result(criterionId, { verdict: 'DEFER', reason: 'needs the vendor' });

/** Plays the machine: answers pass by pass, every fix holds unless `fix` says otherwise. */
class Play {
  state: LoopState;
  effects: LoopEffect[] = [];

  constructor(config: Partial<CriticLoopConfig> = {}, criteria = CRITERIA) {
    const [state, effects] = startLoop('spec', criteria, { ...CONFIG, ...config });
    this.state = state;
    this.effects.push(...effects);
  }

  send(input: LoopInput): this {
    const [state, effects] = transition(this.state, input);
    this.state = state;
    this.effects.push(...effects);
    return this;
  }

  answer(results: CriterionResult[], adversarial = [SAFE], counted: CountedFigure[] = []): this {
    const answer: PassAnswer = { results, adversarial };
    this.send({ type: 'pass_answered', answer, counted });
    return this;
  }

  /** Applies what is asked to be fixed, until nothing is. */
  fixAll(): this {
    for (let step = this.state.step; step.at === 'fixing'; step = this.state.step)
      this.send({ type: 'fix_applied', criterionId: step.waiting[0]?.criterionId ?? '' });
    return this;
  }

  outcomes(): string[] {
    return this.state.passes.map(({ outcome, fixesApplied }) =>
      outcome === 'CONTINUE' ? `CONTINUE (${fixesApplied} fixed)` : outcome,
    );
  }

  last(): LoopEffect | undefined {
    return this.effects.at(-1);
  }
}

const CLEAN = [result('A'), result('B')];

/** A finding that is put off by whom `by` names, and stays. */
function skippedBy(play: Play, by: string): Play {
  const found = { ...escalate('A'), concerns: concern('kept for 7 days, and for 24 hours') };
  play.answer([found, result('B')]);
  play.send({ type: 'choice_skipped', criterionId: 'A', reason: '[DEFERRED] skipped', by });
  return play.answer([found, result('B')]);
}

describe('the loop', () => {
  test('pass 1, all PASS, unrealistic scenario: the fast path ends at once', () => {
    const play = new Play().answer([result('A', { concerns: concern('could be shorter') }), result('B')]);
    expect(play.outcomes()).toEqual(['CONVERGED']);
    expect(play.last()).toEqual({
      type: 'ended',
      status: 'converged',
      totals: { passes: 1, fixes: 0, escalations: 0 },
      deferred: [],
    });
  });

  test('pass 1 with a DEFER, rest PASS: CONTINUE (0 fixed); the same DEFER again converges', () => {
    const play = new Play().answer([defer('A'), result('B')]).answer([defer('A'), result('B')]);
    expect(play.outcomes()).toEqual(['CONTINUE (0 fixed)', 'CONVERGED']);
    expect(play.state.deferred).toEqual([{ criterionId: 'A', reason: 'needs the vendor' }]);
  });

  test('a pass that fixed something is followed by at least one more', () => {
    const play = new Play().answer([fail('A', 'the missing section'), result('B')]).fixAll();
    expect(play.outcomes()).toEqual(['CONTINUE (1 fixed)']);
    play.answer(CLEAN);
    expect(play.outcomes()).toEqual(['CONTINUE (1 fixed)', 'CONVERGED']);
  });

  test('all PASS with a new concern in a later pass: CONTINUE (0 fixed)', () => {
    const play = new Play().answer([defer('A'), result('B')]);
    play.answer([defer('A'), result('B', { concerns: concern('the export has no size limit') })]);
    expect(play.outcomes()).toEqual(['CONTINUE (0 fixed)', 'CONTINUE (0 fixed)']);
    play.answer([defer('A'), result('B', { concerns: concern('export has still no limit on its size') })]);
    expect(play.outcomes().at(-1)).toBe('CONVERGED');
  });

  test('FAIL and ESCALATE together: fixes first, then the pause; the result line is ESCALATE', () => {
    const play = new Play().answer([fail('A', 'a gap'), escalate('B')]);
    expect(play.state.step.at).toBe('fixing');
    play.fixAll();
    expect(play.state.status).toBe('awaiting-input');
    play.send({ type: 'choice_made', criterionId: 'B', option: 1, changed: true });
    expect(play.outcomes()).toEqual(['ESCALATE']);
    expect(play.state.fixes).toBe(2);
  });

  test('a choice that changes the work counts as a fix, one that does not does not', () => {
    const kept = new Play().answer([escalate('A'), result('B')]);
    kept.send({ type: 'choice_made', criterionId: 'A', option: 2, changed: false });
    expect(kept.state.fixes).toBe(0);
    expect(kept.outcomes()).toEqual(['ESCALATE']);
    kept.answer(CLEAN);
    expect(kept.outcomes()).toEqual(['ESCALATE', 'CONVERGED']);
  });

  test('Skip defers without a fix, and the same question is not asked twice in one loop', () => {
    const play = new Play().answer([escalate('A'), result('B')]);
    play.send({ type: 'choice_skipped', criterionId: 'A', reason: '[DEFERRED] skipped' });
    expect(play.state.fixes).toBe(0);
    play.answer([escalate('A', 'Is it in scope or out of scope?'), result('B')]);
    expect(play.outcomes()).toEqual(['ESCALATE', 'CONVERGED']);
    expect(play.state.deferred).toEqual([{ criterionId: 'A', reason: '[DEFERRED] skipped' }]);
  });

  test('pass n = cap with all conditions met is CONVERGED, not SAFETY CAP', () => {
    const play = new Play({ cap: 2 }).answer([fail('A', 'a gap'), result('B')]).fixAll();
    play.answer(CLEAN);
    expect(play.outcomes()).toEqual(['CONTINUE (1 fixed)', 'CONVERGED']);
  });

  test('pass n = cap with fixes: kept, unverified, SAFETY CAP and a warning', () => {
    const play = new Play({ cap: 1 }).answer([fail('A', 'a gap'), result('B')]).fixAll();
    expect(play.outcomes()).toEqual(['SAFETY CAP']);
    expect(play.state.warnings.at(-1)).toContain('not verified');
  });

  test('ESCALATE in the last pass is still asked; then SAFETY CAP', () => {
    const play = new Play({ cap: 1 }).answer([escalate('A'), result('B')]);
    expect(play.last()).toMatchObject({ type: 'ask', batch: [{ criterionId: 'A' }] });
    play.send({ type: 'choice_made', criterionId: 'A', option: 1, changed: true });
    expect(play.state.status).toBe('safety-cap');
    expect(play.last()).toMatchObject({ type: 'ended', status: 'safety-cap' });
  });

  test('cap 1: only the fast path converges', () => {
    expect(new Play({ cap: 1 }).answer(CLEAN).state.status).toBe('converged');
    expect(new Play({ cap: 1 }).answer([defer('A'), result('B')]).state.status).toBe('safety-cap');
  });

  test('cap below 1, or no criteria, is a configuration error', () => {
    expect(() => startLoop('spec', CRITERIA, { ...CONFIG, cap: 0 })).toThrow(LoopConfigError);
    expect(() => startLoop('spec', [], CONFIG)).toThrow(LoopConfigError);
  });

  test('a fixer that throws leaves the FAIL open with a warning; the next pass tries again', () => {
    const play = new Play().answer([fail('A', 'a gap'), result('B')]);
    play.send({ type: 'fix_failed', criterionId: 'A', message: 'the file is read-only' });
    expect(play.outcomes()).toEqual(['CONTINUE (0 fixed)']);
    expect(play.state.warnings.join()).toContain('the file is read-only');
    play.answer([fail('A', 'a gap'), result('B')]);
    expect(play.last()).toMatchObject({ type: 'fix', n: 2 });
  });

  test('the same FAIL in three successive passes becomes a question', () => {
    const play = new Play();
    for (const words of [
      'limit on the export size',
      'the export size has no limit',
      'no limit on size of export',
    ])
      play.answer([fail('A', words), result('B')]).fixAll();
    expect(play.last()).toMatchObject({ type: 'ask', batch: [{ criterionId: 'A' }] });
  });

  test('a stuck FAIL that a person skips stays deferred; what is new in the criterion does not', () => {
    const play = new Play({ cap: 7 });
    const stuck = () => play.answer([fail('A', 'no limit on the export size'), result('B')]);
    for (let pass = 1; pass <= 3; pass++) stuck().fixAll();
    play.send({ type: 'choice_skipped', criterionId: 'A', reason: '[DEFERRED] skipped' });
    play.answer([fail('A', 'login has no timeout'), result('B')]);
    expect(play.last()).toMatchObject({ type: 'fix', n: 4, fix: { criterionId: 'A' } });
    play.fixAll();
    stuck();
    expect(play.outcomes().slice(3)).toEqual(['CONTINUE (1 fixed)', 'CONVERGED']);
    const [skipped] = play.state.passes.at(-1)?.results ?? [];
    expect([skipped?.verdict, skipped?.reason, skipped?.fix]).toEqual([
      'DEFER',
      '[DEFERRED] skipped',
      undefined,
    ]);
    expect(play.state.deferred).toEqual([{ criterionId: 'A', reason: '[DEFERRED] skipped' }]);
  });

  test('fewer than half of the criteria answered, rounded down and at least one, is no result', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map(leastAnswered)).toEqual([1, 1, 1, 2, 2, 3, 3]);
    const four = ['A', 'B', 'C', 'D'].map((id) => ({ id, question: `${id}?`, figures: [] }));
    const ended = (passed: number): string => {
      const answers = four.map(({ id }, at) => (at < passed ? result(id) : defer(id)));
      return convergedStatus(new Play({}, four).answer(answers).answer(answers).state);
    };
    expect([0, 1, 2, 3].map(ended)).toEqual([
      'nothing-proved',
      'mostly-deferred',
      'converged-with-deferrals',
      'converged-with-deferrals',
    ]);
    expect(exitOf({ protocol: 'loop', status: 'mostly-deferred' })).toBe(3);
  });

  test.each<[string, ExitCode, (play: Play) => Play]>([
    ['converged', 0, (play) => play.answer(CLEAN)],
    [
      'converged-with-deferrals',
      0,
      (play) => play.answer([defer('A'), result('B')]).answer([defer('A'), result('B')]),
    ],
    ['nothing-proved', 3, (play) => play.answer([defer('A'), defer('B')]).answer([defer('A'), defer('B')])],
    ['left-open', 1, (play) => skippedBy(play, 'unattended')],
    ['converged-with-deferrals', 0, (play) => skippedBy(play, 'terminal')],
  ])('a loop that converged ends as %s with %i', (status, exit, played) => {
    const { state } = played(new Play());
    expect(state.status).toBe('converged');
    expect(convergedStatus(state)).toBe(status);
    expect(exitOf({ protocol: 'loop', status: convergedStatus(state) })).toBe(exit);
  });

  test('“a fix was made” is said only where one was, and how often', () => {
    const asked = (play: Play) => {
      const last = play.last();
      return last?.type === 'ask' ? last.batch[0] : undefined;
    };
    const again = (play: Play) => play.answer([fail('A', 'no limit on the export size'), result('B')]);
    const never = new Play();
    for (let pass = 1; pass <= 2; pass++)
      again(never).send({ type: 'fix_failed', criterionId: 'A', message: 'somebody has to write it' });
    again(never);
    expect(asked(never)?.why).toBe('No fix could be made for it so far: somebody has to write it.');
    expect(JSON.stringify(asked(never))).not.toMatch(/was made|was tried|again/i);
    const once = new Play();
    again(once).fixAll();
    again(once).send({ type: 'fix_failed', criterionId: 'A', message: 'it did not fit' });
    again(once);
    expect(asked(once)?.why).toBe('A fix was made once and the defect is still there.');
    const twice = new Play();
    for (let pass = 1; pass <= 2; pass++) again(twice).fixAll();
    again(twice);
    expect(asked(twice)?.why).toBe('A fix was made 2 times and the defect is still there.');
  });

  test('a stuck FAIL of any length makes a question that can be stored', () => {
    const play = new Play();
    const long = 'no limit on the export size '.repeat(60);
    for (let pass = 1; pass <= 3; pass++)
      play.answer([{ ...fail('A', long.slice(0, 1_900)), fix: long.repeat(4) }, result('B')]).fixAll();
    const last = play.last();
    expect(last?.type === 'ask' && last.batch.map((one) => EscalationSchema.safeParse(one).success)).toEqual([
      true,
    ]);
  });

  test('other FAILs in between begin the count anew', () => {
    const play = new Play();
    for (const words of ['export limit', 'login timeout', 'export limit', 'login timeout'])
      play.answer([fail('A', words), result('B')]).fixAll();
    expect(play.outcomes()).toEqual(Array.from({ length: 4 }, () => 'CONTINUE (1 fixed)'));
  });

  test('a critic call that fails is retried once; then the pass is invalid and consumes its number', () => {
    const play = new Play({ cap: 2 }).send({ type: 'pass_failed', message: 'connection refused' });
    expect(play.last()).toMatchObject({ type: 'review', n: 1 });
    play.send({ type: 'pass_failed', message: 'connection refused' });
    expect(play.last()).toMatchObject({ type: 'review', n: 2 });
    play.answer(CLEAN);
    expect(play.outcomes()).toEqual(['CONTINUE (0 fixed)', 'CONVERGED']);
  });

  test('a realistic scenario is fixed and the pass goes on', () => {
    const play = new Play().answer(CLEAN, [
      { scenario: 'two writers', realistic: true, rationale: 'take the lock' },
    ]);
    expect(play.last()).toMatchObject({
      type: 'fix',
      fix: { criterionId: 'ADVERSARIAL', instruction: 'take the lock' },
    });
    expect(play.fixAll().outcomes()).toEqual(['CONTINUE (1 fixed)']);
  });

  test('a doubtful scenario is realistic', () => {
    const play = new Play().answer(CLEAN, [
      { scenario: 'two writers', realistic: null, rationale: 'hard to say' },
    ]);
    expect(play.last()).toMatchObject({ fix: { criterionId: 'ADVERSARIAL' } });
  });

  test('"unrealistic" without a figure is asked again, then taken as realistic', () => {
    const vague = [{ scenario: 'two writers', realistic: false, rationale: 'surely not' }];
    const play = new Play().answer(CLEAN, vague);
    expect(play.last()).toMatchObject({ type: 'review', n: 1, only: ['ADVERSARIAL'] });
    play.answer([], vague).fixAll();
    expect(play.outcomes()).toEqual(['CONTINUE (1 fixed)']);
  });

  test('three perspectives need three scenarios', () => {
    const play = new Play({ adversarialPerspectives: 3 }).answer(CLEAN);
    expect(play.last()).toMatchObject({ type: 'review', only: ['ADVERSARIAL'] });
    play.answer([], [SAFE, SAFE, SAFE]);
    expect(play.outcomes()).toEqual(['CONVERGED']);
  });

  test('four escalations are asked in batches of 3 and 1', () => {
    const criteria = ['A', 'B', 'C', 'D'].map((id) => ({ id, question: '?', figures: [] }));
    const play = new Play({}, criteria).answer(criteria.map(({ id }) => escalate(id)));
    for (const { id } of criteria)
      play.send({ type: 'choice_made', criterionId: id, option: 1, changed: false });
    const asked = play.effects.flatMap((effect) => (effect.type === 'ask' ? [effect] : []));
    expect(asked.map(({ batch, firstNumber }) => [firstNumber, batch.length])).toEqual([
      [1, 3],
      [4, 1],
    ]);
    expect(play.state.escalations).toBe(4);
  });

  test('inputs that do not fit the step change nothing and warn', () => {
    const play = new Play().send({ type: 'fix_applied', criterionId: 'A' });
    expect(play.state.step.at).toBe('reviewing');
    expect(play.state.warnings).toEqual(['fix_applied came while the loop was reviewing']);
  });

  test('cancelled ends it, and nothing after counts', () => {
    const play = new Play().send({ type: 'cancelled' }).answer(CLEAN);
    expect(play.state.status).toBe('cancelled');
    expect(play.state.passes).toEqual([]);
  });
});

describe('a pass is valid only if', () => {
  test.each([
    ['every criterion is answered', [result('A')], 'B: it was not answered'],
    [
      'no answer is just the word PASS',
      [result('A', { answer: 'PASS.' }), result('B')],
      'A: the answer is a single word',
    ],
    [
      'each carries numbers',
      [result('A', { answer: 'all parts were looked at and hold' }), result('B')],
      'no figure',
    ],
    [
      'each has a concern or says why none',
      [result('A', { answer: '4 of 4' }), result('B')],
      'neither a concern',
    ],
    ['FAIL has a fix', [result('A', { verdict: 'FAIL' }), result('B')], 'FAIL without a fix'],
    ['DEFER has a reason', [result('A', { verdict: 'DEFER' }), result('B')], 'DEFER without a reason'],
    ['ESCALATE has two options', [result('A', { verdict: 'ESCALATE' }), result('B')], 'fewer than 2 options'],
  ])('%s; else it is asked once more and then cannot converge', (_, results, problem) => {
    const play = new Play({ cap: 1 }).answer(results);
    expect(play.last()).toMatchObject({ type: 'review', n: 1 });
    expect((play.last() as Extract<LoopEffect, { type: 'review' }>).problems.join()).toContain(problem);
    play.answer(results);
    expect(play.state.status).toBe('safety-cap');
    expect(play.state.fixes).toBe(0);
  });

  test('an unknown criterion is dropped with a warning', () => {
    const play = new Play().answer([...CLEAN, result('Z')]);
    expect(play.outcomes()).toEqual(['CONVERGED']);
    expect(play.state.warnings.join()).toContain('Z is no criterion');
  });

  test('the re-asked criterion replaces the first answer and leaves the others', () => {
    const play = new Play().answer([result('A', { answer: 'PASS' }), result('B')]);
    expect(play.last()).toMatchObject({ only: ['A'] });
    play.answer([result('A')], []);
    expect(play.outcomes()).toEqual(['CONVERGED']);
  });

  test('a wrong figure turns a PASS invalid, with the right one shown', () => {
    const criteria: Criterion[] = [
      { id: 'A', question: 'a?', figures: [{ how: 'lines', name: 'requirements', pattern: 'MUST' }] },
    ];
    const counted = [{ name: 'requirements', count: 7, total: 9 }];
    const claim = [result('A', { answer: 'requirements: 9 of 9 carry a figure, all were read' })];
    const play = new Play({ cap: 1 }, criteria).answer(claim, [SAFE], counted);
    expect(play.last()).toMatchObject({ problems: ['A: requirements is 7 of 9, not 9 of 9'] });
    play.answer(claim, [SAFE], counted);
    expect(play.state.status).toBe('safety-cap');
    const right = new Play({}, criteria).answer(
      [result('A', { answer: 'requirements: 7 of 9 say it and that is right' })],
      [SAFE],
      counted,
    );
    expect(right.outcomes()).toEqual(['CONVERGED']);
  });

  test('with required tool evidence an opinion is no PASS', () => {
    const play = new Play({ requireToolEvidence: true }).answer(CLEAN);
    expect(play.last()).toMatchObject({ type: 'review', only: ['A', 'B'] });
  });

  test('an agent that always says PASS never converges without figures', () => {
    const play = new Play();
    for (let call = 0; call < 20; call++)
      play.answer([result('A', { answer: 'PASS' }), result('B', { answer: 'PASS' })]);
    expect(play.state.status).toBe('safety-cap');
    expect(play.state.passes).toHaveLength(5);
  });

  test('an agent that finds something new in each pass hits the cap', () => {
    const words = ['login timeout', 'export size', 'colour names', 'invoice rounding', 'time zones'];
    const play = new Play();
    for (const text of words) play.answer([fail('A', text), result('B')]).fixAll();
    expect(play.state.status).toBe('safety-cap');
    expect(play.state.fixes).toBe(5);
  });
});
