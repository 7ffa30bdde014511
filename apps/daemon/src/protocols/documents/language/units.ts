/** Units in the languages people write documents in, and what is counted where there is none. */
import { isBound } from './bounds.ts';
import { stemOf } from './content.ts';
import { sourceOf } from './patterns.ts';

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
  { dimension: '%', factor: 10, words: '割(?!り|合)' },
  { dimension: '%', factor: 1, words: 'percent|per cent|prozent|pour ?cent|por ciento|por cento|パーセント' },
];

const UNIT_PATTERNS = UNITS.map((unit) => ({
  ...unit,
  pattern: new RegExp(`^${sourceOf(unit.words)}`, 'iu'),
}));
/** Signs of units that need no list: degrees, powers, one thing per another, and those of physics. */
const SYMBOL =
  /^(?:°\s?[CFK]?|℃|[CF](?![\p{L}\p{N}-])(?=\s*(?:$|[.,;)]))|[µμnkMG]?[a-zA-Z]{1,4}[²³]?(?:\/(?:[a-zA-Zµ]{1,4}[²³]?))+|[ckm]?m[²³]|[mkMG]?(?:W|Wp|VA|Hz|Pa|bar|bit|Nm|lx|ha|rpm|px|dpi|ppm|mol|dB|mAh|Ah)|m?[lL]|[mk]?V)(?![\p{L}\p{N}])/u;

export interface ReadUnit {
  dimension: string;
  factor: number;
  end: number;
  counted: readonly string[];
}

const SIGN_AHEAD: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  R$: 'BRL',
};

/** "€ 120", "R$ 500". */
export function signAhead(text: string, start: number, length: number): ReadUnit | null {
  const dimension = SIGN_AHEAD[/(R\$|[€$£¥])\s?$/u.exec(text.slice(0, start))?.[1] ?? ''];
  return dimension === undefined ? null : { dimension, factor: 1, end: start + length, counted: [] };
}

/** "Handsets ordered: 180": a figure alone behind a label counts what the label names. */
export function labelAhead(text: string, start: number, length: number): ReadUnit | null {
  const label = LABEL.exec(text.slice(0, start))?.[1];
  const isAlone = /^\s*(?:[,;.)]|$)/u.test(text.slice(start + length, start + length + 4));
  const counted = label === undefined || !isAlone ? [] : countedIn(label);
  return counted.length === 0 ? null : { dimension: 'count', factor: 1, end: start + length, counted };
}

const LABEL = /^[\s*_-]*(\p{L}[\p{L}-]{3,}(?:\s\p{L}[\p{L}-]*){0,2})\s*[:\uFF1A]\s*$/u;

/** "the first 45 full minutes", "les 45 premières minutes": a word between a figure and its unit. */
const BETWEEN =
  /^(?:first|last|next|full|further|additional|extra|more|consecutive|whole|clear|erste[nr]?|letzte[nr]?|nächste[nr]?|weitere[nr]?|volle[nr]?|ganze[nr]?|zusätzliche[nr]?|aufeinanderfolgende[nr]?|premi[eè]re?s|derni[eè]re?s|prochaine?s|pleine?s|primer[oa]s|últim[oa]s|próxim[oa]s|primeir[oa]s|prim[ie]|ultim[ie]|eerste|laatste|volgende|volle|pierwsz\p{L}+|ostatni\p{L}+|kolejn\p{L}+|pełn\p{L}+|första|sista|hela)\s+/iu;

export function unitBehind(text: string, from: number, isWord: boolean): ReadUnit | null {
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
  const between = gap === 1 ? (BETWEEN.exec(rest)?.[0].length ?? 0) : 0;
  if (between > 0) {
    const read = unitBehind(text, from + gap + between - 1, isWord);
    if (read !== null && read.dimension !== 'count') return read;
  }
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
  // "500 points and": what is counted ends before the word that is grammar.
  const words = noun.split(/\s+/);
  const said = counted.length < words.length ? (words[0] ?? noun) : noun;
  const end = from + gap + said.length;
  return { dimension: 'count', factor: 1, end, counted };
}

/** "ten shops a week" are no ten shops in all. */
export const PER_TIME =
  /^\s+(?:an?|per|each|every|pro|je|am|im|par|por|al|a la|ao?|na|om|i)\s+(?:second|minute|hour|day|night|week|month|quarter|year|sekunde|minute|stunde|tag|nacht|woche|monat|jahr|seconde|heure|jour|nuit|semaine|mois|an|segundo|minuto|hora|día|dia|noche|semana|mes|mês|año|ano|ora|giorno|notte|settimana|mese|anno|uur|dag|maand|jaar|godzin|dzień|tydzień|miesiąc|rok|timme|dygn|vecka|månad|år)/iu;

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
