/**
 * The held-out panel: checks that no author ever hears of, asked once, when the author's own panel has said its last word. They
 * ask whether the page still is what it was: a page gets better by being mended, not by losing what was wrong with it.
 * Which of them are asked is chosen by the run's id. Pure but for the hash.
 */
import { createHash } from 'node:crypto';
import type { TrustLine } from '@design-jury/contracts/trust/line';
import type { Page } from '../measure/model/page.ts';
import { type Content, contentOf } from './page-content.ts';

interface HeldOutCheck {
  id: string;
  /** What it asks, for people. */
  asks: string;
  /** Between 0 and 1; null where the page had nothing of the kind. */
  share(before: Content, after: Content): number | null;
  /** The least share that passes. */
  least: number;
}

const MOST_LOST = 0.1;

export const HELD_OUT: readonly HeldOutCheck[] = [
  {
    id: 'words-seen',
    asks: 'the words that could be seen still can be',
    share: (before, after) => kept(before.seen, after.seen),
    least: 1 - MOST_LOST,
  },
  {
    id: 'words-heard',
    asks: 'the words that were read out still are',
    share: (before, after) => kept(before.heard, after.heard),
    least: 1 - MOST_LOST,
  },
  {
    id: 'words-read',
    asks: 'the words are of a size that can be read',
    share: (before, after) => kept(before.readable, after.readable),
    least: 1 - MOST_LOST,
  },
  {
    id: 'headings',
    asks: 'the headings still stand',
    share: (before, after) => kept(before.headings, after.headings),
    least: 0.75,
  },
  {
    id: 'controls',
    asks: 'what could be used still can be',
    share: ({ controls }, after) => (controls === 0 ? null : Math.min(1, after.controls / controls)),
    least: 1 - MOST_LOST,
  },
  {
    id: 'targets',
    asks: 'links lead where they led',
    share: (before, after) => kept(before.targets, after.targets),
    least: 1 - MOST_LOST,
  },
  {
    id: 'images',
    asks: 'the images are still there, and told in their words',
    share: (before, after) => kept(before.images, after.images),
    least: 1 - MOST_LOST,
  },
  {
    id: 'names',
    asks: 'names say more than what kind of thing it is',
    share: (before, after) => (after.emptyNames > before.emptyNames ? 0 : 1),
    least: 1,
  },
  {
    id: 'written',
    asks: 'words stand in the page, not in its style',
    share: (before, after) => (after.generated > before.generated + MOST_GENERATED ? 0 : 1),
    least: 1,
  },
];

/** Quotation marks, arrows and counters are style; a sentence is not. */
const MOST_GENERATED = 20;
/** So many are left out of each run: which, an author cannot know. */
const LEFT_OUT = 1;

function kept(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number | null {
  let all = 0;
  let still = 0;
  for (const [item, times] of before) {
    all += times;
    still += Math.min(times, after.get(item) ?? 0);
  }
  return all === 0 ? null : still / all;
}

interface HeldOutInput {
  runId: string;
  before: Page;
  after: Page;
  /** Of the author's own panel; null where it has none. */
  composite: number | null;
  scale: number;
}

interface HeldOutResult {
  line: NonNullable<TrustLine['heldOut']>;
  failed: { id: string; asks: string; share: number }[];
}

export function askHeldOut({ runId, before, after, composite, scale }: HeldOutInput): HeldOutResult {
  const [was, now] = [contentOf(before), contentOf(after)];
  const asked = chosenFor(runId).flatMap((check) => {
    const share = check.share(was, now);
    return share === null ? [] : [{ ...check, found: share }];
  });
  const failed = asked
    .filter(({ found, least }) => found < least)
    .map(({ id, asks, found }) => ({ id, asks, share: found }));
  const mean = asked.length === 0 ? 1 : asked.reduce((sum, { found }) => sum + found, 0) / asked.length;
  const own = Math.round(mean * scale * 100) / 100;
  return {
    line: {
      agent: 'grounded',
      audits: asked.length,
      composite: own,
      mustFix: failed.length,
      passes: failed.length === 0,
      gap: composite === null ? null : Math.round((composite - own) * 100) / 100,
    },
    failed,
  };
}

/** The same for the same run, another choice for the next. */
export function chosenFor(runId: string): HeldOutCheck[] {
  const order = (id: string): string => createHash('sha256').update(`${runId}\n${id}`).digest('hex');
  return HELD_OUT.toSorted((a, b) => (order(a.id) < order(b.id) ? -1 : 1)).slice(LEFT_OUT);
}
