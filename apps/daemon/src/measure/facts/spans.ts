/** Times, days and years that cannot be as they are written: hours that end before they begin, two years of founding. */
import type { Observation } from '../finding.ts';
import type { Page } from '../model/page.ts';
import { childElements, textOf, visibleBlocks } from '../model/reading.ts';

export function contradictingSpans(page: Page): Observation[] {
  return [...backwards(page), ...twoBeginnings(page), ...otherLengths(page), ...rowsOfTimes(page)];
}

const TIME = '([01]?\\d|2[0-4])[:.]([0-5]\\d)';
const HOURS = new RegExp(
  `(?<![\\d.:,€$£])${TIME}\\s*(?:–|—|-|to|until|till|bis|à|a)\\s*${TIME}(?![\\d:%]|\\s?[ap]\\.?m)`,
  'giu',
);
const OPENING =
  /\b(?:open|opening|hours|office|closed|mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|daily|desk|kitchen|lunch|talk|session|workshop|geöffnet|öffnungszeiten|ouvert|abierto)/i;
const AT_NIGHT =
  /\b(?:night|late|overnight|bar|club|party|sleeper|ferry|train|flight|shift|nacht|nuit|noche)\b/i;
/** What begins in the evening may end after midnight. */
const EVENING = 17;
/** What is open till then is open all night, and says so. */
const MORNING = 7;

function backwards(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || AT_NIGHT.test(said)) continue;
    for (const match of said.slice(0, MAX_READ).matchAll(HOURS)) {
      const [text, fromHour = '', fromMinute = '', toHour = '', toMinute = ''] = match;
      const [from, to] = [Number(fromHour) * 60 + Number(fromMinute), Number(toHour) * 60 + Number(toMinute)];
      // "9:30 – 5:00" counts by twelve.
      const isTwentyFour = /^0\d|[–—to-]\s*0\d/.test(text) && Number(fromHour) < EVENING;
      const isDay =
        isTwentyFour ||
        (Number(fromHour) >= 13 && Number(toHour) >= MORNING && Number(toHour) <= 12 && !text.includes('.'));
      // Midnight is the end of the day.
      if (to === 0 || from < to || (!isDay && (Number(fromHour) >= EVENING || Number(toHour) <= 12)))
        continue;
      if (
        !OPENING.test(said) &&
        kind !== 'cell' &&
        at.tag !== 'time' &&
        match.index > 0 &&
        !/\b(?:from|von|de|dalle|van)\s$/i.test(said.slice(0, match.index))
      )
        continue;
      found.push({
        at,
        measured: `"${text}"`,
        required: 'an end after the beginning',
        message: `"${text}" ends before it begins.`,
        suggestion: 'Find out which of the two times is wrong.',
        // Open until after midnight.
        ...(Number(toHour) <= SMALL_HOURS ? { severity: 'minor' as const } : {}),
      });
    }
  }
  return found;
}

const SMALL_HOURS = 4;
const MAX_READ = 5000;

const FOUNDED =
  /\b(?:founded|established|est\.?|since|in business since|gegründet|seit|fondée?|depuis)\s+(?:in\s+|en\s+)?((?:1[5-9]|20)\d\d)\b/giu;

/** Of the page's own name or of nobody in particular: two years are one too many. */
function twoBeginnings(page: Page): Observation[] {
  let first: { year: string; shown: string } | null = null;
  const found: Observation[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || said.length > MAX_READ) continue;
    for (const match of said.matchAll(FOUNDED)) {
      const [shown, year = ''] = match;
      const isSince = /^(?:since|seit|depuis)/i.test(shown);
      // "Since 2019 we also…" is about something else; at the end of a line or a sentence it is about the house.
      if (isSince && !/^\s*(?:$|[.,·|)–—])/.test(said.slice(match.index + shown.length))) continue;
      if (first === null) first = { year, shown };
      else if (first.year !== year)
        found.push({
          at,
          measured: `"${shown}" here, "${first.shown}" elsewhere`,
          required: 'one year',
          message: `The page says "${first.shown}" in one place and "${shown}" here.`,
          suggestion: 'Find out which year is right, and write it in both places.',
        });
    }
  }
  // A history has many beginnings.
  return found.length > 1 ? [] : found;
}

const LASTING = new RegExp(
  `${TIME}\\s*(?:–|—|-|to|until|bis|à|a|till)\\s*${TIME}[^.;\\d]{0,12}\\((?:\\p{L}+ )?(\\d{1,3})\\s?(minutes?|min|minuten|minuti|minutos|hours?|stunden|heures|horas|ore)\\b`,
  'giu',
);

/** "from 08:10 to 09:40 (50 minutes)". */
function otherLengths(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code') continue;
    for (const [text, h1, m1, h2, m2, figure, unit = ''] of said.slice(0, MAX_READ).matchAll(LASTING)) {
      const minutes = Number(h2) * 60 + Number(m2) - Number(h1) * 60 - Number(m1);
      const stated = Number(figure) * (/^(h|st|o)/i.test(unit) ? 60 : 1);
      if (minutes <= 0 || minutes === stated || minutes === stated + 720) continue;
      found.push({
        at,
        measured: `"${text}"`,
        required: `${minutes} minutes`,
        message: `"${text}" lasts ${minutes} minutes.`,
        suggestion: 'Find out which figure is wrong.',
      });
    }
  }
  return found;
}

const LEAST_ROWS = 3;

/** Rows of two times, each later than the first: the one that goes back. */
function rowsOfTimes(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const body of page.byTag('tbody', 'table')) {
    const rows = childElements(body)
      .filter(({ tag }) => tag === 'tr')
      .slice(0, 200);
    const times = rows.flatMap((row) => {
      const cells = childElements(row).map((cell) => /^\s*(\d{1,2})[:.](\d{2})\s*$/.exec(textOf(cell)));
      const read = cells.flatMap((cell) => (cell === null ? [] : [Number(cell[1]) * 60 + Number(cell[2])]));
      return read.length === 2 && cells.length === 2 ? [{ row, read }] : [];
    });
    if (times.length < LEAST_ROWS) continue;
    const back = times.filter(({ read: [from = 0, to = 0] }) => to < from && from < EVENING * 60);
    const [only] = back;
    if (only === undefined || back.length > 1) continue;
    found.push({
      at: only.row,
      measured: `"${textOf(only.row)}"`,
      required: 'an end after the beginning',
      message: `"${textOf(only.row)}" ends before it begins.`,
      suggestion: 'Find out which of the two times is wrong.',
    });
  }
  return found;
}
