import { describe, expect, test } from 'vitest';
import { textOf } from './test/peer.ts';
import { TurnText } from './turn-text.ts';

describe('what a turn has said', () => {
  test('a whole message that its deltas announced adds nothing', () => {
    const text = new TurnText();
    text.append('a', 'one ');
    text.append('a', 'two');
    expect(text.whole('a', 'one two', 'again')).toEqual([]);
  });

  test('what the deltas left out is added', () => {
    const text = new TurnText();
    text.append('a', 'one ');
    expect(text.whole('a', 'one two', 'again')).toEqual([{ type: 'text', text: 'two' }]);
  });

  test('a whole message nobody announced is said', () => {
    expect(new TurnText().whole('a', 'one', 'again')).toEqual([{ type: 'text', text: 'one' }]);
    expect(new TurnText().whole('a', '', 'again')).toEqual([]);
  });

  test('another text than was announced begins the answer anew, with what came before it', () => {
    const text = new TurnText();
    const heard = [
      ...text.append('a', 'first. '),
      ...text.whole('a', 'first. ', 'again'),
      ...text.append('b', 'wrong'),
      ...text.whole('b', 'right', 'again'),
    ];
    expect(heard).toContainEqual({ type: 'restart', message: 'again' });
    expect(textOf(heard)).toBe('first. right');
  });

  test('what never came whole is withdrawn, and only that', () => {
    const text = new TurnText();
    const heard = [
      ...text.append('a', 'first. '),
      ...text.whole('a', 'first. ', 'again'),
      ...text.append('b', 'half'),
      ...text.withdrawUnfinished('again'),
      ...text.append('c', 'second.'),
    ];
    expect(textOf(heard)).toBe('first. second.');
    text.whole('c', 'second.', 'again');
    expect(text.withdrawUnfinished('again')).toEqual([]);
  });

  test('everything can be withdrawn; of nothing there is nothing to withdraw', () => {
    const text = new TurnText();
    expect(text.withdrawAll('again')).toEqual([]);
    text.append('a', 'x');
    expect(text.withdrawAll('again')).toEqual([{ type: 'restart', message: 'again' }]);
    expect(text.isEmpty).toBe(true);
  });
});
