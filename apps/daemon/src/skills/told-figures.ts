/**
 * Sentences that say a figure, as tiles: what stands before the figure, the figure, and what stands after it, in the order of
 * the sentence. Nothing is taken out of it and nothing is said again.
 */
import { contactsOf } from './addresses.ts';
import type { BriefSection } from './brief.ts';

export interface ToldFigure {
  before: string | null;
  value: string;
  after: string | null;
}

const MONTH = 'jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|okt|oct|nov|dec|dez';
const UNIT =
  'million|billion|thousand|m|bn|k|mio\\.?|milliarden|millionen|%|‰|percent|per cent|prozent|euros?|dollars?|pounds?|kroner|kronen|francs?|€|points?|minutes?|minuten|hours?|stunden|seconds?|days?|tage|weeks?|months?|km|kg|tonnes?|litres?|kwh|mwh';
const MONEY = '[€$£¥]|NOK|SEK|DKK|CHF|EUR|USD|GBP|kr';
const AMOUNT = `[+−–-]?\\d+(?:[.,’]\\d+)*`;
const FIGURE = new RegExp(
  `(?<![\\p{L}\\d.,:/-])(?:(?:${MONEY})\\s?${AMOUNT}(?: (?:and|to|or) ${AMOUNT}|–${AMOUNT})?(?:\\s?(?:million|billion|thousand|bn|m|k)\\b)?|${AMOUNT}(?:\\s?(?:${UNIT})(?![\\p{L}]))?)(?![\\d:/\\p{L}])`,
  'giu',
);
/** A time, a day, a year or a place in a row is no figure of anything. */
const NO_FIGURE = new RegExp(
  `^(?:\\d{1,2}(?:st|nd|rd|th)|\\d{1,2}\\.?\\s+(?:${MONTH})|\\d{1,2} and \\d|\\d{1,2}(?:[:.]\\d\\d)?\\s?(?:am|pm|uhr|h)\\b|(?:19|20)\\d\\d(?![.,]?\\d)(?!\\s?(?:${UNIT}))\\b)`,
  'iu',
);
const TIME_BEFORE = new RegExp(
  `(?:\\b(?:at|from|until|by|since|between|before|after|(?:${MONTH})\\p{L}*|um|bis|ab|seit|room|gate|bench|street|road|platform|pier|no|number|week|q|\\d+ (?:and|or|to))\\s|#)$`,
  'iu',
);

/** A number alone counts what the next word names; "Buses 18 and 22" and "in room 4" name something. */
const COUNTS =
  /^ (?!(?:and|or|to|is|are|was|were|in|at|on|by|for|from|with|und|oder|ist|sind|in|am)\b)\p{Ll}/u;

const MOST_WORDS = 26;
const LONGEST_BEFORE = 90;

/** Null for a sentence without a figure of its own, and for one too long for a tile. */
export function toldFigure(sentence: string): ToldFigure | null {
  if (sentence.split(' ').length > MOST_WORDS || contactsOf(sentence).length > 0) return null;
  for (const { 0: value, index } of sentence.matchAll(FIGURE)) {
    const before = sentence.slice(0, index);
    const behind = sentence.slice(index + value.length);
    const isBare = /^\d+$/.test(value);
    if (NO_FIGURE.test(sentence.slice(index))) continue;
    if (isBare && (TIME_BEFORE.test(before) || !COUNTS.test(behind))) continue;
    if (before.length > LONGEST_BEFORE) return null;
    const after = behind.replace(/^\s*[,;:]?\s*/, '').replace(/^[.!]$/, '');
    return { before: before.trim() || null, value, after: after || null };
  }
  return null;
}

/** Four figures at most stand at the top of a page. */
const MOST_TILES = 4;

/** Takes sentences with a figure out of the text of the sections; none where there are fewer than two. */
export function takeFigures(sections: readonly BriefSection[]): { told: ToldFigure[]; left: BriefSection[] } {
  const told: ToldFigure[] = [];
  const left = sections.map((section) => ({
    ...section,
    paragraphs: section.paragraphs.filter((sentence) => {
      const figure = told.length < MOST_TILES ? toldFigure(sentence) : null;
      if (figure !== null) told.push(figure);
      return figure === null;
    }),
  }));
  return told.length < 2 ? { told: [], left: [...sections] } : { told, left: left.filter(isFilled) };
}

function isFilled({ paragraphs, items, table }: BriefSection): boolean {
  return paragraphs.length + items.length > 0 || table !== null;
}
