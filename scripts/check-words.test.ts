import { expect, test } from 'vitest';
import { unusedWords } from './check-words.ts';

test('a sentence with a word we do not use is found by its line; code and comments are not sentences', () => {
  expect(unusedWords("const a = 1;\nsay('No colour is to be had here.');")).toEqual([
    '2: "to be had" is not said on screen; say there is, available',
  ]);
  expect(
    unusedWords(
      "// the inks\nconst is = phase === 'timed_out';\nconst mark = 'PROGRESS: phase-6-synthesis x';",
    ),
  ).toEqual([]);
  expect(unusedWords('say(`open must-fix == 0`)')).toHaveLength(1);
  expect(unusedWords("say('There are 3 must-fix open')")).toHaveLength(1);
});
