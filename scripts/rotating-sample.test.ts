import { expect, test } from 'vitest';
import { everyNth, sampleNumber } from './rotating-sample.ts';

test('after as many days as its stride every case was asked, each once', () => {
  const cases = Array.from({ length: 14 }, (_, n) => n);
  for (const stride of [1, 2, 3, 5]) {
    const days = Array.from({ length: stride }, (_, day) => everyNth(cases, stride, 20_000 + day));
    expect(days.flat().toSorted((one, other) => one - other)).toEqual(cases);
  }
});

test('the number is that of the day, or the one that is given: the same number, the same cases', () => {
  expect(sampleNumber({}, Date.UTC(2026, 0, 1, 23, 59))).toBe(20_454);
  expect(sampleNumber({}, Date.UTC(2026, 0, 2))).toBe(20_455);
  for (const word of ['', 'x', '-1', '0', '1.5'])
    expect(sampleNumber({ JURY_TEST_SAMPLE: word }, Date.UTC(2026, 0, 1))).toBe(20_454);
  expect(sampleNumber({ JURY_TEST_SAMPLE: '7' })).toBe(7);
});
