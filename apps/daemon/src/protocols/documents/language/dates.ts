/**
 * Days of the week and of the year. Their names come from the language data of the platform, in each form it knows (alone
 * and beside a day, long and short), so that no language has to be listed month by month.
 */
import { plain } from './content.ts';
import type { Quantity } from './quantity.ts';

const LANGUAGES = [
  ...[
    'en',
    'de',
    'fr',
    'es',
    'pt',
    'it',
    'nl',
    'pl',
    'cs',
    'sk',
    'sv',
    'nb',
    'da',
    'fi',
    'et',
    'hu',
    'ro',
    'hr',
  ],
  ...['sl', 'tr', 'el', 'ru', 'uk', 'bg', 'lt', 'lv', 'ca', 'id', 'ja', 'zh', 'ko'],
];

interface Names {
  months: ReadonlyMap<string, number>;
  weekdays: ReadonlyMap<string, number>;
}

let known: Names | null = null;

/** Made when the first date is looked for. */
export function names(): Names {
  if (known !== null) return known;
  const months = new Map<string, number>();
  const weekdays = new Map<string, number>();
  const add = (to: Map<string, number>, name: string, value: number): void => {
    const key = nameKey(name);
    if (/^\p{L}{3,}$/u.test(key) && !to.has(key)) to.set(key, value);
  };
  for (const language of LANGUAGES) {
    const formats = (['long', 'short'] as const).flatMap((month) => [
      new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }),
      new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' }),
    ]);
    for (let month = 0; month < 12; month++)
      for (const format of formats) {
        const part = format.formatToParts(Date.UTC(2026, month, 3)).find(({ type }) => type === 'month');
        if (part !== undefined) add(months, part.value, month);
      }
    const days = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    // 5 January 2026 is a Monday.
    for (let day = 0; day < 7; day++) add(weekdays, days.format(Date.UTC(2026, 0, 5 + day)), day + 1);
  }
  known = { months, weekdays };
  return known;
}

/** A long text has the same words again and again. */
const KEYS = new Map<string, string>();
const MOST_KEYS = 20_000;

export function nameKey(word: string): string {
  const known = KEYS.get(word);
  if (known !== undefined) return known;
  const key = plain(word.replace(/[.．]$/u, ''));
  if (KEYS.size >= MOST_KEYS) KEYS.clear();
  KEYS.set(word, key);
  return key;
}

const DAY_MONTH =
  /(?<![\d.,:/-])(?:(\d{1,2})\s*[-–]\s*)?(\d{1,2})(?:\.|st|nd|rd|th|er|º|\.º|ª|:e)?\s+(?:of\s+|de\s+)?(\p{L}{3,})(?!\p{L})/giu;
const MONTH_DAY = /(?<!\p{L})(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?![\d:%]|\s?(?:am|pm)\b)/giu;
const NUMBERED = /(?<!\d)(\d{1,2})月(\d{1,2})日/gu;
const WORD = /(?<!\p{L})\p{L}{4,}(?:-\p{L}+)?/gu;
/** 月曜日, 星期一, 周一, 월요일 stand beside other signs. */
const UNSPACED_DAY = /([月火水木金土日])曜日?|(?:星期|周)([一二三四五六日])|([월화수목금토일])요일/gu;
const DAY_SIGNS = ['月火水木金土日', '一二三四五六日', '월화수목금토일'];

/** "may 12" in the middle of a sentence is no date unless it is written as one. */
function monthOf(word: string): number | undefined {
  const month = names().months.get(nameKey(word));
  return month !== undefined && /^\p{Ll}/u.test(word) && AMBIGUOUS.has(word) ? undefined : month;
}

const AMBIGUOUS: ReadonlySet<string> = new Set(['may', 'mar', 'sep', 'set', 'ago', 'dec', 'lis', 'mei']);

export function datesIn(text: string): Quantity[] {
  const found: Quantity[] = [];
  const add = (dimension: string, value: number, shown: string, start: number): void => {
    const end = start + shown.length;
    if (found.some((one) => start < one.end && one.start < end)) return;
    found.push({
      value,
      low: value,
      dimension,
      counted: [],
      shown,
      start,
      end,
      figureEnd: end,
      relation: 'plain',
    });
  };
  const dated = (month: number | undefined, day: string | undefined, shown: string, start: number): void => {
    if (month !== undefined && Number(day) >= 1 && Number(day) <= 31)
      add('date', (month + 1) * 31 + Number(day), shown, start);
  };
  // Behind a day a word of the right form is a month, whatever else it may be.
  const hasFigure = /\d/.test(text);
  for (const { 0: shown, 2: day, 3: word = '', index } of hasFigure ? text.matchAll(DAY_MONTH) : [])
    dated(names().months.get(nameKey(word)), day, shown, index);
  for (const { 0: shown, 1: word = '', 2: day, index } of hasFigure ? text.matchAll(MONTH_DAY) : [])
    dated(monthOf(word), day, shown, index);
  for (const { 0: shown, 1: month, 2: day, index } of text.matchAll(NUMBERED))
    dated(Number(month) - 1, day, shown, index);
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const day = names().weekdays.get(nameKey(word)) ?? names().weekdays.get(nameKey(word).replace(/s$/, ''));
    if (day !== undefined) add('weekday', day, word, index);
  }
  for (const { 0: shown, 1: ja = '', 2: zh = '', 3: ko = '', index } of text.matchAll(UNSPACED_DAY)) {
    const day = [ja, zh, ko].map((sign, at) => (sign === '' ? -1 : (DAY_SIGNS[at]?.indexOf(sign) ?? -1)));
    add('weekday', Math.max(...day) + 1, shown, index);
  }
  return found;
}
