import { expect, test, vi } from 'vitest';
import { runSteps, runTool, type Step } from './steps.ts';

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

test('what a tool says is held until it is over where another has the terminal; its exit is told', async () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  expect(await runTool('biome', ['--version'], {}, { held: true })).toEqual([]);
  expect(written.join('')).toMatch(/^Version: \d+\.\d+\.\d+\s*$/);
  expect(await runTool('biome', ['nonsense'], {}, { held: true })).toEqual(['biome nonsense ended with 1']);
  expect(await runTool('no-such-tool', [])).toEqual([
    expect.stringMatching(/^no-such-tool could not be started: /),
  ]);
});
