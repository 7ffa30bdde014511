/** What is left to do is told as far as it was measured. */
import type { UnlockSet } from '@design-jury/contracts/trust/unlock';
import { expect, test } from 'vitest';
import { unlockWords } from './unlock-words.ts';

const FAULT = {
  id: 'M-1',
  role: 'copy',
  severity: 'major',
  text: 'a',
  target: null,
  evidence: null,
} as const;
const SET: UnlockSet = {
  round: 1,
  threshold: 8,
  composite: { now: 8.13, after: 8.13 },
  steps: [{ kind: 'must_fix', ...FAULT }],
};

test('nothing is said to ship a page that the browser has still to look at', () => {
  expect(unlockWords(SET).at(-1)).toBe(
    'This step is the least that ships it. The composite (8.13) is enough already.',
  );
  expect(unlockWords({ ...SET, unseen: true }).at(-1)).toBe(
    'This step is the least that the source asks for. The browser has not looked yet, and may change the composite (8.13).',
  );
});
