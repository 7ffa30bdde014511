import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueSentence } from './issue-words.ts';

const Sent = z.strictObject({
  key: z.string().min(1).max(3),
  files: z.array(z.string()).min(2),
  n: z.int().min(1).max(9),
  mode: z.enum(['a', 'b']).optional(),
});
const WHOLE = { key: 'k', files: ['a', 'b'], n: 3 };

test.each([
  [{ key: undefined }, 'key: is missing'],
  [{ key: '' }, 'key: must not be empty'],
  [{ key: 'long' }, 'key: must have at most 3 characters'],
  [{ key: 5 }, 'key: must be a text'],
  [{ files: 5 }, 'files: must be a list'],
  [{ files: ['a'] }, 'files: must have at least 2 entries'],
  [{ files: ['a', 5] }, 'files.1: must be a text'],
  [{ n: 0 }, 'n: must be at least 1'],
  [{ n: 10 }, 'n: must be at most 9'],
  [{ mode: 'c' }, 'mode: must be one of "a", "b"'],
  [{ more: 1 }, 'there is no field "more"'],
])('what is wrong with a value is said in words: %o', (change, sentence) => {
  const { error } = Sent.safeParse({ ...WHOLE, ...change });
  expect(error?.issues.map(issueSentence)).toEqual([sentence]);
});
