/** Ends that keep nothing, ends nobody asked for, and pages nobody judged, in words. */
import type { CritiqueSseEvent, TerminalEvent } from '@design-jury/contracts/theater/sse';
import { expect, test } from 'vitest';
import { gateOf } from '../../report/gate.ts';
import { htmlReport } from '../../report/html.ts';
import { reviewResult } from '../../report/result.ts';
import { ALL, roundEvents, ship, stampAll, started, stateOf } from '../../report/test/run.ts';
import { plainLine } from './plain.ts';
import { verdictLines } from './verdict.ts';

const PAINT = { color: false, unicode: true } as never;
const round = roundEvents(1, { votes: ALL(6), composite: 6 });
const page: CritiqueSseEvent = {
  type: 'critique.round_artifact',
  runId: 'r1',
  round: 1,
  mime: 'text/html',
  bytes: 10,
  sha256: null,
};
const interrupted = (recoveryReason: string | null, bestRound: number | null = null): TerminalEvent => ({
  type: 'critique.interrupted',
  runId: 'r1',
  status: 'interrupted',
  bestRound,
  composite: null,
  recoveryReason,
});

function words(...events: CritiqueSseEvent[]): string {
  const verdict = {
    title: 'page.html',
    state: stateOf(started(), ...events),
    durationMs: 1,
    files: [],
    next: [],
  };
  return verdictLines(verdict, { columns: 400, paint: PAINT }).join(' ').replace(/\s+/g, ' ');
}

function report(...events: CritiqueSseEvent[]): string {
  const state = stateOf(started(), ...events);
  const gate = gateOf(state, [], null);
  return htmlReport({
    title: 'page',
    state,
    agent: 'a',
    durationMs: 1,
    gate,
    verdict: null,
    comparison: null,
    pictures: null,
    links: [],
  });
}

const lastLine = (...events: CritiqueSseEvent[]): string | null => {
  const all = stampAll([started(), ...events]);
  const last = all.at(-1);
  return last === undefined ? null : plainLine(last, stateOf(started(), ...events));
};

const failed = { ...ship(1, 6, 'below_threshold'), artifactRef: null } as CritiqueSseEvent;

test('under the policy fail nothing is kept, and it is said everywhere', () => {
  expect(words(...round, failed)).toContain('Nothing is kept: the fallback policy of this run is fail.');
  expect(words(...round, failed)).not.toContain('is kept,');
  expect(report(...round, failed)).toContain('Nothing is kept');
  expect(lastLine(...round, failed)).toContain('nothing is kept');
  expect(words(...round, ship(1, 6, 'below_threshold'))).not.toContain('Nothing is kept');
});

test.each([60, 80, 120])(
  'nothing but a path or a command is wider than %i columns, and numbers agree',
  (columns) => {
    const state = stateOf(
      started(),
      ...roundEvents(1, { votes: ALL(6), composite: 6, demands: { critic: ['one@p', 'two@p'] } }),
      ship(1, 6, 'below_threshold'),
    );
    const title = 'copy of pages/a-page-with-a-rather-long-name.html';
    const lines = verdictLines(
      { title, state, durationMs: 7000, files: [], next: [] },
      { columns, paint: PAINT },
    );
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines.join('\n')).toContain('2 must-fixes open.');
    expect(lines.join('\n')).not.toContain('2 must-fix open');
  },
);

test('a process that died is not told as somebody who stopped', () => {
  for (const text of [words(interrupted('daemon_restart')), report(interrupted('daemon_restart'))]) {
    expect(text).toMatch(/the process that ran it ended before it did/i);
    expect(text).not.toContain('daemon_restart');
    expect(text).not.toContain('Stopped before');
  }
  expect(lastLine(interrupted('daemon_restart'))).not.toContain('daemon_restart');
  expect(words(interrupted(null))).toContain('Stopped before a verdict.');
  const facts = {
    runId: 'r1',
    agent: 'a',
    artifact: null,
    transcript: null,
    durationMs: 1,
    roundArtifacts: new Map(),
  };
  const state = stateOf(started(), interrupted('daemon_restart'));
  expect(reviewResult(state, facts)).toMatchObject({
    message: 'the process that ran it ended before it did',
  });
});

test('stopped in round 1 beside a page it does not say that there is none', () => {
  expect(words(page, interrupted(null))).toContain('The page of round 1 was written and not judged');
  expect(words(interrupted(null))).toContain('No round was complete, so nothing is kept.');
  expect(words(interrupted(null))).not.toContain('The page of round');
});

test('the transcript of a run that timed out is partial, and others are not', () => {
  const late = { ...ship(1, 6, 'below_threshold'), status: 'timed_out', partial: true } as CritiqueSseEvent;
  expect(words(...round, late)).toContain('The transcript is partial');
  expect(report(...round, late)).toContain('The transcript is partial');
  expect(words(...round, ship(1, 6, 'below_threshold'))).not.toContain('partial');
});
