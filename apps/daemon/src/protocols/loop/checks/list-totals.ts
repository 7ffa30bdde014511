/** Amounts below each other and the total behind them: lines of a list, of notes, of an offer. */
import type { MarkdownDocument } from '../../documents/document.ts';
import { quantitiesIn } from '../../documents/language/quantities.ts';
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
  const runs = runsOf(document);
  const remarks = runs.flatMap(({ parts, total, text }): Remark[] => {
    const sum = parts.reduce((all, { value }) => all + value, 0);
    const near = Math.min(sum, total.value) / Math.max(sum, total.value);
    if (Math.abs(sum - total.value) < 0.005 * Math.max(1, total.value) || near < 0.6) return [];
    return [
      {
        check: 'wrong-total',
        line: total.line,
        text: `${parts.map(({ shown }) => shown).join(' + ')} is ${Math.round(sum * 100) / 100}, and ${total.shown} is said: ${quote(text)}`,
        remedy: write(`correct ${total.shown} or the amounts above it`),
      },
    ];
  });
  return { remarks, looked: runs.length, things: 'amounts below each other add up' };
};

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
