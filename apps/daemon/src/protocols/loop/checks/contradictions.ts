/** Two figures for one thing, whatever their units: 7 days and 24 hours differ, 90 minutes and 1.5 hours do not. */
import type { MarkdownDocument } from '../document.ts';
import { contentWords } from '../language/content.ts';
import { type Quantity, quantitiesIn } from '../language/quantities.ts';
import { clauseAt, conditionOf, lineOf, type Sentence, sentencesOf } from '../sentences.ts';
import { type Check, type Checked, quote, type Remark } from './remark.ts';

interface Measure extends Quantity {
  sentence: Sentence;
  line: number;
  /** Words of its own clause, and in their order. */
  clause: ReadonlySet<string>;
  inOrder: readonly string[];
  /** Words of the whole sentence, without its units. */
  around: ReadonlySet<string>;
  /** Words of a condition the sentence begins with. */
  condition: ReadonlySet<string>;
  standing: Standing;
}

/** A sentence with more figures is a list; which belongs to what cannot be told. */
const MOST_FIGURES = 4;
/** Measures of one dimension are compared with the next so many. */
const REACH = 100;
/** In a short text; in a longer one, a fifth of its sentences. */
const RARE = 4;

const MOST_REMARKS = 300;
const THINGS = 'figures agree with each other';

export const contradictions: Check = (document) => contradictionsIn(document, () => NOWHERE);

/** Where a sentence stands in a larger order, and what of it the sentence names: a step of a plan. */
export interface Standing {
  within: string | null;
  names: ReadonlySet<string>;
  /** Words of what it stands in. */
  words: readonly string[];
}

const NOWHERE: Standing = { within: null, names: new Set(), words: [] };

export function contradictionsIn(
  document: MarkdownDocument,
  standingOf: (sentence: Sentence) => Standing,
): Checked {
  const measures = measuresOf(document, standingOf);
  const isRare = rarityIn(sentencesOf(document));
  const remarks: Remark[] = [];
  const said = new Set<string>();
  for (const group of Map.groupBy(measures, ({ dimension }) => dimension).values())
    for (const [index, one] of group.entries())
      for (const other of group.slice(index + 1, index + REACH)) {
        if (!isContradiction(one, other, isRare)) continue;
        const key = `${one.sentence.start} ${other.sentence.start}`;
        if (said.has(key)) continue;
        said.add(key);
        remarks.push(contradictionRemark(one, other));
        // Nobody reads more, and a text that is made of them has the square of its length.
        if (remarks.length >= MOST_REMARKS) return { remarks, looked: measures.length, things: THINGS };
      }
  return { remarks, looked: measures.length, things: THINGS };
}

function measuresOf(document: MarkdownDocument, standingOf: (sentence: Sentence) => Standing): Measure[] {
  return sentencesOf(document).flatMap((sentence): Measure[] => {
    const quantities = quantitiesIn(sentence.own);
    if (quantities.length > MOST_FIGURES) return [];
    const condition = conditionOf(sentence.own);
    const standing = standingOf(sentence);
    const around = new Set([...contentWords(withoutUnits(sentence.own, quantities)), ...standing.words]);
    return quantities.map((quantity) => {
      const inOrder = contentWords(
        clauseAt(withoutUnits(sentence.own, quantities), quantity.start, quantity.end),
      );
      return {
        ...quantity,
        line: lineOf(sentence, quantity.start),
        sentence,
        clause: new Set(inOrder),
        inOrder,
        around,
        condition,
        standing,
      };
    });
  });
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

function isContradiction(one: Measure, other: Measure, isRare: Rarity): boolean {
  if (one.sentence === other.sentence || isNearly(one.value, other.value)) return false;
  if (Math.max(one.value, other.value) > FARTHEST * Math.min(one.value, other.value)) return false;
  if (one.sentence.statement.kind === 'row' && other.sentence.statement.kind === 'row') return false;
  if (!mayBeSameBound(one, other) || !mayBeSameThing(one, other)) return false;
  if (areTwoCases(one.condition, other.condition)) return false;
  if (isParallel(one, other)) return false;
  const unit = new Set(one.counted.filter((word) => other.counted.includes(word)));
  const inClause = [...one.clause].filter((word) => other.clause.has(word) && !unit.has(word));
  const inSentence = [...one.around].filter((word) => other.around.has(word) && !unit.has(word));
  // A sentence about a step and one of that step are about the same.
  const named = isNamed(one, other) || isNamed(other, one) ? 1 : 0;
  if (unit.size > 0 && isTransposed(one.value, other.value)) return true;
  if (inClause.length + named === 0) return false;
  const small = Math.min(one.clause.size, other.clause.size) - (unit.size > 0 ? 1 : 0);
  const weight = (inClause.length + named) / Math.max(1, small + named);
  // What is counted is a shared word too, where it is not as general as "times".
  const shared = inSentence.length + (unit.size > 0 ? 1 : 0) + named;
  if (shared < 2) return false;
  const isMuch = weight >= LEAST_SHARE || (inClause.length >= 2 && weight >= LEAST_SHARE_OF_MANY);
  return isMuch && (named > 0 || isRare([...inClause, ...unit]));
}

/** 4,800 and 4,080: the same digits changed about, of the same thing. */
export function isTransposed(one: number, other: number): boolean {
  const [a, b] = [String(one), String(other)];
  return (
    a !== b &&
    a.length > 1 &&
    a.length === b.length &&
    [...a].toSorted().join('') === [...b].toSorted().join('')
  );
}

function isNamed({ standing: { within } }: Measure, { standing }: Measure): boolean {
  return within !== null && standing.within !== within && standing.names.has(within);
}

type Rarity = (words: readonly string[]) => boolean;

/** What half the document is about tells nothing apart. Asked for the same words again and again. */
function rarityIn(sentences: readonly Sentence[]): Rarity {
  const most = Math.max(RARE, sentences.length / 5);
  const places = new Map<string, Set<number>>();
  for (const [index, { words }] of sentences.entries())
    for (const word of words) {
      const known = places.get(word);
      if (known === undefined) places.set(word, new Set([index]));
      else known.add(index);
    }
  const known = new Map<string, boolean>();
  return (words) => {
    const key = words.toSorted().join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    const together = words
      .map((word) => places.get(word) ?? new Set<number>())
      .reduce((one, other) => one.intersection(other));
    known.set(key, together.size <= most);
    return together.size <= most;
  };
}

/** Seconds and weeks are not said of one thing by mistake. */
const FARTHEST = 100;
const LEAST_SHARE = 0.45;
const LEAST_SHARE_OF_MANY = 0.34;

function isNearly(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.001 * Math.max(Math.abs(one), Math.abs(other));
}

/** A lower and an upper bound are a range; a rhythm is no duration. */
function mayBeSameBound({ relation: one }: Measure, { relation: other }: Measure): boolean {
  if (one === other) return true;
  const pair = new Set([one, other]);
  if (pair.has('every') || pair.has('lower')) return pair.has('plain') && !pair.has('every');
  if (pair.has('before')) return pair.has('upper') || pair.has('plain');
  return true;
}

/** "8 recovery codes" and "10 codes" may be the same; "8 recovery codes" and "5 wrong codes" are not. */
function mayBeSameThing({ counted: one }: Measure, { counted: other }: Measure): boolean {
  const [small, large] = one.length <= other.length ? [one, other] : [other, one];
  return small.every((word) => large.includes(word));
}

/** The same sentence about two things: "Free users may keep 3 lists." "Paid users may keep 50 lists." */
function isParallel(one: Measure, other: Measure): boolean {
  const onlyOne = one.inOrder.filter((word) => !other.clause.has(word));
  const onlyOther = other.inOrder.filter((word) => !one.clause.has(word));
  if (onlyOne.length === 0 || onlyOther.length === 0) return false;
  const shared = one.inOrder.filter((word) => other.clause.has(word));
  const isSameOrder = shared.join(' ') === other.inOrder.filter((word) => one.clause.has(word)).join(' ');
  return (
    isSameOrder &&
    onlyOne.length <= 2 &&
    onlyOther.length <= 2 &&
    onlyOne.length === onlyOther.length &&
    one.inOrder.indexOf(onlyOne[0] ?? '') === other.inOrder.indexOf(onlyOther[0] ?? '')
  );
}

/** "If it is late …" and "If it is lost …": each names something the other does not. */
function areTwoCases(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size > 0 && other.size > 0 && !one.isSubsetOf(other) && !other.isSubsetOf(one);
}

function contradictionRemark(one: Measure, other: Measure): Remark {
  const [a, b] = [one, other].map(({ shown, line }) => `${shown} (line ${line})`);
  const use = (winner: Measure, loser: Measure) => ({
    label: winner.shown.slice(0, 200),
    description: `as line ${winner.line} says; line ${loser.line} is changed`,
    pro: quote(winner.sentence.text),
    con: `line ${loser.line} said ${loser.shown}`,
  });
  const edit = (winner: Measure, loser: Measure) => {
    const isCount = winner.dimension === 'count';
    const start = loser.sentence.start + loser.start;
    return [
      {
        start,
        end: loser.sentence.start + (isCount ? loser.figureEnd : loser.end),
        text: isCount ? winner.shown.slice(0, winner.figureEnd - winner.start) : winner.shown,
      },
    ];
  };
  return {
    check: 'contradiction',
    line: other.line,
    text: `${a} and ${b} are said of the same thing: ${quote(one.sentence.text)} against ${quote(other.sentence.text)}`,
    remedy: {
      kind: 'ask',
      question: {
        question: `Which holds: ${one.shown} or ${other.shown}?`,
        issue: `Line ${one.line}: ${quote(one.sentence.text)} Line ${other.line}: ${quote(other.sentence.text)}`,
        why: 'Both are written as facts; the text does not say which is right.',
        trigger: 'principle-conflict',
        options: [use(one, other), use(other, one)],
      },
      edits: [edit(one, other), edit(other, one)],
    },
  };
}
