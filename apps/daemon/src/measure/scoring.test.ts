import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AUDITS } from './audits/index.ts';
import type { AuditResult, ScoringRole } from './finding.ts';
import { dimScore, roleScore } from './scoring.ts';

const dims = (...scores: number[]) => scores.map((score, index) => ({ name: `dim ${index}`, score }));
const design = (score: number) => ({ name: 'design', score });

describe('what faults cost a role', () => {
  test.each([
    ['nothing wrong', dims(10, 10), 10],
    ['a tenth of a point', dims(9.9), 9.7],
    ['one point', dims(9), 7.8],
    ['two points', dims(8), 7],
    ['everything', dims(0, 0), 6.5],
  ])('is most by the first of them, and bounded: %s', (_, given, score) => {
    expect(roleScore(given)).toBe(score);
  });

  test('is a quarter where design is judged, which counts for half of what it lacks', () => {
    expect(roleScore([...dims(10), design(10)])).toBe(10);
    expect(roleScore([...dims(10), design(2)])).toBe(6);
    expect(roleScore([...dims(9), design(10)])).toBe(9.4);
    expect(roleScore([...dims(0), design(2)])).toBe(5.1);
  });

  test('is no figure at all where only design could be measured', () => {
    expect(roleScore([design(8)])).toBeNull();
  });
});

const ofRole = (role: ScoringRole) => AUDITS.filter((audit) => audit.role === role && audit.dim !== 'design');

/** Any outcome of some audits of a role, with places left that are not wrong yet. */
const outcomes = fc
  .constantFrom<ScoringRole>('critic', 'a11y', 'copy')
  .chain((role) =>
    fc
      .subarray(ofRole(role), { minLength: 1 })
      .chain((audits) =>
        fc.tuple(
          ...audits.map((audit) =>
            fc
              .tuple(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0, max: 0.99, noNaN: true }))
              .map(([checked, share]) => result(audit, checked, Math.floor(checked * share))),
          ),
        ),
      ),
  );

function result(audit: AuditResult['audit'], checked: number, failed: number): AuditResult {
  const state = failed > 0 ? 'fail' : 'pass';
  return { audit, state, checked, failed, findings: [], places: [], how: 'static' };
}

function scoreOf(results: readonly AuditResult[], degree: number | null): number | null {
  const names = [...new Set(results.map(({ audit }) => audit.dim))];
  const scored = names.map((name) => ({
    name,
    score: dimScore(results.filter(({ audit }) => audit.dim === name)),
  }));
  return roleScore(degree === null ? scored : [...scored, design(degree)]);
}

test('one fault more never raises a score, whatever else is wrong', () => {
  fc.assert(
    fc.property(outcomes, fc.nat(), fc.option(fc.integer({ min: 2, max: 10 })), (results, at, degree) => {
      const before = scoreOf(results, degree) ?? Number.NaN;
      const worse = results.map((one, index) =>
        index === at % results.length ? result(one.audit, one.checked, one.failed + 1) : one,
      );
      expect(scoreOf(worse, degree)).toBeLessThanOrEqual(before);
    }),
    { numRuns: 300 },
  );
});
