/** Sums, shares and times that can be worked out again from the text itself. */
import { anyOf } from '../../documents/language/patterns.ts';
import { clocksIn, numberOf, quantitiesIn } from '../../documents/language/quantities.ts';
import { TOTAL_ROW } from '../../documents/language/sum-words.ts';
import { sentencesOf } from '../../documents/sentences.ts';
import { type Figure, figureOf, type Table, tablesOf } from '../../documents/tables.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

/** Columns that are no sums of their rows. */
const NO_SUM = anyOf(
  'average|avg|mean|median|max|maximum|min|minimum|rate|per \\p{L}+|price|year|version|rank|durchschnitt|mittel|mittelwert|preis|jahr|je \\p{L}+|pro \\p{L}+|moyenne|prix|année|par \\p{L}+|media|promedio|média|precio|preço|año|ano|por \\p{L}+|平均|単価|最大|最小|年',
);

export const totals: Check = (document) => {
  const tables = tablesOf(document);
  const found = tables.map((table) => [...wrongShares(table), ...wrongTotals(table)]);
  return {
    // One slip may show in a row and in the sum: it is said where it is.
    remarks: found.flatMap((remarks) => remarks.slice(0, MOST_PER_TABLE)),
    looked: tables.filter(({ rows }) => rows.some(isTotal)).length,
    things: 'tables with a total add up',
  };
};

const MOST_PER_TABLE = 5;

function isTotal({ cells }: { cells: readonly string[] }): boolean {
  return TOTAL_ROW.test(cells[0] ?? '');
}

function columnOf({ rows }: Table, column: number): (Figure | null)[] {
  return rows.map(({ cells }) => figureOf(cells[column] ?? ''));
}

function wrongTotals(table: Table): Remark[] {
  const end = table.rows.findIndex(isTotal);
  const row = table.rows[end];
  if (row === undefined || end < 2) return [];
  return table.header.flatMap((name, column): Remark[] => {
    const figures = columnOf(table, column);
    const parts = figures.slice(0, end);
    const said = figures[end];
    if (column === 0 || said == null || NO_SUM.test(name) || parts.some((part) => part === null)) return [];
    // A wrong share is said in its own row.
    if (said.isShare && wrongShares(table).length > 0) return [];
    const sum = parts.reduce((total, part) => total + (part?.value ?? 0), 0);
    const slack = said.isShare ? parts.length * 0.5 : 0.01;
    const isFar = sum === 0 || said.value / sum > 2 || said.value / sum < 0.5;
    if (Math.abs(sum - said.value) <= slack || isFar) return [];
    const right = rounded(sum);
    return [
      {
        check: 'wrong-total',
        line: row.line,
        text: `the column ${quote(name)} adds up to ${right} (${parts.map((part) => part?.value).join(' + ')}), and the total says ${row.cells[column]}`,
        remedy: write(`correct the total ${quote(row.cells[column] ?? '')} or the figures above it`),
      },
    ];
  });
}

/** A share beside the count it is a share of. */
function wrongShares(table: Table): Remark[] {
  const columns = table.header.map((_, column) => columnOf(table, column));
  const shares = columns.findIndex((figures) => figures.filter((one) => one?.isShare === true).length >= 2);
  const end = table.rows.findIndex(isTotal);
  const parts = end === -1 ? table.rows.length : end;
  if (shares === -1 || parts < 2) return [];
  // The counts are the column to which most shares belong.
  const candidates = columns.flatMap((figures, column) => {
    if (column === shares || figures.slice(0, parts).some((one) => one === null || one.isShare)) return [];
    const sum = figures.slice(0, parts).reduce((total, one) => total + (one?.value ?? 0), 0);
    const whole = end === -1 ? sum : (figures[end]?.value ?? sum);
    const wrong = table.rows.slice(0, parts).flatMap(({ line, cells }, index) => {
      const [share, count] = [columns[shares]?.[index], figures[index]];
      if (share == null || count == null || whole <= 0) return [];
      const right = (count.value / whole) * 100;
      return Math.abs(right - share.value) <= ROUNDING ? [] : [{ line, cells, share, count, right }];
    });
    return [{ wrong, whole }];
  });
  const best = candidates.toSorted((one, other) => one.wrong.length - other.wrong.length)[0];
  if (best === undefined || best.wrong.length * 2 >= parts) return [];
  return best.wrong.map(({ line, cells, share, count, right }) => ({
    check: 'wrong-share',
    line,
    text: `${quote(cells[0] ?? '')}: ${count.value} of ${best.whole} is ${rounded(right)} %, and ${share.value} % is said`,
    remedy: write(`correct ${share.value} % or the count ${count.value}`),
  }));
}

/** Percentage points a share may be off: it was rounded. */
const ROUNDING = 1;

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

const FIGURE = String.raw`(\d[\d.,’']*)`;
const OF = String.raw`\s+(?:[\p{L}-]+\s+){0,2}?(?:of|out of|von|von insgesamt|sur|de|de los|de las|das|dos|di|su|van)\s+(?:(?:the|all|den|insgesamt|les|los|las|os|as|un total de)\s+)?`;
const SHARE = String.raw`[^\d(]{0,40}\(\s*(\d+(?:[.,]\d+)?)\s*[%\uFF05]`;
const PART_OF_WHOLE = new RegExp(`${FIGURE}${OF}${FIGURE}${SHARE}`, 'giu');
/** "Of 8,000 orders a month 240 (3 %) …". */
const LEADING_WHOLE = new RegExp(
  String.raw`^[\s*_-]*(?:of|out of|among|von|von den|unter|sur|parmi|de|de los|de las|entre|dos|das|dei|delle|di|su|van|van de)\s+(?:(?:the|all|den|insgesamt|les|los|las|os|as)\s+)?${FIGURE}`,
  'iu',
);
const PART = new RegExp(`${FIGURE}${SHARE}`, 'giu');

/** "800 of 1,600 (60 %)", and further parts of the same whole in the same sentence. */
export const shares: Check = (document) => {
  const remarks: Remark[] = [];
  let looked = 0;
  for (const { own, text, line } of sentencesOf(document)) {
    const wholes = [...own.matchAll(PART_OF_WHOLE)].map((match) => ({
      part: numberOf(cut(match[1])),
      whole: numberOf(cut(match[2])),
      share: numberOf(match[3] ?? ''),
      end: match.index + match[0].length,
    }));
    const leading = LEADING_WHOLE.exec(own);
    const first =
      wholes[0] ??
      (leading === null ? undefined : { whole: numberOf(cut(leading[1])), end: leading[0].length });
    const further =
      first === undefined
        ? []
        : [...own.matchAll(PART)]
            .filter(({ index }) => index >= first.end)
            .map((match) => ({
              part: numberOf(cut(match[1])),
              whole: first.whole,
              share: numberOf(match[2] ?? ''),
            }));
    const seen = new Set<string>();
    const parts: number[] = [];
    for (const { part, whole, share } of [...wholes, ...further]) {
      const key = `${part} ${share}`;
      if (seen.has(key) || !(whole > 0) || part > whole) continue;
      seen.add(key);
      looked++;
      const right = (part / whole) * 100;
      // "of these": a part may be a share of an earlier part.
      const isOfPart = parts.some((one) => Math.abs((part / one) * 100 - share) <= ROUNDING);
      parts.push(part);
      if (Math.abs(right - share) <= ROUNDING || isOfPart) continue;
      remarks.push({
        check: 'wrong-share',
        line,
        text: `${part} of ${whole} is ${rounded(right)} %, and ${share} % is said: ${quote(text)}`,
        remedy: write(`correct ${share} % or the figures it is made of`),
      });
    }
  }
  return { remarks, looked, things: 'shares in sentences are right' };
};

function cut(text: string | undefined): string {
  return (text ?? '').replace(/[.,’']+$/, '');
}

const STARTS = anyOf(
  'starts?|started|begins?|from|beginnt|startet|ab|commence|débute|démarre|à partir de|empieza|comienza|desde|começa|inicia|a partir de|inizia|開始|から|始ま',
);
const ENDS = anyOf(
  "finish(?:es|ed)?|ends?|ended|by|until|done|complete[ds]?|fertig|bis|endet|beendet|abgeschlossen|termine|finit|avant|jusqu[’']à|fin|termina|antes de|hasta|acaba|até|finisce|entro|終了|完了|まで|終わ",
);
const TAKES = anyOf(
  'takes?|lasts?|needs?|dauert|braucht|benötigt|dure|prend|nécessite|dura|tarda|demora|leva|impiega|かか|要す|所要',
);
const DAY_MINUTES = 1_440;

/** "Starts at 02:30, takes 2 hours, must end by 04:00." */
export const schedules: Check = (document) => {
  const remarks: Remark[] = [];
  let looked = 0;
  for (const group of Map.groupBy(sentencesOf(document), ({ statement }) => statement).values()) {
    const clocks = group.flatMap((sentence) =>
      clocksIn(sentence.own).map((clock) => ({ ...clock, sentence })),
    );
    const durations = group.flatMap(({ own }) =>
      TAKES.test(own) ? quantitiesIn(own).filter(({ dimension }) => dimension === 'time') : [],
    );
    const [lasts] = durations;
    if (clocks.length !== 2 || durations.length !== 1 || lasts === undefined) continue;
    const [start, end] = [STARTS, ENDS].map((words) =>
      clocks.find(({ sentence, index }) =>
        lastWord(words, sentence.own.slice(0, index), sentence.own.slice(index)),
      ),
    );
    if (start === undefined || end === undefined || start === end) continue;
    looked++;
    const room = (end.minutes - start.minutes + DAY_MINUTES) % DAY_MINUTES;
    if (lasts.value / 60 <= room) continue;
    remarks.push({
      check: 'contradiction',
      line: end.sentence.line,
      text: `from ${start.shown} to ${end.shown} there are ${room} minutes, and ${lasts.shown} are needed: ${quote(end.sentence.text)}`,
      remedy: write(`correct ${start.shown}, ${end.shown} or ${lasts.shown}`),
    });
  }
  return { remarks, looked, things: 'times leave room for what happens between them' };
};

/** The word right before a time says what it is; where none does, the sentence. */
function lastWord(words: RegExp, ahead: string, behind: string): boolean {
  return words.test(ahead.slice(-40)) || words.test(behind.slice(0, 20));
}
