/** Facts of sentences, and of the lines of a log. */
import { isFiller, stemOf, stemsOf } from '../words.ts';
import type { Facts, FigureFact, ListFact, Spot, Subject, UnitFact, UseFact } from './fact.ts';
import { type Figure, figuresIn, rangesIn } from './figures-in.ts';
import type { Passage } from './passages.ts';
import { unitOf } from './units.ts';

const LONGEST_QUOTE = 300;
const TOTAL =
  /(?<!\p{L})(?:total|sum|overall|altogether|gesamt|summe|insgesamt|totale?|au total|somme|suma|soma|somma|razem|итого|всего|合計|总计|總計|합계)(?!\p{L})/iu;
const BETWEEN = /[;,:，；、]|\s(?:and|und|et|y|e|och|og|en|i)\s/giu;
/** Right before a figure: how often something is, not how long. */
const REPEATED =
  /(?:every|each|once (?:a|per)|alle|jede[nrs]?|toutes les|tous les|chaque|cada|a cada|ogni|elke|om de|co|каждые|каждый|var|毎|每|매)\s*$/iu;
const NOTHING: ReadonlySet<string> = new Set();

export function spotOf({ path, line, kind, text }: Passage): Spot {
  return { path, line, kind, quote: text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_QUOTE) };
}

export function readProse(passages: readonly Passage[]): Facts {
  return {
    figures: passages.flatMap(figureFacts),
    ranges: passages.flatMap((passage) =>
      rangesIn(passage.text).map((range) => ({
        ...spotOf(passage),
        ...wholeSubject(passage, range.shown),
        range,
      })),
    ),
    bounds: [],
    units: passages.flatMap(unitFacts),
    lists: [...passages.flatMap(listFacts), ...tableLists(passages)],
    uses: passages.flatMap(usesIn),
  };
}

function wholeSubject({ text, context }: Passage, without: string): Subject {
  return { own: stemsOf(text.replace(without, ' ')), near: NOTHING, far: stemsOf(context) };
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
    const whole = stemsOf(withoutFigures(text, figures));
    // A total is one of what its sentence begins with.
    const head = isTotal ? ([...whole][0] ?? null) : headOf(figure, text);
    if (figure.measure === 'number' && (head === null || !isCount(figure, text))) return [];
    const own = figures.length === 1 || isTotal ? whole : stemsOf(clauseOf(text, figures, index));
    return [
      {
        ...spotOf({ ...passage, line: passage.line + text.slice(0, figure.at).split('\n').length - 1 }),
        own,
        near: figures.length === 1 ? NOTHING : whole,
        far: stemsOf(context),
        figure,
        head: figure.measure === 'number' ? head : null,
        isPart: !isTotal && totals.includes(true),
        isRepeated: REPEATED.test(text.slice(Math.max(0, figure.at - 25), figure.at)),
      },
    ];
  });
}

/** 0.1 and 1.25 number versions and measures; a row of a table has its meaning from its head. */
function isCount({ value }: Figure, text: string): boolean {
  return Number.isInteger(value) && !/^\s*\|/.test(text);
}

/** What is counted, or the word right before the figure. */
function headOf({ counted, at }: Figure, text: string): string | null {
  if (counted !== '' && !isFiller(counted) && counted.length > 2) return stemOf(counted);
  const before = /([\p{L}_]{3,})["'`*]*\s*(?:[:=：]|is|ist|est|es|são|nr\.?|no\.?|number)?\s*["'`]?$/iu.exec(
    text.slice(0, at),
  )?.[1];
  return before === undefined || isFiller(before) ? null : stemOf(before);
}

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
  const own = stemsOf(before.slice(cut)).size > 0 ? before.slice(cut) : before;
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

const IN_UNIT =
  /(?<![\p{L}\p{N}])(?:in|em|en|w|på|als|в)\s+(?:full |whole |ganzen |whole )?(°[CF]|\p{L}{3,})/giu;

export function unitFacts(passage: Passage): UnitFact[] {
  return [...passage.text.matchAll(IN_UNIT)].flatMap(([whole, word = '']) => {
    const unit = unitOf(word, false);
    // "in days" says when, not in which unit.
    if (unit === null || unit.dimension === 'time') return [];
    const subject = wholeSubject(passage, whole);
    return [{ ...spotOf(passage), ...subject, unit, word, isDeclared: false }];
  });
}

const MEMBER = /^["'`]?[\p{L}\p{N}_./+-]{2,30}["'`]?$/u;

/** "States of an order: `new`, `paid`, `sent`." */
function listFacts(passage: Passage): ListFact[] {
  const text = passage.text.trim().replace(/[.。]$/, '');
  const colon = /^([^:：]{3,80})[:：]\s*(.+)$/su.exec(text);
  if (colon === null) return [];
  const [, label = '', rest = ''] = colon;
  const members = rest
    .split(/\s*[,、/|]\s*|\s+(?:and|or|und|oder|et|ou|y|o|e)\s+/iu)
    .map((one) => one.trim());
  if (members.length < 2 || members.length > 40 || !members.every((one) => MEMBER.test(one))) return [];
  if (members.every((one) => /^[\d.]+$/.test(one)) || members.some((one) => /\.\w{1,4}`?$/.test(one)))
    return [];
  return [{ ...spotOf(passage), label: stemsOf(label), members: members.map(bare) }];
}

/** The first column of a table, where it has nothing but names in code marks. */
function tableLists(passages: readonly Passage[]): ListFact[] {
  const lists: ListFact[] = [];
  let head: Passage | null = null;
  let rows: Passage[] = [];
  const close = (): void => {
    const cells = rows.map(({ text }) => cellsOf(text)[0] ?? '');
    const [first] = rows;
    if (
      head !== null &&
      first !== undefined &&
      rows.length > 1 &&
      cells.every((cell) => /^`[^`\s]{2,30}`$/.test(cell))
    )
      lists.push({
        ...spotOf(first),
        label: stemsOf(`${cellsOf(head.text)[0]} ${head.context}`),
        members: cells.map(bare),
      });
    head = null;
    rows = [];
  };
  for (const passage of passages) {
    const isRow = /^\s*\|/.test(passage.text);
    if (!isRow || (head !== null && passage.line > (rows.at(-1) ?? head).line + 2)) close();
    if (!isRow) continue;
    if (head === null) head = passage;
    else rows.push(passage);
  }
  close();
  return lists;
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1)
    .map((cell) => cell.trim());
}

export function bare(member: string): string {
  return member.replace(/^["'`]|["'`]$/g, '');
}

/** `state=paid` of a log. */
function usesIn(passage: Passage): UseFact[] {
  if (passage.kind !== 'log') return [];
  return [
    ...passage.text.matchAll(
      /(?<![\w.])(\p{L}[\p{L}\p{N}_]{1,30})=["']?(\p{L}[\p{L}\p{N}_./+-]{1,40})["']?/gu,
    ),
  ].map(([, key = '', value = '']) => ({ ...spotOf(passage), key, value }));
}
