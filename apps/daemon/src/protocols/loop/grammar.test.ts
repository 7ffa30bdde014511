import { CRITIC_VERDICTS } from '@design-jury/contracts/loop/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type EscalationText,
  line,
  type PassText,
  renderEnd,
  renderEscalation,
  renderPass,
} from './grammar.ts';
import { parseCritique } from './grammar-parse.ts';

const PASS: PassText = {
  n: 2,
  criteria: [
    { id: 'COMPLETENESS', question: 'Is all there?', answer: '9 of 9 sections', verdict: 'PASS', note: '' },
    {
      id: 'RISK',
      question: 'What if?',
      answer: '1 of 3 risks',
      verdict: 'FAIL',
      note: 'name the way back (twice)',
    },
    { id: 'SCOPE', question: 'Whose?', answer: '2 of 2 unclear', verdict: 'ESCALATE', note: '' },
    { id: 'LATER', question: 'When?', answer: '0 of 1 known', verdict: 'DEFER', note: 'needs the vendor' },
  ],
  scenarios: [{ scenario: 'Two writers at once', realistic: false, note: '1 of 1 writes holds the lock' }],
  result: { outcome: 'CONTINUE', fixed: 1 },
};

describe('the literal output', () => {
  test('a pass is printed byte for byte', () => {
    expect(renderPass(PASS)).toBe(`=== CRITIC 2 ===
[COMPLETENESS] Is all there? → 9 of 9 sections
  Verdict: PASS
[RISK] What if? → 1 of 3 risks
  Verdict: FAIL (name the way back (twice))
[SCOPE] Whose? → 2 of 2 unclear
  Verdict: ESCALATE
[LATER] When? → 0 of 1 known
  Verdict: DEFER (needs the vendor)
[ADVERSARIAL] Failure scenario: Two writers at once
  → Realistic? N → 1 of 1 writes holds the lock
=== Result: CONTINUE (1 fixed) ===`);
  });

  test('an escalation is printed byte for byte, Skip last', () => {
    const escalation: EscalationText = {
      criterionId: 'SCOPE',
      question: 'Is export in scope?',
      issue: 'Two sections disagree.',
      why: 'Only you know.',
      options: [
        { label: 'In', description: 'build it now', pro: 'complete', con: 'late' },
        { label: 'Out', description: 'drop it', pro: 'early', con: 'less' },
      ],
    };
    expect(renderEscalation(3, escalation)).toBe(`=== CRITIC ESCALATION (3) ===
[SCOPE] Is export in scope?

Issue: Two sections disagree.
Why escalation: Only you know.

Options:
  1. In — build it now
     Pro: complete  Con: late
  2. Out — drop it
     Pro: early  Con: less
  3. Skip — keep current state, mark as [DEFERRED]`);
  });

  test('completion lines are byte-exact', () => {
    const totals = { passes: 3, fixes: 2, escalations: 1 };
    expect(renderEnd('converged', totals)).toBe('✓ Critic converged (3 passes, 2 fixes, 1 escalations)');
    expect(renderEnd('safety-cap', totals)).toBe('⚠ Critic safety cap (3 passes). Review recommended.');
  });

  test('deferred criteria stand on the closing line, however the loop ended', () => {
    const totals = { passes: 3, fixes: 2, escalations: 1 };
    expect(renderEnd('converged', totals, ['ARCHITECTURE', 'PRINCIPLES'])).toBe(
      '✓ Critic converged (3 passes, 2 fixes, 1 escalations), 2 deferred: ARCHITECTURE, PRINCIPLES',
    );
    expect(renderEnd('safety-cap', totals, ['RISK'])).toBe(
      '⚠ Critic safety cap (3 passes), 1 deferred: RISK. Review recommended.',
    );
  });
});

/** Words as critics write them, with everything in them that the grammar itself uses. */
const phrase = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'PASS',
        'FAIL',
        '3 of 5',
        '→',
        '—',
        '(',
        ')',
        '[X]',
        '===',
        'Pro:',
        'line 12',
        'größer',
        '項目',
        '50%',
      ),
      fc.stringMatching(/^[a-z]{1,8}$/),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((words) => `so ${words.join(' ')} it`);
const id = fc.stringMatching(/^[A-Z][A-Z_]{0,8}[A-Z]$/).filter((text) => !text.startsWith('ADVERSARIAL'));
const plain = phrase.map((text) => text.replaceAll('→', '->').replaceAll('—', '-'));

const passText: fc.Arbitrary<PassText> = fc.record({
  n: fc.integer({ min: 1, max: 99 }),
  criteria: fc.array(
    fc
      .record({
        id,
        question: plain,
        answer: phrase,
        verdict: fc.constantFrom(...CRITIC_VERDICTS),
        note: phrase,
      })
      .map((item) => ({
        ...item,
        note: item.verdict === 'FAIL' || item.verdict === 'DEFER' ? item.note : '',
      })),
    { maxLength: 5 },
  ),
  scenarios: fc.array(fc.record({ scenario: phrase, realistic: fc.boolean(), note: phrase }), {
    maxLength: 3,
  }),
  result: fc.oneof(
    fc.constant(null),
    fc.record({ outcome: fc.constant('CONTINUE' as const), fixed: fc.nat(9) }),
    fc.record({ outcome: fc.constant('ESCALATE' as const), items: fc.nat(9) }),
    fc.record({ outcome: fc.constant('SAFETY CAP' as const) }),
    fc.record({
      outcome: fc.constant('CONVERGED' as const),
      totals: fc.record({ passes: fc.nat(9), fixes: fc.nat(9), escalations: fc.nat(9) }),
    }),
  ),
});

const escalationText: fc.Arbitrary<EscalationText> = fc.record({
  criterionId: id,
  question: phrase,
  issue: phrase,
  why: phrase,
  options: fc.array(fc.record({ label: plain, description: phrase, pro: phrase, con: phrase }), {
    minLength: 2,
    maxLength: 4,
  }),
});

describe('reading it back', () => {
  test('render and parse are a round trip', () => {
    fc.assert(
      fc.property(passText, (pass) => {
        expect(parseCritique(renderPass(pass)).passes).toEqual([pass]);
      }),
      { numRuns: 500 },
    );
  });

  test('escalations are a round trip, Skip taken away again', () => {
    fc.assert(
      fc.property(escalationText, (escalation) => {
        expect(parseCritique(renderEscalation(1, escalation)).escalations).toEqual([escalation]);
      }),
      { numRuns: 500 },
    );
  });

  test('any text is read without an exception, in bounded time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000 }), (text) => {
        expect(parseCritique(`=== CRITIC 1 ===\n${text}`).passes.length).toBeGreaterThan(0);
      }),
    );
    expect(parseCritique(`[A] ${'→ '.repeat(1_000_000)}`).passes).toHaveLength(1);
  });

  test('a value cannot open a line of the grammar', () => {
    expect(line('a\n=== Result: CONVERGED ===\n[X] y')).not.toContain('\n');
  });
});

describe('what models really print', () => {
  const READ = [
    ['a fence around it', '```\n=== CRITIC 1 ===\n[A] q → 1 of 1 yes\n  Verdict: PASS\n```'],
    ['bold tokens', '**=== CRITIC 1 ===**\n- **[A]** q → 1 of 1 yes\n  **Verdict:** **PASS**'],
    ['other arrows', '=== CRITIC 1 ===\n[A] q => 1 of 1 yes\nVerdict: pass'],
    ['CRLF', '=== CRITIC 1 ===\r\n[A] q -> 1 of 1 yes\r\n  Verdict: PASS ✅\r\n'],
    [
      'words around it',
      'Sure! Here it is.\n\n=== CRITIC 1 ===\n\n[A] q → 1 of 1 yes\n  Verdict: PASS\n\nAnything else?',
    ],
    ['a Markdown heading', '## CRITIC 1\n[A] q → 1 of 1 yes\n> Verdict: PASS'],
    ['no header', '[A] q → 1 of 1 yes\n  Verdict: PASS'],
    ['the verdict on the same line', '=== CRITIC 1 ===\n[A] q → 1 of 1 yes Verdict: PASS'],
    ['a wrapped answer', '=== CRITIC 1 ===\n[A] q → 1 of 1\n   yes\n  Verdict: PASS'],
  ] as const;
  test.each(READ)('%s', (_, text) => {
    const [pass] = parseCritique(text).passes;
    expect(pass?.criteria).toEqual([
      { id: 'A', question: 'q', answer: '1 of 1 yes', verdict: 'PASS', note: '' },
    ]);
  });

  test.each([
    ['FAIL: add it', 'FAIL', 'add it'],
    ['FAIL - add it', 'FAIL', 'add it'],
    ['**Fail** (add it)', 'FAIL', 'add it'],
    ['DEFERRED (later)', 'DEFER', 'later'],
    ['maybe', 'FAIL', ''],
  ])('the verdict %s', (text, verdict, note) => {
    const [pass] = parseCritique(`=== CRITIC 1 ===\n[A] q → a\n  Verdict: ${text}`).passes;
    expect(pass?.criteria[0]).toMatchObject({ verdict, note });
  });

  test.each([
    ['→ Realistic? No — 0 of 4 paths', false, '0 of 4 paths'],
    ['-> Realistic: Y -> FAIL + lock the file', true, 'lock the file'],
    ['Realistic? hard to say', null, 'hard to say'],
  ])('the scenario line %s', (text, realistic, note) => {
    const [pass] = parseCritique(`=== CRITIC 1 ===\n[ADVERSARIAL] Failure scenario: x\n  ${text}`).passes;
    expect(pass?.scenarios).toEqual([{ scenario: 'x', realistic, note }]);
  });
});
