/** Days that two files give for one thing, and work that code leaves undone where a document or a log speaks of it. */
import { nameKey, names } from '../../documents/language/dates.ts';
import type { Compared } from './compare-figures.ts';
import { isRole, termsOf } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';
import { GENERIC } from './same-subject.ts';

const MOST_PASSAGES = 400;
const MOST_FOUND = 20;

interface Days {
  passage: Passage;
  from: number;
  to: number;
  shown: string;
}

const SPAN =
  /(?<![\d.,:/-])(\d{1,2})\.?\s*(?:-|–|—|to|bis|au|al|a|tot|till)\s*(\d{1,2})(?:\.|th|st|nd|rd)?\s+(?:of\s+|de\s+)?(\p{L}{3,})/giu;
const SPAN_MONTH_FIRST = /(?<!\p{L})(\p{L}{3,})\s+(\d{1,2})\s*(?:-|–|—|to)\s*(\d{1,2})(?![\d:])/giu;

function spansIn(passage: Passage): Days[] {
  const read = (month: number | undefined, from: number, to: number, shown: string): Days[] =>
    month === undefined || from >= to || to > 31
      ? []
      : [{ passage, from: month * 31 + from, to: month * 31 + to, shown: shown.trim() }];
  return [
    ...[...passage.text.matchAll(SPAN)].flatMap(([shown, from, to, word = '']) =>
      read(names().months.get(nameKey(word)), Number(from), Number(to), shown),
    ),
    ...[...passage.text.matchAll(SPAN_MONTH_FIRST)].flatMap(([shown, word = '', from, to]) =>
      read(names().months.get(nameKey(word)), Number(from), Number(to), shown),
    ),
  ];
}

/** "9–10 October" here, "10–11 October" there: two spans that share a day and are as long are meant to be one. */
function shiftedSpans(passages: readonly Passage[]): Contradiction[] {
  const spans = passages
    .filter(({ kind }) => kind === 'prose')
    .slice(0, MOST_PASSAGES)
    .flatMap(spansIn);
  return spans.flatMap((one, index) =>
    spans
      .slice(index + 1)
      .filter(
        (other) =>
          other.passage.path !== one.passage.path &&
          other.from !== one.from &&
          other.to - other.from === one.to - one.from &&
          other.from <= one.to &&
          one.from <= other.to,
      )
      .map((other) => otherwise('days', one.passage, other.passage, one.shown, other.shown)),
  );
}

const GIVEN_DAY = /["']?([\p{L}_][\p{L}\p{N}_.-]*)["']?\s*[:=]\s*["']?(\p{L}{4,12})["']?\s*[,;]?\s*$/u;

/** `LAST_DAY = "friday"`, and a sentence that says Thursday of it. */
function otherWeekdays(passages: readonly Passage[]): Contradiction[] {
  const told = passages
    .filter(({ kind }) => kind === 'prose')
    .slice(0, MOST_PASSAGES)
    .flatMap((passage) =>
      (passage.text.match(/\p{L}{4,}/gu) ?? []).flatMap((word) => {
        const day = weekdayOf(word);
        return day === undefined ? [] : [{ passage, day, word }];
      }),
    );
  const sentences = new Set(told.map(({ passage }) => passage));
  return passages
    .filter(({ kind }) => kind === 'code' || kind === 'data')
    .slice(0, MOST_PASSAGES)
    .flatMap((passage): Contradiction[] => {
      const [, name = '', word = ''] = GIVEN_DAY.exec(passage.text) ?? [];
      const day = weekdayOf(word);
      if (day === undefined) return [];
      const terms = tellingIn(name.replaceAll(/[_.-]/g, ' '));
      // One sentence with a day, or the one that shares a word of the name.
      const about = told.filter(
        ({ passage: own }) => sentences.size === 1 || !terms.isDisjointFrom(tellingIn(own.text)),
      );
      const [other] = about;
      return other === undefined || about.some((one) => one.day === day)
        ? []
        : [otherwise('weekday', other.passage, passage, other.word, `${name} = ${word}`)];
    });
}

function weekdayOf(word: string): number | undefined {
  return names().weekdays.get(nameKey(word)) ?? names().weekdays.get(nameKey(word).replace(/s$/, ''));
}

const UNDONE = /(?:#|\/\/|\/\*|--|\*|<!--)\s*(?:TODO|FIXME|XXX|HACK)\b[:\s]*(.*)$/u;

/** "TODO leave out the absent" in code, and a log or a document that speaks of them. */
function leftUndone(passages: readonly Passage[]): Contradiction[] {
  const said = passages
    .filter(({ kind }) => kind === 'prose' || kind === 'log')
    .slice(0, MOST_PASSAGES)
    .map((passage) => ({ passage, terms: tellingIn(passage.text) }));
  const code = passages.filter(({ kind, text }) => kind === 'code' && UNDONE.test(text));
  return code.slice(0, MOST_PASSAGES).flatMap((passage): Contradiction[] => {
    const what = UNDONE.exec(passage.text)?.[1];
    const terms = what === undefined ? new Set<string>() : tellingIn(what);
    const other = said.find((one) => one.passage.path !== passage.path && !one.terms.isDisjointFrom(terms));
    if (other === undefined) return [];
    const places = [spotOf(passage), spotOf(other.passage)];
    return [
      {
        key: keyOf('undone', places),
        claim: `${placeOf(passage)} leaves undone what ${placeOf(other.passage)} speaks of: "${passage.text.trim().slice(0, 120)}"`,
        places,
        strength: 1,
      },
    ];
  });
}

function tellingIn(text: string): ReadonlySet<string> {
  return new Set([...termsOf(text)].filter((term) => !isRole(term) && !GENERIC.has(term) && term.length > 3));
}

function otherwise(kind: string, one: Passage, other: Passage, said: string, against: string): Contradiction {
  const places = [spotOf(one), spotOf(other)];
  return {
    key: keyOf(kind, places),
    claim: `${said} in ${placeOf(one)}, but ${against} in ${placeOf(other)}.`,
    places,
    strength: 1,
  };
}

export function compareDays(passages: readonly Passage[]): Compared {
  const found = [...shiftedSpans(passages), ...otherWeekdays(passages), ...leftUndone(passages)];
  return { found: found.slice(0, MOST_FOUND), pairs: found.length };
}
