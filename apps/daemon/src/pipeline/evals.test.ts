import { expect, test } from 'vitest';
import { loadContentLibrary } from './library.ts';
import { offlineVoices } from './offline/voices.ts';
import { runContentEvals } from './test/content-eval.ts';

test('the content scenarios hold for the author and critics without a model', async () => {
  const results = await runContentEvals(offlineVoices(), await loadContentLibrary());
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
  expect(new Set(results.map(({ family }) => family)).size).toBe(4);
});

test('a critic that finds nothing fails the scenarios', async () => {
  const blind = {
    ...offlineVoices(),
    criticise: async () => ({ ok: true as const, critique: { issues: [], score: 10, pass: true } }),
  };
  const results = await runContentEvals(blind, await loadContentLibrary());
  expect(results.filter(({ family, passed }) => family === 'critique' && passed)).toEqual([]);
});
