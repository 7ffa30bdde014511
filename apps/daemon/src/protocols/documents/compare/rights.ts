/** Who may: what is left to some in one place and given to others in the next, and what shall never be seen and is. */

import { ONLY_WHO } from '../language/actors.ts';
import { MAY } from '../language/polarity.ts';
import type { Claim } from '../meaning/claims.ts';
import { areTwoCases } from '../meaning/likeness.ts';
import { termsOf } from '../meaning/terms.ts';
import type { Weights } from '../meaning/weights.ts';
import { MOST_TOGETHER, type Opposite } from './opposite.ts';

interface Right {
  claim: Claim;
  who: ReadonlySet<string>;
  /** What they may, in order. */
  what: readonly string[];
  isOnly: boolean;
}

/** "Only officers may list items." "Every member may list three a day." */
export function allowedTo(claims: readonly Claim[]): Opposite[] {
  const rights = claims.flatMap(rightOf);
  const byDeed = new Map<string, Right[]>();
  for (const right of rights)
    for (const term of endsOf(right.what)) {
      const there = byDeed.get(term);
      if (there === undefined) byDeed.set(term, [right]);
      else if (there.length < MOST_TOGETHER) there.push(right);
    }
  return rights
    .filter(({ isOnly }) => isOnly)
    .flatMap((one): Opposite[] => {
      const others = new Set(endsOf(one.what).flatMap((term) => byDeed.get(term) ?? []));
      return [...others].flatMap((other): Opposite[] => {
        if (other === one || other.claim.sentence === one.claim.sentence) return [];
        if (!one.who.isDisjointFrom(other.who) || areTwoCases(one.claim.condition, other.claim.condition))
          return [];
        const shared = one.what.filter((term) => other.what.includes(term));
        const isSame = shared.length / Math.min(one.what.length, other.what.length) >= 0.5;
        return isSame ? [{ one: one.claim, other: other.claim, how: 'allowed', score: 1 }] : [];
      });
    });
}

/** The deed stands first behind "may" in some languages and last in others. */
function endsOf(what: readonly string[]): string[] {
  const [first, last] = [what[0], what.at(-1)];
  return first === undefined || last === undefined ? [] : [...new Set([first, last])];
}

const MOST_WHO = 4;

function rightOf(claim: Claim): Right[] {
  if (claim.denial !== null || claim.sentence.statement.kind === 'row') return [];
  const match = MAY.exec(claim.text);
  if (match === null) return [];
  const who = termsOf(claim.text.slice(0, match.index));
  const what = termsOf(claim.text.slice(match.index + match[0].length));
  if (who.length === 0 || who.length > MOST_WHO || what.length === 0) return [];
  return [{ claim, who: new Set(who), what, isOnly: ONLY_WHO.test(claim.text) }];
}

/** "Full names never appear on the screen." "The top line carries the full name." */
export function seenAfterAll(claims: readonly Claim[], weights: Weights): Opposite[] {
  const byTerm = new Map<string, Claim[]>();
  for (const claim of claims)
    if (claim.denial === null)
      for (const term of claim.clause) {
        const there = byTerm.get(term);
        if (there === undefined) byTerm.set(term, [claim]);
        else if (there.length < MOST_TOGETHER) there.push(claim);
      }
  return claims.flatMap((one): Opposite[] => {
    const { denial } = one;
    if (denial?.isAbsolute !== true || one.isConditional || !denial.scope.has('~show')) return [];
    const subject = [...denial.subject];
    const [first] = subject;
    if (first === undefined || subject.length < 2 || subject.length > 3) return [];
    return (byTerm.get(first) ?? []).flatMap((other): Opposite[] => {
      if (other.sentence === one.sentence || other.isConditional) return [];
      const at = other.inOrder.indexOf(first);
      const isSame = subject.every((term, offset) => other.inOrder[at + offset] === term);
      return isSame && weights.sum(subject) >= 1 ? [{ one, other, how: 'seen', score: 1 }] : [];
    });
  });
}

const OBJECT_ACTOR = [
  // 「欠航は船長が決定する」
  /(?:^|[、。\s])([\p{Script=Han}\p{Script=Katakana}ー]{2,12})は[、\s]*([\p{Script=Han}\p{Script=Katakana}ー]{2,12})が([\p{Script=Han}]{2,4})(?:し|する|でき|を行)/u,
  // 「欠航の決定は運航係長が行う」
  /(?:^|[、。\s])([\p{Script=Han}\p{Script=Katakana}ー]{2,12})の([\p{Script=Han}]{2,4})は[、\s]*([\p{Script=Han}\p{Script=Katakana}ー]{2,12})が(?:行|実施|担当|する)/u,
  // 「退款由财务批准」
  /(?:^|[,，。；\s])([\p{Script=Han}]{2,8})由([\p{Script=Han}]{2,8}?)(批准|决定|审批|确认|签字|发放|负责|处理)/u,
] as const;

/** Who does it, where particles say so and words are not set apart. */
export function markedActors(claims: readonly Claim[]): Opposite[] {
  const by = new Map<string, { claim: Claim; actor: string }[]>();
  const told = new Set<string>();
  return claims.flatMap((claim): Opposite[] => {
    const start = `${claim.sentence.start}`;
    if (told.has(start) || claim.sentence.statement.kind === 'row') return [];
    told.add(start);
    const read = OBJECT_ACTOR.map((pattern) => pattern.exec(claim.sentence.own.trim()));
    const [acted, nominal, by3] = read;
    const [object, actor, deed] =
      nominal != null
        ? [nominal[1], nominal[3], nominal[2]]
        : acted != null
          ? [acted[1], acted[2], acted[3]]
          : [by3?.[1], by3?.[2], by3?.[3]];
    if (object === undefined || actor === undefined || deed === undefined) return [];
    const key = `${object} ${deed}`;
    const before = by.get(key) ?? [];
    if (before.length < MOST_TOGETHER) by.set(key, [...before, { claim, actor }]);
    return before
      .filter((one) => one.actor !== actor && !areTwoCases(one.claim.condition, claim.condition))
      .map((one) => ({ one: one.claim, other: claim, how: 'acted', score: 1 }));
  });
}
