/** Figures with their units, in the languages people write documents in, brought to one measure. */
import { boundOfTime, timesOfDay } from './clock.ts';
import { stemOf } from './content.ts';
import { NUMBER_WORDS } from './number-words.ts';
import { sourceOf } from './patterns.ts';

export interface Quantity {
  /** In the base unit of its dimension: seconds, bytes, per cent, or just how many. */
  value: number;
  /** Of a range its lower end; else the value. */
  low: number;
  /** `time`, `bytes`, `%`, a currency, a time of day, a unit, or `count`. */
  dimension: string;
  /** What is counted, in stems; empty but for a count. */
  counted: readonly string[];
  /** As the text has it. */
  shown: string;
  start: number;
  end: number;
  /** Where the figure itself ends, without its unit. */
  figureEnd: number;
  relation: Relation;
}

/** What the text does with the figure: two that are bounds of different kinds do not contradict each other. */
export type Relation = 'upper' | 'lower' | 'after' | 'before' | 'every' | 'range' | 'plain';

interface Unit {
  dimension: string;
  factor: number;
  words: string;
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const UNITS: readonly Unit[] = [
  {
    dimension: 'time',
    factor: 0.001,
    words: 'ms|milliseconds?|millisekunden?|millisecondes?|milisegundos?|milissegundos?|ミリ秒|毫秒|밀리초',
  },
  {
    dimension: 'time',
    factor: 1,
    words:
      's|sec|secs|seconds?|sek|sekund\\p{L}{0,2}|sekunden?|secondes?|segundos?|secondi|secondo|seconden|秒間|秒钟|秒|초',
  },
  {
    dimension: 'time',
    factor: MINUTE,
    words:
      'min|mins|minut\\p{L}{0,2}|minutes?|minuten?|minutos?|minuti|minuto|minuut|分間|分钟|分(?!の|割|野|類|室|析)|분',
  },
  {
    dimension: 'time',
    factor: HOUR,
    words:
      'h|hr|hrs|hours?|godz|godzin\\p{L}{0,3}|timmar|timme|timer|std|stunden?|heures?|horas?|ora|ore|uur|uren|時間|小时|小時|시간',
  },
  {
    dimension: 'time',
    factor: DAY,
    words:
      'd|(?:(?:working|business|calendar|week) ?)?days?|(?:arbeits|werk|kalender|bank)?tage?n?|jours?(?: (?:ouvr\\p{L}+|calendaires))?|d[ií]as?(?: (?:hábiles|laborables|úteis|naturales))?|dni|dzień|dnia|dagar|dager|(?:werk)?dagen|giorn[oi]|dagen|dag|日間|日以内|営業日|日(?!本|付|時|次|程|目)|天|일',
  },
  {
    dimension: 'time',
    factor: 7 * DAY,
    words:
      'tydzień|tygodni\\p{L}{0,2}|veckor|vecka|uker|weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|week|週間|周|주',
  },
  {
    dimension: 'time',
    factor: (365 * DAY) / 12,
    words:
      'miesi\\p{L}{2,5}|månad(?:er)?|months?|monaten?|monate|mois|mes(?:es)?|mês|mesi|mese|maand(?:en)?|か月間?|ヶ月間?|ヵ月間?|カ月間?|个月|개월',
  },
  {
    dimension: 'time',
    factor: 365 * DAY,
    words:
      'lat|lata|rok|roku|år|years?|jahre?[ns]?|ans?|années?|años?|anos?|anni|anno|jaar|年間|年(?!度|月|\\d)|년',
  },
  { dimension: 'bytes', factor: 1, words: 'bytes?|octets?|バイト' },
  { dimension: 'bytes', factor: 1e3, words: 'kb|kib|ko|kilobytes?' },
  { dimension: 'bytes', factor: 1e6, words: 'mb|mib|mo|megabytes?' },
  { dimension: 'bytes', factor: 1e9, words: 'gb|gib|go|gigabytes?' },
  { dimension: 'bytes', factor: 1e12, words: 'tb|tib|to(?! )|terabytes?' },
  { dimension: 'length', factor: 0.001, words: 'mm|millimet(?:er|re)s?' },
  { dimension: 'length', factor: 0.01, words: 'cm|centimet(?:er|re)s?|zentimeter|centímetros?' },
  { dimension: 'length', factor: 1, words: 'm|met(?:er|re)s?|mètres?|metros?|メートル' },
  { dimension: 'length', factor: 1_000, words: 'km|kilomet(?:er|re)s?|kilomètres?|kilómetros?|キロ' },
  { dimension: 'mass', factor: 0.001, words: 'g|grams?|gramm|grammes?|gramos?' },
  { dimension: 'mass', factor: 1, words: 'kg|kilograms?|kilogramm|kilos?' },
  { dimension: 'energy', factor: 0.001, words: 'wh|wattstunden?' },
  { dimension: 'energy', factor: 1, words: 'kwh|kilowattstunden?' },
  { dimension: 'energy', factor: 1_000, words: 'mwh' },
  { dimension: 'EUR', factor: 1, words: 'euros?|eur|€|ユーロ' },
  { dimension: 'EUR', factor: 0.01, words: 'eurocents?' },
  { dimension: 'USD', factor: 1, words: 'dollars?|usd|us\\$|ドル' },
  { dimension: 'JPY', factor: 1, words: 'yen|jpy|円' },
  { dimension: 'GBP', factor: 1, words: 'pounds?|gbp' },
  { dimension: 'CHF', factor: 1, words: 'franken|chf|francs?' },
  { dimension: 'PLN', factor: 1, words: 'zł|złot\\p{L}{1,3}|pln' },
  { dimension: 'SEK', factor: 1, words: 'kr|kronor|sek' },
  {
    dimension: 'temperature',
    factor: 1,
    words: 'degrees?|grad|degrés?|grados?|graus?|gradi|stopni\\p{L}{0,2}',
  },
  { dimension: 'volume', factor: 1, words: 'litres?|liters?|liter|litros?|litri|litr\\p{L}{0,2}' },
  { dimension: '%', factor: 1, words: 'percent|per cent|prozent|pour ?cent|por ciento|por cento|パーセント' },
];

const UNIT_PATTERNS = UNITS.map((unit) => ({
  ...unit,
  pattern: new RegExp(`^${sourceOf(unit.words)}`, 'iu'),
}));
/** Signs of units that need no list: degrees, powers, one thing per another, and those of physics. */
const SYMBOL =
  /^(?:°\s?[CFK]?|℃|[CF](?![\p{L}\p{N}-])(?=\s*(?:$|[.,;)]))|[µμnkMG]?[a-zA-Z]{1,4}[²³]?(?:\/(?:[a-zA-Zµ]{1,4}[²³]?))+|[ckm]?m[²³]|[mkMG]?(?:W|Wp|VA|Hz|Pa|bar|bit|Nm|lx|ha|rpm|px|dpi|ppm|mol|dB|mAh|Ah)|m?[lL]|[mk]?V)(?![\p{L}\p{N}])/u;
const BETWEEN = String.raw`(?:\s*(?:–|—|-|\.\.|…|〜|～|~|から|至|到)\s*|\s+(?:to|bis|à|a|hasta|até|tot|do|till)\s+|(?<=(?:between|zwischen|entre|tra|fra|tussen|między|mellan)\s[^.;]{1,20})\s*(?:and|und|et|y|e|ed|en|a|och)\s+)`;
const SIGN_AHEAD: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' };

const ONE_WORD = `(?:${Object.keys(NUMBER_WORDS).join('|')})(?![\\p{L}\\p{N}_-])`;
const NUMBER = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{N}_.,:/-])(?:(\d{1,3}(?:[.,’' ]\d{3})+(?![\d.,])|\d+(?:[.,]\d+)?)|(${Object.keys(NUMBER_WORDS).join('|')})(?![\p{L}\p{N}_-]))`,
  'giu',
);
const RANGE = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{N}_.,:/-])(\d+(?:[.,]\d+)?|${ONE_WORD})(?:\s?(?:%|°C?|\p{L}{1,3}(?=\s?[–-])))?${BETWEEN}(\d+(?:[.,]\d+)?|${ONE_WORD})(?![\p{N}:]|[.,]\d|-\d)`,
  'giu',
);
/** "hourly", "every hour", "jede Stunde": one of a unit, again and again. */
const RHYTHMS: readonly (readonly [number, RegExp])[] = [
  [
    MINUTE,
    new RegExp(
      sourceOf(
        'every minute|once a minute|minütlich|jede minute|chaque minute|toutes les minutes|cada minuto|ogni minuto|elke minuut|毎分|每分钟',
      ),
      'giu',
    ),
  ],
  [
    HOUR,
    new RegExp(
      sourceOf(
        'hourly|every hour|each hour|once an hour|stündlich|jede stunde|chaque heure|toutes les heures|cada hora|a cada hora|ogni ora|elk uur|毎時|1時間ごと|每小时',
      ),
      'giu',
    ),
  ],
  [
    DAY,
    new RegExp(
      sourceOf(
        'daily|nightly|every (?:day|night)|each (?:day|night)|once a day|täglich|jeden tag|jede nacht|nächtlich|chaque (?:jour|nuit)|tous les jours|quotidiennement|cada (?:día|noche)|todos los días|diariamente|a diario|todos os dias|cada dia|ogni giorno|elke dag|dagelijks|毎日|毎晩|每天',
      ),
      'giu',
    ),
  ],
  [
    7 * DAY,
    new RegExp(
      sourceOf(
        'weekly|every week|each week|once a week|wöchentlich|jede woche|chaque semaine|toutes les semaines|cada semana|semanalmente|ogni settimana|elke week|wekelijks|毎週|每周',
      ),
      'giu',
    ),
  ],
  [
    365 * DAY,
    new RegExp(
      sourceOf(
        'yearly|annually|every year|each year|once a year|jährlich|jedes jahr|einmal im jahr|chaque année|tous les ans|une fois par an|cada año|anualmente|una vez al año|todos os anos|uma vez por ano|ogni anno|una volta all.anno|elk jaar|jaarlijks|毎年|年1回|每年',
      ),
      'giu',
    ),
  ],
  [
    91 * DAY,
    new RegExp(
      sourceOf(
        'quarterly|every quarter|each quarter|once a quarter|vierteljährlich|jedes quartal|pro quartal|quartalsweise|trimestriel(?:le)?s?|chaque trimestre|tous les trimestres|par trimestre|cada trimestre|trimestralmente|trimestral(?:es)?|todo trimestre|todos os trimestres|por trimestre|ogni trimestre|trimestrale|elk kwartaal|per kwartaal|四半期ごと|毎四半期|每季度',
      ),
      'giu',
    ),
  ],
  [
    182 * DAY,
    new RegExp(
      sourceOf(
        'half-yearly|every half year|twice a year|semi-annually|halbjährlich|jedes halbjahr|zweimal im jahr|semestriel(?:le)?s?|chaque semestre|deux fois par an|cada semestre|semestral(?:es|mente)?|dos veces al año|todo semestre|duas vezes por ano|ogni semestre|semestrale|due volte (?:al)?l.anno|halfjaarlijks|twee keer per jaar|半年ごと|每半年',
      ),
      'giu',
    ),
  ],
  [
    30 * DAY,
    new RegExp(
      sourceOf(
        'monthly|every month|each month|once a month|monatlich|jeden monat|chaque mois|tous les mois|cada mes|mensualmente|todos os meses|mensalmente|ogni mese|elke maand|maandelijks|毎月|每月',
      ),
      'giu',
    ),
  ],
];
/** Times that are said without a figure: half a day, the next day, the day before. */
export const NEAR_TIMES: readonly (readonly [number, RegExp])[] = [
  [
    30 * MINUTE,
    new RegExp(
      sourceOf(
        "half an hour|half hour|einer? halben? stunde|halbe stunde|une demi-heure|demi-heure|media hora|meia hora|mezz['’]ora|een half uur|半時間|半小时|30분",
      ),
      'giu',
    ),
  ],
  [
    15 * MINUTE,
    new RegExp(
      sourceOf(
        "(?:a )?quarter of an hour|viertelstunde|un quart d['’]heure|un cuarto de hora|um quarto de hora|un quarto d['’]ora|een kwartier",
      ),
      'giu',
    ),
  ],
  [
    12 * HOUR,
    new RegExp(
      sourceOf(
        'half a day|half day|einen? halben tag|une demi-journée|medio día|meio dia de|mezza giornata|een halve dag|半日',
      ),
      'giu',
    ),
  ],
  [
    DAY,
    new RegExp(
      sourceOf(
        'the next day|next day|the following day|the day after|the day before|the previous day|the evening before|am (?:nächsten|folgenden|selben) tag|am folgetag|am vortag|am tag (?:davor|danach|zuvor)|le lendemain|la veille|al día siguiente|el día siguiente|la víspera|el día anterior|o dia seguinte|no dia seguinte|na véspera|no dia anterior|il giorno (?:dopo|prima|successivo|precedente)|de volgende dag|de dag (?:ervoor|erna)|翌日|前日|次の日|次日|前一天|다음 ?날|전날',
      ),
      'giu',
    ),
  ],
  [
    14 * DAY,
    new RegExp(sourceOf('a fortnight|fortnight|vierzehn tage|quinze jours|una quincena|uma quinzena'), 'giu'),
  ],
  [
    182.5 * DAY,
    new RegExp(
      sourceOf(
        'half a year|ein(?:em|es)? halben jahres?|halbjahr|un semestre|medio año|meio ano|mezz[oa] anno|een half jaar|半年',
      ),
      'giu',
    ),
  ],
];
/** "half an hour" and its kin, as minutes are counted. */
const HALF =
  /(?:half an hour|einer? halben? stunde|halbe stunde|une demi-heure|demi-heure|media hora|meia hora|mezz['’]ora|半時間|半小时)/giu;
const CLOCK = /(?<![\d:])([01]?\d|2[0-4])(?::|h)([0-5]\d)(?![\d:])/giu;

export function quantitiesIn(text: string): Quantity[] {
  const found: Quantity[] = [...datesIn(text), ...clockQuantities(text), ...rangesIn(text)];
  for (const match of text.matchAll(HALF))
    found.push(
      quantity(text, match.index, match.index + match[0].length, {
        value: 30 * MINUTE,
        dimension: 'time',
        end: match.index + match[0].length,
        counted: [],
      }),
    );
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
        : (unitBehind(text, start + match[0].length, isWord) ?? signAhead(text, start, match[0].length));
    if (value === undefined || read === null) continue;
    // "one" and "a" before a word count nothing, and "a second factor" is no second.
    if (isWord && value === 1 && (read.dimension === 'count' || /second/i.test(text.slice(start, read.end))))
      continue;
    found.push(quantity(text, start, start + match[0].length, { ...read, value: value * read.factor }));
  }
  return found.toSorted((one, other) => one.start - other.start);
}

/** "€ 120". */
function signAhead(text: string, start: number, length: number): ReturnType<typeof unitBehind> {
  const dimension = SIGN_AHEAD[/([€$£¥])\s?$/u.exec(text.slice(0, start))?.[1] ?? ''];
  return dimension === undefined ? null : { dimension, factor: 1, end: start + length, counted: [] };
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

const PERIODS: readonly (readonly [number, RegExp])[] = [
  [DAY, /^(?:days?|tag|tage|jour|día|dia|giorno|dag)$/iu],
  [7 * DAY, /^(?:weeks?|woche|semaine|semana|settimana)$/iu],
  [30 * DAY, /^(?:months?|monat|mois|mes|mês|mese|maand)$/iu],
  [365 * DAY, /^(?:years?|jahr|an|année|año|ano|anno|jaar)$/iu],
];
const SOME_TIMES = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(\\d{1,3}|${Object.keys(NUMBER_WORDS)
    .filter((word) => (NUMBER_WORDS[word] ?? 0) > 1)
    .join(
      '|',
    )})[ -]?(?:x|times|mal|fois|veces|vezes|volte|keer)|(twice|zweimal|deux fois|due volte|duas vezes|dos veces)|(thrice|dreimal)|(viermal))\\s+(?:an?|per|each|pro|im|am|in der|je|par|por|al|a la|ao|à|all['’]|in het)?\\s?(\\p{L}+)`,
  'giu',
);

/** "four times a year", "viermal im Jahr". */
function timesIn(text: string): { value: number; shown: string; start: number; end: number }[] {
  return [...text.matchAll(SOME_TIMES)].flatMap(
    ({ 0: shown, 1: number, 2: two, 3: three, 5: word = '', index }) => {
      const period = PERIODS.find(([, pattern]) => pattern.test(word))?.[0];
      const times =
        number !== undefined
          ? (NUMBER_WORDS[number.toLowerCase()] ?? Number(number))
          : two !== undefined
            ? 2
            : three !== undefined
              ? 3
              : 4;
      return period === undefined || times < 2
        ? []
        : [{ value: Math.round(period / times), shown, start: index, end: index + shown.length }];
    },
  );
}

/** How often something happens, in words; the value in seconds. */
export function rhythmsIn(text: string): { value: number; shown: string; start: number; end: number }[] {
  const times = timesIn(text);
  const said = RHYTHMS.flatMap(([value, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: shown, index }) => ({
      value,
      shown,
      start: index,
      end: index + shown.length,
    })),
  );
  return [
    ...times,
    ...said.filter(({ start }) => !times.some((one) => start >= one.start && start < one.end)),
  ];
}

const DAYS: readonly string[] = [
  'mondays?|montags?|lundis?|lunes|segunda-feira|lunedì|maandag|月曜日?|星期一|周一|월요일',
  'tuesdays?|dienstags?|mardis?|martes|terça-feira|martedì|dinsdag|火曜日?|星期二|周二|화요일',
  'wednesdays?|mittwochs?|mercredis?|miércoles|quarta-feira|mercoledì|woensdag|水曜日?|星期三|周三|수요일',
  'thursdays?|donnerstags?|jeudis?|jueves|quinta-feira|giovedì|donderdag|木曜日?|星期四|周四|목요일',
  'fridays?|freitags?|vendredis?|viernes|sexta-feira|venerdì|vrijdag|金曜日?|星期五|周五|금요일',
  'saturdays?|samstags?|sonnabends?|samedis?|sábados?|sabato|zaterdag|土曜日?|星期六|周六|토요일',
  'sundays?|sonntags?|dimanches?|domingos?|domenica|zondag|日曜日?|星期日|周日|일요일',
];
const MONTHS: readonly string[] = [
  'january|januar|janvier|enero|janeiro|gennaio|januari|jan',
  'february|februar|février|febrero|fevereiro|febbraio|februari|feb',
  'march|märz|mars|marzo|março|maart|mar',
  'april|avril|abril|aprile|apr',
  'may|mai|mayo|maio|maggio|mei',
  'june|juni|juin|junio|junho|giugno|jun',
  'july|juli|juillet|julio|julho|luglio|jul',
  'august|août|agosto|augustus|aug',
  'september|septembre|septiembre|setembro|settembre|sept?',
  'october|oktober|octobre|octubre|outubro|ottobre|okt|oct',
  'november|novembre|noviembre|novembro|nov',
  'december|dezember|décembre|diciembre|dezembro|dicembre|dec|dez',
];
const DAY_PATTERNS = DAYS.map((words) => new RegExp(sourceOf(words), 'giu'));
const DATE_PATTERNS = MONTHS.flatMap((words, month) => [
  {
    month,
    pattern: new RegExp(
      String.raw`(?<![\d.,:/-])(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:de\s+)?(?:${words})(?![\p{L}])`,
      'giu',
    ),
  },
  {
    month,
    pattern: new RegExp(String.raw`(?<![\p{L}])(?:${words})\s+(\d{1,2})(?:st|nd|rd|th)?(?![\d:%])`, 'giu'),
  },
]);
const DATE_JA = /(\d{1,2})月(\d{1,2})日/gu;

/** Days of the week, and days of the year whatever the year. */
function datesIn(text: string): Quantity[] {
  const read = (dimension: string, value: number, match: RegExpMatchArray): Quantity => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    return {
      value,
      low: value,
      dimension,
      counted: [],
      shown: match[0],
      start,
      end,
      figureEnd: end,
      relation: 'plain',
    };
  };
  return [
    ...DAY_PATTERNS.flatMap((pattern, day) =>
      [...text.matchAll(pattern)].map((match) => read('weekday', day + 1, match)),
    ),
    ...DATE_PATTERNS.flatMap(({ month, pattern }) =>
      [...text.matchAll(pattern)].map((match) => read('date', (month + 1) * 31 + Number(match[1]), match)),
    ),
    ...[...text.matchAll(DATE_JA)].map((match) =>
      read('date', Number(match[1]) * 31 + Number(match[2]), match),
    ),
  ];
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

function unitBehind(
  text: string,
  from: number,
  isWord: boolean,
): { dimension: string; factor: number; end: number; counted: readonly string[] } | null {
  const gap = /^[\s\u00A0-]?/.exec(text.slice(from, from + 1))?.[0].length ?? 0;
  const rest = text.slice(from + gap, from + gap + 40);
  const symbol = SYMBOL.exec(rest)?.[0];
  if (symbol !== undefined && !isWord && !/^[a-z]+$/u.test(symbol))
    return {
      dimension: `unit ${symbol
        .replace(/\s/g, '')
        .replace(/^(?:℃|C)$/, '°C')
        .replace(/^F$/, '°F')}`,
      factor: 1,
      end: from + gap + symbol.length,
      counted: [],
    };
  if (/^[%\uFF05]/.test(rest)) return { dimension: '%', factor: 1, end: from + gap + 1, counted: [] };
  // An ordinal or a number in a name counts nothing: "11冊目", "7th", "3-mal".
  const unit = UNIT_PATTERNS.find(({ pattern }) => pattern.test(rest));
  if (unit !== undefined) {
    const length = unit.pattern.exec(rest)?.[0].length ?? 0;
    // One letter right behind a figure is a unit; after a space it may be a word.
    if (length === 1 && gap === 1 && /[a-z]/i.test(rest[0] ?? '') && !/^[hs](?![\p{L}])/u.test(rest))
      return null;
    return { dimension: unit.dimension, factor: unit.factor, end: from + gap + length, counted: [] };
  }
  const counter =
    /^(冊|件|回|人|個|台|枚|名|館|室|本|行|文字|種類|ページ|권|개|명|번|个|次|条|张)(?!目|째)/u.exec(
      rest,
    )?.[1];
  if (counter !== undefined && !isWord)
    return { dimension: 'count', factor: 1, end: from + gap + counter.length, counted: [counter] };
  const bare = isBound(text, from) ? { dimension: 'count', factor: 1, end: from, counted: [] } : null;
  if (gap === 0) return bare;
  const noun = /^\p{L}[\p{L}\p{M}-]*(?:\s\p{L}[\p{L}\p{M}-]*)?/u.exec(rest)?.[0];
  const counted = countedIn(noun ?? '');
  // "up to five can queue": a bound by itself counts what the sentence is about.
  if (noun === undefined || counted.length === 0) return bare;
  return { dimension: 'count', factor: 1, end: from + gap + noun.length, counted };
}

function isBound(text: string, figureEnd: number): boolean {
  const ahead = text.slice(Math.max(0, figureEnd - 60), figureEnd).replace(/[\p{L}\d.,-]+$/u, '');
  const behind = text.slice(figureEnd, figureEnd + 24);
  if (/^[\d.,:/-]*\d|^\s?[%\uFF05]/.test(behind)) return false;
  return (
    BEFORE_PATTERNS.some(
      ({ relation, pattern }) => (relation === 'upper' || relation === 'lower') && pattern.test(ahead),
    ) ||
    BEHIND_FIGURE.some(
      ({ relation, pattern }) => (relation === 'upper' || relation === 'lower') && pattern.test(behind),
    )
  );
}

/** The words right behind a figure, up to the first that is grammar. */
function countedIn(text: string): string[] {
  const words: string[] = [];
  for (const word of text.toLowerCase().split(/\s+/)) {
    const stem = stemOf(word);
    if (stem === null) break;
    words.push(stem);
  }
  return words;
}

const BEFORE_FIGURE: readonly { relation: Relation; words: string }[] = [
  {
    relation: 'lower',
    words:
      'at least|no less than|not less than|no fewer than|not below|minimum|min|mindestens|wenigstens|au moins|minimum de|al menos|como mínimo|mínimo|pelo menos|no mínimo|almeno|minstens|最低|少なくとも|至少|최소',
  },
  {
    relation: 'upper',
    words:
      "at most|no more than|not more than|no longer than|not longer than|no later than|not exceed|not exceeding|below|up to|maximum|max|within|in under|under|less than|fewer than|by at most|höchstens|maximal|bis zu|innerhalb|innerhalb von|binnen|unter|weniger als|spätestens nach|au plus|au maximum|maximum de|jusqu[’']à|dans les|en moins de|moins de|como máximo|hasta|máximo|en menos de|menos de|dentro de|no máximo|até|em menos de|al massimo|entro|fino a|maximaal|最大|最多|最长",
  },
  { relation: 'every', words: 'every|each|per|alle|jede|jeden|toutes les|tous les|chaque|cada|ogni|elke|毎' },
  {
    relation: 'after',
    words:
      'after|older than|more than|longer than|over|nach|älter als|mehr als|länger als|über|après|au bout de|plus de|depuis plus de|tras|después de|más de|após|depois de|mais de|dopo|più di|na|meer dan',
  },
];
const BEFORE_PATTERNS = BEFORE_FIGURE.map(({ relation, words }) => ({
  relation,
  pattern: new RegExp(
    `${sourceOf(words)}[\\s:,(]*(?:(?:the|a|an|der|den|les?|la|los|las|os|um|uma|de|von|about|etwa|exactly|genau)\\s+)?$`,
    'iu',
  ),
}));
const BEHIND_FIGURE: readonly { relation: Relation; pattern: RegExp }[] = [
  {
    relation: 'before',
    pattern:
      /^\s*(?:before|prior|in advance|ahead|earlier|vor|vorher|im voraus|avant|à l[’']avance|antes|de antelación|de antecedência|prima|前)/iu,
  },
  {
    relation: 'upper',
    pattern:
      /^\s*(?:or less|at most|or fewer|maximum\b|max\b|at the latest|höchstens|maximal|au plus|au maximum|como máximo|máximo|no máximo|al massimo|maximaal|oder weniger|ou moins|o menos|ou menos|以内|以下|まで|未満|이내|이하|以内)/iu,
  },
  {
    relation: 'lower',
    pattern:
      /^\s*(?:or more|or above|or higher|and more|at least|minimum\b|mindestens|au moins|au minimum|como mínimo|oder mehr|und mehr|ou plus|o más|ou mais|以上|이상)/iu,
  },
  {
    relation: 'after',
    pattern:
      /^\s*(?:later|after|afterwards|later on|später|danach|plus tard|después|depois|dopo|後|を過ぎ|を超え|経過)/iu,
  },
  { relation: 'every', pattern: /^\s*(?:ごと|おき|毎|마다)/u },
];

const NOT_MORE =
  /(?<![\p{L}])(?:no|not|never|none|nobody|cannot|kein\p{L}*|nicht|nie|pas|ne|jamais|aucune?|no|nunca|ningún|ninguna|não|nenhuma?|non|nessun\p{L}*|niet|geen|nie)(?![\p{L}])[^.;:,]*(?:more|longer|over|older|greater|higher|later|mehr|länger|älter|höher|später|über|plus|más|mais|più|meer|langer|więcej|dłużej)[^.;:,]{0,14}$/iu;

function quantity(
  text: string,
  start: number,
  figureEnd: number,
  read: Pick<Quantity, 'value' | 'dimension' | 'end' | 'counted'>,
): Quantity {
  const { value, dimension, end, counted } = read;
  const ahead = text.slice(Math.max(0, start - 40), start);
  const behind = text.slice(dimension === 'count' ? figureEnd : end, end + 24);
  const said =
    BEHIND_FIGURE.find(({ pattern }) => pattern.test(behind))?.relation ??
    BEHIND_FIGURE.find(({ pattern }) => pattern.test(text.slice(end, end + 24)))?.relation ??
    BEFORE_PATTERNS.find(({ pattern }) => pattern.test(ahead))?.relation ??
    'plain';
  // "No hold lasts longer than 72 hours": what is not more is at most.
  const relation = said === 'after' && NOT_MORE.test(text.slice(0, start)) ? 'upper' : said;
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
