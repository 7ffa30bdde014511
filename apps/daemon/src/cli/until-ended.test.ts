import { expect, test } from 'vitest';
import type { Shell } from './shell.ts';
import { untilEnded } from './until-ended.ts';

/** What keeps a process from ending by itself. */
const held = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('whoever waits to be ended keeps its process, also when nothing else does', () => {
  const shell = { onStop: () => () => {} } as unknown as Shell;
  const before = held();
  const { dispose } = untilEnded(shell);
  expect(held()).toBe(before + 1);
  dispose();
  expect(held()).toBe(before);
});
