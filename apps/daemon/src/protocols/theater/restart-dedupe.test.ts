import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RestartDedupe } from './restart-dedupe.ts';

const pieces = (text: string, cuts: readonly number[]): string[] => {
  const at = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [...at, text.length].map((end, i) => text.slice(at[i - 1] ?? 0, end));
};
const hear = (story: RestartDedupe, texts: readonly string[]): string | null =>
  texts.reduce<string | null>((told, text) => {
    const fresh = told === null ? null : story.take(text);
    return told === null || fresh === null ? null : told + fresh;
  }, '');

const cuts = fc.array(fc.nat(), { maxLength: 6 });

test('[S17] whatever the pieces, told again is heard once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), cuts, cuts, (told, more, first, again) => {
      const story = new RestartDedupe();
      expect(hear(story, pieces(told, first))).toBe(told);
      story.restart();
      expect(story.behind).toBe(told !== '');
      expect(hear(story, pieces(told + more, again))).toBe(more);
      expect(story.behind).toBe(false);
    }),
  );
});

test('[S17] another story is noticed where the told part ends, and not before', () => {
  const story = new RestartDedupe();
  story.take('once upon');
  story.restart();
  expect(story.take('twice u')).toBe('');
  expect(story.behind).toBe(true);
  expect(story.take('pon a time')).toBeNull();
});

test('[S17] it may begin anew again while it is still behind, and is forgotten with the turn', () => {
  const story = new RestartDedupe();
  story.take('once');
  story.restart();
  story.take('on');
  story.restart();
  expect(story.take('once more')).toBe(' more');
  story.forget();
  story.restart();
  expect(story.take('anything')).toBe('anything');
});
