/** Amounts below each other and the total behind them: lines of a list, of notes, of an offer. */
import type { MarkdownDocument } from '../../documents/document.ts';
import { numberOf, quantitiesIn } from '../../documents/language/quantities.ts';
import { TOTAL_ROW } from '../../documents/language/sum-words.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const FEWEST = 2;
const MOST_LINES = 5_000;

interface Amount {
  value: number;
  dimension: string;
  line: number;
  shown: string;
}

export const listTotals: Check = (document) => {
  const runs = [...runsOf(document), ...inlineRuns(document)];
  const remarks = runs.flatMap(({ parts, total, text }): Remark[] => {
    const sum = parts.reduce((all, { value }) => all + value, 0);
    const near = Math.min(sum, total.value) / Math.max(sum, total.value);
    if (Math.abs(sum - total.value) < 0.005 * Math.max(1, total.value) || near < 0.6) return [];
    return [
      {
        check: 'wrong-total',
        line: total.line,
        text: `${parts.map(({ shown }) => shown).join(' + ')} is ${shownAs(sum, total.dimension)}, and ${total.shown} is said: ${quote(text)}`,
        remedy: write(`correct ${total.shown} or the amounts above it`),
      },
    ];
  });
  return { remarks, looked: runs.length, things: 'amounts below each other add up' };
};

/** Seconds as minutes, where minutes are added. */
function shownAs(sum: number, dimension: string): string {
  return dimension === 'time' && sum % 60 === 0 ? `${sum / 60} min` : String(Math.round(sum * 100) / 100);
}

const FEWEST_INLINE = 3;
/** "Budget 1200: tables 450, band 600, …" and "a 40 min, b 30 min, … -> fits in 2 h". */
const BEFORE_LIST = /^[\s>*+•-]*(?:\p{L}[\p{L}\s]{0,24}?)\s*[:=]?\s*(\d[^:：]{0,20}?)\s*[:：]\s*(.+)$/u;
const BEHIND_LIST =
  /^(?:[\s>*+•-]*\p{L}[\p{L}\s]{0,24}[:：])?\s*(.+?)\s*(?:->|→|=>|=|;|,?\s(?:so|total|altogether|zusammen|insgesamt|gesamt|au total|soit|donc|en total|así que|totaal|in totale)(?!\p{L}))\s*(?:[\p{L}\s:]{0,20}\s)?(\d.{0,14})$/u;

function inlineRuns({ source }: MarkdownDocument): { parts: Amount[]; total: Amount; text: string }[] {
  return source
    .split(/\r\n|\n|\r/)
    .slice(0, MOST_LINES)
    .flatMap((text, index) => {
      if (text.length > 300 || text.trim().startsWith('|') || !/\d.*\d.*\d/.test(text)) return [];
      const before = BEFORE_LIST.exec(text);
      const behind = before === null ? BEHIND_LIST.exec(text) : null;
      const [list, said] = before === null ? [behind?.[1], behind?.[2]] : [before[2], before[1]];
      const total = said === undefined ? null : amountIn(said, index + 1);
      const parts = (list ?? '').split(/,(?!\d)|;|\s\+\s|、/u).map((part) => amountIn(part, index + 1));
      const amounts = parts.filter((part) => part !== null);
      // Every part is one amount of the kind that is added up.
      if (total === null || amounts.length < parts.length || amounts.length < FEWEST_INLINE) return [];
      const isOneKind = amounts.every(
        ({ dimension }) => dimension === total.dimension || total.dimension === '',
      );
      return isOneKind ? [{ parts: amounts, total, text: text.trim() }] : [];
    });
}

/** The one figure of a short stretch that names something and gives its amount last; without a unit where it has none. */
function amountIn(text: string, line: number): Amount | null {
  const own = text.trim();
  if ((own.match(/\d+(?:[.,]\d+)*/g) ?? []).length !== 1 || own.length > 40) return null;
  const [read] = quantitiesIn(own).filter(({ dimension }) => dimension !== 'count');
  if (read !== undefined)
    return ['date', 'weekday', 'clock', '%'].includes(read.dimension)
      ? null
      : { value: read.value, dimension: read.dimension, line, shown: read.shown };
  const bare = /^(?:\p{L}[\p{L}\s/&-]*\s)?(\d{2,6}(?:[.,]\d{1,2})?)$/u.exec(own)?.[1];
  return bare === undefined ? null : { value: numberOf(bare), dimension: '', line, shown: bare };
}

function runsOf({ source }: MarkdownDocument): { parts: Amount[]; total: Amount; text: string }[] {
  const found: { parts: Amount[]; total: Amount; text: string }[] = [];
  let parts: Amount[] = [];
  for (const [index, raw] of source
    .split(/\r\n|\n|\r/)
    .slice(0, MOST_LINES)
    .entries()) {
    const text = raw.replace(/^[\s>*+•-]+/u, '').trim();
    if (/^\|/.test(raw.trim()) || text.length > 120) {
      parts = [];
      continue;
    }
    const amounts = quantitiesIn(text).filter(
      ({ dimension }) => dimension !== 'date' && dimension !== 'weekday',
    );
    const [only] = amounts;
    const isAmount = amounts.length === 1 && only !== undefined && /[:\s]/.test(text.slice(0, only.start));
    if (TOTAL_ROW.test(text) && isAmount) {
      const total = { value: only.value, dimension: only.dimension, line: index + 1, shown: only.shown };
      const own = parts.filter(({ dimension }) => dimension === total.dimension);
      if (own.length >= FEWEST && own.length === parts.length) found.push({ parts: own, total, text });
      parts = [];
    } else if (isAmount && only.relation === 'plain' && only.dimension !== 'clock')
      parts.push({ value: only.value, dimension: only.dimension, line: index + 1, shown: only.shown });
    // A line that says that something costs nothing is one of them.
    else if (text !== '' && !/(?<!\d)0(?![\d.,])/.test(text)) parts = [];
  }
  return found;
}
