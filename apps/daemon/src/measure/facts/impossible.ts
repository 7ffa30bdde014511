/** What cannot be, whatever the rest of the page says: dates, times, ranges, shares, ratings, and sums in one sentence. */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { visibleBlocks } from '../model/reading.ts';

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const ORDER = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const TO = '\\s*(?:–|—|-|to|until|till|through)\\s*';
const MAX_READ = 5000;

export function impossibleFacts(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || !/\d/.test(said)) continue;
    const text = said.slice(0, MAX_READ);
    for (const rule of RULES) found.push(...rule(text, at));
  }
  return found;
}

const RULES: readonly ((text: string, at: PageElement) => Observation[])[] = [
  dates,
  times,
  ranges,
  daySpans,
  shares,
  ratings,
  discounts,
  units,
];

function wrong(at: PageElement, shown: string, why: string, required: string): Observation {
  return {
    at,
    measured: `"${shown}"`,
    required,
    message: `"${shown}" ${why}.`,
    suggestion: 'Find out which figure is wrong.',
  };
}

/** As `wrong`, where a careful page may write it. */
function perhaps(...said: Parameters<typeof wrong>): Observation {
  return { ...wrong(...said), severity: 'minor' };
}

/** "Module 4 – 2 hours", "Day 3 – 2 km": a dash between a name and what is said of it. */
const ENUMERATED =
  /\b(?:module|day|week|session|part|step|stage|lesson|unit|chapter|room|level|class|group|route|walk|grade|year|tour|phase|course|option|plan|trail|leg|team|round|act|block|section|no\.?|nr\.?|number|#)\s*$/i;
/** What a range begins after; another word before a spaced dash may be what the first figure belongs to. */
const LEADS_IN =
  /(?:^|[,;:(–—-]|\b(?:from|of|for|in|on|between|about|around|approx\.?|takes?|lasts?|is|are|need|needs|with|ages?|aged|open|closed))\s*$/i;

function isRange(text: string, index: number, shown: string): boolean {
  const before = text.slice(Math.max(0, index - 30), index);
  return !ENUMERATED.test(before) && (!/\d\s+[–—-]|[–—-]\s+\d/.test(shown) || LEADS_IN.test(before));
}

function monthOf(name: string): number {
  return ORDER.indexOf(name.slice(0, 3).toLowerCase());
}

const DAY_MONTH = new RegExp(
  `(?<![\\d.,:/-])(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTHS})\\b(?:,? (\\d{4}))?`,
  'gi',
);
const MONTH_DAY = new RegExp(
  `\\b(${MONTHS})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?![\\d:%.])(?:,? (\\d{4}))?`,
  'gi',
);

function dates(text: string, at: PageElement): Observation[] {
  const all = [
    // "35 June Street" is a house.
    ...[...text.matchAll(DAY_MONTH)]
      .filter(({ 0: shown, index }) => !/^ \p{Lu}\p{Ll}/u.test(text.slice(index + shown.length)))
      .map(([shown, day, month = '', year]) => ({
        shown,
        day: Number(day),
        month,
        year,
      })),
    ...[...text.matchAll(MONTH_DAY)].map(([shown, month = '', day, year]) => ({
      shown,
      day: Number(day),
      month,
      year,
    })),
  ];
  return all.flatMap(({ shown, day, month, year }) => {
    const most = LONGEST[monthOf(month)] ?? 31;
    const isLeap = year === undefined || new Date(Date.UTC(Number(year), 1, 29)).getUTCDate() === 29;
    // "May 40" may be a verb and a figure.
    if (day <= most && (monthOf(month) !== 1 || day < 29 || isLeap)) return [];
    return day > 39 || (/^may$/.test(month) && year === undefined)
      ? []
      : [wrong(at, shown, 'is no day of the calendar', 'a day that exists')];
  });
}

const CLOCK =
  /(?<![\d.:,€$£/-])(\d{1,2})([:.])(\d{2})(?!\d|[.:]\d|%)\s?([ap])\.?m\b|(?<![\d.:,€$£/-])(\d{1,2}):(\d{2})(?![\d:])|(?<![\d.:,€$£/-])(\d{1,2})\s?([ap])\.?m\b/gi;

function times(text: string, at: PageElement): Observation[] {
  return [...text.matchAll(CLOCK)].flatMap((match) => {
    const [shown, h12, , m12, , h24, m24, h, half] = match;
    const hour = Number(h12 ?? h24 ?? h);
    const minute = Number(m12 ?? m24 ?? 0);
    const isTwelve = h12 !== undefined || half !== undefined;
    const isWrong = minute > 59 || (isTwelve ? hour > 12 : hour > 24);
    const [before, behind] = [
      text.slice(Math.max(0, match.index - 20), match.index),
      text.slice(match.index + shown.length),
    ];
    // A score, a ratio, a verse and a moment of a film have two figures, too, and no opening hours beside them.
    const isClock =
      isTwelve ||
      (/\b(open|opens|opening|close|closes|clock|hours|doors)\b/i.test(text) &&
        !/^\s?(?:blend|mix|ratio|split|scale)\b/i.test(behind) &&
        !/(?<!\p{L})(?!(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Open|From|Daily))\p{Lu}\p{Ll}+ $/u.test(before));
    return isWrong && isClock && hour < (isTwelve ? 100 : 30)
      ? [wrong(at, shown, 'is no time of day', 'a time that exists')]
      : [];
  });
}

const YEARS = new RegExp(
  `(?<![\\d./-])((?:1[5-9]|20)\\d\\d)${TO}((?:1[5-9]|20)\\d\\d)(?![\\d/-]|\\.\\d|\\s?(?:BC|v\\. ?Chr|av\\. ?J|a\\. ?C))`,
  'g',
);
const MONEY = new RegExp(
  `([$€£])\\s?(\\d[\\d.,]*)${TO}(?:\\1\\s?(\\d[\\d.,]*)|(\\d[\\d.,]*)(?!\\d|\\s?[%\\p{L}]))(?![\\d-])`,
  'gu',
);
const UNITS =
  'people|guests|persons|years?|minutes?|mins?|hours?|days?|weeks?|months?|km|kilometres|miles|kg|g|cm|mm|metres|participants|pages|students|words|%';
const AMOUNTS = new RegExp(
  `(?<![\\d.,:/$€£+-])(\\d{1,4})${TO}(\\d{1,4})(?=\\s?(?:${UNITS})(?![\\p{L}]))`,
  'giu',
);
const AGES = new RegExp(`\\bage[sd]?\\s(\\d{1,2})${TO}(\\d{1,2})(?!\\d)`, 'gi');

function ranges(text: string, at: PageElement): Observation[] {
  const found: Observation[] = [];
  const look = (pattern: RegExp, low: number, high: number, mayFall = true): void => {
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [amount(match[low] ?? ''), amount(match[high] ?? match[high + 1] ?? '')];
      // What went down is written as it went: "from 40 to 20 people".
      const fell =
        /\b(from|down|fell|fall|reduced?|dropp?(ed)?|cut|shr[aiu]nk|lost|was|score|won|beat|instead)\b/i.test(
          text.slice(Math.max(0, match.index - 60), match.index),
        );
      if (from <= to || (fell && mayFall) || Number.isNaN(from + to)) continue;
      // An archive begins with its last year.
      const isSure = mayFall
        ? isRange(text, match.index, match[0])
        : /(?:\b(?:from|since|between|lived|born|worked|served|ran|was|were|open)\s|\()$/i.test(
            text.slice(0, match.index),
          );
      found.push(
        (isSure ? wrong : perhaps)(at, match[0].trim(), 'begins after it ends', 'the smaller figure first'),
      );
    }
  };
  look(YEARS, 1, 2, false);
  look(MONEY, 2, 3);
  look(AMOUNTS, 1, 2);
  look(AGES, 1, 2);
  return found;
}

function amount(text: string): number {
  return Number(
    text
      .replace(/[.,]$/, '')
      .replace(/[.,](?=\d{3}(?!\d))/g, '')
      .replace(',', '.'),
  );
}

const SPAN = new RegExp(
  `(?<![\\d.,:/-])(\\d{1,2})(?:st|nd|rd|th)?${TO}(\\d{1,2})(?:st|nd|rd|th)? (${MONTHS})\\b`,
  'gi',
);
const LONG = '(?<count>\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)[- ](?:full[- ])?days?\\b';
const COUNT = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const TWO_MONTHS = new RegExp(
  `(?<![\\d.,:/-])(\\d{1,2})(?:st|nd|rd|th)? (${MONTHS})${TO}(\\d{1,2})(?:st|nd|rd|th)? (${MONTHS}) (\\d{4})`,
  'gi',
);

/** Months; from one back to another of the year before it is longer than most things last. */
const MOST_BACK = 3;

/** "12–14 June", and in the same sentence how many days that is. */
function daySpans(text: string, at: PageElement): Observation[] {
  const found: Observation[] = [];
  for (const sentence of text.split(/(?<=[.!?])\s+/)) {
    const spans = [...sentence.matchAll(SPAN)];
    for (const { 0: shown, 1: from, 2: to, index } of spans)
      if (Number(from) > Number(to))
        found.push(
          (isRange(sentence, index, shown) ? wrong : perhaps)(
            at,
            shown,
            'begins after it ends',
            'the earlier day first',
          ),
        );
    const counted = [...sentence.matchAll(new RegExp(LONG, 'gi'))];
    const [span, length] = [spans[0], counted[0]];
    if (span === undefined || length === undefined || spans.length > 1 || counted.length > 1) continue;
    const days = Number(span[2]) - Number(span[1]) + 1;
    const word = length.groups?.count ?? '';
    const said = /^\d+$/.test(word) ? Number(word) : COUNT.indexOf(word.toLowerCase());
    // Nights, and days without weekends, are one or two fewer.
    if (
      days > 1 &&
      said > 1 &&
      Math.abs(days - said) > 0 &&
      days < 15 &&
      !/\b(before|after|within|every|each|first|last|notice|advance)\b/i.test(sentence)
    )
      found.push(
        wrong(
          at,
          `${length[0]} … ${span[0]}`,
          `counts ${said} days, and the dates are ${days}`,
          'as many days as the dates have',
        ),
      );
  }
  for (const [shown, d1, m1 = '', d2, m2 = ''] of text.matchAll(TWO_MONTHS)) {
    const months = monthOf(m1) - monthOf(m2);
    if (months === 0 && Number(d1) > Number(d2))
      found.push(wrong(at, shown, 'begins after it ends', 'the earlier day first'));
    // The year is that of the end: over the new year is no way back.
    else if (months > 0 && months <= MOST_BACK)
      found.push(perhaps(at, shown, 'begins after it ends', 'the earlier day first'));
  }
  return found;
}

const OF_ALL =
  /(?<![\d.,])(\d{3,4}(?:\.\d+)?)\s?(?:%|per ?cent)\s(?:of\s(?:our\s|all\s|the\s|your\s)?(?:\w+\s)?(?:customers|clients|users|people|guests|members|visitors|readers|students|respondents|households|companies|teams|employees|orders|cases|patients))/gi;
const PARTS: readonly [RegExp, number][] = [
  [/\b(?:one )?half\b[^.%\d]{0,12}\((\d{1,3}(?:\.\d+)?)\s?%\)/gi, 50],
  [/\b(?:a|one) third\b[^.%\d]{0,20}\((\d{1,3}(?:\.\d+)?)\s?%\)/gi, 33],
  [/\b(?:a|one) quarter\b[^.%\d]{0,20}\((\d{1,3}(?:\.\d+)?)\s?%\)/gi, 25],
  [/\bthree quarters\b[^.%\d]{0,20}\((\d{1,3}(?:\.\d+)?)\s?%\)/gi, 75],
  [/\btwo thirds\b[^.%\d]{0,20}\((\d{1,3}(?:\.\d+)?)\s?%\)/gi, 67],
];

function shares(text: string, at: PageElement): Observation[] {
  const found = [...text.matchAll(OF_ALL)].flatMap(([shown, figure]) =>
    Number(figure) > 100 ? [wrong(at, shown, 'is more than all of them', 'at most 100 %')] : [],
  );
  for (const [pattern, expected] of PARTS)
    for (const [shown, figure] of text.matchAll(pattern))
      if (Math.abs(Number(figure) - expected) > 5)
        found.push(
          wrong(at, shown, `says ${expected} % in words and ${figure} % in figures`, 'the same in both'),
        );
  return found;
}

const OUT_OF =
  /(?<![\d.,/-])(\d{1,3}(?:\.\d+)?)\s(?:out of|of a possible)\s(\d{1,3})(?![\d.,/])|(?<![\d.,/-])(\d(?:\.\d+)?)\s?\/\s?(5|10)\s(?:stars?|rating|points)/gi;

function ratings(text: string, at: PageElement): Observation[] {
  return [...text.matchAll(OUT_OF)].flatMap(([shown, a, b, c, d]) =>
    Number(a ?? c) > Number(b ?? d)
      ? [
          // "Eleven out of ten" is praise.
          (Number(a) <= Number(b) * 1.2 && /^(?:5|10|100)$/.test(b ?? '') ? perhaps : wrong)(
            at,
            shown,
            'is more than there is',
            'no more than the whole',
          ),
        ]
      : [],
  );
}

const WAS = /\b(?:was|instead of|regular(?:ly)?|originally)\s[$€£]\s?(\d[\d.,]*)/i;
const NOW = /\b(?:now|only|today|for)\s(?:only\s|just\s)?[$€£]\s?(\d[\d.,]*)/i;
const OFF = /(?<![\d.])(\d{1,2})\s?%\s(?:off|discount|less|cheaper|saved?)|\bsaves?\s(\d{1,2})\s?%/i;

/** "Was $40, now $50"; "20 % off: was $100, now $90". */
function discounts(text: string, at: PageElement): Observation[] {
  const [was, now, off] = [WAS.exec(text), NOW.exec(text), OFF.exec(text)];
  if (was === null || now === null || text.length > 300) return [];
  const [before, after] = [amount(was[1] ?? ''), amount(now[1] ?? '')];
  if (/^was|instead|originally|regular/i.test(was[0]) && before < after)
    return [
      // Prices rise, and a history tells of it.
      (/\b(?:sale|offer|saved?|saving|discount|off|reduced|deal|bargain|special)\b/i.test(text)
        ? wrong
        : perhaps)(at, `${was[0]} … ${now[0]}`, 'costs more than before', 'a lower price than before'),
    ];
  const percent = Number(off?.[1] ?? off?.[2] ?? Number.NaN);
  const real = (1 - after / before) * 100;
  return Number.isNaN(percent) || before <= after || Math.abs(real - percent) <= 2
    ? []
    : [
        wrong(
          at,
          `${off?.[0]}: ${was[0]} … ${now[0]}`,
          `is ${Math.round(real)} % less, not ${percent} %`,
          'the discount that the prices have',
        ),
      ];
}

/** How many of the second make one of the first. */
const MAKES: readonly [RegExp, RegExp, number][] = [
  [/hours?/, /minutes?|mins?/, 60],
  [/weeks?/, /days?/, 7],
  [/years?/, /months?/, 12],
  [/days?/, /hours?/, 24],
  [/km|kilometres?/, /metres?|m/, 1000],
  [/kg|kilos?/, /grams?|g/, 1000],
];

/** "2 hours (90 minutes)", "$10 a month, which is $140 a year": one amount in two measures. */
function units(text: string, at: PageElement): Observation[] {
  const found: Observation[] = [];
  for (const [one, other, times] of MAKES) {
    const pattern = new RegExp(
      `(?<![\\d.,–-])(\\d{1,4}(?:\\.\\d)?)\\s?(?:${one.source})\\s\\((?:that is |or |= ?)?(\\d{1,5})\\s?(?:${other.source})\\)`,
      'gi',
    );
    for (const [shown, a, b] of text.matchAll(pattern)) {
      if (Math.abs(Number(a) * times - Number(b)) <= 0.05 * Number(b)) continue;
      // A week of work has five days, a day of it eight hours, a lesson forty-five minutes.
      const isShort = times <= 60 && Number(b) < Number(a) * times;
      found.push(
        (isShort ? perhaps : wrong)(
          at,
          shown,
          'gives one amount in two ways that differ',
          'the same amount in both',
        ),
      );
    }
  }
  const yearly =
    /[$€£]\s?(\d[\d.,]*) (?:a|per) month\b[^.]{0,25}\b(?:which is|that is|or)\s[$€£]\s?(\d[\d.,]*) (?:a|per) year/i.exec(
      text,
    );
  // Less than twelve months is a discount; more is a mistake.
  if (yearly !== null && amount(yearly[2] ?? '') > amount(yearly[1] ?? '') * 12.01)
    found.push(
      wrong(
        at,
        yearly[0],
        'costs more in a year than twelve months do',
        'twelve times the price of a month, or less',
      ),
    );
  return found;
}
