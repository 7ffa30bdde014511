/** What a round of an answer is planned to say, and the text that says it. */
import type { Renderer } from '../render.ts';
import { ALL_FORMS, type Elsewhere, OF_A_JUDGE, type Place } from './elsewhere.ts';
import { contentOf, isWhole, type PlannedPage, type Slot, searchOf } from './planned-pages.ts';
import type { JUDGES } from './smuggling.ts';

export interface PlannedDemand {
  words: string;
  target: string | null;
  id: string | null;
}

export interface PlannedSeat {
  role: (typeof JUDGES)[number];
  score: number | null;
  demands: readonly PlannedDemand[];
  /** One more, under a tag that only looks like one. */
  disguised: string | null;
  /** What its block says beside its score: one must-fix more than it lists, a no, another scale. */
  beside: 'counts' | 'refuses' | 'scales' | null;
}

export interface PlannedRound {
  page:
    | { form: 'whole'; page: PlannedPage; around: readonly [string, string] }
    | { form: 'edits'; edits: readonly { slot: Slot; value: string; isThere: boolean }[] }
    | null;
  /** So many seats have spoken before the page comes. */
  before: number;
  seats: readonly PlannedSeat[];
  /** Demands where none is asked for. */
  elsewhere: readonly Elsewhere[];
  /** How many must-fixes the end of the round counts. */
  counted: number | null;
}

export function roundText(
  { page: wanted, before, seats: spoken, elsewhere: strays, counted }: PlannedRound,
  n: number,
  { write, code, now }: { write: Renderer; code: string | null; now: PlannedPage | null },
): string {
  const author = wanted === null ? '' : authorText(wanted, { write, code, now });
  const at = sayingAt(strays, code);
  const judges = spoken.map((one, i) => {
    const said = write.panelist({
      role: one.role,
      score: one.score,
      mustFix: one.demands.map(({ words, target, id }) => ({
        id,
        text: words,
        target,
        dim: null,
        severity: 'major',
        evidence: null,
        witness: null,
      })),
    });
    const begin = said.indexOf('>') + 1;
    const end = said.lastIndexOf('</');
    const own = i === spoken.length - 1 ? ofTheLastJudge(at, code) : '';
    return `${openingOf(said.slice(0, begin), one)}${said.slice(begin, end)}${own}${one.disguised ?? ''}${said.slice(end)}`;
  });
  const mustFix = counted === null ? {} : { mustFix: counted };
  const [inEnd, reason] = [at('in the end of the round'), at('in the reason')];
  const roundEnd =
    `${inEnd}${reason}` === ''
      ? write.roundEnd({ round: n, ...mustFix })
      : write
          .roundEnd({ round: n, ...mustFix, reason: '@@' })
          .replace('>\n', () => `>${inEnd}\n`)
          .replace('@@', () => `Read.${reason}`);
  return [
    write.roundOpen(n),
    at('after the round is opened'),
    ...judges.slice(0, before),
    author,
    at('between panelists'),
    ...judges.slice(before),
    at('before the end of the round'),
    roundEnd,
    at('after the end of the round'),
    write.roundClose,
  ].join('');
}

type At = (place: Place) => string;

export function sayingAt(strays: readonly Elsewhere[], code: string | null): At {
  const mark = code === null ? '' : `-${code}`;
  return (here) =>
    strays
      .filter(({ place }) => place === here)
      .map(({ form }) => ALL_FORMS[form]?.(mark) ?? '')
      .join('');
}

/** Where there is no such place in this round, the next one that there is. */
export function placeIn(
  place: Place,
  { isFirst, isLast, ships, seats }: { isFirst: boolean; isLast: boolean; ships: boolean; seats: number },
): Place {
  if (place === 'after the root' && !isFirst) return 'after the round is opened';
  if (OF_A_JUDGE.includes(place) && seats === 0) return 'before the end of the round';
  const isOfShip = place === 'in SHIP' || place === 'in the summary' || place === 'after SHIP';
  return (isOfShip && !(isLast && ships)) || (place === 'after the run' && !isLast)
    ? 'after the round'
    : place;
}

function ofTheLastJudge(at: At, code: string | null): string {
  const mark = code === null ? '' : `-${code}`;
  const [note, dim] = [at('in a note of a judge'), at('in a dim')];
  return [
    note === '' ? '' : `<NOTES${mark}>Looked.${note}</NOTES${mark}>`,
    dim === '' ? '' : `<DIM${mark} name="words" score="9">3 of 3 read.${dim}</DIM${mark}>`,
    at('in the block of a judge'),
  ].join('\n');
}

function openingOf(tag: string, { beside: own, demands: listed }: PlannedSeat): string {
  const withMore = (more: string): string => tag.replace(/>$/, () => `${more}>`);
  switch (own) {
    case null:
      return tag;
    case 'counts':
      return tag.replace(/( must_fix="\d+")?>$/, () => ` must_fix="${listed.length + 1}">`);
    case 'refuses':
      return withMore(' verdict="reject"');
    case 'scales':
      return withMore(' max="20"');
  }
}

/** @param ship undefined: there is none; null: one without a page */
export function shipText(
  ship: PlannedPage | null | undefined,
  round: number,
  { write, at }: { write: Renderer; at: At },
): string {
  if (ship === undefined) return '';
  const text = write.ship({
    round,
    summary: '@@',
    ...(ship !== null && { artifact: { mime: 'text/html', content: contentOf(ship) } }),
  });
  const summary = text.lastIndexOf('@@');
  const begin = text.indexOf('>') + 1;
  return [
    text.slice(0, begin),
    at('in SHIP'),
    text.slice(begin, summary),
    `Done.${at('in the summary')}`,
    text.slice(summary + 2),
  ].join('');
}

function authorText(
  wanted: NonNullable<PlannedRound['page']>,
  { write, code, now }: { write: Renderer; code: string | null; now: PlannedPage | null },
): string {
  const whole = (content: string): string =>
    write.panelist({ role: 'designer', notes: 'Page.', artifact: { mime: 'text/html', content } });
  if (wanted.form === 'whole') {
    const [before, behind] = isWhole(wanted.page) ? wanted.around : ['', ''];
    return whole(`${before}${contentOf(wanted.page)}${behind}`);
  }
  const tag = (name: string): string => `${name}-${code}`;
  const edits = wanted.edits.map(({ slot, value, isThere }) => {
    const search = isThere && now !== null ? searchOf(slot, now.slots[slot]) : 'words that stand nowhere';
    return `<${tag('SEARCH')}>${search}</${tag('SEARCH')}><${tag('REPLACE')}>${searchOf(slot, value)}</${tag('REPLACE')}>`;
  });
  return whole('@@')
    .replace(' mime="text/html"', ' mime="text/html" form="edits"')
    .replace('<![CDATA[@@]]>', () => edits.join('\n'));
}
