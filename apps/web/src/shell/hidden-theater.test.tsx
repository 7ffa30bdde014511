import type { TheaterRun } from '@design-jury/contracts/run';
import { render } from 'preact-render-to-string';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import english from '../i18n/en.json';
import { setMessages } from '../i18n/i18n.ts';
import more from '../i18n/more-en.json';
import { HiddenTheater, type HiddenTheaterProps } from './HiddenTheater.tsx';
import { RunPage } from './RunPage.tsx';

let kept: string | null;

beforeEach(() => {
  kept = null;
  setMessages('en', { ...english, ...more });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'critiqueTheater.enabled' ? kept : null),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const openRun = (query: string): string =>
  render(<RunPage projectId="p1" runId="r1" query={new URLSearchParams(query)} />);

const hidden = (props: Partial<HiddenTheaterProps> = {}): string =>
  render(<HiddenTheater phase="shipped" composite={8.6} threshold={8} run={null} problem={null} {...props} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const decided = (enablement: TheaterRun['enablement']): TheaterRun =>
  ({ enablement, subject: { kind: 'brief', text: '' } }) as TheaterRun;

test('what the brief of a drafted page left out is told with the run', () => {
  const lacks = [{ of: 'columns' }, { of: 'address', label: 'Book' }];
  const subject = { kind: 'artifact', name: 'kanban-board.html', mime: 'text/html', lacks };
  const told = hidden({ run: { subject } as unknown as TheaterRun });
  expect(told).toContain('It has no columns, so the board has none.');
  expect(told).toContain('It gives no address for “Book”');
});

test.each([null, 'true', 'maybe', ''])('%s: the Theater is shown', (value) => {
  kept = value;
  expect(openRun('')).toContain('class="theater"');
});

test('switched off in this browser, the run has its page and no rail, live and in replay', () => {
  kept = 'false';
  for (const query of ['', 'replay', 'at=12']) {
    const html = openRun(query);
    expect(html).toContain('class="artifact"');
    expect(html).not.toContain('class="theater"');
    expect(html).not.toContain('class="rail"');
  }
});

test('a browser that keeps nothing shows the Theater', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('storage is blocked');
    },
  });
  expect(openRun('')).toContain('class="theater"');
});

test('what is hidden says how the run stands, that it is hidden here, and how to see it', () => {
  expect(hidden()).toBe('8.6 Shipped Design Jury is hidden in this browser. Show it');
  expect(hidden({ phase: 'below_threshold' })).toContain('8.6 Not shipped');
  expect(hidden({ phase: 'queued', composite: null })).toContain('Queued');
  expect(hidden({ phase: 'idle', composite: null, problem: 'there is no such run' })).toContain(
    'there is no such run',
  );
});

test('the decision of the daemon and its reason are told where the Theater is hidden', () => {
  const run = decided({ on: true, by: 'phase', reason: 'rollout phase M3 turns it on by default' });
  expect(hidden({ run })).toContain('The jury sits: by default');
  expect(hidden({ run })).not.toContain('M3');
  const overruled =
    'the skill requires the jury (policy required), and that comes before OD_CRITIQUE_ENABLED=false';
  expect(hidden({ run: decided({ on: true, by: 'skill', reason: overruled }) })).toContain(
    'The jury sits: decided by the skill This comes before what was set for the run, the project or the machine.',
  );
  expect(hidden({ run: decided(undefined) })).not.toContain('The jury sits');
});
