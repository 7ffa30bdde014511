/** The figures of sentences, of cells of tables and of lines of a log, each with what it is a figure of. */
import { identifierWords, isFiller } from '../words.ts';
import { isRole, measureOf, termOf, termsOf } from './concepts.ts';
import type { FigureFact, Spot } from './fact.ts';
import { type Figure, figuresIn, rangesIn } from './figures-in.ts';
import type { Passage } from './passages.ts';
import { unitOf } from './units.ts';

const LONGEST_QUOTE = 300;
export const TOTAL =
  /(?<!\p{L})(?:total|sum|overall|altogether|gesamt|summe|insgesamt|totale?|au total|somme|suma|soma|somma|totaal|razem|итого|всего)(?!\p{L})|合計|全部|総数|总计|總計|一共|합계/iu;
const BETWEEN = /[;,:，；、]|\s(?:and|und|et|y|e|och|og|en|i)\s/giu;
/** Right before a figure: how often something is, not how long. */
const REPEATED =
  /(?:every|each|once (?:a|per)|alle|jede[nrs]?|toutes les|tous les|chaque|cada|a cada|ogni|elke|om de|co|каждые|каждый|var|毎|每|매)\s*$/iu;
const REPEATED_BEHIND = /^\s*(?:ごと|おき|毎|마다)/u;
/** Right before a figure: for so many of something there is one of something else. */
const SHARED_OUT = /(?<!\p{L})(?:per|je|pro|par|por|cada|a cada|ogni|for every|each)\s*$/iu;
/** Right before a figure: what is less or more than it is counted or aged. */
const BOUND: readonly [RegExp, '<' | '>'][] = [
  [
    /(?<!\p{L})(?:under|below|younger than|less than|fewer than|unter|jünger als|weniger als|moins de|menores? de|menos de|meno di|onder|jonger dan)\s*$/iu,
    '<',
  ],
  [
    /(?<!\p{L})(?:over|above|older than|more than|über|älter als|mehr als|ab|plus de|mayores? de|más de|maiores? de|mais de|oltre|più di|boven|ouder dan)\s*$/iu,
    '>',
  ],
];
const NOTHING: ReadonlySet<string> = new Set();
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export function spotOf({ path, line, kind, text }: Passage): Spot {
  return { path, line, kind, quote: text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_QUOTE) };
}

/** Rows of tables are read with their head, everything else by its clauses. */
export function figureFactsOf(passages: readonly Passage[]): FigureFact[] {
  const facts: FigureFact[] = [];
  let header: readonly string[] | null = null;
  let last = -2;
  for (const passage of passages) {
    if (!isRow(passage)) {
      facts.push(...figureFacts(passage));
      header = null;
      continue;
    }
    if (header === null || passage.line > last + 2) header = cellsOf(passage.text);
    else facts.push(...rowFacts(passage, header));
    last = passage.line;
  }
  return facts;
}

export function isRow({ text, kind }: Passage): boolean {
  return kind === 'prose' && /^\s*\|/.test(text);
}

export function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

const NOTHING_BUT_A_FIGURE = /^[^\p{L}\d]{0,3}\d[\d., {2}]*\s*(?:°[CFK]|[%€$£]|\p{L}{1,12})?$/u;

function rowFacts(passage: Passage, header: readonly string[]): FigureFact[] {
  const cells = cellsOf(passage.text);
  const label = cells.find((cell) => /\p{L}/u.test(cell)) ?? '';
  return cells.flatMap((cell, index): FigureFact[] => {
    const column = header[index] ?? '';
    const around = termsOf(cell === label ? column : `${label} ${column}`);
    const found = figureFacts({ ...passage, text: cell });
    if (!NOTHING_BUT_A_FIGURE.test(cell))
      return found.map((fact) => ({
        ...fact,
        ...spotOf(passage),
        own: fact.own.size < 3 ? union(fact.own, termsOf(cell === label ? '' : label)) : fact.own,
        near: union(fact.near, around),
      }));
    const [figure] = figuresIn(cell, false);
    if (figure === undefined || cell === label) return [];
    const word = /[([]\s*(°?\p{L}+)\s*[)\]]/u.exec(column)?.[1] ?? '';
    const unit = figure.unit ?? unitOf(word, true);
    return [
      {
        ...spotOf(passage),
        own: around,
        near: NOTHING,
        far: termsOf(passage.context),
        figure: {
          ...figure,
          unit,
          measure: unit?.dimension ?? figure.measure,
          shown: `${label} ${figure.shown}`,
        },
        head:
          unit === null && figure.measure === 'number' ? termOf(figure.counted || lastWord(column)) : null,
        isPart: false,
        isRepeated: null,
        isShared: false,
        bound: null,
        implied: unit === null ? measureOf(around) : null,
      },
    ];
  });
}

function lastWord(text: string): string {
  return /(\p{L}+)\P{L}*$/u.exec(text)?.[1] ?? text;
}

function union(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one, ...other]);
}

function figureFacts(passage: Passage): FigureFact[] {
  const { text, context } = passage;
  const ranges = rangesIn(text);
  const figures = figuresIn(text, false).filter(
    ({ at, end }) => !ranges.some((range) => at >= range.at && end <= range.end),
  );
  const totals = figures.map((figure, index) =>
    TOTAL.test(text.slice(figures[index - 1]?.end ?? 0, figure.at)),
  );
  return figures.flatMap((figure, index): FigureFact[] => {
    const isTotal = totals[index] === true;
    const whole = termsOf(withoutFigures(text, figures));
    const before = text.slice(Math.max(0, figure.at - 25), figure.at);
    // A total is one of what its sentence begins with.
    const key = KEY.exec(text.slice(Math.max(0, figure.at - 40), figure.at))?.[1];
    const head =
      key !== undefined
        ? termOf(lastWord(identifierWords(key)))
        : isTotal && figure.counted === '' && !UNSPACED.test(text)
          ? firstThing(whole)
          : headOf(figure, text);
    if (figure.measure === 'number' && (head === null || !Number.isInteger(figure.value))) return [];
    const own =
      key !== undefined && figures.length > 1
        ? termsOf(identifierWords(key))
        : figures.length === 1 || isTotal
          ? whole
          : termsOf(clauseOf(text, figures, index));
    return [
      {
        ...spotOf({ ...passage, line: passage.line + text.slice(0, figure.at).split('\n').length - 1 }),
        own: nearestRoles(own, text, figure),
        near: figures.length === 1 ? NOTHING : whole,
        far: termsOf(context),
        figure,
        head: figure.measure === 'number' ? head : null,
        isPart: !isTotal && totals.includes(true),
        isRepeated:
          figure.isRhythm === true || REPEATED.test(before) || REPEATED_BEHIND.test(text.slice(figure.end)),
        isShared: SHARED_OUT.test(before),
        bound: BOUND.find(([pattern]) => pattern.test(before))?.[1] ?? null,
        implied: null,
      },
    ];
  });
}

/** `delay=6min`: what it is a figure of stands right before it. */
const KEY = /(?<![\p{L}\p{N}_])(\p{L}[\p{L}\p{N}_.-]{0,30})=["']?$/u;

function firstThing(terms: ReadonlySet<string>): string | null {
  return [...terms].find((term) => !isRole(term)) ?? null;
}

/** Two ends of one thing; of both in a clause, the word nearest before the figure says which it is. */
export const ENDS: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = [
  [new Set(['~min']), new Set(['~max'])],
  [new Set(['~start', '~open']), new Set(['~end', '~close'])],
];

function nearestRoles(own: ReadonlySet<string>, text: string, { at }: Figure): ReadonlySet<string> {
  const both = ENDS.filter(([one, other]) => !own.isDisjointFrom(one) && !own.isDisjointFrom(other));
  if (both.length === 0) return own;
  const words = [...text.slice(0, at).matchAll(/\p{L}{3,}/gu)].map(([word]) => termOf(word)).toReversed();
  const kept = new Set(own);
  for (const [one, other] of both) {
    const last = words.find((term) => term !== null && (one.has(term) || other.has(term)));
    if (last == null) continue;
    for (const term of one.has(last) ? other : one) kept.delete(term);
  }
  return kept;
}

/** What is counted, or the word right before the figure. Where no spaces divide words that cannot be told. */
function headOf({ counted, at, end }: Figure, text: string): string | null {
  const bound = BOUND.find(([pattern]) => pattern.test(text.slice(Math.max(0, at - 25), at)))?.[1];
  if (counted !== '' && !isFiller(counted) && counted.length > 2 && !TIMES.test(counted))
    return termOf(counted);
  if (bound !== undefined) return bound;
  if (TIMES.test(text.slice(end, end + 8))) return '~retry';
  if (UNSPACED.test(text.slice(end, end + 1))) return UNKNOWN;
  const before = /([\p{L}_]{3,})["'`*]*\s*(?:[:=：]|is|ist|est|es|são|nr\.?|no\.?|number)?\s*["'`]?$/iu.exec(
    text.slice(0, at),
  )?.[1];
  if (before === undefined) return UNSPACED.test(text.slice(Math.max(0, at - 1), at)) ? UNKNOWN : null;
  return isFiller(before) ? null : termOf(before);
}

/** "4-mal", "3 times": so often it is tried. */
const TIMES = /^[\s-]?(?:mal|times|fois|veces|vezes|volte|keer|回|次|번)(?!\p{Script=Latin})/iu;

/** Something is counted, and the text does not say it apart from the rest. */
export const UNKNOWN = '?';

/** From the last mark, word of joining or figure before it to the next one. */
function clauseOf(text: string, figures: readonly Figure[], index: number): string {
  const figure = figures[index];
  if (figure === undefined) return '';
  const previous = figures[index - 1];
  const from =
    previous === undefined ? 0 : previous.end + (previous.counted === '' ? 0 : previous.counted.length + 1);
  const before = text.slice(from, figure.at);
  const marks = [...before.matchAll(BETWEEN)];
  const lastMark = marks.at(-1);
  // A label keeps its colon; a clause of nothing but small words takes what stands before it.
  const cut = lastMark === undefined || /^[:：]/.test(lastMark[0]) ? 0 : lastMark.index + lastMark[0].length;
  const own = termsOf(before.slice(cut)).size > 0 ? before.slice(cut) : before;
  const after = text.slice(figure.end, figures[index + 1]?.at ?? text.length);
  const nextMark = BETWEEN_ONCE.exec(after)?.index ?? after.length;
  return `${own} ${figure.counted} ${after.slice(0, nextMark)}`;
}

const BETWEEN_ONCE = new RegExp(BETWEEN.source, 'iu');

function withoutFigures(text: string, figures: readonly Figure[]): string {
  return figures.reduce(
    (left, { at, end }) => left.slice(0, at) + ' '.repeat(end - at) + left.slice(end),
    text,
  );
}
