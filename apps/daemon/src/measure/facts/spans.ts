/** Times, days and years that cannot be as they are written: hours that end before they begin, two years of founding. */
import type { Observation } from '../finding.ts';
import type { Page } from '../model/page.ts';
import { visibleBlocks } from '../model/reading.ts';

export function contradictingSpans(page: Page): Observation[] {
  return [...backwards(page), ...twoBeginnings(page)];
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

function backwards(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || AT_NIGHT.test(said)) continue;
    for (const match of said.slice(0, MAX_READ).matchAll(HOURS)) {
      const [text, fromHour = '', fromMinute = '', toHour = '', toMinute = ''] = match;
      const [from, to] = [Number(fromHour) * 60 + Number(fromMinute), Number(toHour) * 60 + Number(toMinute)];
      // "9:30 – 5:00" counts by twelve.
      if (from < to || Number(fromHour) >= EVENING || Number(toHour) <= 12) continue;
      if (!OPENING.test(said) && kind !== 'cell') continue;
      found.push({
        at,
        measured: `"${text}"`,
        required: 'an end after the beginning',
        message: `"${text}" ends before it begins.`,
        suggestion: 'Find out which of the two times is wrong.',
      });
    }
  }
  return found;
}

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
