/** Classes by size that leave a value out or have it twice: "up to 10 kg", "from 12 kg". */
import type { MarkdownDocument } from '../../documents/document.ts';
import { anyOf } from '../../documents/language/patterns.ts';
import { quantitiesIn } from '../../documents/language/quantities.ts';
import { figureOf, tablesOf } from '../../documents/tables.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

interface Class {
  low: number;
  high: number;
  /** Whether the end itself is meant. */
  hasLow: boolean;
  hasHigh: boolean;
  dimension: string;
  text: string;
  line: number;
}

const FEWEST = 3;
const BELOW =
  /(?:<(?!=)|(?<!\p{L})(?:under|below|less than|lower than|kleiner als|inférieure? à|menor (?:que|de)|inferiore a|lager dan|mniej niż|lägre än|fewer than|unter|weniger als|moins de|menos de|meno di|minder dan|onder|poniżej|under|未満|以下不|不足)(?!\p{L}))/iu;
const ABOVE =
  /(?:>(?!=)|(?<!\p{L})(?:over|above|more than|greater than|higher than|größer als|supérieure? à|mayor (?:que|de)|maior (?:que|do que)|superiore a|maggiore di|hoger dan|więcej niż|högre än|über|mehr als|plus de|más de|mais de|più di|meer dan|boven|powyżej|över)(?!\p{L})|超|を超え)/iu;
const UP_TO =
  /(?:<=|≤|(?<!\p{L})(?:up to|at most|bis(?: zu)?|jusqu[’']à|hasta|até|fino a|tot|do|upp till)(?!\p{L})|以下|まで)/iu;
const FROM =
  /(?:>=|≥|\d\s?\+|(?<!\p{L})(?:from|at least|or more|and (?:more|over)|ab|mindestens|à partir de|et plus|desde|a partir de|o más|ou mais|oltre|vanaf|od|från)(?!\p{L})|以上)/iu;

export const classes: Check = (document) => {
  const lists = [...classLists(document), ...twoColumns(document)];
  const remarks = lists.flatMap((list) => list.slice(1).flatMap((one, index) => between(list[index], one)));
  return { remarks, looked: lists.length, things: 'classes by size meet each other' };
};

function between(before: Class | undefined, next: Class): Remark[] {
  if (before === undefined) return [];
  const remark = (text: string): Remark[] => [
    {
      check: 'contradiction',
      line: next.line,
      text: `${text}: ${quote(before.text)} (line ${before.line}) and ${quote(next.text)} (line ${next.line})`,
      remedy: write('let one class end where the next begins'),
    },
  ];
  if (next.low < before.high) return remark(`${next.low} to ${before.high} is in two classes`);
  if (next.low === before.high) {
    if (before.hasHigh && next.hasLow) return remark(`${next.low} is in two classes`);
    if (!before.hasHigh && !next.hasLow) return remark(`${next.low} is in no class`);
    return [];
  }
  // Of whole things 10 is followed by 11; what is measured has values between them.
  const step = isWhole(before.high) && isWhole(next.low) && before.hasHigh && next.hasLow ? 1 : 0;
  return next.low - before.high > step + 1e-9
    ? remark(`what lies between ${before.high} and ${next.low} is in no class`)
    : [];
}

function isWhole(value: number): boolean {
  return Number.isInteger(value);
}

const LEAST_HEAD = anyOf(
  'from|min(?:imum)?|lower|low|start|ab|von|de|du|desde|mín(?:imo)?|inicio|da|minimo|dal|van|vanaf|od|från|lägst',
  '下限|から|最小|下限|起',
);
const MOST_HEAD = anyOf(
  'to|max(?:imum)?|upper|high|up to|end|bis|à|au|hasta|máx(?:imo)?|fin|até|a|massimo|al|tot|do|till|högst',
  '上限|まで|最大|上限|止',
);

/** "Steel | 1400 | 2000", "Mithril | 2000 | 2699": the least and the most in columns of their own. */
function twoColumns(document: MarkdownDocument): Class[][] {
  return tablesOf(document).flatMap(({ header, rows }): Class[][] => {
    const at = header.findIndex(
      (name, index) => LEAST_HEAD.test(name) && MOST_HEAD.test(header[index + 1] ?? ''),
    );
    if (at === -1) return [];
    const found = rows.flatMap(({ cells, line }): Class[] => {
      const [low, high] = [figureOf(cells[at] ?? ''), figureOf(cells[at + 1] ?? '')];
      return low === null || high === null
        ? []
        : [
            {
              low: low.value,
              high: high.value,
              hasLow: true,
              hasHigh: true,
              dimension: '',
              text: cells.join(' | '),
              line,
            },
          ];
    });
    const rising = found.every((one, index) => index === 0 || one.low >= (found[index - 1]?.low ?? 0));
    // Two that meet end and begin alike; where all do, the end is not meant to belong.
    const meeting = found.filter((one, index) => index > 0 && one.low === found[index - 1]?.high).length;
    return found.length >= FEWEST && rising && meeting < found.length - 1 ? [found] : [];
  });
}

/** From where the white space begins: each stretch of it is tried once. */
const ARROW = /(?<!\s)\s*(?:->|=>|→|⇒|=|[:\uFF1A])\s*/u;

/** "0 to 5 -> low" below each other, whatever they are marked with. */
function listed({ source }: MarkdownDocument): { text: string; line: number; head: string }[][] {
  const runs: { text: string; line: number; head: string }[][] = [];
  let run: { text: string; line: number; head: string }[] = [];
  for (const [index, line] of source.split(/\r\n|\n|\r/).entries()) {
    const [text = '', ...rest] = line.replace(/^[\s>*+•-]+/u, '').split(ARROW);
    const isClass = rest.length > 0 && /\d/.test(text) && text.length <= 40 && !/^\d{1,2}[.)]/.test(text);
    if (isClass) run.push({ text, line: index + 1, head: '' });
    else {
      if (run.length > 0) runs.push(run);
      run = [];
    }
  }
  return run.length > 0 ? [...runs, run] : runs;
}

/** First cells of a table, or entries of one list, that are each one stretch of one measure, in rising order. */
function classLists(document: MarkdownDocument): Class[][] {
  const columns = tablesOf(document).flatMap(({ header, rows }) =>
    header.map((name, at) => rows.map(({ cells, line }) => ({ text: cells[at] ?? '', line, head: name }))),
  );
  return [...columns, ...listed(document)].flatMap((cells): Class[][] => {
    const found = cells.flatMap(({ text, line, head }) => classIn(text, head, line) ?? []);
    const dimensions = new Set(found.map(({ dimension }) => dimension));
    const rising = found.every((one, index) => index === 0 || one.low >= (found[index - 1]?.low ?? 0));
    const isList = found.length >= FEWEST && found.length === cells.length && dimensions.size === 1 && rising;
    return isList ? [found] : [];
  });
}

const UNIT = String.raw`(?:\s?(?:%|°\s?[CF]?|[€$£]|\p{L}{1,10}))?`;
const BARE = new RegExp(
  String.raw`^\D{0,24}?(\d+(?:[.,]\d+)?)(?:${UNIT}\s*(?:–|—|-|to|bis|à|a|hasta|até|tot|do|till|y|und|and|et|〜|～)\D{0,10}?(\d+(?:[.,]\d+)?))?\D{0,20}$`,
  'iu',
);

function classIn(text: string, head: string, line: number): Class | null {
  const bare = BARE.exec(text.trim());
  if (bare === null) return null;
  const [first, second] = [bare[1], bare[2]].map((one) =>
    one === undefined ? null : Number(one.replace(',', '.')),
  );
  const read = [...quantitiesIn(text), ...quantitiesIn(`${first} ${head}`)].find(
    (one) => one.dimension !== 'count',
  );
  const dimension = read?.dimension ?? head;
  if (first == null) return null;
  if (second != null && second >= first) {
    const [ahead, between] = [
      text.slice(0, text.indexOf(bare[1] ?? '')),
      text.slice(text.indexOf(bare[1] ?? '')),
    ];
    return {
      low: first,
      high: second,
      hasLow: !ABOVE.test(ahead),
      hasHigh: !BELOW.test(between),
      dimension,
      text,
      line,
    };
  }
  if (BELOW.test(text))
    return {
      low: Number.NEGATIVE_INFINITY,
      high: first,
      hasLow: true,
      hasHigh: false,
      dimension,
      text,
      line,
    };
  if (ABOVE.test(text))
    return {
      low: first,
      high: Number.POSITIVE_INFINITY,
      hasLow: false,
      hasHigh: true,
      dimension,
      text,
      line,
    };
  if (UP_TO.test(text))
    return { low: Number.NEGATIVE_INFINITY, high: first, hasLow: true, hasHigh: true, dimension, text, line };
  if (FROM.test(text))
    return { low: first, high: Number.POSITIVE_INFINITY, hasLow: true, hasHigh: true, dimension, text, line };
  return null;
}
