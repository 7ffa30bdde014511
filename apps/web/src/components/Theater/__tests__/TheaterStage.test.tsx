import { foldAll } from '@design-jury/contracts/theater/fold';
import type { CritiqueSseEvent, TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { render } from 'preact-render-to-string';
import { beforeAll, expect, test } from 'vitest';
import german from '../../../i18n/de.json';
import firstEnglish from '../../../i18n/en.json';
import { setMessages } from '../../../i18n/i18n.ts';
import moreEnglish from '../../../i18n/more-en.json';
import { EndNotes } from '../EndNotes.tsx';
import { INITIAL, type TheaterState } from '../state/reducer.ts';
import { TheaterStage, type TheaterStageProps } from '../TheaterStage.tsx';
import { goldenEvents } from './golden.ts';

const english = { ...firstEnglish, ...moreEnglish };
beforeAll(() => setMessages('en', english));

const nothing = (): void => {};

function show(state: Partial<TheaterState>, props: Partial<TheaterStageProps> = {}): string {
  return render(
    <TheaterStage
      state={{ ...INITIAL, ...state }}
      replaying={false}
      connection="live"
      heardAt={null}
      problem={null}
      chosenRound={null}
      onChooseRound={nothing}
      onTarget={nothing}
      onInterrupt={nothing}
      onRetry={nothing}
      onReplay={nothing}
      ended={(end) => <EndNotes {...end} />}
      asked={() => null}
      {...props}
    />,
  );
}

/** What is read, without what marks it up. */
const words = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const events = goldenEvents('model-happy-3-rounds');
const started = events.slice(0, 12);

function ended(
  end: CritiqueSseEvent,
  before: readonly TranscriptEvent[] = events.slice(0, 26),
): Partial<TheaterState> {
  const last = before.at(-1);
  return { critique: foldAll([...before, { ...end, seq: (last?.seq ?? 0) + 1, at: last?.at ?? '' }]) };
}

test('idle waits for the first word', () => {
  expect(words(show({}))).toContain('Waiting for the first word of the jury.');
});

test('queued says its place and can be interrupted', () => {
  const text = words(show({ queuePosition: 3 }));
  expect(text).toContain('Place 3 in the queue');
  expect(text).toContain('Interrupt');
});

test('running shows the words of the one who speaks, and one line of the others', () => {
  const html = show({ critique: foldAll(started) });
  const text = words(html);
  expect(text).toContain('Ships when the score reaches 8.0 and no must-fix is open. Rounds at most: 3.');
  expect(text).toContain('Two greys are not in the palette.');
  expect(text).toContain('Darken the button background');
  expect(html.match(/role="region"/g)).toHaveLength(5);
  expect(html).toContain('aria-labelledby="lane-critic"');
  expect(html.match(/aria-live="polite"/g)).toHaveLength(1);
});

test('a run that has only said that it starts says so', () => {
  const notice: TranscriptEvent = {
    type: 'critique.agent_notice',
    runId: 'run',
    kind: 'starting',
    message: 'starting Claude Code…',
    seq: 1,
    at: '2026-01-01T00:00:00.000Z',
  };
  expect(words(show({ critique: foldAll([notice]) }))).toContain('starting Claude Code…');
});

test('interrupting disables its button until the daemon speaks', () => {
  const html = show({ critique: foldAll(started), interrupting: true });
  expect(html).toMatch(/<button[^>]*disabled[^>]*>Interrupting…<\/button>/);
});

test('shipped collapses into the badge with four labelled dots', () => {
  const html = show({ critique: foldAll(events) });
  const text = words(html);
  expect(text).toContain('Shipped at round 3, composite 8.68');
  expect(text).toContain(
    'Shipped with a score of 8.68 (8.0 needed). Open must-fixes: 0. Votes of 8.0 or more: 4 of 4.',
  );
  expect([...html.matchAll(/class="dim-dot"[^>]*>(\w)</g)].map((match) => match[1])).toEqual([
    'C',
    'B',
    'A',
    'W',
  ]);
  expect(html).not.toContain('role="region"');
});

test('a kept round is never called shipped', () => {
  const text = words(show({ critique: foldAll(goldenEvents('model-below-threshold')) }));
  expect(text).toContain('Not shipped: round');
  expect(text).toContain('Not shipped. It needs a score of');
  expect(text).not.toContain('Shipped at');
});

test('a score that reaches the threshold with must-fixes open is never called below it', () => {
  const short = words(show({ critique: foldAll(goldenEvents('model-below-threshold')) }));
  expect(short).toMatch(/^Design Jury Below threshold /);
  const barred = words(show({ critique: foldAll(goldenEvents('model-lone-critic')) }));
  expect(barred).toMatch(/^Design Jury Not shipped /);
  expect(barred).not.toContain('Below threshold');
});

test('timed out with and without a kept round', () => {
  const kept = ended({
    type: 'critique.ship',
    runId: 'run',
    round: 1,
    composite: 6.26,
    status: 'timed_out',
    artifactRef: { projectId: 'p', artifactId: 'a' },
    summary: '',
  });
  expect(words(show(kept))).toContain('Timed out: round 1 was kept, composite 6.26');
  const lost = ended({
    type: 'critique.failed',
    runId: 'run',
    status: 'timed_out',
    cause: 'per_round_timeout',
    message: '',
    bestRound: null,
  });
  expect(words(show(lost))).toContain('A round took longer than allowed.');
});

test('every end that nobody wanted leads to its lines of the log, and no other does', () => {
  const link = 'href="/api/runs/run/log?';
  const why = { runId: 'run', message: '', bestRound: null } as const;
  const page = { artifactRef: { projectId: 'p', artifactId: 'a' }, summary: '' };
  const ends: CritiqueSseEvent[] = [
    { ...why, type: 'critique.failed', status: 'failed', cause: 'orchestrator_internal' },
    { ...why, type: 'critique.failed', status: 'timed_out', cause: 'per_round_timeout' },
    { ...page, type: 'critique.ship', runId: 'run', round: 1, composite: 6, status: 'timed_out' },
    {
      type: 'critique.interrupted',
      runId: 'run',
      status: 'interrupted',
      recoveryReason: null,
      bestRound: null,
      composite: null,
    },
  ];
  for (const end of ends) expect(show(ended(end)), end.type).toContain(link);
  for (const fixture of ['model-happy-3-rounds', 'model-below-threshold'] as const)
    expect(show({ critique: foldAll(goldenEvents(fixture)) })).not.toContain('/log?');
});

test('interrupted with a round, and with nothing', () => {
  const end = {
    type: 'critique.interrupted',
    runId: 'run',
    status: 'interrupted',
    recoveryReason: null,
  } as const;
  const text = words(show(ended({ ...end, bestRound: 1, composite: 6.26 })));
  expect(text).toContain('Interrupted at round 1, best composite 6.26');
  expect(text).toContain(
    'You stopped early, before the score reached 8.0 with no must-fix open. The best round was kept',
  );
  const empty = words(show(ended({ ...end, bestRound: null, composite: null }, events.slice(0, 3))));
  expect(empty).toContain('there is no page to show');
  expect(empty).toContain('Try again');
});

test('under the policy fail nothing is kept, and there is a way on', () => {
  const before = goldenEvents('model-below-threshold');
  const end = before.at(-1);
  if (end?.type !== 'critique.ship') throw new Error('the fixture ends with the gate');
  const failed = { critique: foldAll([...before.slice(0, -1), { ...end, artifactRef: null }]) };
  const text = words(show(failed));
  expect(text).toContain('Nothing was kept');
  expect(text).toContain('The fallback policy of this run is “fail”: no round was kept.');
  expect(text).toContain('set OD_CRITIQUE_FALLBACK_POLICY to ship_best');
  expect(text).toContain('Try again');
  expect(text).not.toMatch(/[Rr]ound \d was kept/);
  expect(text).toContain('Not shipped. It needs a score of');
});

test('below the threshold the run can be started again, but not in a replay', () => {
  const below = { critique: foldAll(goldenEvents('model-below-threshold')) };
  expect(words(show(below))).toContain('Try again');
  expect(words(show(below, { replaying: true }))).not.toContain('Try again');
  expect(words(show({ critique: foldAll(events) }))).not.toContain('Try again');
});

test('a daemon that ended is not told as somebody who stopped', () => {
  const left = {
    type: 'critique.interrupted',
    runId: 'run',
    status: 'interrupted',
    recoveryReason: 'daemon_restart',
  } as const;
  for (const end of [
    ended({ ...left, bestRound: 1, composite: 6.26 }),
    ended({ ...left, bestRound: null, composite: null }, events.slice(0, 2)),
  ]) {
    const text = words(show(end));
    expect(text).toContain('The daemon ended before this run did; nobody stopped it.');
    expect(text).not.toMatch(/daemon_restart|you stopped/i);
  }
});

test('interrupted in round 1 with a page beside it does not say that there is none', () => {
  const stopped = {
    type: 'critique.interrupted',
    runId: 'run',
    status: 'interrupted',
    recoveryReason: null,
    bestRound: null,
    composite: null,
  } as const;
  const first = events.findIndex(({ type }) => type === 'critique.round_artifact');
  const text = words(show(ended(stopped, events.slice(0, first + 1))));
  expect(text).toContain('The page beside this is a draft that nobody has judged.');
  expect(text).not.toContain('no page to show');
});

test('a panel that could not be read says that the page beside it is nobody’s verdict', () => {
  const first = events.findIndex(({ type }) => type === 'critique.round_artifact');
  const end = {
    type: 'critique.degraded',
    runId: 'run',
    status: 'degraded',
    reason: 'malformed_block',
    adapter: 'fake',
    message: 'x',
    position: null,
    bestRound: null,
  } as const;
  expect(words(show(ended(end, events.slice(0, first + 1))))).toContain('a draft that nobody has judged');
  expect(words(show(ended(end, events.slice(0, first))))).not.toContain('a draft that nobody has judged');
});

test('a transcript that time ended is partial', () => {
  const late = {
    type: 'critique.failed',
    runId: 'run',
    status: 'timed_out',
    cause: 'total_timeout',
    message: '',
    bestRound: null,
  } as const;
  expect(words(show(ended(late)))).toContain('The transcript is partial');
  expect(words(show({ critique: foldAll(events) }))).not.toContain('partial');
});

test('degraded replaces the theater with a banner that says what to do', () => {
  const text = words(show({ critique: foldAll(goldenEvents('model-prose-only')) }));
  expect(text).toContain('Panel offline this run');
  expect(text).toContain('Agent:');
});

test('failed says its cause and offers another try', () => {
  const text = words(
    show(
      ended({
        type: 'critique.failed',
        runId: 'run',
        status: 'failed',
        cause: 'cli_exit_nonzero',
        message: 'exit code 1',
        bestRound: 1,
      }),
    ),
  );
  expect(text).toContain('The agent ended with an error. exit code 1 Round 1 is still there to look at.');
});

test('a replay shows the rounds of a run that is over, and nothing that would touch the run', () => {
  const html = show({ critique: foldAll(events) }, { replaying: true });
  expect(html.match(/role="region"/g)).toHaveLength(5);
  expect(words(html)).not.toContain('Replay');
});

test('a weak debate and missing votes are said; other warnings are not', () => {
  expect(
    words(show({ critique: foldAll(goldenEvents('model-weak-debate')) }, { replaying: true })),
  ).toContain('Weak debate');
  expect(
    words(show({ critique: foldAll(goldenEvents('model-lone-critic')) }, { replaying: true })),
  ).toContain('No usable vote: Brand, Accessibility, and Copy');
});

test('what a panelist says is text', () => {
  const [first, ...rest] = started;
  const attack: TranscriptEvent[] = [
    ...(first === undefined ? [] : [first]),
    ...rest.map((event) =>
      event.type === 'critique.panelist_dim' ? { ...event, dimNote: '<img src=x onerror=alert(1)>' } : event,
    ),
  ];
  expect(show({ critique: foldAll(attack) })).not.toContain('<img');
});

test('numbers follow the language', () => {
  setMessages('de', german);
  try {
    expect(words(show({ critique: foldAll(events) }))).toContain('Freigegeben in Runde 3, Gesamtwert 8,68');
  } finally {
    setMessages('en', english);
  }
});
