/** Figures, dates and times of day in a stretch of text. */
import { MORE_THAN_ONE, NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { NEAR_TIMES, rhythmsIn } from '../../documents/language/rhythms.ts';
import { folded } from '../words.ts';
import { inBase, type Unit, unitOf, unspacedLength } from './units.ts';

export interface Figure {
  at: number;
  end: number;
  /** In the unit it is written in. */
  value: number;
  /** Comparable with others of the same measure. */
  base: number;
  /** `time`, `bytes`, …; `date`, `clock`, or `number` where no unit is known. */
  measure: string;
  unit: Unit | null;
  /** The word after a figure without a unit: what is counted. */
  counted: string;
  /** As it is written. */
  shown: string;
  /** "daily", "every week": how often, without a number. */
  isRhythm?: boolean;
}

export interface Range {
  at: number;
  end: number;
  low: number;
  high: number;
  unit: Unit;
  shown: string;
}

const NUMBER = '\\d{1,3}(?:[.,\u00a0\u202f ]\\d{3})+(?![\\d])|\\d+(?:[.,]\\d+)?';
const FIGURE = new RegExp(
  `(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}_#/.+±@-]|± |\\d[:,])([€$£]|R\\$)?\\s?([-−](?=\\d))?(${NUMBER})(?:(\\s?)(°[CFK]|[%€$£]|[\\p{L}µ]+(?:/[\\p{L}]+)?[²³]?))?(?![\\p{N}_]|[.:-]\\d|@)`,
  'gu',
);
const MONTHS: readonly string[] =
  'jan fev feb mar abr apr avr mai may jun jul aug ago aou sep set oct okt out ott nov dec dez dic'.split(
    ' ',
  );
const MONTH_NUMBER: Readonly<Record<string, number>> = {
  jan: 1,
  gen: 1,
  ene: 1,
  fev: 2,
  feb: 2,
  mar: 3,
  maa: 3,
  mrz: 3,
  abr: 4,
  apr: 4,
  avr: 4,
  mai: 5,
  may: 5,
  mag: 5,
  maj: 5,
  mei: 5,
  jun: 6,
  giu: 6,
  jul: 7,
  lug: 7,
  aug: 8,
  ago: 8,
  aou: 8,
  sep: 9,
  set: 9,
  oct: 10,
  okt: 10,
  out: 10,
  ott: 10,
  nov: 11,
  dec: 12,
  dez: 12,
  dic: 12,
};
const DATES: readonly {
  pattern: RegExp;
  order: (found: readonly string[]) => [number, number, number] | null;
}[] = [
  {
    pattern: /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?![\dT])/gu,
    order: ([y, m, d]) => [Number(y), Number(m), Number(d)],
  },
  { pattern: /(\d{4})年(\d{1,2})月(\d{1,2})日/gu, order: ([y, m, d]) => [Number(y), Number(m), Number(d)] },
  {
    pattern: /(?<!\d)(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/gu,
    order: ([d, m, y]) => [Number(y), Number(m), Number(d)],
  },
  {
    pattern:
      /(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:de\s+)?(\p{L}{3,10})\.?,?\s+(?:de\s+)?(\d{4})(?!\d)/gu,
    order: ([d, m, y]) => named(y, m, d),
  },
  {
    pattern: /(?<!\p{L})(\p{L}{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/gu,
    order: ([m, d, y]) => named(y, m, d),
  },
];

function named(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): [number, number, number] | null {
  const start = folded(month ?? '').slice(0, 3);
  const number = MONTH_NUMBER[start];
  return number === undefined || !(MONTHS.includes(start) || start in MONTH_NUMBER)
    ? null
    : [Number(year), number, Number(day)];
}

const CLOCKS: readonly RegExp[] = [
  /(?<![\d:.])(\d{1,2})(?::([0-5]\d))?\s?([ap])\.?m\.?(?![\p{L}\d])/giu,
  /(?<![\d:.])([01]?\d|2[0-4])[:h]([0-5]\d)(?:\s?(?:Uhr|h))?(?![\d:])/gu,
  /(?<![\d:.])([01]?\d|2[0-4])(?:\.([0-5]\d))?\s?Uhr(?!\p{L})/gu,
  /(?<![\d:.])([01]?\d|2[0-4])時(?!間)(?:([0-5]?\d)分)?/gu,
  /(?<![\d:.])([01]?\d|2[0-4])[点點](?!数)(?:([0-5]?\d)分)?/gu,
  /(?<=(?<!\p{L})(?:à|às|a las|alle ore|om|vers)\s)([01]?\d|2[0-4])\s?(?:h|uur|horas)?(?![\d\p{L}%:.,])/giu,
];

/** Without a mark of its own a time is one where something begins, ends or is held at it. */
const DOTTED_CLOCK =
  /(?<=(?<!\p{L})(?:at|starts?|start is|begins?|opens?|closes?|from|until|till|by|there|um|ab|bis|von|à|dès|a las|desde|hasta|às|alle|dalle|om|vanaf|tot)[:\s]{1,2})([01]?\d|2[0-3])\.([0-5]\d)(?![\d.,%]|\s?(?:[€$£]|eur|euro|km|kg|m\b|l\b))/giu;
/** `3 h 30`, "2 hours 15 minutes": one time. */
const COMPOUND =
  /(?<![\d.,:])(\d{1,3})\s?(?:h|hrs?|hours?|std|stunden?|heures?|horas?|ore|ora|uur)\s?(?:and|und|et|y|e|en)?\s?([0-5]?\d)\s?(?:min(?:s|utes?|uten|utos?|uti)?|m)?(?![\d:]|\s?(?:%|km|h))/giu;
/** "30 4 * * 1-5": when a job runs. */
const CRON =
  /(?:^|[\s"'`])([0-5]?\d)\s+([01]?\d|2[0-3])\s+(?:\*|[\d,/*-]+)\s+(?:\*|[\d,/*-]+|[a-z]{3})\s+(?:\*|[\d,/*-]+|[a-z]{3}(?:-[a-z]{3})?)(?=[\s"'`]|$)/giu;
const SECOND = unitOf('s', true);
const IN_WORDS = new RegExp(`(?<![\\p{L}\\p{N}_-])(${MORE_THAN_ONE})\\s+(\\p{L}{3,})`, 'giu');

/** One of a unit of time is a figure; "a second" and "ein Tag" may be anything. */
const ONE_OF_TIME =
  /(?<![\p{L}\p{N}_-])(?:one|einem|einer|une|uma|una|un|um|één)\s+(hour|day|week|month|year|stunde|tag|woche|monat|jahr|heure|jour|semaine|mois|an|hora|día|dia|semana|mes|mês|año|ano|ora|giorno|settimana|mese|anno|uur|dag|maand|jaar)(?!\p{L})/giu;
/** Numbers of one language that are grammar of another. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['once', 'dos', 'sept', 'elf']);

export function figuresIn(text: string, isCode: boolean): Figure[] {
  const figures: Figure[] = [];
  let left = text;
  const take = (at: number, length: number): void => {
    left = left.slice(0, at) + ' '.repeat(length) + left.slice(at + length);
  };
  for (const { pattern, order } of DATES)
    for (const match of left.matchAll(pattern)) {
      const [shown, ...parts] = match;
      const date = order(parts);
      if (date === null) continue;
      const base = Date.UTC(date[0], date[1] - 1, date[2]) / 86_400_000;
      figures.push({
        at: match.index,
        end: match.index + shown.length,
        value: base,
        base,
        measure: 'date',
        unit: null,
        counted: '',
        shown,
      });
      take(match.index, shown.length);
    }
  for (const match of left.matchAll(CRON)) {
    const [shown, minute, hour] = match;
    const base = Number(hour) * 60 + Number(minute);
    const from = match.index + shown.length - shown.trimStart().length;
    figures.push({
      at: from,
      end: match.index + shown.length,
      value: base,
      base,
      measure: 'clock',
      unit: null,
      counted: '',
      shown: shown.trim(),
    });
    take(match.index, shown.length);
  }
  if (!isCode)
    for (const match of left.matchAll(COMPOUND)) {
      const [shown, hours, minutes] = match;
      const base = Number(hours) * 3_600 + Number(minutes) * 60;
      figures.push({
        at: match.index,
        end: match.index + shown.length,
        value: base,
        base,
        measure: 'time',
        unit: SECOND,
        counted: '',
        shown,
      });
      take(match.index, shown.length);
    }
  for (const pattern of isCode ? CLOCKS : [...CLOCKS, DOTTED_CLOCK])
    for (const match of left.matchAll(pattern)) {
      const [shown, hour, minute = '0', half = ''] = match;
      const isEvening = /(?:下午|晚上|午後|夜|傍晚)\s*$/u.test(
        left.slice(Math.max(0, match.index - 4), match.index),
      );
      const late = (/^p/i.test(half) || isEvening) && Number(hour) < 12 ? 12 : 0;
      const base = (Number(hour) + late) * 60 + Number(minute);
      figures.push({
        at: match.index,
        end: match.index + shown.length,
        value: base,
        base,
        measure: 'clock',
        unit: null,
        counted: '',
        shown,
      });
      take(match.index, shown.length);
    }
  for (const match of left.matchAll(FIGURE)) {
    const [whole, sign, minus, number = '', gap = '', word = ''] = match;
    const value = numberOf(number, isCode) * (minus === undefined ? 1 : -1);
    // `-80 C` is a temperature as well, and `C++` none.
    const degree =
      /^[CF]$/.test(word) && !/^[+#]/.test(left.slice(match.index + whole.length)) ? `°${word}` : word;
    const unit = sign === undefined ? unitOf(degree, gap === '') : unitOf(sign, true);
    const shown = whole.trim();
    const at = match.index + whole.length - whole.trimStart().length;
    const bare = sign === undefined && unit === null;
    const isUnspaced = UNSPACED.test(word);
    // Where no spaces divide words, the sentence runs on behind the unit.
    const runsOn = isUnspaced && unit !== null ? word.length - unspacedLength(word) : 0;
    figures.push({
      at,
      end: match.index + (bare ? whole.length - gap.length - word.length : whole.length - runsOn),
      value,
      base: unit === null ? value : inBase(value, unit),
      measure: unit?.dimension ?? 'number',
      unit,
      counted: bare && gap !== '' ? word : (ordinalOf(left, at, match.index + whole.length) ?? ''),
      shown: isUnspaced ? `${number}${word.slice(0, runsOn > 0 ? word.length - runsOn : 2)}` : shown,
    });
  }
  if (!isCode)
    for (const [seconds, pattern] of NEAR_TIMES)
      for (const { 0: shown, index } of left.matchAll(pattern)) {
        figures.push({
          at: index,
          end: index + shown.length,
          value: seconds,
          base: seconds,
          measure: 'time',
          unit: SECOND,
          counted: '',
          shown,
        });
        take(index, shown.length);
      }
  if (!isCode)
    for (const { value, shown, start, end } of rhythmsIn(left))
      figures.push({
        at: start,
        end,
        value,
        base: value,
        measure: 'time',
        unit: SECOND,
        counted: '',
        shown,
        isRhythm: true,
      });
  if (!isCode)
    for (const { 0: shown, 1: word = '', index } of left.matchAll(ONE_OF_TIME)) {
      const unit = unitOf(word, true);
      if (unit === null) continue;
      const base = inBase(1, unit);
      figures.push({
        at: index,
        end: index + shown.length,
        value: 1,
        base,
        measure: 'time',
        unit,
        counted: '',
        shown,
      });
    }
  if (!isCode)
    for (const match of left.matchAll(IN_WORDS)) {
      const [shown, number = '', word = ''] = match;
      const value = NUMBER_WORDS[number.toLowerCase()] ?? 0;
      const unit = unitOf(word, false);
      if (unit === null && AMBIGUOUS.has(number.toLowerCase())) continue;
      figures.push({
        at: match.index,
        end: match.index + (unit === null ? number.length : shown.length),
        value,
        base: unit === null ? value : inBase(value, unit),
        measure: unit?.dimension ?? 'number',
        unit,
        counted: unit === null ? word : '',
        shown,
      });
    }
  return figures.toSorted((one, other) => one.at - other.at);
}

/** "am 5. Werktag": what is numbered. */
function ordinalOf(text: string, from: number, to: number): string | null {
  if (!/(?<!\p{L})(?:am|der|den|dem|zum|vom|ab|des|bis|jeden|im)\s$/iu.test(text.slice(0, from))) return null;
  return /^\.\s(\p{L}{3,})/u.exec(text.slice(to))?.[1] ?? null;
}

const UNSPACED = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}]/u;

/** 1.000 and 1,000 are a thousand in prose; in code a point is a point. */
function numberOf(text: string, isCode: boolean): number {
  if (isCode) return Number(text.replace(/[,\u00a0\u202f ]/g, (mark) => (mark === ',' ? '.' : '')));
  if (/^\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+$/.test(text)) return Number(text.replace(/[^\d]/g, ''));
  return Number(text.replace(',', '.'));
}

const RANGE =
  /(?<![\p{L}\p{N}.,-])(-?\d+(?:[.,]\d+)?)\s?(?:°[CF]?|%)?\s*(?:to|bis|und|and|à|et|a|y|e|tot|en|do|–|—|-|〜|～|から|至)\s*(-?\d+(?:[.,]\d+)?)\s?(°[CF]|[%€]|\p{L}+)/giu;

export function rangesIn(text: string): Range[] {
  return [...text.matchAll(RANGE)].flatMap((match) => {
    const [shown, from = '', to = '', word = ''] = match;
    const unit = unitOf(word, true);
    const [low, high] = [Number(from.replace(',', '.')), Number(to.replace(',', '.'))];
    if (unit === null || low >= high) return [];
    return [{ at: match.index, end: match.index + shown.length, low, high, unit, shown }];
  });
}
