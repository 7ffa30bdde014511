import { render } from 'preact-render-to-string';
import { beforeAll, expect, test } from 'vitest';
import { messages } from '../i18n/en.ts';
import { setMessages } from '../i18n/i18n.ts';
import { RunBadge } from './RunBadge.tsx';

beforeAll(() => setMessages('en', messages));

test.each([
  ['shipped', 9.6, '9.6 Shipped'],
  ['below_threshold', 7.99, '7.99 Below threshold'],
  ['below_threshold', 8, '8.0 Not shipped'],
  ['below_threshold', 9.6, '9.6 Not shipped'],
  ['below_threshold', null, 'Below threshold'],
  ['timed_out', 9.6, '9.6 Timed out'],
] as const)('a run that is %s at %s of threshold 8 reads "%s"', (state, composite, words) => {
  const html = render(<RunBadge state={state} composite={composite} threshold={8} />);
  expect(html).toContain(`data-phase="${state}"`);
  expect(html.replace(/<[^>]+>/g, '').trim()).toBe(words);
});
