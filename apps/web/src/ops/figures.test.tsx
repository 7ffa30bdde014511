import type { OpsAgent, OpsSummary } from '@design-jury/contracts/ops';
import { render } from 'preact-render-to-string';
import { beforeEach, expect, test } from 'vitest';
import english from '../i18n/en.json';
import { setMessages } from '../i18n/i18n.ts';
import more from '../i18n/more-en.json';
import { AgentTable } from './AgentTable.tsx';
import { Figures } from './Figures.tsx';
import { RunBars } from './RunBars.tsx';

beforeEach(() => setMessages('en', { ...english, ...more }));

/** No two figures are the same: one that stands in another's place is seen. */
const CODEX: OpsAgent = {
  agent: 'codex',
  runs: 1_234,
  composite: { p50: 6.1, p90: 8.25, p99: 9.3 },
  degraded: 0.125,
  roundsPerRun: 2.5,
  timeToShip: { p50: 65_000, p90: 130_000, p99: 190_000 },
  tokens: 45_678,
  costUsd: 1.5,
};
const NOTHING = { p50: null, p90: null, p99: null };
const UNKNOWN: OpsAgent = {
  agent: 'grounded',
  runs: 1,
  composite: NOTHING,
  degraded: null,
  roundsPerRun: null,
  timeToShip: NOTHING,
  tokens: 0,
  costUsd: null,
};
const SUMMARY: OpsSummary = {
  days: 1,
  from: '2026-11-17T00:00:00.000Z',
  to: '2026-11-18T00:00:00.000Z',
  hoursPerBar: 1,
  hours: [
    { at: '2026-11-17T08:00:00.000Z', runs: 7, shipped: 4, troubled: 2 },
    { at: '2026-11-17T09:00:00.000Z', runs: 0, shipped: 0, troubled: 0 },
  ],
  all: { ...CODEX, agent: '', runs: 240 },
  agents: [CODEX, UNKNOWN],
  states: [
    { state: 'shipped', runs: 200 },
    { state: 'failed', runs: 40 },
  ],
  choices: { agents: ['codex'], skills: [], protocols: ['theater'] },
  isCut: false,
};

const plain = (html: string): string => html.replace(/<[^>]+>/g, '').trim();
/** What each element of these names holds, in order. */
const each = (html: string, names: string): string[] =>
  [...html.matchAll(new RegExp(`<(${names})\\b[^>]*>(.*?)</\\1>`, 'gs'))].map(([, , inside = '']) =>
    plain(inside),
  );
const rows = (html: string): string[][] =>
  [...html.matchAll(/<tr\b[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) => each(row, 'th|td'));

test('each figure of an agent stands in its own column, and a dash where it is not known', () => {
  expect(rows(render(<AgentTable agents={[CODEX, UNKNOWN]} />))).toEqual([
    [
      'Agent',
      'Runs',
      'Composite p50 · p90 · p99',
      'Degraded',
      'Rounds per run',
      'Time to ship p50 · p90',
      'Cost',
    ],
    ['codex', '1,234', '6.1 · 8.25 · 9.3', '12.5%', '2.5', '1m 5s · 2m 10s', '$1.50'],
    ['Grounded panel', '1', '– · – · –', '–', '–', '– · –', '–'],
  ]);
});

test('the tiles tell the whole time, each figure under its own name', () => {
  const html = render(<Figures summary={SUMMARY} />);
  const names = each(html, 'dt');
  const figures = [...html.matchAll(/<dd>(.*?)<\/dd>/gs)].map(([, inside = '']) => each(inside, 'b|small'));
  expect(names.map((name, n) => [name, ...(figures[n] ?? [])])).toEqual([
    ['Runs', '240', '10 per hour'],
    ['Composite', '6.1', 'p50'],
    ['Degraded', '12.5%'],
    ['Rounds per run', '2.5'],
    ['Time to ship', '1m 5s', 'p90 2m 10s'],
    ['Cost', '$1.50', 'Tokens: 45,678'],
  ]);
  expect(each(html, 'li')).toEqual(['200 Shipped', '40 Failed']);
});

test('what is not known of the whole time is a dash', () => {
  const all = { ...UNKNOWN, agent: '' };
  const html = render(<Figures summary={{ ...SUMMARY, all, states: [] }} />);
  const figures = [...html.matchAll(/<dd>(.*?)<\/dd>/gs)].map(([, inside = '']) => each(inside, 'b|small'));
  expect(figures.slice(1)).toEqual([['–', 'p50'], ['–'], ['–'], ['–'], ['–']]);
});

test('the table below the bars tells each hour that had runs, and the bars are as high as its figures', () => {
  const html = render(<RunBars summary={SUMMARY} />);
  const [head, ...hours] = rows(html);
  expect(head).toEqual(['From', 'Runs', 'Shipped', 'Degraded, failed or out of time']);
  expect(hours.map((cells) => cells.slice(1))).toEqual([['7', '4', '2']]);
  const bars = [...html.matchAll(/data-kind="(\w+)" x="0"[^>]*height="([\d.]+)"/g)];
  const [, , height = ''] = bars[0] ?? [];
  const unit = Number(height) / 4;
  expect(bars.map(([, kind, high]) => [kind, Math.round(Number(high) / unit)])).toEqual([
    ['shipped', 4],
    ['other', 1],
    ['troubled', 2],
  ]);
});
