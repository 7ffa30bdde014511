/** Figures with their units, in the languages people write documents in, brought to one measure. */
import { keptReadings } from '../kept-readings.ts';
import { relationOf } from './bounds.ts';
import { boundOfTime, timesOfDay } from './clock.ts';
import { datesIn } from './dates.ts';
import { formsIn } from './forms.ts';
import { NUMBER_WORD, NUMBER_WORDS } from './number-words.ts';
import type { Quantity } from './quantity.ts';
import { rhythmsIn, spokenTimesIn } from './rhythms.ts';
import { labelAhead, signAhead, unitBehind } from './units.ts';

const BETWEEN = String.raw`(?:\s*(?:–|—|-|\.\.|…|〜|～|~|から|至|到)\s*|\s+(?:to|bis|à|a|hasta|até|tot|do|till)\s+|(?<=(?:between|zwischen|entre|tra|fra|tussen|między|mellan)\s[^.;]{1,20})\s*(?:and|und|et|y|e|ed|en|a|och)\s+)`;
const ONE_WORD = `(?:${NUMBER_WORD})(?![\\p{L}\\p{N}_-])`;
const NUMBER = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{N}_.,:/-])(?:(\d{1,3}(?:[.,’' ]\d{3})+(?![\d.,])|\d+(?:[.,]\d+)?)|(${NUMBER_WORD})(?![\p{L}\p{N}_-]))`,
  'giu',
);
const RANGE = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{N}_.,:/-])(\d+(?:[.,]\d+)?|${ONE_WORD})(?:\s?(?:%|°C?|\p{L}{1,3}(?=\s?[–-])))?${BETWEEN}(\d+(?:[.,]\d+)?|${ONE_WORD})(?![\p{N}:]|[.,]\d|-\d)`,
  'giu',
);
const CLOCK = /(?<![\d:])([01]?\d|2[0-4])(?::|h)([0-5]\d)(?![\d:])/giu;

/** Characters of sentences whose figures are kept. */
const MOST_KEPT_CHARS = 400_000;

export const quantitiesIn: (text: string) => readonly Quantity[] = keptReadings(
  readQuantities,
  MOST_KEPT_CHARS,
);

function readQuantities(text: string): readonly Quantity[] {
  const found: Quantity[] = [...datesIn(text), ...clockQuantities(text), ...rangesIn(text), ...formsIn(text)];
  for (const { value, start, end } of spokenTimesIn(text))
    found.push(quantity(text, start, end, { value, dimension: 'time', end, counted: [] }));
  for (const { value, shown, start, end } of rhythmsIn(text))
    found.push({
      value,
      low: value,
      dimension: 'time',
      counted: [],
      shown,
      start,
      end,
      figureEnd: end,
      relation: 'every',
    });
  for (const match of text.matchAll(NUMBER)) {
    const start = match.index;
    if (found.some((one) => start >= one.start && start < one.end)) continue;
    // 要件4 and what follows a space: a number in a name.
    if (
      /[\p{Script=Han}\p{Script=Katakana}]$/u.test(text.slice(0, start)) &&
      /^\s/.test(text.slice(start + match[0].length))
    )
      continue;
    const isWord = match[2] !== undefined;
    const value = isWord ? NUMBER_WORDS[(match[2] ?? '').toLowerCase()] : numberOf(match[1] ?? '');
    const read =
      value === undefined
        ? null
        : (unitBehind(text, start + match[0].length, isWord) ??
          signAhead(text, start, match[0].length) ??
          labelAhead(text, start, match[0].length));
    if (value === undefined || read === null) continue;
    // "one" and "a" before a word count nothing, and "a second factor" is no second.
    if (isWord && value === 1 && (read.dimension === 'count' || /second/i.test(text.slice(start, read.end))))
      continue;
    found.push(quantity(text, start, start + match[0].length, { ...read, value: value * read.factor }));
  }
  return found.toSorted((one, other) => one.start - other.start);
}

/** "2 to 4 players", "between 5 and 40 m³/h": one figure with two ends. */
function rangesIn(text: string): Quantity[] {
  return [...text.matchAll(RANGE)].flatMap((match): Quantity[] => {
    const [low, high] = [match[1], match[2]].map((word) => {
      const known = NUMBER_WORDS[(word ?? '').toLowerCase()];
      return known ?? numberOf(word ?? '');
    });
    const figureEnd = match.index + match[0].length;
    const read = unitBehind(text, figureEnd, /\p{L}$/u.test(match[0]));
    if (read === null || low === undefined || high === undefined || !(low < high)) return [];
    const { dimension, counted, end, factor } = read;
    return [
      {
        value: high * factor,
        low: low * factor,
        dimension,
        counted,
        shown: text.slice(match.index, end),
        start: match.index,
        end,
        figureEnd,
        relation: 'range',
      },
    ];
  });
}

function clockQuantities(text: string): Quantity[] {
  return timesOfDay(text).map(({ minutes, start, end }) => ({
    value: minutes,
    low: minutes,
    dimension: 'clock',
    counted: [],
    shown: text.slice(start, end),
    start,
    end,
    figureEnd: end,
    relation: boundOfTime(text.slice(Math.max(0, start - 40), start), text.slice(end, end + 20)),
  }));
}

/** Times of day as minutes after midnight. */
export function clocksIn(text: string): { minutes: number; index: number; shown: string }[] {
  return [...text.matchAll(CLOCK)].map((match) => ({
    minutes: Number(match[1]) * 60 + Number(match[2]),
    index: match.index,
    shown: match[0],
  }));
}

/** `1,550` and `1.550` are thousands, `1,5` and `1.5` are not. */
export function numberOf(text: string): number {
  if (/^\d{1,3}(?:[.,’' ]\d{3})+$/.test(text)) return Number(text.replace(/[.,’' ]/g, ''));
  return Number(text.replace(',', '.'));
}

function quantity(
  text: string,
  start: number,
  figureEnd: number,
  read: Pick<Quantity, 'value' | 'dimension' | 'end' | 'counted'>,
): Quantity {
  const { value, dimension, end, counted } = read;
  const rest = text.slice(end, end + 24);
  const behind = dimension === 'count' ? text.slice(figureEnd, end + 24) : rest;
  const relation = relationOf(text, start, behind, rest);
  return {
    value,
    low: value,
    dimension,
    counted,
    shown: text.slice(start, end),
    start,
    end,
    figureEnd,
    relation,
  };
}
