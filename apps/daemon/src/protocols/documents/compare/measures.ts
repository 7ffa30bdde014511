/** Every figure of a document with what it is said of: clause, sentence, section, column, condition. */
import type { MarkdownDocument } from '../document.ts';
import { OTHERS, PART_OF } from '../language/polarity.ts';
import { numberOf, quantitiesIn } from '../language/quantities.ts';
import type { Quantity } from '../language/quantity.ts';
import { isOfThePast, isTrial, REFUSED, TESTED } from '../language/scopes.ts';
import { PER_TIME } from '../language/units.ts';
import { contextOf } from '../meaning/context.ts';
import type { Words } from '../meaning/likeness.ts';
import { type Field, fieldOf } from '../meaning/records.ts';
import { termsOf } from '../meaning/terms.ts';
import { clauseAt, conditionIn, lineOf, type Sentence, sentencesOf } from '../sentences.ts';

export interface Measure extends Quantity, Words {
  sentence: Sentence;
  line: number;
  /** Words of a condition the sentence begins with. */
  condition: ReadonlySet<string>;
  /** The figure belongs to the case itself: "without an answer within 5 seconds". */
  isOfCase: boolean;
  /** Of a figure before or after something: what that is. */
  anchor: readonly string[];
  standing: Standing;
  /** The field of a record that its statement is. */
  field: Field | null;
  /** What was: it may differ from what shall be, unless the same digits were changed about. */
  isPast: boolean;
  /** Of a test or an example: what goes in and comes out there, not what is wanted. */
  isTried: boolean;
}

/** A sentence with more figures is a list; which belongs to what cannot be told. */
const MOST_FIGURES = 5;

/** Where a sentence stands in a larger order, and what of it the sentence names: a step of a plan. */
export interface Standing {
  within: string | null;
  names: ReadonlySet<string>;
  /** Words of what it stands in. */
  words: readonly string[];
}

export const NOWHERE: Standing = { within: null, names: new Set(), words: [] };

export function measuresOf(
  document: MarkdownDocument,
  standingOf: (sentence: Sentence) => Standing,
): Measure[] {
  const currency = onlyCurrency(sentencesOf(document));
  return sentencesOf(document).flatMap((sentence): Measure[] => {
    const { columns: heads } = contextOf(sentence.statement, document);
    const quantities = [
      ...withPrices(sentence.own, quantitiesOf(sentence), currency),
      ...cellsWithHeads(sentence.own, heads),
    ];
    if (quantities.length > MOST_FIGURES) return [];
    const isPast = isOfThePast(sentence.own);
    const condition = new Set(termsOf(conditionIn(sentence.own)));
    const standing = standingOf(sentence);
    const field = fieldOf(sentence.statement, document);
    const bare = withoutUnits(sentence.own, quantities);
    const { headings, row, columns } = contextOf(sentence.statement, document);
    const isTest =
      (/[:\uFF1A→|][^:\uFF1A→|]*$/u.test(sentence.own.replace(NUMBERED, '')) &&
        REFUSED.test(/[^:\uFF1A→|]*$/u.exec(sentence.own)?.[0] ?? '')) ||
      TESTED.test(document.headings[sentence.statement.section]?.text ?? '') ||
      TESTED.test(sentence.own.slice(0, 30));
    const above = new Set([...headings, ...row, ...standing.words.flatMap((word) => termsOf(word))]);
    const around = new Set(termsOf(bare));
    return quantities.flatMap((quantity): Measure[] => {
      if (isDivisor(quantity, quantities, sentence.own)) return [];
      // "The other three sites": of a part that is told apart. The first cell of a row is what the row is about.
      if (OTHERS.test(sentence.own.slice(Math.max(0, quantity.start - 14), quantity.start))) return [];
      if (columns.length > 0 && cellAt(sentence.own, quantity.start) === 0) return [];
      // "Of these 120 …": a part, and no figure of the whole.
      if (PART_OF.test(sentence.own.slice(0, quantity.start))) return [];
      // How many are tried says nothing of how many there may be.
      if (isTest && (quantity.dimension === 'count' || REFUSED.test(sentence.own))) return [];
      const column = columns[cellAt(sentence.own, quantity.start)] ?? '';
      const inOrder = [
        ...aroundBracket(bare, quantity.start),
        ...clauseTerms(bare, quantity),
        // In which case it holds is a part of what it is said of.
        ...condition,
        ...(columns.length > 0 ? [...termsOf(column), ...row] : []),
      ];
      return [
        {
          ...quantity,
          line: lineOf(sentence, quantity.start),
          sentence,
          clause: new Set(inOrder),
          inOrder,
          around,
          above,
          condition,
          isOfCase:
            OF_CASE.test(bare.slice(0, quantity.start)) ||
            (isTest && AGE.test(sentence.own.slice(quantity.end))),
          anchor: anchorOf(bare, quantity),
          standing,
          field,
          isPast,
          isTried: isTest || isTrial(sentence.own),
        },
      ];
    });
  });
}

/** "4 euros a month" is an amount for a time: the month is no figure of its own, and lasts nothing. */
function isDivisor({ dimension, start }: Quantity, all: readonly Quantity[], own: string): boolean {
  return (
    dimension === 'time' &&
    all.some((amount) => {
      if (amount.end > start || amount.dimension === 'count') return false;
      const per = PER_TIME.exec(own.slice(amount.end));
      return per !== null && start < amount.end + per[0].length;
    })
  );
}

/** A bare figure in a cell is of what the head of its column counts: "Requests per window". */
function cellsWithHeads(own: string, heads: readonly string[]): Quantity[] {
  if (heads.length === 0) return [];
  return [...own.matchAll(/(?<=\|\s*)(\d{1,3}(?:[.,]\d{3})+|\d+(?:[.,]\d+)?)(?=\s*(?:\||$))/gu)].flatMap(
    ({ 0: shown, index: start }): Quantity[] => {
      const head = heads[cellAt(own, start)] ?? '';
      const [read] = quantitiesIn(`${shown} ${head.replace(/[()[\]]/g, ' ').trim()}`);
      if (cellAt(own, start) === 0 || read === undefined || read.start !== 0) return [];
      const end = start + shown.length;
      return [{ ...read, shown, start, end, figureEnd: end, relation: 'plain' }];
    },
  );
}

/** Words of the figure's clause; of "Code: four digits" those of the label. */
function clauseTerms(bare: string, { start, end }: Quantity): string[] {
  const own = termsOf(clauseAt(bare, start, end));
  return own.length > 0
    ? own
    : termsOf(/([^:\uFF1A;,.]{3,60})[:\uFF1A]\s*$/u.exec(bare.slice(0, start))?.[1] ?? '');
}

/** "R-2:" is the number of a statement, not what it is about. */
const NUMBERED = /^\s*(?:[*_`]*\p{L}{1,8}[-. ]?\d[\d.]*[*_`]*)?\s*[:\uFF1A.]\s*/u;

/** What stands in brackets is said of what stands before them. */
function aroundBracket(text: string, at: number): string[] {
  const open = /\([^()]*$/u.exec(text.slice(0, at));
  return open === null ? [] : termsOf(clauseAt(text, open.index, open.index));
}

const OF_CASE =
  /(?:^|[,;:(]\s*|\s)(?:without|unless|if|when|ohne|wenn|falls|sans|si|lorsque|sin|cuando|sem|quando|senza|zonder|bez|jeśli)(?![\p{L}])[^,;:()]*$/iu;

/** "An entry 8 days old is gone": of what is tried, and no limit. */
const AGE = /^\s*(?:old|ago|alte?[nrsm]?(?!\p{L})|zuvor|plus tôt|de antigüedad|fa(?!\p{L})|oud|前の)/iu;

const LOOSE =
  /^\s*[\p{L}]+\s+(?:for|in|on|at|during|and|für|bei|und|pour|et|para|por|y|e|per|voor|en|dla|i)(?![\p{L}])/iu;
const known = new WeakMap<Sentence, readonly Quantity[]>();

export function quantitiesOf(sentence: Sentence): readonly Quantity[] {
  const before = known.get(sentence) ?? quantitiesIn(sentence.own);
  known.set(sentence, before);
  return before;
}

const CURRENCY = /^[A-Z]{3}$/;

/** The one currency a text speaks of; null where it has none, or several. */
function onlyCurrency(sentences: readonly Sentence[]): string | null {
  const all = new Set(
    sentences
      .flatMap((one) => quantitiesOf(one).map(({ dimension }) => dimension))
      .filter((one) => CURRENCY.test(one)),
  );
  const [only] = all;
  return all.size === 1 && only !== undefined ? only : null;
}

const PRICED =
  /(?<!\p{L})(?:costs?|price|fee|kostet|preis|prix|coûte|coute|precio|cuesta|preço|custa|prezzo|costa|prijs|kost|cena)\s*(?:is|are|was|now|ist|jetzt|est|es|é|è|to|[:=])*\s+(\d{1,6}(?:[.,]\d{1,2})?)(?![\d.,:/%-])/giu;

/** "The cost is 22": of money, in the currency that the others are given in, unless a unit stands behind it. */
function withPrices(text: string, read: readonly Quantity[], currency: string | null): readonly Quantity[] {
  if (currency === null) return read;
  const prices = [...text.matchAll(PRICED)].flatMap((match): Quantity[] => {
    const figure = match[1] ?? '';
    const end = match.index + match[0].length;
    const start = end - figure.length;
    if (read.some((one) => one.start <= start && one.end >= end && one.dimension !== 'count')) return [];
    const value = numberOf(figure);
    return [
      {
        value,
        low: value,
        dimension: currency,
        counted: [],
        shown: figure,
        start,
        end,
        figureEnd: end,
        relation: 'plain',
      },
    ];
  });
  return prices.length === 0
    ? read
    : [...read.filter((one) => !prices.some(({ start }) => start === one.start)), ...prices];
}

/** "48 hours before the appointment": words right behind it. */
function anchorOf(text: string, { start, end, relation }: Quantity): string[] {
  if (relation !== 'before' && relation !== 'after') return [];
  // 「出航の24時間前」: before what stands ahead of the figure.
  const ahead = /([\p{Script=Han}\p{Script=Katakana}ー]{2,8})の$/u.exec(text.slice(0, start).trimEnd())?.[1];
  if (ahead !== undefined) return [ahead];
  const behind = /^[^.;:,|]{0,80}/u.exec(text.slice(end))?.[0] ?? '';
  // "30 minutes before for matinees": before what is not said.
  if (LOOSE.test(behind)) return [];
  return termsOf(behind).slice(0, 2);
}

function cellAt(text: string, at: number): number {
  return (text.slice(0, at).match(/\|/g)?.length ?? 0) - (text.startsWith('|') ? 1 : 0);
}

const COUNTER = /^[\p{Script=Han}\p{Script=Hangul}]{1,2}$/u;

/** What is counted stays: it is what the sentence is about. */
function withoutUnits(text: string, quantities: readonly Quantity[]): string {
  let bare = text;
  for (const { start, end, figureEnd, dimension, counted } of quantities) {
    // A counter such as 名 says nothing of what is counted.
    const to = dimension === 'count' && !COUNTER.test(counted.join('')) ? figureEnd : end;
    bare = bare.slice(0, start) + ' '.repeat(to - start) + bare.slice(to);
  }
  return bare;
}
