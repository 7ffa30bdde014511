import { expect, test } from 'vitest';
import { sourceFiles } from './files.ts';
import { needsOwnProcess, testsWithOwnProcess } from './own-process.ts';

const FILE = 'apps/daemon/src/measure/any.test.ts';

test.each([
  "process.env.HOME = '/elsewhere';",
  'process.env[name] ??= value;',
  'delete process.env.HOME;',
  'Object.assign(process.env, more);',
  'process.chdir(folder);',
  "process.on('SIGTERM', stop);",
  "vi.stubEnv('HOME', folder);",
  'vi.useFakeTimers();',
  'const before = process.memoryUsage().rss;',
])('a test that changes its process or measures it has one to itself: %s', (line) => {
  expect(needsOwnProcess(FILE, line)).toBe(true);
});

test.each([
  'const env = { ...process.env, HOME: folder };',
  "if (process.env.CI === 'true') skip();",
  'expect(process.env.HOME == null).toBe(false);',
  'process.kill(child.pid);',
  // A bound on work that one file does in one go.
  'expect(processorMs() - started).toBeLessThan(5_000);',
])('a test that only reads its process shares it: %s', (line) => {
  expect(needsOwnProcess(FILE, line)).toBe(false);
});

test('tests of whole processes have one each, and most tests share', () => {
  const starts = "import { place } from './test/jury.ts';";
  expect(needsOwnProcess('apps/daemon/src/cli/loop.test.ts', starts)).toBe(true);
  expect(needsOwnProcess('apps/daemon/src/cli/terminal/text.test.ts', '')).toBe(false);
  expect(needsOwnProcess('apps/daemon/src/protocols/loop/crash.test.ts', '')).toBe(true);
  const all = sourceFiles(/apps\/daemon\/.*\.test\.ts$/);
  const own = testsWithOwnProcess();
  expect(own.filter((file) => !all.includes(file))).toEqual([]);
  expect(own.length).toBeLessThan(all.length / 2);
});
