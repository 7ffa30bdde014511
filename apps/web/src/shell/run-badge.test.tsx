import { render } from 'preact-render-to-string';
import { beforeAll, expect, test } from 'vitest';
import messages from '../i18n/en.json';
import { setMessages } from '../i18n/i18n.ts';
import { RunBadge, type RunBadgeProps } from './RunBadge.tsx';

beforeAll(() => setMessages('en', messages));

const wordsOf = (
  badge: Partial<RunBadgeProps> & Pick<RunBadgeProps, 'state'>,
): [phase: string, words: string] => {
  const html = render(<RunBadge exitCode={null} {...badge} />);
  return [/data-phase="(\w+)"/.exec(html)?.[1] ?? '', html.replace(/<[^>]+>/g, '').trim()];
};

test.each([
  ['shipped', 9.6, '9.6 Shipped'],
  ['below_threshold', 7.99, '7.99 Below threshold'],
  ['below_threshold', 8, '8.0 Not shipped'],
  ['below_threshold', 9.6, '9.6 Not shipped'],
  ['below_threshold', null, 'Below threshold'],
  ['timed_out', 9.6, '9.6 Timed out'],
] as const)('a run that is %s at %s of threshold 8 reads "%s"', (state, composite, words) => {
  expect(wordsOf({ state, composite, threshold: 8 })).toEqual([state, words]);
});

test.each([
  ['queued', null, 'queued', 'Queued'],
  ['running', null, 'running', 'Running'],
  ['waiting', null, 'waiting', 'Waiting for an answer'],
  ['paused', null, 'paused', 'Paused'],
  ['ended', 0, 'shipped', 'Passed'],
  ['ended', 1, 'below_threshold', 'Not passed'],
  ['ended', 3, 'degraded', 'No verdict'],
  ['ended', 130, 'interrupted', 'Interrupted'],
  ['ended', 77, 'failed', 'No verdict'],
  ['ended', null, 'failed', 'No verdict'],
] as const)('a run of another protocol that is %s with %s looks %s and reads "%s"', (...row) => {
  const [state, exitCode, phase, words] = row;
  expect(wordsOf({ state, exitCode })).toEqual([phase, words]);
});
