/** What a phase came to as people see it at a screen. */

import { stripVTControlCharacters } from 'node:util';
import type { Finding } from '@design-jury/contracts/convergence/schema';
import { expect, test } from 'vitest';
import type { ConvergenceResult } from '../../protocols/convergence/result.ts';
import { glyphsOf, paintRow } from '../terminal/paint.ts';
import { widthOf } from '../terminal/text.ts';
import { phaseRows } from './screen.ts';

const CLAIM =
  '14 days of grace in docs/fees.md:7, but 30 days in src/fee.ts:12, and schools are told neither. ';
const NOTHING: ConvergenceResult = {
  ...{ findings: [], finalState: 'converged', totalRounds: 0, notes: [], critic: null, criticSaid: null },
  ...{ dropped: [], clarifications: [], draft: null, lacksPlan: false, handsOver: false },
  ...{ gate: null, acceptance: null, analyses: [], absent: [] },
};
const finding = (id: string, classification: Finding['classification']): Finding =>
  ({ id, claim: CLAIM.repeat(2).trim(), classification }) as Finding;
const QUESTION: ConvergenceResult['clarifications'][number] = {
  ...{ id: 'C-001', kind: 'question', statement: 'How many days of grace do schools have?', userInput: '' },
  ...{ expectedForm: 'a number', status: 'open', blocks: 'approval' },
};
const dissent = (voter: string) => ({
  itemId: 'P-Step-1' as const,
  voter,
  kind: 'a' as const,
  reason: CLAIM.trim(),
});

const RESULTS: Record<string, ConvergenceResult> = {
  findings: {
    ...NOTHING,
    ...{ totalRounds: 1, finalState: 'max-rounds-reached' },
    findings: [finding('F-001', 'full-consensus'), finding('F-002', 'worker-unique')],
    clarifications: [QUESTION],
    notes: ['gamma gave no votes.'],
  },
  plan: {
    ...NOTHING,
    gate: {
      ...{ result: 'blocked-by-disagreement', gating: true, dissent: [dissent('alpha'), dissent('beta')] },
      items: [{ item: { id: 'P-Step-1', section: '', text: '', refs: [] }, votes: {}, class: 'agreed' }],
    },
  },
  acceptance: {
    ...NOTHING,
    acceptance: {
      verdict: 'conditional-accept',
      blockers: [],
      risks: [{ statement: CLAIM, severity: 'minor', evidence: [], escalationTrigger: '', source: 'critic' }],
      requirements: [],
    } as unknown as ConvergenceResult['acceptance'],
  },
};

function shown(result: ConvergenceResult, width = 100, color = false): string[] {
  const paint = { color, unicode: true };
  const where = { taskFolder: '/tasks/late', phase: 'implementation-planning' as const };
  const rows = phaseRows(result, where, '/tasks', { width, glyphs: glyphsOf(paint) });
  return rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}

test('the figures come first, with plurals', () => {
  expect(Object.values(RESULTS).map((result) => shown(result)[1])).toEqual([
    'Not agreed on all  2 findings after 1 round of votes: 1 all agree, 1 one alone',
    'The plan does not pass  1 item, 1 objection',
    'Accepted with conditions  0 of 0 requirements delivered, 0 blockers, 1 risk',
  ]);
});

test.each(Object.entries(RESULTS))('%s: no word of the protocol is shown', (_, result) => {
  const words = shown(result).join('\n');
  expect(words).not.toMatch(
    /[a-z]-consensus|worker-unique|blocked-by|max-rounds|conditional-accept|PROGRESS/,
  );
});

test('an objection of everybody is told once', () => {
  const told = shown(RESULTS.plan as ConvergenceResult).join(' ');
  expect(told.match(/P-Step-1/g)).toHaveLength(1);
  expect(told).toContain('not there');
});

test.each(
  Object.entries(RESULTS).flatMap(([name, result]) =>
    [60, 80, 100].map((width) => [name, width, result] as const),
  ),
)(
  '%s: no words run beyond %i cells; colours end where they began and change no width',
  (_, width, result) => {
    const painted = shown(result, width, true);
    expect(painted.join('')).toContain('\u001b[');
    expect(painted.map((line) => stripVTControlCharacters(line))).toEqual(shown(result, width));
    for (const line of painted) {
      expect((line.split('\u001b[').length - 1) % 2, line).toBe(0);
      // A path is to be copied, and stays in one piece.
      if (!line.includes('final-report'))
        expect(widthOf(stripVTControlCharacters(line)), line).toBeLessThanOrEqual(width);
    }
  },
);
