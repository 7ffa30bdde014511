/** Days of the calendar with their year, and the day of the week that stands beside one. */
import { nameKey, names } from './dates.ts';

export interface CalendarDay {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  /** Whether the text gives the year itself. */
  hasYear: boolean;
  shown: string;
  start: number;
  end: number;
}

const MONTH_NAME = String.raw`(\p{L}{3,})\.?`;
const YEAR = String.raw`((?:19|20)\d\d)`;
const OF = String.raw`(?:\s+(?:of|de|del)\s+|\s+)`;
/** Each with the places of year, month and day among its groups. */
const FORMS: readonly { pattern: RegExp; year: number; month: number; day: number }[] = [
  {
    pattern: new RegExp(String.raw`(?<![\d-])${YEAR}-(\d{1,2})-(\d{1,2})(?![\d-])`, 'gu'),
    year: 1,
    month: 2,
    day: 3,
  },
  {
    pattern: new RegExp(String.raw`(?<!\d)${YEAR}\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日`, 'gu'),
    year: 1,
    month: 2,
    day: 3,
  },
  {
    pattern: new RegExp(String.raw`(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?${YEAR}(?!\d)`, 'gu'),
    year: 3,
    month: 2,
    day: 1,
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\d.,:/-])(\d{1,2})(?:\.|st|nd|rd|th|er|º|ª)?${OF}${MONTH_NAME}(?:,?${OF}${YEAR}(?!\d))?(?!\p{L})`,
      'giu',
    ),
    year: 3,
    month: 2,
    day: 1,
  },
  {
    pattern: new RegExp(
      String.raw`(?<!\p{L})${MONTH_NAME}\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+${YEAR})?(?![\d:%])`,
      'giu',
    ),
    year: 3,
    month: 1,
    day: 2,
  },
  { pattern: /(?<!\d)(\d{1,2})\s?月\s?(\d{1,2})\s?日()/gu, year: 3, month: 1, day: 2 },
  { pattern: /(?<![\d.,])(\d{1,2})\.\s?(\d{1,2})\.(?!\s?\d)()/gu, year: 3, month: 2, day: 1 },
];

/** `year`: of days that are written without one; null where the text does not tell it. */
export function calendarDaysIn(text: string, year: number | null): CalendarDay[] {
  if (!/\d/.test(text)) return [];
  const found: CalendarDay[] = [];
  for (const form of FORMS)
    for (const match of text.matchAll(form.pattern)) {
      const start = match.index;
      const end = start + match[0].trimEnd().length;
      if (found.some((one) => start < one.end && one.start < end)) continue;
      const own = match[form.year] ?? '';
      const month = monthIn(match[form.month] ?? '');
      const day = Number(match[form.day]);
      const of = own === '' ? year : Number(own);
      if (month === null || of === null || !(day >= 1 && day <= 31)) continue;
      found.push({ year: of, month, day, hasYear: own !== '', shown: text.slice(start, end), start, end });
    }
  return found.toSorted((one, other) => one.start - other.start);
}

function monthIn(said: string): number | null {
  const month = /^\d+$/.test(said) ? Number(said) : (names().months.get(nameKey(said)) ?? -1) + 1;
  return month >= 1 && month <= 12 ? month : null;
}

/** Days since 1970; null for a day that no calendar has, such as 31 June. */
export function dayNumber({ year, month, day }: CalendarDay): number | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 ? at.getTime() / 86_400_000 : null;
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(days: number): number {
  return ((((days + 3) % 7) + 7) % 7) + 1;
}

const BEFORE = /(?<!\p{L})(\p{L}{2,}(?:-feira)?)\.?,?\s+(?:(?:the|den|dem|der|le|el|il|dia|día|d\.)\s+)?$/iu;
const BEHIND = /^\s*(?:,\s*|[(（]\s*)(?:an?\s+)?(\p{L}{1,12}(?:-feira)?)\.?\s*(?:[)）]|[,;.]|$)/iu;
const SIGNS = '月火水木金土日';

/** The day of the week that is said of a day, right before or right behind it. */
export function weekdayBeside(
  text: string,
  { start, end }: CalendarDay,
): { weekday: number; shown: string } | null {
  const before = BEFORE.exec(text.slice(Math.max(0, start - 30), start))?.[1];
  const behind = BEHIND.exec(text.slice(end, end + 24))?.[1];
  for (const shown of [before, behind]) {
    // Two small letters are a word: "do" is Polish for "until".
    const isWord = shown === undefined || /^\p{Ll}{1,2}$/u.test(shown);
    const weekday = isWord ? null : weekdayNamed(shown);
    if (weekday !== null && shown !== undefined) return { weekday, shown };
  }
  return null;
}

function weekdayNamed(word: string): number | null {
  const sign = /^([月火水木金土日])(?:曜日?)?$/u.exec(word)?.[1];
  if (sign !== undefined) return SIGNS.indexOf(sign) + 1;
  const key = nameKey(word);
  return names().weekdays.get(key) ?? shortWeekdays().get(key) ?? null;
}

let short: ReadonlyMap<string, number> | null = null;

/** "Mon", "Di", "ven": only beside a date are they days. */
function shortWeekdays(): ReadonlyMap<string, number> {
  if (short !== null) return short;
  const known = new Map<string, number>();
  const clashing = new Set<string>();
  for (const language of ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'sv', 'da', 'nb', 'cs']) {
    const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
    for (let day = 0; day < 7; day++) {
      const key = nameKey(format.format(Date.UTC(2026, 0, 5 + day)));
      if ((known.get(key) ?? day + 1) !== day + 1) clashing.add(key);
      known.set(key, day + 1);
    }
  }
  for (const key of clashing) known.delete(key);
  short = known;
  return known;
}
