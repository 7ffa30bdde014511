/** Tables that can be worked out again: columns made of others, shares of a whole, counts told elsewhere in the text. */
import type { MarkdownDocument } from '../../documents/document.ts';
import { stemOf } from '../../documents/language/content.ts';
import { quantitiesIn } from '../../documents/language/quantities.ts';
import { PAST } from '../../documents/language/scopes.ts';
import { TOTAL_ROW } from '../../documents/language/sum-words.ts';
import { sentencesOf } from '../../documents/sentences.ts';
import { type Figure, figureOf, type Table, tablesOf } from '../../documents/tables.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const FEWEST_ROWS = 3;
/** More columns are a list of figures, not a calculation. */
const MOST_COLUMNS = 8;
const SLACK = 0.006;

interface Column {
  name: string;
  at: number;
  figures: readonly (Figure | null)[];
}

export const columns: Check = (document) => {
  const tables = tablesOf(document);
  const remarks = tables.flatMap((table) => {
    const own = numbersOf(table);
    return [...wrongProducts(table, own), ...wrongWholes(table, own), ...wrongCounts(table, own, document)];
  });
  return { remarks, looked: tables.length, things: 'tables agree with themselves and with the text' };
};

function isTotal(cells: readonly string[]): boolean {
  return TOTAL_ROW.test(cells[0] ?? '');
}

function numbersOf({ header, rows }: Table): Column[] {
  return header.slice(0, MOST_COLUMNS).flatMap((name, at): Column[] => {
    const figures = rows.map(({ cells }) => figureOf(cells[at] ?? ''));
    const known = figures.filter((figure) => figure !== null).length;
    return known >= FEWEST_ROWS && known >= rows.length - 1 ? [{ name, at, figures }] : [];
  });
}

type Rule = { says: string; of: (a: number, b: number) => number };
const RULES: readonly Rule[] = [
  { says: '×', of: (a, b) => a * b },
  { says: '+', of: (a, b) => a + b },
  { says: '−', of: (a, b) => a - b },
  { says: '÷', of: (a, b) => (b === 0 ? Number.NaN : a / b) },
];

/** "0.2 % of 150,000 are 450" where in every other row it is right. */
function wrongProducts({ rows }: Table, own: readonly Column[]): Remark[] {
  const amountOf = ({ figures }: Column, row: number): number => {
    const figure = figures[row];
    return figure == null ? Number.NaN : figure.isShare ? figure.value / 100 : figure.value;
  };
  const parts = rows.flatMap(({ cells }, index) => (isTotal(cells) ? [] : [index]));
  for (const result of own)
    for (const [i, left] of own.entries())
      for (const [j, right] of own.entries())
        for (const { says, of } of RULES) {
          if (left === result || right === result || left === right) continue;
          if ((says === '×' || says === '+') && j < i) continue;
          const told = parts.filter(
            (row) =>
              Number.isFinite(amountOf(left, row)) &&
              Number.isFinite(amountOf(right, row)) &&
              Number.isFinite(amountOf(result, row)),
          );
          const wrong = told.filter((row) => {
            const value = of(amountOf(left, row), amountOf(right, row));
            const said = amountOf(result, row);
            return !(Math.abs(value - said) <= SLACK * Math.max(1, Math.abs(said)));
          });
          const [row] = wrong;
          if (wrong.length !== 1 || row === undefined || told.length < FEWEST_ROWS) continue;
          // 1 and 0 make any rule right.
          const isPlain = told.every((at) =>
            [left, right].some(
              (column) => Math.abs(amountOf(column, at)) <= 1 && !column.figures[at]?.isShare,
            ),
          );
          if (isPlain) continue;
          const line = rows[row]?.line ?? 1;
          const [a, b, c] = [left, right, result].map(({ at }) => rows[row]?.cells[at] ?? '');
          const value =
            of(amountOf(left, row), amountOf(right, row)) * (result.figures[row]?.isShare === true ? 100 : 1);
          return [
            {
              check: 'wrong-total',
              line,
              text: `${a} ${says} ${b} is ${Math.round(value * 100) / 100}, and ${c} is said (${quote(result.name)} of ${quote(rows[row]?.cells[0] ?? '')}; the other rows are right)`,
              remedy: write(`correct ${quote(c ?? '')} or the figures beside it`),
            },
          ];
        }
  return [];
}

/** Shares of one whole that are no whole. */
function wrongWholes({ rows }: Table, own: readonly Column[]): Remark[] {
  if (rows.some(({ cells }) => isTotal(cells))) return [];
  return own.flatMap(({ name, figures }): Remark[] => {
    if (!figures.every((figure) => figure?.isShare === true)) return [];
    const sum = figures.reduce((all, figure) => all + (figure?.value ?? 0), 0);
    const isNear = sum > 85 && sum < 115;
    if (!isNear || Math.abs(sum - 100) <= 0.5 * figures.length) return [];
    return [
      {
        check: 'wrong-share',
        line: rows.at(-1)?.line ?? 1,
        text: `the shares in ${quote(name)} add up to ${Math.round(sum * 10) / 10} %, not to 100 %`,
        remedy: write(`correct the shares in ${quote(name)}`),
      },
    ];
  });
}

/** Counts that differ by more are of something else. */
const NEAREST = 0.7;

/** "42 farmers" in the text, and 18 + 14 + 11 below "Farmers"; "five roles" and a table of four. */
function wrongCounts({ header, rows }: Table, own: readonly Column[], document: MarkdownDocument): Remark[] {
  const parts = rows.filter(({ cells }) => !isTotal(cells));
  const sums = own.flatMap(({ name, at, figures }) => {
    if (figures.some((figure) => figure === null || figure.isShare) || parts.length !== rows.length)
      return [];
    const sum = figures.reduce((all, figure) => all + (figure?.value ?? 0), 0);
    return [{ stem: stemOfName(name), sum, shown: figures.map((figure) => figure?.value).join(' + '), at }];
  });
  const first = stemOfName(header[0] ?? '');
  const counts = [
    ...sums,
    ...(first === null || parts.length < FEWEST_ROWS || own.some(({ at }) => at === 0)
      ? []
      : [{ stem: first, sum: parts.length, shown: `${parts.length} rows`, at: 0 }]),
  ];
  const lines = new Set(rows.map(({ line }) => line));
  const found = new Set<string>();
  return sentencesOf(document).flatMap((sentence): Remark[] => {
    if (lines.has(sentence.line) || sentence.statement.kind === 'row' || PAST.test(sentence.own)) return [];
    return quantitiesIn(sentence.own).flatMap((told): Remark[] => {
      if (told.dimension !== 'count' || told.relation !== 'plain' || told.counted.length === 0) return [];
      const count = counts.find(({ stem }) => stem !== null && told.counted.includes(stem));
      if (count === undefined || count.sum === told.value || found.has(count.shown)) return [];
      // The count of one row may be told as well.
      if (own.some(({ figures }) => figures.some((figure) => figure?.value === told.value))) return [];
      const near = Math.min(count.sum, told.value) / Math.max(count.sum, told.value);
      if (near < NEAREST) return [];
      found.add(count.shown);
      return [
        {
          check: 'wrong-total',
          line: sentence.line,
          text: `${told.shown} are told, and the table at line ${rows[0]?.line ?? 1} has ${count.sum} (${count.shown}): ${quote(sentence.text)}`,
          remedy: write(`correct ${quote(told.shown)} or the table`),
        },
      ];
    });
  });
}

function stemOfName(name: string): string | null {
  const words = name.trim().split(/\s+/);
  return words.length === 1 ? stemOf((words[0] ?? '').toLowerCase()) : null;
}

/** "20 requests (10 good, 5 wrong, 4 unreadable)": parts in brackets or behind a colon. */
const PARTS = /(\d{1,6}|\p{L}+)\s+(?:[\p{L}-]+\s+){0,2}[\p{L}-]+\s*(?:\(|[:\uFF1A])\s*(\d[^().;:]*)/gu;

export const countedParts: Check = (document) => {
  let looked = 0;
  const remarks = sentencesOf(document).flatMap(({ own, text, line, statement }): Remark[] => {
    if (statement.kind === 'row') return [];
    return [...own.matchAll(PARTS)].flatMap(({ index, 2: list = '' }): Remark[] => {
      const [whole] = quantitiesIn(own.slice(index)).filter(({ start }) => start === 0);
      const pieces = list
        .split(/\s*[,+]\s*|\s+(?:and|und|et|y|e|sowie|plus|en|i)\s+/u)
        .filter((piece) => piece.trim() !== '');
      const figures = pieces.map((piece) => /^\s*(\d{1,6})\s+\p{L}/u.exec(piece)?.[1]);
      if (whole?.dimension !== 'count' || pieces.length < 2 || figures.some((figure) => figure === undefined))
        return [];
      const values = figures.map(Number);
      const sum = values.reduce((all, value) => all + value, 0);
      looked++;
      const near = Math.min(sum, whole.value) / Math.max(sum, whole.value);
      if (sum === whole.value || near < NEAREST || values.some((value) => value >= whole.value)) return [];
      return [
        {
          check: 'wrong-total',
          line,
          text: `${values.join(' + ')} is ${sum}, and ${whole.value} is said: ${quote(text)}`,
          remedy: write(`correct ${whole.value} or its parts`),
        },
      ];
    });
  });
  return { remarks, looked, things: 'parts add up to what is said of the whole' };
};
