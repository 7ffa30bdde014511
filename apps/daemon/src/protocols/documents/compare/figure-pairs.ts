/** Two figures for one thing, whatever their units: 7 days and 24 hours differ, 90 minutes and 1.5 hours do not. */
import type { MarkdownDocument } from '../document.ts';
import { GENERAL_DEEDS } from '../language/concepts.ts';
import { OTHERS } from '../language/polarity.ts';
import { quantitiesIn } from '../language/quantities.ts';
import type { Quantity } from '../language/quantity.ts';
import { PAST, REFUSED, TESTED } from '../language/scopes.ts';
import { EACH } from '../language/sum-words.ts';
import { clashOf, isTransposed } from '../meaning/clash.ts';
import { contextOf } from '../meaning/context.ts';
import { areParallel, areTwoCases, likenessOf, type Words } from '../meaning/likeness.ts';
import { termsOf } from '../meaning/terms.ts';
import { type Weights, weightsOf } from '../meaning/weights.ts';
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
  /** What was: it may differ from what shall be, unless the same digits were changed about. */
  isPast: boolean;
}

/** A sentence with more figures is a list; which belongs to what cannot be told. */
const MOST_FIGURES = 5;
/** Measures that share a word are compared; a word of more than so many tells nothing. */
const MOST_TOGETHER = 60;

/** Where a sentence stands in a larger order, and what of it the sentence names: a step of a plan. */
export interface Standing {
  within: string | null;
  names: ReadonlySet<string>;
  /** Words of what it stands in. */
  words: readonly string[];
}

const NOWHERE: Standing = { within: null, names: new Set(), words: [] };

export interface Scored {
  one: Measure;
  other: Measure;
  score: number;
  why: Record<string, number>;
}

export interface FigurePairs {
  /** Surest first for each two sentences, in the order of the text. */
  pairs: readonly Scored[];
  /** Figures there were. */
  looked: number;
}

/** `mayMeet`: which two sentences are held against each other; all, unless several texts are read together. */
export function figurePairs(
  document: MarkdownDocument,
  standingOf: (sentence: Sentence) => Standing = () => NOWHERE,
  mayMeet: (one: Sentence, other: Sentence) => boolean = () => true,
): FigurePairs {
  const measures = measuresOf(document, standingOf);
  const weights = weightsOf(sentencesOf(document));
  const best = new Map<string, Scored>();
  for (const scored of pairsOf(measures, weights)) {
    if (scored.score < LEAST || !mayMeet(scored.one.sentence, scored.other.sentence)) continue;
    const key = [scored.one.sentence.start, scored.other.sentence.start].join(' ');
    const before = best.get(key);
    if (before === undefined || before.score < scored.score) best.set(key, scored);
  }
  return { pairs: strongest([...best.values()]), looked: measures.length };
}

/** A figure that contradicts several is one fault: it is told with the one most like it. */
function strongest(found: readonly Scored[]): Scored[] {
  const told = new Set<Measure>();
  return found
    .toSorted((one, other) => other.score - one.score)
    .filter(({ one, other }) => {
      if (told.has(one) && told.has(other)) return false;
      told.add(one).add(other);
      return true;
    })
    .toSorted((one, other) => one.other.line - other.other.line);
}

function measuresOf(document: MarkdownDocument, standingOf: (sentence: Sentence) => Standing): Measure[] {
  return sentencesOf(document).flatMap((sentence): Measure[] => {
    const { columns: heads } = contextOf(sentence.statement, document);
    const quantities = [...quantitiesOf(sentence), ...cellsWithHeads(sentence.own, heads)];
    if (quantities.length > MOST_FIGURES) return [];
    const isPast = PAST.test(sentence.own);
    const condition = new Set(termsOf(conditionIn(sentence.own)));
    const standing = standingOf(sentence);
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
      // "The other three sites": of a part that is told apart. The first cell of a row is what the row is about.
      if (OTHERS.test(sentence.own.slice(Math.max(0, quantity.start - 14), quantity.start))) return [];
      if (columns.length > 0 && cellAt(sentence.own, quantity.start) === 0) return [];
      // How many are tried says nothing of how many there may be.
      if (isTest && (quantity.dimension === 'count' || REFUSED.test(sentence.own))) return [];
      const column = columns[cellAt(sentence.own, quantity.start)] ?? '';
      const inOrder = [
        ...aroundBracket(bare, quantity.start),
        ...termsOf(clauseAt(bare, quantity.start, quantity.end)),
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
          isOfCase: OF_CASE.test(bare.slice(0, quantity.start)),
          anchor: anchorOf(bare, quantity),
          standing,
          isPast,
        },
      ];
    });
  });
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

/** "R-2:" is the number of a statement, not what it is about. */
const NUMBERED = /^\s*(?:[*_`]*\p{L}{1,8}[-. ]?\d[\d.]*[*_`]*)?\s*[:\uFF1A.]\s*/u;

/** What stands in brackets is said of what stands before them. */
function aroundBracket(text: string, at: number): string[] {
  const open = /\([^()]*$/u.exec(text.slice(0, at));
  return open === null ? [] : termsOf(clauseAt(text, open.index, open.index));
}

const OF_CASE =
  /(?:^|[,;:(]\s*|\s)(?:without|unless|if|when|ohne|wenn|falls|sans|si|lorsque|sin|cuando|sem|quando|senza|zonder|bez|jeśli)(?![\p{L}])[^,;:()]*$/iu;

const LOOSE =
  /^\s*[\p{L}]+\s+(?:for|in|on|at|during|and|für|bei|und|pour|et|para|por|y|e|per|voor|en|dla|i)(?![\p{L}])/iu;
const known = new WeakMap<Sentence, readonly Quantity[]>();

function quantitiesOf(sentence: Sentence): readonly Quantity[] {
  const before = known.get(sentence) ?? quantitiesIn(sentence.own);
  known.set(sentence, before);
  return before;
}

/** "48 hours before the appointment": words right behind it. */
function anchorOf(text: string, { end, relation }: Quantity): string[] {
  if (relation !== 'before' && relation !== 'after') return [];
  const behind = /^[^.;:,|]{0,80}/u.exec(text.slice(end))?.[0] ?? '';
  // "30 minutes before for matinees": before what is not said.
  if (LOOSE.test(behind)) return [];
  return termsOf(behind).slice(0, 2);
}

function cellAt(text: string, at: number): number {
  return (text.slice(0, at).match(/\|/g)?.length ?? 0) - (text.startsWith('|') ? 1 : 0);
}

/** What is counted stays: it is what the sentence is about. */
function withoutUnits(text: string, quantities: readonly Quantity[]): string {
  let bare = text;
  for (const { start, end, figureEnd, dimension } of quantities) {
    const to = dimension === 'count' ? figureEnd : end;
    bare = bare.slice(0, start) + ' '.repeat(to - start) + bare.slice(to);
  }
  return bare;
}

/** Pairs of one dimension that share a word, through an index. */
function pairsOf(measures: readonly Measure[], weights: Weights): Scored[] {
  const found: Scored[] = [];
  for (const group of Map.groupBy(measures, ({ dimension }) => dimension).values()) {
    const byTerm = new Map<string, number[]>();
    for (const [index, measure] of group.entries()) {
      const seen = new Set<number>();
      for (const term of new Set([
        ...measure.clause,
        ...measure.around,
        ...measure.standing.names,
        ...(measure.standing.within === null ? [] : [`#${measure.standing.within}`]),
      ])) {
        const there = byTerm.get(term) ?? [];
        for (const at of there) seen.add(at);
        if (there.length < MOST_TOGETHER) byTerm.set(term, [...there, index]);
      }
      const rarity = 1 / Math.sqrt(group.length);
      for (const at of seen) {
        const one = group[at];
        if (one === undefined) continue;
        const scored = scoreOf(one, measure, weights, rarity);
        if (scored !== null) found.push({ one, other: measure, ...scored });
      }
    }
  }
  return found;
}

const LEAST = 0.45;
/** What sentences must share beside a deed that is done to everything. */
const LEAST_FURTHER = 0.8;

/** How sure it is that two figures are said of the same thing and cannot both hold; null where they can. */
function scoreOf(
  one: Measure,
  other: Measure,
  weights: Weights,
  rarity: number,
): Pick<Scored, 'score' | 'why'> | null {
  if (one.sentence === other.sentence) return null;
  if (one.sentence.statement.kind === 'row' && other.sentence.statement.kind === 'row') return null;
  if (repeats(one, other) || repeats(other, one) || isMultiple(one, other) || isMultiple(other, one))
    return null;
  const clash = clashOf(one, other);
  if (clash === null || one.isOfCase !== other.isOfCase || !mayBeSameThing(one, other)) return null;
  if (areTwoCases(one.condition, other.condition) || areParallel(one, other)) return null;
  const unit = new Set(one.counted.filter((word) => other.counted.includes(word)));
  const { shared, further, inClause, score: likeness } = likenessOf(one, other, weights);
  const named = isNamed(one, other) || isNamed(other, one) ? 1 : 0;
  const transposed = unit.size > 0 && isTransposed(one.value, other.value) ? 1 : 0;
  const isBare =
    one.counted.length !== other.counted.length && unit.size === 0 && one.dimension === 'count' ? 1 : 0;
  const isBound =
    (one.relation === other.relation && one.relation !== 'plain') || (isLimit(one) && isLimit(other)) ? 1 : 0;
  // "before departure" alone: two things may happen before it.
  const agreed = anchorsAgree(one.anchor, other.anchor);
  const anchored =
    agreed === 1 && !shared.some((term) => !one.anchor.includes(term) || !other.anchor.includes(term))
      ? 0
      : agreed;
  const why = { likeness, inClause, named, clash, rarity, transposed, unit: unit.size, isBound, anchored };
  const score =
    likeness +
    0.4 * named +
    0.15 * (clash - 2) +
    0.8 * (rarity - 0.5) +
    0.1 * Math.min(1, unit.size) +
    0.15 * isBound +
    0.25 * anchored -
    0.2 * isBare +
    transposed;
  if (inClause === 0 && named === 0 && transposed === 0) return null;
  if ((one.isPast || other.isPast) && transposed === 0) return null;
  // Two things may both be kept, sent or shown: what is done says too little by itself.
  const isGeneral = shared.every((term) => GENERAL_DEEDS.has(term)) && weights.sum(further) < LEAST_FURTHER;
  if (isGeneral && named + transposed + anchored <= 0) return null;
  // "38 audits." says of what only by what stands above it.
  if ((isOnlyCounted(one) || isOnlyCounted(other)) && transposed === 0) return null;
  return { score, why };
}

/** 1 where both figures are before or after the same, -1 where they are not, else 0. */
function anchorsAgree(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  return one.some((term) => other.includes(term)) ? 1 : -1;
}

/** Its sentence gives the other figure as well: then it is not against it. */
function repeats({ sentence, dimension }: Measure, { value }: Measure): boolean {
  return quantitiesOf(sentence).some(
    (one) =>
      one.dimension === dimension &&
      clashOf({ ...one, relation: 'plain' }, { value, low: value, dimension, relation: 'plain' }) === null &&
      one.value <= 2 * value &&
      value <= 2 * one.value,
  );
}

/** "Two drives, 12 tapes a day each" are 24 tapes a day. */
function isMultiple({ sentence, value }: Measure, { value: all }: Measure): boolean {
  const times = all / value;
  return (
    Number.isInteger(times) &&
    times > 1 &&
    EACH.test(sentence.own) &&
    quantitiesOf(sentence).some((one) => one.dimension === 'count' && one.value === times)
  );
}

function isLimit({ relation }: Measure): boolean {
  return relation === 'upper' || relation === 'lower' || relation === 'range';
}

function isOnlyCounted({ dimension, clause, counted }: Measure): boolean {
  return dimension === 'count' && clause.size <= Math.max(1, counted.length);
}

function isNamed({ standing: { within } }: Measure, { standing }: Measure): boolean {
  return within !== null && standing.within !== within && standing.names.has(within);
}

/** "8 recovery codes" and "10 codes" may be the same; "8 recovery codes" and "5 wrong codes" are not. */
function mayBeSameThing({ counted: one }: Measure, { counted: other }: Measure): boolean {
  const [small, large] = one.length <= other.length ? [one, other] : [other, one];
  return small.every((word) => large.includes(word));
}
