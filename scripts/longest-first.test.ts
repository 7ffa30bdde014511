import { expect, test } from 'vitest';
import { sourceFiles } from './files.ts';
import { rankOf } from './longest-first.ts';

test('tests that kill processes come first, tests of functions last', () => {
  const files = sourceFiles(/\.test\.tsx?$/).toSorted((a, b) => rankOf(a) - rankOf(b));
  const [first] = files;
  expect(first).toMatch(/crash|drill/);
  expect(rankOf('apps/daemon/src/cli/loop.test.ts')).toBeLessThan(
    rankOf('packages/contracts/src/http.test.ts'),
  );
  expect(rankOf(files.at(-1) ?? '')).toBe(2);
});
