import { expect, test } from 'vitest';
import { errorRows, type PanelDrill, recallsIn } from './drills.ts';
import { judgedJudges } from './panel-votes.ts';

function drilled(
  defects: Record<string, boolean | null>[],
  judges = ['a11y', 'copy'],
  kind: 'known' | 'unfamiliar' = 'known',
): PanelDrill {
  return {
    key: 'k',
    agent: 'ann',
    model: null,
    at: '2026-01-01T00:00:00.000Z',
    seed: 1,
    pool: '2026-11-17',
    unanswered: 0,
    judges,
    defects: defects.map((seen, index) => ({
      defect: `d${index}`,
      kind,
      mustFix: seen.a11y === true,
      seen,
    })),
  };
}

test('a panel sees what one of its judges sees, and what cannot be told of any is not counted', () => {
  const defects = [
    { a11y: true, copy: false, instruments: true },
    { a11y: false, copy: false, instruments: true },
    { a11y: null, copy: false, instruments: false },
    { a11y: null, copy: null, instruments: false },
  ];
  expect(recallsIn(drilled(defects)).knownRecall).toMatchObject({ planted: 3, caught: 1, share: 1 / 3 });
  // On a panel with instruments what they see counts too.
  const judges = ['a11y', 'copy', 'instruments'];
  expect(recallsIn(drilled(defects, judges)).knownRecall).toMatchObject({ planted: 4, caught: 2 });
  expect(recallsIn(drilled([]))).toEqual({ recall: null, knownRecall: null });
});

test('recall is of what was written without knowing the audits, and never mixed with what was written beside them', () => {
  const { defects } = drilled([{ a11y: true }, { a11y: true }]);
  const apart = drilled(
    [{ a11y: true }, { copy: true, a11y: false }, { a11y: false }],
    undefined,
    'unfamiliar',
  );
  expect(recallsIn({ ...apart, defects: [...defects, ...apart.defects] })).toMatchObject({
    recall: { planted: 3, caught: 2, mustFix: 1, pool: '2026-11-17' },
    knownRecall: { planted: 2, caught: 2, share: 1 },
  });
  // A drill of a time when there was one pool says nothing of the other.
  expect(recallsIn({ ...drilled([{ a11y: true }]), pool: null })).toMatchObject({
    recall: null,
    knownRecall: { planted: 1 },
  });
});

test('errors are ones, what cannot be told is left out, and judges that err together are one vote', () => {
  const pattern = [true, false, false, true, true, false, true, false];
  const together = drilled(pattern.map((seen) => ({ a11y: seen, copy: seen })));
  expect(errorRows([together]).rows).toEqual([
    [0, 1, 1, 0, 0, 1, 0, 1],
    [0, 1, 1, 0, 0, 1, 0, 1],
  ]);
  expect(judgedJudges([], [together])).toMatchObject({ from: 'errors', effective: { votes: 1, items: 8 } });
  // By hand: of the four that one misses the other misses two, as many as of the four it sees.
  const other = [true, true, false, false, true, true, false, false];
  const apart = drilled(pattern.map((seen, at) => ({ a11y: seen, copy: other[at] ?? null })));
  expect(judgedJudges([], [apart]).effective).toMatchObject({ votes: 2, correlation: 0 });
  // Too few planted defects say nothing: then scores are what is left.
  expect(judgedJudges([], [drilled([{ a11y: true, copy: false }])])).toMatchObject({
    from: 'scores',
    effective: null,
  });
});
