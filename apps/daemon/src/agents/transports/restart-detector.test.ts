import { describe, expect, test } from 'vitest';
import type { AgentDelta } from '../session.ts';
import { RestartDetector } from './restart-detector.ts';
import { textOf } from './test/peer.ts';

const ANSWER = '<CRITIQUE_RUN version="1" maxRounds="3" threshold="8"><ROUND n="1">words and words</ROUND>';

function take(...pieces: readonly string[]): AgentDelta[] {
  const told = new RestartDetector('again');
  told.begin();
  return [...pieces.flatMap((piece) => told.take(piece)), ...told.release()];
}

const inPieces = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));

describe('an answer that begins once more', () => {
  test.each([1, 7, 47, 48, 49, 500])('is noticed in pieces of %i characters', (size) => {
    const heard = take(...inPieces(ANSWER.slice(0, 60), size), ...inPieces(ANSWER, size));
    expect(heard.filter(({ type }) => type === 'restart')).toHaveLength(1);
    expect(textOf(heard)).toBe(ANSWER);
  });

  test.each([1, 7, 48, 500])('one that goes on is left alone, in pieces of %i characters', (size) => {
    const heard = take(...inPieces(ANSWER, size));
    expect(heard.map(({ type }) => type)).not.toContain('restart');
    expect(textOf(heard)).toBe(ANSWER);
  });

  test('a part that begins like the answer and goes on otherwise is text', () => {
    const heard = take(ANSWER, '<CRITIQUE_RUN ', 'is a tag', '<CRITIQUE_RUN');
    expect(textOf(heard)).toBe(`${ANSWER}<CRITIQUE_RUN is a tag<CRITIQUE_RUN`);
    expect(heard.map(({ type }) => type)).not.toContain('restart');
  });

  test('what was held when the stream was cut does not hide the beginning', () => {
    const heard = take(ANSWER.slice(0, 60), '<', '<CRITIQUE', ANSWER.slice(9));
    expect(heard.filter(({ type }) => type === 'restart')).toHaveLength(1);
    expect(textOf(heard)).toBe(ANSWER);
  });

  test('twice is twice', () => {
    const heard = take(ANSWER.slice(0, 60), ANSWER.slice(0, 55), ANSWER);
    expect(heard.filter(({ type }) => type === 'restart')).toHaveLength(2);
    expect(textOf(heard)).toBe(ANSWER);
  });
});
