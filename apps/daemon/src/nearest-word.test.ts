import { expect, test } from 'vitest';
import { didYouMean, nearestWord } from './nearest-word.ts';

const COMMANDS = ['review', 'check', 'replay', 'rejudge', 'completion', 'converge'];

test.each([
  ['reveiw', 'review'],
  ['chekc', 'check'],
  ['chek', 'check'],
  ['CHECK', 'check'],
  ['rejuge', 'rejudge'],
  ['conv', 'converge'],
  ['compl', 'completion'],
  // Nothing is near, or two are as near.
  ['deploy', null],
  ['re', null],
  ['x', null],
  ['', null],
])('%s', (typed, meant) => {
  expect(nearestWord(typed, COMMANDS)).toBe(meant);
});

test('a word of any length costs no more than a long one', () => {
  expect(nearestWord('a'.repeat(1_000_000), COMMANDS)).toBeNull();
});

test('is a sentence to append, or nothing', () => {
  expect(didYouMean('reveiw', COMMANDS)).toBe(' Did you mean "review"?');
  expect(didYouMean('tresh', ['threshold'], (name) => `--${name}`)).toBe('');
  expect(didYouMean('treshold', ['threshold'], (name) => `--${name}`)).toBe(' Did you mean --threshold?');
  expect(didYouMean('deploy', COMMANDS)).toBe('');
});
