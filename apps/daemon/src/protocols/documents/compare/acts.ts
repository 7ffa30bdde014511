/** Who does it: one deed on one thing by two actors. */
import { ABOUT_FIRST, ACTED_BY, ACTED_LAST, ONLY_WHO, PASSIVE } from '../language/actors.ts';
import { DEED_NAMES, OWNED_DEEDS } from '../language/concepts.ts';
import type { Claim } from '../meaning/claims.ts';
import { areTwoCases } from '../meaning/likeness.ts';
import { termsOf } from '../meaning/terms.ts';
import type { Weights } from '../meaning/weights.ts';
import { MOST_TOGETHER, type Opposite } from './opposite.ts';

interface Act {
  claim: Claim;
  deed: string;
  actor: ReadonlySet<string>;
  object: ReadonlySet<string>;
  /** Nobody else may do it. */
  isOnly: boolean;
}

/** "Codes are issued by the manager." "Codes are created by the pharmacist." */
export function actedBy(claims: readonly Claim[], weights: Weights): Opposite[] {
  const byDeed = new Map<string, Act[]>();
  return claims.flatMap(actsIn).flatMap((one): Opposite[] => {
    const before = byDeed.get(one.deed) ?? [];
    if (before.length < MOST_TOGETHER) byDeed.set(one.deed, [...before, one]);
    return before.flatMap((other): Opposite[] => {
      if (other.claim.sentence === one.claim.sentence || !one.actor.isDisjointFrom(other.actor)) return [];
      if (areTwoCases(one.claim.condition, other.claim.condition)) return [];
      const isOnly = one.isOnly || other.isOnly;
      if (!isOnly && one.claim.isConditional !== other.claim.isConditional) return [];
      if (/\d/.test(one.claim.text) !== /\d/.test(other.claim.text)) return [];
      if (!isOnly && !OWNED_DEEDS.has(one.deed)) return [];
      const shared = weights.sum([...one.object].filter((term) => other.object.has(term)));
      const smaller = Math.min(weights.sum(one.object), weights.sum(other.object));
      if (smaller === 0) return [];
      const score = 0.5 * Math.min(2, shared) + 0.5 * (shared / smaller) + (isOnly ? 0.3 : 0);
      return [{ one: other.claim, other: one.claim, how: 'acted', score }];
    });
  });
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Words of who does it, at most. */
const LONGEST_ACTOR = 4;

function actsIn(claim: Claim): Act[] {
  const { text, sentence, inOrder } = claim;
  if (sentence.statement.kind === 'row' || claim.denial !== null) return [];
  const told = [
    ...[...text.matchAll(ACTED_BY)].map(({ 0: shown, 1: deed, 2: who }) => ({ shown, deed, who })),
    ...[...text.matchAll(ACTED_LAST)].map(({ 0: shown, 1: who, 2: deed }) => ({ shown, deed, who })),
  ];
  const passive = told.flatMap(({ shown, deed: done = '', who = '' }): Act[] => {
    const deed = termsOf(done).find((term) => DEED_NAMES.has(term));
    const actor = termsOf(who).slice(0, LONGEST_ACTOR);
    // What is acted on stands before the deed, in this clause or the one before it.
    const ahead = termsOf(sentence.own.slice(0, sentence.own.indexOf(shown)));
    const object = ahead.filter((term) => term !== deed).slice(-LONGEST_OBJECT);
    if (deed === undefined || actor.length === 0 || object.length === 0) return [];
    return [{ claim, deed, actor: new Set(actor), object: new Set(object), isOnly: false }];
  });
  // Where words are not set apart, particles say who: the order of terms does not.
  if (passive.length > 0 || PASSIVE.test(text) || UNSPACED.test(text)) return passive;
  const isAboutFirst = ABOUT_FIRST.test(text);
  const deeds = isAboutFirst ? OWNED_DEEDS : DEED_NAMES;
  const at = inOrder.findIndex((term) => deeds.has(term) && term !== '~allow');
  const deed = inOrder[at];
  if (deed === undefined || at < 1 || at > LONGEST_ACTOR) return [];
  const [before, after] = [inOrder.slice(0, at), inOrder.slice(at + 1, at + 1 + LONGEST_OBJECT)];
  const [actor, object] = isAboutFirst ? [after.slice(0, LONGEST_ACTOR), before] : [before, after];
  if (object.length === 0 || actor.length === 0) return [];
  return [
    {
      claim,
      deed,
      actor: new Set(actor),
      object: new Set(object),
      isOnly: ONLY_WHO.test(text),
    },
  ];
}

const LONGEST_OBJECT = 6;
