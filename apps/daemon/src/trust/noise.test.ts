import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOTHING_KNOWN } from '@design-jury/contracts/trust/line';
import { expect, onTestFinished, test } from 'vitest';
import { trustSentence } from '../report/trust-words.ts';
import { coverageOf } from './coverage.ts';
import { isNear, keepNoise, noiseFor, noiseOf, studentQuantile } from './noise.ts';

const ran = (composite: number | null, ...open: string[]) => ({ composite, open });

test('the floor is the one computed by hand', () => {
  // Student's t for 2 and 4 degrees of freedom.
  expect(studentQuantile(2)).toBeCloseTo(4.3027, 4);
  expect(studentQuantile(4)).toBeCloseTo(2.7764, 4);
  // 8, 8.2, 8.4: mean 8.2, spread 0.2, 4.3027 × 0.2 × √(4/3).
  const noise = noiseOf([ran(8.2), ran(8), ran(8.4)]);
  expect(noise).toMatchObject({ times: 3, judged: 3, low: 8, high: 8.4, median: 8.2 });
  expect(noise.mean).toBeCloseTo(8.2, 10);
  expect(noise.floor).toBeCloseTo(0.9937, 3);
});

test('a panel that always says the same has none; two verdicts say nothing; of an even number the lower middle counts', () => {
  expect(noiseOf([ran(7), ran(7), ran(7), ran(7)])).toMatchObject({ floor: 0, median: 7 });
  expect(noiseOf([ran(7), ran(9), ran(null)])).toMatchObject({ judged: 2, floor: null, median: 7 });
  expect(noiseOf([])).toMatchObject({ times: 0, mean: null, median: null });
});

test('each must-fix is counted once a run', () => {
  expect(noiseOf([ran(7, 'a', 'b', 'a'), ran(7, 'b'), ran(7, 'b')]).mustFixes).toEqual([
    { id: 'b', times: 3 },
    { id: 'a', times: 1 },
  ]);
});

test('it is kept for each agent and model, the newest; a damaged file says nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'jury-noise-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const found = { agent: 'codex', model: null, times: 5, page: 'a.html', at: '2026-01-01T00:00:00.000Z' };
  await keepNoise(folder, { ...found, floor: 0.5 });
  await keepNoise(folder, { ...found, floor: 0.25 });
  await keepNoise(folder, { ...found, model: 'm', floor: 0.75 });
  expect(noiseFor(folder, 'codex', null)).toEqual({ floor: 0.25, times: 5, agent: 'codex', model: null });
  expect(noiseFor(folder, 'codex', 'm')?.floor).toBe(0.75);
  expect(noiseFor(folder, 'gemini', null)).toBeNull();
  writeFileSync(join(folder, 'trust/noise.json'), '{');
  expect(noiseFor(folder, 'codex', null)).toBeNull();
});

test('near the threshold is nearer than the floor', () => {
  const noise = { floor: 0.3, times: 5, agent: 'codex', model: null };
  expect([isNear(8.29, 8, noise), isNear(8.3, 8, noise), isNear(7.8, 8, noise), isNear(8, 8, null)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(isNear(8, 8, { ...noise, floor: 0 })).toBe(false);
});

test('what is not known is said to be not known, all six in the same order', () => {
  expect(trustSentence(NOTHING_KNOWN)).toContain('are not known');
  const coverage = { measured: 40, notMeasured: 3, notMeasurable: 12, roles: {} };
  expect(trustSentence({ ...NOTHING_KNOWN, coverage })).toBe(
    'Trust: coverage 40 measured, 3 not measured, 12 not measurable; recall not known; recall of known kinds not known; noise floor not known; effective votes not known; held-out not known.',
  );
});

test('an audit is measured, not measured, or has nothing on the page', () => {
  const result = (state: string, checked: number, undecided = 0) =>
    ({ audit: { role: 'a11y' }, state, checked, undecided }) as never;
  expect(
    coverageOf([
      result('pass', 3),
      result('fail', 2),
      result('pass', 0),
      result('pass', 4, 1),
      result('unmeasured', 0),
      result('not_applicable', 0),
    ]),
  ).toEqual({
    measured: 2,
    notMeasured: 2,
    notMeasurable: 2,
    roles: { a11y: { measured: 2, notMeasured: 2, notMeasurable: 2 } },
  });
});
