import { WORDS as ENGLISH } from '@design-jury/contracts/said/en';
import { SAID_LANGUAGES } from '@design-jury/contracts/said/message';
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

async function report(): Promise<string> {
  const state = stateOf(
    started(),
    ...roundEvents(1, { votes: ALL(7), composite: 7, demands: { critic: ['x@p'], copy: ['y@a', 'z@q'] } }),
    ...roundEvents(2, {
      votes: ALL(7.5),
      composite: 7.5,
      demands: { copy: ['y@a'] },
      resolved: ['x@p', 'z@q'],
    }),
    ship(2, 7.5, 'below_threshold'),
  );
  const picture = new Uint8Array(32);
  return htmlReport({
    title: 'page.html',
    state,
    agent: 'grounded',
    durationMs: 900,
    gate: gateOf(state, [], null),
    verdict: {
      text: 'The file as given does not pass (7.00, 3 must-fixes); the improved copy does not pass (7.50, 1 must-fix).',
      tone: 'bad',
    },
    unlock: {
      steps: [
        { kind: 'must_fix', id: 'y@a', role: 'copy' },
        { kind: 'raise', role: 'critic', from: 7.5, to: 8.7, dims: [] },
      ],
      composite: { now: 7.5, after: 8 },
      threshold: 8,
    } as never,
    trust: {
      version: 2,
      coverage: null,
      recall: null,
      knownRecall: null,
      noise: null,
      effectiveVotes: null,
      heldOut: null,
    },
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

/** What the run of the test says, as an agent would. */
const OF_OTHERS = [/^Mend [xyz]@/, /^as seen$/, /^first$/, /^Composite 7\.50; /];

test('a report has no text that is not said in every language, but what it quotes', async () => {
  const left = outsideBrackets(inWords('en-XA', PSEUDO, await report()));
  expect(left.filter((text) => !OF_OTHERS.some((quoted) => quoted.test(text)))).toEqual([]);
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
