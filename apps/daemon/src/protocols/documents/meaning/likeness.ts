/** How likely it is that two stretches of a document are about the same thing. */
import { PERSONS } from '../language/concepts.ts';
import type { Weights } from './weights.ts';

export interface Words {
  /** Of its own clause, and in their order. */
  clause: ReadonlySet<string>;
  inOrder: readonly string[];
  /** Of the whole sentence. */
  around: ReadonlySet<string>;
  /** Of what it stands under. */
  above: ReadonlySet<string>;
}

export interface Likeness {
  /** Of both clauses, and beyond them of both sentences. */
  shared: readonly string[];
  further: readonly string[];
  inClause: number;
  score: number;
}

export function likenessOf(one: Words, other: Words, weights: Weights): Likeness {
  const shared = [...one.clause].filter((term) => other.clause.has(term));
  const further = [...one.around].filter((term) => other.around.has(term) && !shared.includes(term));
  const above = new Set([
    ...[...one.clause].filter((term) => other.above.has(term) && !other.around.has(term)),
    ...[...other.clause].filter((term) => one.above.has(term) && !one.around.has(term)),
  ]);
  const inClause = weights.sum(shared);
  const smaller = Math.min(weights.sum(one.clause), weights.sum(other.clause));
  const score =
    0.45 * Math.min(2, inClause) +
    0.25 * Math.min(1.5, weights.sum(further)) +
    0.15 * Math.min(1, weights.sum(above)) +
    0.45 * (smaller === 0 ? 0 : inClause / smaller) -
    (areOfTwo(one, other) ? 0.15 : 0) -
    (areOtherPeople(one, other) ? 0.4 : 0) +
    (one.inOrder[0] !== undefined && one.inOrder[0] === other.inOrder[0] ? 0.1 : 0);
  return { shared, further, inClause, score };
}

function areOtherPeople(one: Words, other: Words): boolean {
  const [ours, theirs] = [one, other].map(({ clause }) => [...clause].filter((term) => PERSONS.has(term)));
  if (ours === undefined || theirs === undefined || ours.length === 0 || theirs.length === 0) return false;
  return !ours.some((person) => theirs.includes(person));
}

/** Each begins with what the other does not speak of. */
function areOfTwo(one: Words, other: Words): boolean {
  const [a, b] = [one.inOrder[0], other.inOrder[0]];
  return a !== undefined && b !== undefined && !other.around.has(a) && !one.around.has(b);
}

/** The same sentence about two things: "Free users may keep 3 lists." "Paid users may keep 50 lists." */
export function areParallel(one: Words, other: Words): boolean {
  if (areTwoKinds(one, other) || areTwoLabels(one, other)) return true;
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

/** "Grey bins …" and "Brown bins …": the same thing of two kinds. */
function areTwoKinds(one: Words, other: Words): boolean {
  const [a, thing] = one.inOrder;
  const [b, otherThing] = other.inOrder;
  if (a === undefined || b === undefined || thing === undefined || a === b) return false;
  return thing === otherThing && !other.around.has(a) && !one.around.has(b);
}

/** "Free: 60 requests" and "Team: 600 requests": the first word is all that tells them apart. */
function areTwoLabels(one: Words, other: Words): boolean {
  const [a, ...rest] = one.inOrder;
  const [b, ...otherRest] = other.inOrder;
  if (a === undefined || b === undefined || a === b || rest.length === 0) return false;
  return rest.join(' ') === otherRest.join(' ') && !other.around.has(a) && !one.around.has(b);
}

/** "If it is late …" and "If it is lost …": each names something the other does not. */
export function areTwoCases(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size > 0 && other.size > 0 && !one.isSubsetOf(other) && !other.isSubsetOf(one);
}
