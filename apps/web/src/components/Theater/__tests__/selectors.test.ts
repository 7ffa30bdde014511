import type { RunView } from '@design-jury/contracts/theater/fold';
import { foldAll } from '@design-jury/contracts/theater/fold';
import { expect, test } from 'vitest';
import {
  activeRole,
  announcement,
  compositeOf,
  defaultRound,
  dimScores,
  keptRound,
  laneForm,
  laneSummary,
  lanesOf,
  openMustFixes,
  runOf,
  trajectory,
  votes,
  withoutTags,
} from '../state/selectors.ts';
import { goldenEvents, goldenState } from './golden.ts';

const shipped = goldenState('model-happy-2-rounds');
const run = runOf(shipped) as RunView;
const half = foldAll(goldenEvents('model-happy-2-rounds').slice(0, 9));

test('lanes stand in the order of the cast, with the must-fixes of their round', () => {
  const lanes = lanesOf(run, 1);
  expect(lanes.map(({ role }) => role)).toEqual(['designer', 'critic', 'brand', 'a11y', 'copy']);
  const critic = lanes[1];
  expect(critic?.open).toBeGreaterThan(0);
  expect(lanesOf(run, 2)[1]?.open).toBe(0);
  expect(lanesOf(run, 2)[1]?.mustFixes.every(({ resolvedRound }) => resolvedRound === 2)).toBe(true);
});

test('a summary is the gravest open must-fix, else the note of the lowest dim, else the last note', () => {
  const [designer, critic] = lanesOf(run, 1);
  if (designer === undefined || critic === undefined) throw new Error('no lanes');
  expect(laneSummary(critic)).toBe(critic.mustFixes[0]?.text);
  expect(laneSummary({ ...critic, mustFixes: [] })).toBe('Button 3.9:1, fails AA.');
  expect(laneSummary(designer)).toBe('One promise, one action.');
  expect(laneSummary({ ...designer, panelist: null })).toBe('');
});

test('open must-fixes come before fixed ones, critical before minor', () => {
  const demand = run.mustFixes[0];
  if (demand === undefined) throw new Error('no demand');
  const base = { ...demand, role: 'copy' as const, openedRound: 1 };
  const lanes = lanesOf(
    {
      ...run,
      mustFixes: [
        { ...base, id: 'fixed', severity: 'critical', resolvedRound: 1 },
        { ...base, id: 'minor', severity: 'minor', resolvedRound: null },
        { ...base, id: 'critical', severity: 'critical', resolvedRound: null },
        { ...base, id: 'later', openedRound: 2, resolvedRound: null },
      ],
    },
    1,
  );
  expect(lanes.at(-1)?.mustFixes.map(({ id }) => id)).toEqual(['critical', 'minor', 'fixed']);
  expect(lanes.at(-1)?.open).toBe(2);
});

test('the one who speaks is active; after the run the lowest score is', () => {
  expect(activeRole(half, 1)).toBe('critic');
  expect(activeRole(shipped, 1)).toBe(
    [...(run.rounds[0]?.panelists ?? [])]
      .filter(({ score }) => score !== null)
      .sort((a, b) => (a.score ?? 0) - (b.score ?? 0))[0]?.role,
  );
  expect(activeRole({ phase: 'idle', lastSeq: 0 }, 1)).toBeNull();
});

test.each([
  ['smart', 'critic', undefined, 'expanded'],
  ['smart', 'copy', undefined, 'summary'],
  ['smart', 'copy', true, 'expanded'],
  ['smart', 'critic', false, 'summary'],
  ['active', 'critic', undefined, 'expanded'],
  ['active', 'copy', undefined, 'head'],
  ['all', 'copy', undefined, 'expanded'],
  ['all', 'copy', false, 'summary'],
] as const)('density %s, lane %s, own choice %s: %s', (density, role, override, form) => {
  expect(laneForm(density, role, 'critic', override)).toBe(form);
});

test('composite, kept round and trajectory are the gate’s', () => {
  expect(keptRound(shipped)).toBe(2);
  expect(defaultRound(shipped)).toBe(2);
  expect(defaultRound(half)).toBe(1);
  expect(compositeOf(shipped)).toBe(run.rounds[1]?.end?.composite);
  expect(compositeOf(half)).toBeNull();
  expect(trajectory(run).map(({ round }) => round)).toEqual([1, 2]);
  expect(openMustFixes(run, 2)).toEqual([]);
  expect(votes(run, 2)).toEqual({ consensus: 4, cast: 4 });
  expect(keptRound(goldenState('model-prose-only'))).toBeNull();
});

test('who gave no score is counted neither for nor against', () => {
  const [first, ...others] = run.rounds[1]?.panelists.filter(({ score }) => score !== null) ?? [];
  if (first === undefined) throw new Error('nobody voted in round 2');
  const asked = run.rounds[1]?.panelists.map((one) => (one === first ? { ...one, score: null } : one)) ?? [];
  const rounds = run.rounds.map((round) => (round.n === 2 ? { ...round, panelists: asked } : round));
  expect(votes({ ...run, rounds }, 2)).toEqual({ consensus: others.length, cast: others.length });
  expect(votes({ ...run, threshold: 11 }, 2)).toEqual({ consensus: 0, cast: others.length + 1 });
});

test('only the end of a round and of the run are announced', () => {
  expect(announcement({ phase: 'idle', lastSeq: 0 })).toEqual({ kind: 'none' });
  expect(announcement(half)).toEqual({ kind: 'none' });
  const events = goldenEvents('model-happy-2-rounds');
  const words = new Set<string>();
  for (let i = 1; i <= events.length; i++)
    words.add(JSON.stringify(announcement(foldAll(events.slice(0, i)))));
  expect(words.size).toBe(1 + 2 + 1);
});

test('the sparkline leaves out dims without a score', () => {
  const critic = lanesOf(run, 1)[1];
  if (critic?.panelist == null) throw new Error('no critic');
  const dims = [...critic.panelist.dims, { name: 'x', score: null, note: '' }];
  expect(dimScores({ ...critic, panelist: { ...critic.panelist, dims } })).toEqual([6, 4]);
});

test.each([
  ['the text ends without any <ARTIFACT> (byte 94)', 'the text ends without any ARTIFACT (byte 94)'],
  ['unexpected </PANELIST> in <DIM name="contrast" score="3">', 'unexpected PANELIST in DIM'],
  ['cut off in <ROUND_END n="1', 'cut off in ROUND_END'],
  ['<a href="#x"> has no name', '<a href="#x"> has no name'],
])('%s is told without tags of the protocol', (message, told) => {
  expect(withoutTags(message)).toBe(told);
});
