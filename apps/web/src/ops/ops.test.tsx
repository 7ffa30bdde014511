import type { FleetReport, OpsSummary } from '@design-jury/contracts/ops';
import { render } from 'preact-render-to-string';
import { beforeEach, expect, test } from 'vitest';
import english from '../i18n/en.json';
import { setMessages } from '../i18n/i18n.ts';
import more from '../i18n/more-en.json';
import { NodeTable } from './NodeTable.tsx';
import { RunBars } from './RunBars.tsx';

beforeEach(() => setMessages('en', { ...english, ...more }));

test('the most runs of a bar agree with their noun', () => {
  const summary = (runs: number) =>
    ({
      hours: [{ at: '2026-01-01T00:00:00.000Z', runs, shipped: 0, troubled: 0 }],
      hoursPerBar: 1,
    }) as unknown as OpsSummary;
  expect(render(<RunBars summary={summary(1)} />)).toContain('1 h per bar, at most 1 run<');
  expect(render(<RunBars summary={summary(2)} />)).toContain('at most 2 runs<');
});

test('a queue of one needs no plural, and a node is called by what it is', () => {
  const node = {
    ...{ id: 'n-1', kind: 'serve', state: 'up', running: 1, concurrency: 4, agents: [] },
    seenAt: '2026-01-01T00:00:00.000Z',
  };
  const fleet = { nodes: [node], queue: { waiting: 1, active: 0, blocked: [] } } as unknown as FleetReport;
  const html = render(<NodeTable fleet={fleet} />);
  expect(html).toContain('Runs that wait: 1; under way: 0.');
  expect(html).toContain('n-1 (daemon)');
});
