/** Two figures for one thing, whatever their units: 7 days and 24 hours differ, 90 minutes and 1.5 hours do not. */
import type { MarkdownDocument } from '../document.ts';
import { DEED_NAMES, GENERAL_DEEDS } from '../language/concepts.ts';
import { NEGATION } from '../language/polarity.ts';
import { REFUSED } from '../language/scopes.ts';
import { EACH } from '../language/sum-words.ts';
import { PER_TIME } from '../language/units.ts';
import { clashOf, isTransposed } from '../meaning/clash.ts';
import { areParallel, areTwoCases, likenessOf } from '../meaning/likeness.ts';
import { termsOf } from '../meaning/terms.ts';
import { type Weights, weightsOf } from '../meaning/weights.ts';
import { type Sentence, sentencesOf } from '../sentences.ts';
import { type Measure, measuresOf, NOWHERE, quantitiesOf, type Standing } from './measures.ts';

/** Measures that share a word are compared; a word of more than so many tells nothing. */
const MOST_TOGETHER = 60;

export interface Scored {
  one: Measure;
  other: Measure;
  score: number;
  why: Record<string, number>;
  /** Enough to hold a document back; else it is worth a look. */
  isSure: boolean;
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
): Pick<Scored, 'score' | 'why' | 'isSure'> | null {
  if (one.sentence === other.sentence) return null;
  if (one.sentence.statement.kind === 'row' && other.sentence.statement.kind === 'row') return null;
  if (repeats(one, other) || repeats(other, one) || isMultiple(one, other) || isMultiple(other, one))
    return null;
  if (isOfName(one) || isOfName(other)) return null;
  const clash = clashOf(one, other);
  if (clash === null || one.isOfCase !== other.isOfCase || !mayBeSameThing(one, other)) return null;
  if (areTwoCases(one.condition, other.condition) || areParallel(one, other)) return null;
  const unit = new Set(one.counted.filter((word) => other.counted.includes(word)));
  const {
    shared,
    further,
    inClause,
    score: likeness,
  } = likenessOf(withoutCase(one, other), withoutCase(other, one), weights);
  const named = isNamed(one, other) || isNamed(other, one) ? 1 : 0;
  const transposed = unit.size > 0 && isTransposed(one.value, other.value) ? 1 : 0;
  const isBare =
    one.counted.length !== other.counted.length && unit.size === 0 && one.dimension === 'count' ? 1 : 0;
  const isBound =
    (one.relation === other.relation && one.relation !== 'plain') || (isLimit(one) && isLimit(other)) ? 1 : 0;
  // "before departure" alone: two things may happen before it.
  const agreed = anchorsAgree(one.anchor, other.anchor);
  const isAnchorAll =
    agreed === 1 &&
    shared.every((term) => isAnchor(term, one) || isAnchor(term, other)) &&
    // "vor Beginn storniert": a deed behind it is what both are about.
    !shared.some((term) => DEED_NAMES.has(term) && term !== one.anchor[0] && term !== other.anchor[0]);
  const anchored = isAnchorAll ? 0 : agreed;
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
  // "renewed until 14 days after it has ended", "deleted 24 months after it has ended": two things, one event.
  if (isAnchorAll && named === 0) return null;
  if (isBeyond(one, other) || isBeyond(other, one) || areOfTwoRecords(one, other, shared)) return null;
  // Two things one person does have two days.
  if (one.dimension === 'date' && areNames(shared, one, other)) return null;
  if (TRIGGER.test(one.sentence.own) !== TRIGGER.test(other.sentence.own) && isLimit(one) !== isLimit(other))
    return null;
  if (areLabelled(one, other) || isPerTime(one) !== isPerTime(other)) return null;
  if ((one.isPast || other.isPast) && transposed === 0) return null;
  // Two things may both be kept, sent or shown: what is done says too little by itself.
  const isGeneral = shared.every((term) => GENERAL_DEEDS.has(term)) && weights.sum(further) < LEAST_FURTHER;
  if (isGeneral && named + transposed + anchored <= 0) return null;
  // "38 audits." says of what only by what stands above it.
  if ((isOnlyCounted(one) || isOnlyCounted(other)) && transposed === 0) return null;
  return { score, why, isSure: isSure(one, other, { score, weights, shared, named, isBound }) };
}

/**
 * Of plans and specs that were good, half had two figures that share enough words to be asked about; from here on, hardly
 * any had.
 */
const LEAST_SURE = 1;
/** Of the words of both clauses, weighed. */
const SAME_ACT = 0.5;

interface Grounds {
  score: number;
  weights: Weights;
  shared: readonly string[];
  named: number;
  isBound: number;
}

function isSure(one: Measure, other: Measure, { score, weights, shared, named, isBound }: Grounds): boolean {
  // "K2 (A2): …": a criterion is of the requirement it names.
  const isOfIt = refersTo(one, other) || refersTo(other, one);
  if (isOfIt && one.dimension === 'time' && clashOf(one, other) === 2) return true;
  if (score < LEAST_SURE || areFarApart(one, other) || one.dimension === '%') return false;
  if (one.dimension === 'clock' && (isOfSomebodyElse(one, other) || isOfSomebodyElse(other, one)))
    return false;
  if (named === 1) return true;
  const larger = Math.max(weights.sum(one.clause), weights.sum(other.clause));
  const isSameAct = larger > 0 && weights.sum(shared) / larger >= SAME_ACT;
  // A day belongs to what is done on it: two acts of one person, or on one file, have two days.
  if (one.dimension === 'date') return isSameAct && !areOfTwoSteps(one, other);
  // What is tried in a test is an input; only limits are held against limits there.
  return !(one.isTried || other.isTried) || (isBound === 1 && isSameAct);
}

const WHO = /^[^\p{L}]*(\p{Lu}\p{L}{2,}(?: \p{L}+){0,3}):\s/u;

/** "Office: corrects until 10:00", "a family books until 9:00": who stands before a colon has hours of its own. */
function isOfSomebodyElse({ sentence }: Measure, other: Measure): boolean {
  const who = WHO.exec(sentence.own)?.[1]?.slice(0, 5).toLowerCase();
  return who !== undefined && !other.sentence.own.toLowerCase().includes(who);
}

/** "version 1 requests" are no one request: the figure belongs to the word before it. */
const NAMED_BY_NUMBER =
  /(?<!\p{L})(?:version|v|type|level|tier|class|phase|step|stage|sprint|wave|release|build|port|channel|code|error|status|state|option|variant|group|node|server|page|line|row|column|typ|stufe|klasse|phase|schritt|etappe|étape|niveau|tipo|nivel|nível|fase|paso|passo|versión|versão|versione|versie|wersja)\s+$/iu;

function isOfName({ sentence, start, dimension }: Measure): boolean {
  return dimension === 'count' && NAMED_BY_NUMBER.test(sentence.own.slice(0, start));
}

/** 3 seconds and a week may share every word, and are hardly of one thing. */
const FARTHEST = 60;

function areFarApart({ value: one }: Measure, { value: other }: Measure): boolean {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  return low > 0 && high > FARTHEST * low;
}

function areOfTwoSteps({ standing: one }: Measure, { standing: other }: Measure): boolean {
  return one.within !== null && other.within !== null && one.within !== other.within;
}

/** "deleted after 24 months" and, of that requirement, "25 months later it is not found": the case right behind the limit. */
function isBeyond(limit: Measure, tried: Measure): boolean {
  return (
    (isNamed(limit, tried) || refersTo(tried, limit)) &&
    tried.value > limit.value &&
    tried.value <= FARTHEST_BEYOND * limit.value &&
    (REFUSED.test(tried.sentence.own) || tried.sentence.own.search(NEGATION) !== -1)
  );
}

const FARTHEST_BEYOND = 1.5;

function refersTo({ sentence: { statement } }: Measure, { sentence }: Measure): boolean {
  const { id } = sentence.statement;
  if (id === null || statement === sentence.statement) return false;
  return new RegExp(`(?<![\\p{L}\\p{N}-])${RegExp.escape(id)}(?![\\p{L}\\p{N}]|[.-]\\d)`, 'u').test(
    statement.text,
  );
}

/** "When: 3 May" of one step, "When: 5 May" of the next: all they share is the name of the field. */
function areOfTwoRecords(one: Measure, other: Measure, shared: readonly string[]): boolean {
  return (
    one.field !== null &&
    other.field !== null &&
    one.field.section !== other.field.section &&
    shared.every((term) => one.field?.terms.includes(term) === true)
  );
}

/** What is done when it goes wrong begins below what is wanted. */
const TRIGGER =
  /(?<!\p{L})(?:triggers?|abort|roll ?back if|stop if|alarm|auslöser|abbruch|déclencheur|seuil d.alerte|disparador|gatilho|innesco|trigger|próg)(?!\p{L})/iu;

function isPerTime({ dimension, sentence, end }: Measure): boolean {
  return dimension !== 'date' && dimension !== 'clock' && PER_TIME.test(sentence.own.slice(end, end + 24));
}

/** All that is shared is the name of somebody. */
function areNames(shared: readonly string[], one: Measure, other: Measure): boolean {
  const names = [one, other].map(
    ({ sentence }) =>
      new Set(
        [...sentence.text.matchAll(/(?<!\p{L})\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+(?!\p{L})/gu)].flatMap(([name]) =>
          termsOf(name),
        ),
      ),
  );
  return shared.length > 0 && shared.every((term) => names.every((own) => own.has(term)));
}

/** "Free: 60 requests", "team 600 requests": all but the first word is the same. */
function areLabelled(one: Measure, other: Measure): boolean {
  const [ours, theirs] = [one, other].map(({ sentence }) => termsOf(sentence.own));
  const [a, ...rest] = ours ?? [];
  const [b, ...otherRest] = theirs ?? [];
  return (
    a !== undefined &&
    b !== undefined &&
    a !== b &&
    rest.length > 0 &&
    rest.join(' ') === otherRest.join(' ') &&
    !otherRest.includes(a) &&
    !rest.includes(b)
  );
}

/** Words of a case are of the figure only where the other one speaks of that case too. */
function withoutCase(one: Measure, other: Measure): Measure {
  const met = [...one.condition].filter((term) => other.around.has(term)).length;
  if (one.condition.size === 0 || other.condition.size > 0 || met * 2 >= one.condition.size) return one;
  const inOrder = one.inOrder.filter((term) => !one.condition.has(term));
  return inOrder.length === 0 ? one : { ...one, inOrder, clause: new Set(inOrder) };
}

function isAnchor(term: string, { anchor }: Measure): boolean {
  return anchor.includes(term);
}

/** 1 where both figures are before or after the same, -1 where they are not, else 0. */
function anchorsAgree(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  return one.some((term) => other.includes(term)) ? 1 : -1;
}

const BARE_FIGURE = /(?<![\d.,:/-])\d{1,9}(?![\d:/-]|[.,]\d)/g;

/** Its sentence gives the other figure as well: then it is not against it. */
function repeats({ sentence, dimension }: Measure, { value }: Measure): boolean {
  // "In service: 431; in the workshop: 29; total: 460": a figure alone counts as well.
  if (
    dimension === 'count' &&
    [...sentence.own.matchAll(BARE_FIGURE)].some(([said]) => Number(said) === value)
  )
    return true;
  return quantitiesOf(sentence).some(
    (one) =>
      one.dimension === dimension &&
      clashOf({ ...one, relation: 'plain' }, { value, low: value, dimension, relation: 'plain' }) === null &&
      one.value <= 2 * value &&
      value <= 2 * one.value,
  );
}

/** "Two drives, 12 tapes a day each" are 24 tapes a day. */
function isMultiple({ sentence, value }: Measure, { value: all, sentence: whole }: Measure): boolean {
  const times = all / value;
  return (
    Number.isInteger(times) &&
    times > 1 &&
    (EACH.test(sentence.own) || EACH.test(whole.own)) &&
    // "4 minutes per trailer. With 18 trailers that is 72 minutes."
    [...quantitiesOf(sentence), ...quantitiesOf(whole)].some(
      (one) => one.dimension === 'count' && one.value === times,
    )
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
