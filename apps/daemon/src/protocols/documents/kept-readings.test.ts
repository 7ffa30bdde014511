import { expect, test } from 'vitest';
import { keptReadings } from './kept-readings.ts';

function counting(mostChars: number): { read: (text: string) => string; asked: string[] } {
  const asked: string[] = [];
  const read = keptReadings((text) => {
    asked.push(text);
    return text.toUpperCase();
  }, mostChars);
  return { read, asked };
}

test('what was read once is not read again, and says the same', () => {
  const { read, asked } = counting(10);
  expect([read('one'), read('two'), read('one')]).toEqual(['ONE', 'TWO', 'ONE']);
  expect(asked).toEqual(['one', 'two']);
});

test.each([
  [5, ['abc', 'def', 'abc', 'def']],
  [6, ['abc', 'def']],
  [7, ['abc', 'def']],
])('of texts with 6 characters, %i are room for what is then read', (mostChars, expected) => {
  const { read, asked } = counting(mostChars);
  for (const text of ['abc', 'def', 'abc', 'def']) read(text);
  expect(asked).toEqual(expected);
});

test('what was asked for last stays longest; a text that is too long for all of it is not kept', () => {
  const { read, asked } = counting(6);
  for (const text of ['abc', 'def', 'abc', 'ghi', 'abc', 'def', '1234567', '1234567']) read(text);
  expect(asked).toEqual(['abc', 'def', 'ghi', 'def', '1234567', '1234567']);
});
