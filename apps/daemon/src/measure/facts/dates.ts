/** Dates a page states with their weekday, or twice: in words, and for machines. */
import type { Observation } from '../finding.ts';
import type { Page } from '../model/page.ts';
import { textOf, visibleBlocks } from '../model/reading.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv'] as const;
const DAY_MS = 86_400_000;
const YEAR = /(?:19|20)\d\d/;

interface Written {
  text: string;
  /** Midnight UTC. */
  time: number;
  /** 0 is Sunday; null where none is written. */
  weekday: number | null;
}

export function contradictingDates(page: Page): Observation[] {
  return [...wrongWeekdays(page), ...wrongMachineDates(page)];
}

function wrongWeekdays(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || !YEAR.test(said)) continue;
    for (const { text, time, weekday } of datesIn(said)) {
      const real = new Date(time).getUTCDay();
      if (weekday === null || weekday === real) continue;
      const name = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(time);
      found.push({
        at,
        measured: `"${text}", which is a ${name}`,
        required: 'the weekday of that date',
        message: `"${text}" is a ${name}.`,
        suggestion: 'Find out whether the weekday or the date is wrong.',
      });
    }
  }
  return found;
}

/** `datetime` is what calendars and search engines read; a day's difference may be a time zone. */
function wrongMachineDates(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const at of page.byTag('time')) {
    const machine = /^(\d{4})-(\d\d)-(\d\d)/.exec(at.attributes.get('datetime') ?? '');
    const dates = datesIn(textOf(at));
    const [shown] = dates;
    if (machine === null || shown === undefined || dates.length > 1) continue;
    const time = Date.UTC(Number(machine[1]), Number(machine[2]) - 1, Number(machine[3]));
    if (Number.isNaN(time) || Math.abs(time - shown.time) <= DAY_MS) continue;
    found.push({
      at,
      measured: `"${shown.text}" with datetime="${machine[0]}"`,
      required: 'the same date in both',
      message: `The date shown is ${shown.text}, the one for machines ${machine[0]}.`,
      suggestion: 'Find out which is right, and write it in both places.',
    });
  }
  return found;
}

/** Only dates with a day, a month in words and a year: figures alone mean different days in different countries. */
export function datesIn(text: string): Written[] {
  const found: Written[] = [];
  // The names of all months and days take long to compile; most texts have no year.
  if (!YEAR.test(text)) return found;
  for (const match of text.slice(0, MAX_READ).matchAll(dates())) {
    const groups = match.groups ?? {};
    const month = months().get((groups.month ?? groups.first ?? '').toLowerCase());
    const day = Number(groups.day ?? groups.second);
    const year = Number(groups.year ?? groups.third);
    if (month === undefined || day < 1 || day > 31) continue;
    const time = Date.UTC(year, month, day);
    // 31 June is no date.
    if (new Date(time).getUTCDate() !== day) continue;
    const weekday = weekdays().get((groups.weekday ?? '').toLowerCase()) ?? null;
    found.push({ text: match[0], time, weekday });
  }
  return found;
}

/** "12 January" at the beginning, without a year: its place in any year. */
export function dayOfYear(text: string): number | null {
  const [, day, name = ''] =
    /^\W*(?:\p{L}{2,12}[,.]?\s)?(\d{1,2})\.?\s(?:de\s)?(\p{L}{3,12})\b/u.exec(text) ?? [];
  const month = months().get(name.toLowerCase());
  return month === undefined || Number(day) > 31 ? null : Date.UTC(2000, month, Number(day));
}

const MAX_READ = 20_000;

let pattern: RegExp | null = null;

function dates(): RegExp {
  if (pattern !== null) return pattern;
  const any = (names: Iterable<string>): string =>
    [...names].sort((one, other) => other.length - one.length).join('|');
  const month = any(months().keys());
  const head = `(?:(?<weekday>${any(weekdays().keys())})\\.?,? (?:(?:the|den|dem|der|le|el|il|op|dia|día|o|el día|o dia) )?)?`;
  const spoken = `(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.|º)? (?:of |de |d')?(?<month>${month})\\.?,? (?:de |del )?(?<year>(?:19|20)\\d\\d)`;
  const american = `(?<first>${month})\\.? (?<second>\\d{1,2})(?:st|nd|rd|th)?,? (?<third>(?:19|20)\\d\\d)`;
  pattern = new RegExp(`(?<![\\p{L}\\d])${head}(?:${spoken}|${american})(?![\\p{L}\\d])`, 'giu');
  return pattern;
}

const months = names(
  (format) => ({ month: format }),
  12,
  (index) => Date.UTC(2023, index, 15),
);
/** By name, 0 is Sunday; 1 January 2023 was one. */
export const weekdays = names(
  (format) => ({ weekday: format }),
  7,
  (index) => Date.UTC(2023, 0, 1 + index),
);

/** As the languages themselves write them; names that two of them use for different things are left out. */
function names(
  options: (format: 'long' | 'short') => Intl.DateTimeFormatOptions,
  count: number,
  time: (index: number) => number,
): () => ReadonlyMap<string, number> {
  let known: Map<string, number> | null = null;
  return () => {
    if (known !== null) return known;
    known = new Map();
    const unclear = new Set<string>();
    for (const language of LANGUAGES)
      for (const form of ['long', 'short'] as const) {
        const format = new Intl.DateTimeFormat(language, { ...options(form), timeZone: 'UTC' });
        for (let index = 0; index < count; index += 1) {
          const name = format.format(time(index)).toLowerCase().replace(/\.$/, '');
          if (name.length < 3) continue;
          if ((known.get(name) ?? index) !== index) unclear.add(name);
          known.set(name, index);
        }
      }
    for (const name of unclear) known.delete(name);
    return known;
  };
}
