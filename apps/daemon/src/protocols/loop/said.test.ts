import { WORDS as GERMAN } from '@design-jury/contracts/said/de';
import { WORDS as ENGLISH } from '@design-jury/contracts/said/en';
import { translator } from '@design-jury/contracts/said/say';
import { expect, test } from 'vitest';
import { CRITERIA_SETS } from './criteria-sets.ts';

const german = translator('de', ENGLISH, GERMAN);

test('every question of our own criteria is said in another language', () => {
  const questions = CRITERIA_SETS.flatMap(({ criteria }) => criteria.map(({ question }) => question));
  expect(questions.filter((question) => german(question) === question)).toEqual([]);
});

test('what a loop and a cross-check ask is said with the text it quotes as it was written', () => {
  expect(german('Which holds: 15 minutes or 30 minutes?')).toBe('Was gilt: 15 minutes oder 30 minutes?');
  expect(german('Which holds: line 3 or line 12?')).toBe('Was gilt: Zeile 3 oder Zeile 12?');
  expect(german('as line 21 says; line 24 is changed')).toBe('wie Zeile 21 sagt; Zeile 24 wird geändert');
  expect(german('src/fee.mjs does not exist; there is project/src/fee.mjs')).toBe(
    'src/fee.mjs gibt es nicht; es gibt project/src/fee.mjs',
  );
  // Words of a person are nobody's sentence of ours.
  expect(german('Shall we ship on Friday?')).toBe('Shall we ship on Friday?');
});
