/**
 * What a ship has to have earned, worked out from what the answer was planned to say, and by nothing that the gate is made
 * of: the bytes that ship are the page that every weighted judge of the round voted on, their votes reach the threshold,
 * and no demand that a judge made stands on that page as it was made. Of an answer that was torn less is known.
 */
import { createHash } from 'node:crypto';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import type { PlannedDemand, PlannedRound } from './answer-text.ts';
import { CODE, type Said } from './answers.ts';
import { isDemand, isOfStranger, isOnlyWords, OF_A_JUDGE, type Place } from './elsewhere.ts';
import { contentOf, PLACES, type Slot, searchOf } from './planned-pages.ts';
import { JUDGES } from './smuggling.ts';
import { FAULTS, type Played, playWhole } from './whole-run.ts';

const WEIGHTS = { critic: 0.4, brand: 0.2, a11y: 0.2, copy: 0.2 } as const;
export const THRESHOLD = 8;
export const HALF_A_STEP = 0.05;

type Role = (typeof JUDGES)[number];
type Shipped = NonNullable<Played['shipped']>;

/** Null when all is well: it did not ship, or it was earned. */
export async function unearned(said: Said, places: readonly number[] = []): Promise<string | null> {
  const { shipped, events } = await playWhole(said, places);
  return shipped === null ? null : problemOf(said, shipped, events);
}

export function problemOf(said: Said, shipped: Shipped, events: readonly CritiqueSseEvent[]): string | null {
  if (sha256Of(shipped.content) !== shipped.sha256) return 'the bytes that ship have another hash';
  return (
    instrumentsProblem(said.grounding, shipped.content) ??
    (said.plan === null ? tornProblem(said, shipped, events) : plannedProblem(said.plan, said, shipped))
  );
}

export function instrumentsProblem(grounding: Said['grounding'], content: string): string | null {
  return grounding === 'gate' && Object.values(FAULTS).some((fault) => content.includes(fault))
    ? 'what the instruments say of the page is open'
    : null;
}

function plannedProblem(
  { given, rounds }: NonNullable<Said['plan']>,
  { turns }: Said,
  { content, round }: Shipped,
): string | null {
  if (turns === 'one-shot' && round !== rounds.length) return 'a round that is not the last one ships';
  const first = given === null ? null : contentOf(given);
  const pages = pagesOf(first, rounds);
  const last = rounds[round - 1];
  const page = pages[round - 1]?.made ?? null;
  if (last === undefined || page === null) return 'no page, or none that the edits could make';
  if (content !== page) return 'other bytes ship than the page of the round';
  // Who spoke before another page came has voted on that one.
  const seats = page === pages[round - 1]?.before ? last.seats : last.seats.slice(last.before);
  return votesProblem(seats) ?? demandsProblem(rounds.slice(0, round), pages);
}

function votesProblem(seats: PlannedRound['seats']): string | null {
  const strictest: Partial<Record<Role, number>> = {};
  for (const role of JUDGES) {
    const scores = seats
      .filter((one) => one.role === role)
      .map(({ score, beside }) => (beside === 'scales' ? -1 : (score ?? -1)));
    if (scores.length === 0 || scores.some((score) => score < 0 || score > 10))
      return `${role} gave no vote that can be used`;
    strictest[role] = Math.min(...scores);
  }
  const sum = composite((role) => strictest[role] ?? 0);
  return sum < THRESHOLD - HALF_A_STEP ? `the votes come to ${sum}` : null;
}

export function composite(scoreOf: (role: Role) => number): number {
  return JUDGES.reduce((sum, role) => sum + WEIGHTS[role] * scoreOf(role), 0);
}

/** Every demand of every round so far, whatever its number, against the page that ships. */
function demandsProblem(rounds: readonly PlannedRound[], pages: readonly Pages[]): string | null {
  const now = pages[rounds.length - 1]?.made ?? '';
  for (const [i, round] of rounds.entries())
    for (const { isEarly, ...one } of madeIn(round, i)) {
      if (i === rounds.length - 1) return `"${one.words}" of the last round is open`;
      if (one.ofStranger) return `"${one.words}" of round ${i + 1} is open: who made it never spoke again`;
      const seen = (isEarly ? pages[i]?.before : pages[i]?.made) ?? pages[i]?.made ?? pages[i]?.before;
      const made = seen ?? pages.slice(i).find((later) => later.made !== null)?.made;
      if (made != null && standsAsItWas(one, made, now))
        return `"${one.words}" of round ${i + 1} is open: nothing changed where it points`;
    }
  return null;
}

interface Made extends Pick<PlannedDemand, 'words' | 'target'> {
  /** Before the page of its round came. */
  isEarly: boolean;
  ofStranger?: boolean;
}

/** Whatever its round demands, in the blocks of judges and elsewhere. */
function madeIn({ seats, before, elsewhere, counted }: PlannedRound, nth: number): Made[] {
  const spoken = seats.flatMap(({ demands, disguised, beside }, n): Made[] => {
    const isEarly = n < before;
    return [
      ...demands
        .filter(({ words }) => words.trim() !== '' && words !== 'None.')
        .map(({ words, target }) => ({ words, target, isEarly })),
      ...(disguised === null ? [] : [{ words: 'in disguise', target: null, isEarly }]),
      ...(beside === 'counts' || beside === 'refuses' ? [{ words: beside, target: null, isEarly }] : []),
    ];
  });
  // [S8] A page that is given is there once a judge speaks: before that it is demanded of the author's, which is the first.
  const isAnyBefore = nth > 0 || Math.min(before, seats.length) > 0;
  const isEarlyAt = (place: Place): boolean =>
    (BEFORE_PAGE.includes(place) && isAnyBefore) || (OF_A_JUDGE.includes(place) && seats.length <= before);
  const strays = elsewhere.filter(isDemand).map((one) => ({
    words: `${one.form} ${one.place}`,
    target: null,
    isEarly: isEarlyAt(one.place),
    ofStranger: isOfStranger(one),
    isNo: isOnlyWords(one),
  }));
  const atTheEnd =
    counted !== null && counted > 0 ? [{ words: 'counted at the end', target: null, isEarly: false }] : [];
  const made: readonly (Made & { isNo?: boolean })[] = [...spoken, ...strays, ...atTheEnd];
  // [S20] A no in plain words is heard where nobody demands anything in the round.
  const own = made.filter(({ isNo }) => isNo !== true);
  return own.length > 0 ? own : [...made];
}

const BEFORE_PAGE: readonly Place[] = ['after the root', 'after the round is opened'];

/** Without reading any markup: the pages are made of places whose text is known, and whose markup stands there once. */
export function standsAsItWas({ target }: Pick<PlannedDemand, 'target'>, made: string, now: string): boolean {
  if (made === now) return true;
  const slot = (Object.keys(PLACES) as Slot[]).find((name) => PLACES[name] === target);
  if (slot === undefined || [made, now].some((page) => !isPlain(page))) return false;
  return slotOf(made, slot) === slotOf(now, slot);
}

/** Nothing but the three places and words: no style, no script, nothing that is open at its end. */
function isPlain(page: string): boolean {
  const behind = page.split('</section>').at(-1) ?? '';
  return (
    page.startsWith('<!doctype html>') &&
    page.split('</section>').length === 4 &&
    !/[<&]/.test(behind.replace('</body></html>', ''))
  );
}

function slotOf(page: string, slot: Slot): string {
  const [before = '', after = ''] = searchOf(slot, '\u0000').split('\u0000');
  const from = page.indexOf(before) + before.length;
  return page.slice(from, page.indexOf(after, from));
}

interface Pages {
  /** What the round begins with. */
  before: string | null;
  /** What the author makes of it; null where the edits cannot be made, for that round. */
  made: string | null;
}

function pagesOf(first: string | null, rounds: readonly PlannedRound[]): Pages[] {
  let now = first;
  return rounds.map(({ page }) => {
    const before = now;
    const made = page === null ? now : page.form === 'whole' ? contentOf(page.page) : editedBy(now, page);
    now = made ?? now;
    return { before, made };
  });
}

function editedBy(
  base: string | null,
  { edits }: Extract<PlannedRound['page'], { form: 'edits' }>,
): string | null {
  if (base === null || edits.some(({ isThere }) => !isThere)) return null;
  let content = base;
  for (const { slot, value } of edits) {
    const [before = '', after = ''] = searchOf(slot, '\u0000').split('\u0000');
    const pieces = content.split(before);
    const behind = pieces[1]?.indexOf(after) ?? -1;
    if (pieces.length !== 2 || behind === -1) return null;
    content = `${pieces[0]}${searchOf(slot, value)}${pieces[1]?.slice(behind + after.length)}`;
  }
  return content;
}

/** Of a torn answer: what the run itself told of votes and pages, and what its last round still demands in plain sight. */
function tornProblem(
  { turns, texts, code, given }: Said,
  { content, sha256, round }: Shipped,
  events: readonly CritiqueSseEvent[],
): string | null {
  const pages = events.flatMap((event, at) =>
    event.type === 'critique.round_artifact' ? [{ event, at }] : [],
  );
  // The same bytes again are the same page.
  const lastPage = pages.findLast(({ event }, i) => event.sha256 !== pages[i - 1]?.event.sha256)?.at ?? -1;
  const page = pages.at(-1)?.event;
  if (page === undefined || page.round > round) return 'no page, or one after the vote';
  if (page.sha256 !== sha256) return 'other bytes ship than the page of the last vote';
  const text = texts.slice(0, round).join('');
  // Without a code the end of a section inside a page is split over two.
  const written = code === null ? text.replaceAll(']]]]><![CDATA[>', ']]>') : text;
  if (!text.includes('form="edits"') && content !== given && !written.includes(content))
    return 'bytes ship that nobody wrote';
  for (const role of JUDGES) {
    const scores = events.flatMap((event, at) =>
      at > lastPage &&
      event.type === 'critique.panelist_close' &&
      event.role === role &&
      event.round === round
        ? [event.score]
        : [],
    );
    if (scores.length === 0 || scores.includes(null)) return `${role} did not vote on the page that ships`;
  }
  // A turn is a round, whatever is left of its tags.
  const last = turns === 'conversational' ? (texts[round - 1] ?? '') : text;
  return demandInLastRound(last, code) ? 'a demand of the last round is open' : null;
}

function demandInLastRound(text: string, code: string | null): boolean {
  const mark = code === null ? '' : `-${CODE}`;
  const outside = text.replace(new RegExp(`<ARTIFACT${mark}[\\s\\S]*?</ARTIFACT${mark}>`, 'g'), '');
  const last = outside.slice(outside.lastIndexOf(`<ROUND${mark} `));
  return [...last.matchAll(new RegExp(`<MUST_FIX${mark}[^>]*>([^<]*)</MUST_FIX${mark}>`, 'g'))].some(
    ([, words = '']) => words.trim() !== '' && words.trim() !== 'None.',
  );
}

export function sha256Of(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
