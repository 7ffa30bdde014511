import { WORDS as ENGLISH } from '@design-jury/contracts/said/en';
import { SAID_LANGUAGES } from '@design-jury/contracts/said/message';
import { DEGRADED_REASONS, FAILED_CAUSES } from '@design-jury/contracts/theater/critique';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { NOTHING_KNOWN, type TrustLine } from '@design-jury/contracts/trust/line';
import { expect, test } from 'vitest';
import { compareLines } from '../line-diff.ts';
import { elementNames } from './element-names.ts';
import { gateOf } from './gate.ts';
import { htmlReport } from './html.ts';
import { inWords, reportIn } from './in-language.ts';
import { indexPage } from './index-page.ts';
import { outsideBrackets, PSEUDO } from './test/pseudo.ts';
import { ALL, roundEvents, ship, started, stateOf } from './test/run.ts';

const BEFORE = '<!doctype html>\n<html lang="en"><body><p>Pale.</p><a href="#">Privacy</a></body></html>\n';
const AFTER = BEFORE.replace('Pale', 'Dark');

const ROUNDS = [
  ...roundEvents(1, { votes: ALL(7), composite: 7, demands: { critic: ['x@p'], copy: ['y@a', 'z@q'] } }),
  ...roundEvents(2, {
    votes: ALL(7.5),
    composite: 7.5,
    demands: { copy: ['y@a'] },
    resolved: ['x@p', 'z@q'],
  }),
];
const RUN = { runId: 'r1' } as const;
/** What others wrote: agents, their programs. */
const MESSAGE = 'As the program said.';

const failed = (cause: (typeof FAILED_CAUSES)[number], bestRound: number | null): CritiqueSseEvent => ({
  type: 'critique.failed',
  ...RUN,
  status: /timeout/.test(cause) ? 'timed_out' : 'failed',
  cause,
  message: MESSAGE,
  bestRound,
});
const interrupted = (recoveryReason: string | null, bestRound: number | null): CritiqueSseEvent => ({
  type: 'critique.interrupted',
  ...RUN,
  status: 'interrupted',
  bestRound,
  composite: bestRound === null ? null : 7.5,
  recoveryReason,
});

/** Every end, after two rounds and before the first. */
const ENDS: Record<string, readonly CritiqueSseEvent[]> = {
  'below threshold': [...ROUNDS, ship(2, 7.5, 'below_threshold')],
  shipped: [...roundEvents(1, { votes: ALL(9), composite: 9, decision: 'ship' }), ship(1, 9, 'shipped')],
  ...Object.fromEntries(
    FAILED_CAUSES.flatMap((cause) => [
      [`${cause}, a round kept`, [...ROUNDS, failed(cause, 2)]],
      [`${cause}, nothing kept`, [failed(cause, null)]],
    ]),
  ),
  ...Object.fromEntries(
    DEGRADED_REASONS.map((reason) => [
      `degraded: ${reason}`,
      [
        {
          type: 'critique.degraded',
          ...RUN,
          status: 'degraded',
          reason,
          adapter: 'grounded',
          message: MESSAGE,
          position: null,
          bestRound: null,
        } satisfies CritiqueSseEvent,
      ],
    ]),
  ),
  'stopped by hand': [...ROUNDS, interrupted(null, 2)],
  'stopped before a round': [interrupted(null, null)],
  'ended with its process': [...ROUNDS, interrupted('daemon_restart', 2)],
};

const SEEN = { planted: 41, caught: 28, share: 0.68, low: 0.52, high: 0.82, seed: 1 };
const KNOWN: TrustLine = {
  ...NOTHING_KNOWN,
  coverage: { measured: 88, notMeasured: 3, notMeasurable: 4, roles: {} },
  recall: { ...SEEN, mustFix: 21, pool: '2026-11-17' },
  knownRecall: { ...SEEN, planted: 51, caught: 51, share: 1 },
  noise: { floor: 0.1, times: 3, agent: 'grounded', model: null },
  effectiveVotes: { judges: 4, votes: 2.1, low: 1.5, high: 3, items: 40, from: 'errors' },
};
const HELD_OUT = { agent: 'grounded', audits: 20, composite: 8, mustFix: 0, passes: true, gap: null };
const OTHERWISE: TrustLine = {
  ...KNOWN,
  knownRecall: null,
  effectiveVotes: { judges: 4, votes: 2.1, low: 1.5, high: 3, items: 40, from: 'scores' },
};

test.each([
  HELD_OUT,
  { ...HELD_OUT, passes: false },
  { ...HELD_OUT, agent: 'claude', gap: 0.31 },
  { ...HELD_OUT, agent: 'claude', passes: false },
  { ...HELD_OUT, passes: false, gap: -0.2 },
])('nor has how far it can be believed: %o', async (heldOut) => {
  const html = await report(ENDS.shipped, null, { ...OTHERWISE, heldOut });
  expect(outsideBrackets(inWords('en-XA', PSEUDO, html)).filter(ours)).toEqual([]);
});

async function report(
  events = ENDS['below threshold'] ?? [],
  verdict: Parameters<typeof htmlReport>[0]['verdict'] = VERDICT,
  trust: TrustLine = NOTHING_KNOWN,
): Promise<string> {
  const state = stateOf(started(), ...events);
  const picture = new Uint8Array(32);
  return htmlReport({
    title: 'page.html',
    state,
    agent: 'grounded',
    durationMs: 900,
    gate: gateOf(state, [], null),
    verdict,
    unlock: {
      steps: [
        { kind: 'must_fix', id: 'y@a', role: 'copy' },
        { kind: 'raise', role: 'critic', from: 7.5, to: 8.7, dims: [] },
      ],
      composite: { now: 7.5, after: 8 },
      threshold: 8,
    } as never,
    trust,
    comparison: compareLines(BEFORE, AFTER),
    pictures: { before: picture, after: picture },
    nameOf: await elementNames({ before: BEFORE, after: AFTER, mime: 'text/html' }),
    take: 'jury review page.html --apply',
    links: [
      { label: 'Improved copy', href: 'page.html' },
      { label: 'Diff', href: 'page.html.diff' },
    ],
  });
}

const VERDICT = {
  text: 'The file as given does not pass (7.00, 3 must-fixes); the improved copy does not pass (7.50, 1 must-fix).',
  tone: 'bad',
} as const;

/** What the run of the test says, as an agent would. */
const OF_OTHERS = [
  /^Mend [xyz]@/,
  /^as seen$/,
  /^first$/,
  /^Composite [79]\.[05]0; /,
  RegExp(`^${MESSAGE}$`),
];
const ours = (text: string): boolean => !OF_OTHERS.some((quoted) => quoted.test(text));

test('a report has no text that is not said in every language, but what it quotes', async () => {
  const left = outsideBrackets(inWords('en-XA', PSEUDO, await report()));
  expect(left.filter(ours)).toEqual([]);
});

test.each(Object.entries(ENDS))('nor has that of a run that ended so: %s', async (_, events) => {
  const html = await report(events, null, KNOWN);
  expect(outsideBrackets(inWords('en-XA', PSEUDO, html)).filter(ours)).toEqual([]);
});

test('an index of pages has none either, but their names', () => {
  const verdict = { word: 'does not pass', tone: 'bad', one: 'does not pass', many: 'do not pass' } as const;
  const html = indexPage({
    entries: ['a.html', 'b.html'].map((name) => ({
      name,
      verdict,
      composite: 6.5,
      mustFix: 4,
      faults: Array.from({ length: 4 }, () => ({ text: 'The page has no title.', line: 3 })),
      why: null,
      report: null,
    })),
    pictures: new Map(),
  });
  expect(outsideBrackets(inWords('en-XA', PSEUDO, html))).toEqual(['a.html', 'b.html']);
});

test.each(SAID_LANGUAGES)('style, script, code and policy are the same bytes in %s', async (language) => {
  const html = await report();
  const kept = (page: string): string[] =>
    [...page.matchAll(/<(script|style|code)\b[\s\S]*?<\/\1>|<meta http-equiv[^>]*>/g)].map(([part]) => part);
  const said = await reportIn(language, html);
  expect(kept(said)).toEqual(kept(html));
  expect(said).toContain(`<html lang="${language}">`);
  if (language === 'en') expect(said).toBe(html);
});

test('text of a page stays text in every language', () => {
  const html = '<p><samp>The link &quot;&lt;script&gt;x&lt;/script&gt;&quot; leads nowhere.</samp></p>';
  expect(inWords('en', ENGLISH, html)).toBe(html);
  expect(inWords('en-XA', PSEUDO, html)).not.toContain('<script');
});
