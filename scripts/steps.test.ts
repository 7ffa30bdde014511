import { expect, test, vi } from 'vitest';
import { runSteps, type Step } from './steps.ts';

test('steps of a list run at once; a list inside it keeps its order, and a failed one keeps nobody back', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const begun: string[] = [];
  // The first is not over before the one beside it has begun.
  const gate = Promise.withResolvers<void>();
  const step = (name: string, run: () => Promise<void> = async () => {}, problems: string[] = []): Step => ({
    name,
    run: async () => {
      begun.push(name);
      await run();
      return problems;
    },
  });
  const results = await runSteps([
    [
      [step('first', () => gate.promise, ['wrong']), step('second')],
      step('beside', async () => gate.resolve()),
    ],
    step('last'),
  ]);
  expect(begun).toEqual(['first', 'beside', 'second', 'last']);
  expect(results.map(({ name, passed }) => [name, passed])).toEqual([
    ['first', false],
    ['second', true],
    ['beside', true],
    ['last', true],
  ]);
});
