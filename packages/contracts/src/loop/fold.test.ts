import { describe, expect, test } from 'vitest';
import type { QuestionEvent } from '../questions.ts';
import { EMPTY_LOOP, foldLoop } from './fold.ts';
import type { CriticPass, LoopEvent } from './schema.ts';

const fold = (events: readonly (LoopEvent | QuestionEvent)[]) => events.reduce(foldLoop, EMPTY_LOOP);

const STARTED: LoopEvent = {
  type: 'loop.started',
  command: 'spec',
  critic: 'Offline critic',
  cap: 5,
  file: 'export.md',
  criteria: [
    { id: 'COMPLETENESS', question: 'Is all there?' },
    { id: 'RISK', question: 'What if?' },
  ],
};
const ESCALATED: LoopEvent = {
  type: 'loop.escalated',
  n: 1,
  firstNumber: 1,
  escalations: [
    {
      criterionId: 'RISK',
      question: 'Which holds: 30 or 60 s?',
      issue: 'Two lines differ.',
      why: 'Both are written as facts.',
      trigger: 'missing-information',
      options: [{ label: '30 s', description: '', pro: '', con: '' }],
    },
  ],
};
const ASKED: QuestionEvent = { type: 'question.asked', id: 'play-1.p1.RISK', question: 'Which holds?' };
const PASS: CriticPass = {
  n: 1,
  results: [{ criterionId: 'RISK', answer: '1 of 2', verdict: 'ESCALATE', concerns: [] }],
  adversarial: [{ scenario: 'Two writers', realistic: true, rationale: 'no lock' }],
  invalid: [{ criterionId: 'COMPLETENESS', problem: 'no figure' }],
  newConcerns: ['risk-1'],
  fixesApplied: 1,
  outcome: 'ESCALATE',
};

describe('a critic loop, folded', () => {
  test('a pass stands as soon as it begins, and has its verdicts when it is over', () => {
    const begun = fold([STARTED, { type: 'loop.pass_started', n: 1 }]);
    expect(begun.passes).toEqual([expect.objectContaining({ n: 1, outcome: null, results: {} })]);
    const over = foldLoop(begun, {
      type: 'loop.pass_ended',
      pass: PASS,
      totals: { passes: 1, fixes: 1, escalations: 1 },
    });
    expect(over.passes[0]?.outcome).toBe('ESCALATE');
    expect(over.passes[0]?.results.RISK?.verdict).toBe('ESCALATE');
    expect(over.passes[0]?.invalid).toEqual({ COMPLETENESS: 'no figure' });
    expect(over.passes[0]?.adversarial[0]?.scenario).toBe('Two writers');
  });

  test('another process that resumes repeats its last step, and it is told once', () => {
    const once = fold([STARTED, { type: 'loop.pass_started', n: 1 }, ESCALATED, ASKED]);
    const twice = fold([
      STARTED,
      { type: 'loop.pass_started', n: 1 },
      ESCALATED,
      ASKED,
      { type: 'loop.pass_started', n: 1 },
      ESCALATED,
      ASKED,
    ]);
    expect(twice).toEqual(once);
    expect(once.passes[0]?.escalations).toHaveLength(1);
    expect(once.open).toEqual(['play-1.p1.RISK']);
  });

  test('a question is open until somebody answers, and none is open at the end', () => {
    const answered: QuestionEvent = { type: 'question.answered', id: ASKED.id, by: 'web', choice: 1 };
    expect(fold([STARTED, ESCALATED, ASKED, answered]).open).toEqual([]);
    const totals = { passes: 1, fixes: 0, escalations: 1 };
    const ended = fold([STARTED, ASKED, { type: 'loop.ended', status: 'cancelled', totals }]);
    expect(ended.open).toEqual([]);
    expect(ended.end).toEqual({ status: 'cancelled', totals });
  });

  test('fixes, failures and choices stand in their pass, in order, with their patches', () => {
    const { passes } = fold([
      STARTED,
      { type: 'loop.fix_applied', n: 1, criterionId: 'RISK', instruction: 'add it', diff: '+it' },
      { type: 'loop.fix_failed', n: 1, criterionId: 'COMPLETENESS', message: 'nobody can' },
      { type: 'loop.chosen', n: 2, criterionId: 'RISK', choice: 'skip', by: 'web', diff: '' },
    ]);
    expect(passes.map(({ n, changes }) => [n, changes.map(({ kind, words }) => [kind, words])])).toEqual([
      [
        1,
        [
          ['fixed', 'add it'],
          ['failed', 'nobody can'],
        ],
      ],
      [2, [['chosen', 'web']]],
    ]);
    expect(passes[0]?.changes[0]?.diff).toBe('+it');
  });

  test('an event of a newer daemon changes nothing', () => {
    const loop = fold([STARTED]);
    expect(foldLoop(loop, { type: 'loop.sang' } as unknown as LoopEvent)).toBe(loop);
  });
});
