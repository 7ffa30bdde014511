/** What one statement rules out and another one says: by a negation, by words that exclude each other, by who does it. */
import type { MarkdownDocument } from '../document.ts';
import { ACTED_BY, ONLY_WHO, PASSIVE } from '../language/actors.ts';
import { CHOICES } from '../language/choices.ts';
import { DEED_NAMES, OWNED_DEEDS } from '../language/concepts.ts';
import { ABSENT, CONDITIONAL, EVERY, MAY, ROLE, UNLESS, WITHOUT } from '../language/polarity.ts';
import { TESTED } from '../language/scopes.ts';
import { type Claim, claimsOf } from '../meaning/claims.ts';
import { areParallel, areTwoCases, likenessOf } from '../meaning/likeness.ts';
import { termsOf } from '../meaning/terms.ts';
import { type Weights, weightsOf } from '../meaning/weights.ts';
import { type Sentence, sentencesOf } from '../sentences.ts';
import { type Check, quote, type Remark } from './remark.ts';

export interface Opposite {
  one: Claim;
  other: Claim;
  how: string;
  score: number;
}

/** Claims that share a word are compared; a word of more than so many tells nothing. */
const MOST_TOGETHER = 60;

export const opposites: Check = (document) => {
  const pairs = oppositePairs(document).filter(({ score, how }) => score >= (LEAST_OF[how] ?? LEAST));
  const told = new Set<Sentence>();
  const remarks = pairs
    .toSorted((one, other) => other.score - one.score)
    .filter(({ one, other }) => {
      if (told.has(one.sentence) && told.has(other.sentence)) return false;
      told.add(one.sentence).add(other.sentence);
      return true;
    })
    .map(({ one, other }) => oppositeRemark(one, other));
  return {
    remarks,
    looked: claimsOf(document).filter(({ denial }) => denial !== null).length,
    things: 'statements that rule something out are kept to',
  };
};

const LEAST = 0.7;
const LEAST_OF: Readonly<Record<string, number>> = { chosen: 0.6, acted: 0.75, undone: 0.8 };

function oppositePairs(document: MarkdownDocument): Opposite[] {
  const weights = weightsOf(sentencesOf(document));
  const claims = claimsOf(document);
  return [
    ...denied(claims, weights, document),
    ...chosen(claims, weights),
    ...waived(claims),
    ...absent(claims, weights),
    ...undone(claims, weights),
    ...otherwise(claims, weights),
    ...sameCase(claims, weights),
    ...actedBy(claims, weights),
  ];
}

function isRow({ sentence }: Claim): boolean {
  return sentence.statement.kind === 'row';
}

function indexOf(claims: readonly Claim[]): ReadonlyMap<string, readonly Claim[]> {
  const index = new Map<string, Claim[]>();
  for (const claim of claims)
    for (const term of claim.clause) {
      const there = index.get(term);
      if (there === undefined) index.set(term, [claim]);
      else if (there.length < MOST_TOGETHER) there.push(claim);
    }
  return index;
}

/** "Readings are never deleted." "A yearly job removes readings older than ten years." */
function denied(claims: readonly Claim[], weights: Weights, document: MarkdownDocument): Opposite[] {
  const index = indexOf(claims.filter(({ denial }) => denial === null));
  return claims.flatMap((one): Opposite[] => {
    const { denial } = one;
    if (denial === null) return [];
    if (TESTED.test(one.sentence.own.slice(0, 30))) return [];
    const others = new Set([...denial.scope].flatMap((term) => index.get(term) ?? []));
    return [...others].flatMap((other): Opposite[] => {
      if (other.sentence === one.sentence || other.clause.size < FEWEST) return [];
      if (areTwoCases(one.condition, other.condition)) return [];
      // What is ruled out in a case is not ruled out elsewhere.
      const isCase = [...one.condition].every((term) => other.around.has(term));
      if (!isCase || one.isCaseDenied !== other.isCaseDenied) return [];
      const { score, inClause, shared } = likenessOf(one, other, weights);
      const scope = weights.sum(denial.scope);
      const met = weights.sum([...denial.scope].filter((term) => other.clause.has(term)));
      if (scope === 0 || met / scope < 0.6 || shared.length < FEWEST || inClause < LEAST_SHARED) return [];
      // Two words are little: then it must be a deed that is never done.
      const isDeed = [...denial.scope].some((term) => DEED_NAMES.has(term) && other.clause.has(term));
      const isShouted = /\bN(?:OT|EVER|ICHT)\b/.test(one.text);
      const isPermitted = denial.isModal && MAY.test(other.text);
      // What one may not, another may: no contradiction, whoever the two are.
      const [actor] = other.inOrder;
      if (isPermitted && !denial.isAbsolute && actor !== undefined && !one.around.has(actor)) return [];
      const isEnough =
        (denial.isAbsolute && isDeed && denial.subject.size > 0) || isShouted || (isPermitted && isDeed);
      if (shared.length === FEWEST && !isEnough) return [];
      const narrower = weights.sum(
        [...denial.subject].filter((term) => !other.around.has(term) && !other.above.has(term)),
      );
      const held =
        score +
        0.3 * (met / scope) +
        (denial.isAbsolute ? 0.15 : -0.1) +
        (isPermitted ? 0.3 : 0) -
        (one.isConditional && !denial.isAbsolute ? 0.3 : 0) -
        (other.isConditional && !denial.isAbsolute ? 0.2 : 0) -
        (!denial.isAbsolute && ROLE.test(other.text) ? 0.1 : 0) -
        (denial.isAbsolute ? 0.15 : 0.35) * Math.min(1, narrower) -
        (/\d/.test(one.text) && !isSameFigure(one.text, other.sentence.own) ? 0.5 : 0) -
        // A row holds of what stands at its beginning.
        (other.sentence.statement.kind === 'row' && !isTried(other, document) ? 0.25 : 0) -
        (one.sentence.statement === other.sentence.statement && !denial.isAbsolute ? 0.3 : 0);
      return [{ one, other, how: 'denied', score: held }];
    });
  });
}

/** A claim of another part alone says too little. */
const FEWEST = 2;
/** Two words that are rare in the document, or more that are not. */
const LEAST_SHARED = 1.2;

function isTried({ sentence }: Claim, { headings }: MarkdownDocument): boolean {
  return TESTED.test(headings[sentence.statement.section]?.text ?? '');
}

function isSameFigure(one: string, other: string): boolean {
  return (one.match(/\d[\d.,]*/g) ?? []).every((figure) => other.includes(figure));
}

/** "Caps are compulsory." "Caps remain voluntary." */
function chosen(claims: readonly Claim[], weights: Weights): Opposite[] {
  return CHOICES.flatMap((values) => {
    const said = claims.flatMap((claim) => {
      // "not required" has "required" in it: the later alternative is looked for first.
      const value = values.findLastIndex((pattern) => pattern.test(claim.text));
      const isSeveral = values.filter((pattern) => pattern.test(claim.sentence.own)).length > 1;
      if (value === -1 || (isSeveral && values.length > 2) || UNLESS.test(claim.sentence.own)) return [];
      const word = values[value]?.exec(claim.text)?.[0] ?? '';
      const own = new Set(termsOf(word));
      const inOrder = claim.inOrder.filter((term) => !own.has(term));
      return [{ claim: { ...claim, inOrder, clause: new Set(inOrder) }, value }];
    });
    const byTerm = new Map<string, typeof said>();
    return said.slice(0, MOST_SIDES).flatMap((one): Opposite[] => {
      const near = new Set([...one.claim.around].flatMap((term) => byTerm.get(term) ?? []));
      for (const term of one.claim.around)
        byTerm.set(term, [...(byTerm.get(term) ?? []), one].slice(0, MOST_TOGETHER));
      return [...near].flatMap((other): Opposite[] => {
        if (other.value === one.value || other.claim.sentence === one.claim.sentence) return [];
        if ((one.claim.denial === null) !== (other.claim.denial === null)) return [];
        if (one.claim.sentence.statement.kind === 'row' && other.claim.sentence.statement.kind === 'row')
          return [];
        if (areParallel(one.claim, other.claim) || areTwoCases(one.claim.condition, other.claim.condition))
          return [];
        const { score, inClause } = likenessOf(one.claim, other.claim, weights);
        return inClause === 0
          ? []
          : [
              {
                one: other.claim,
                other: one.claim,
                how: 'chosen',
                score:
                  score +
                  0.2 -
                  (one.claim.sentence.statement.kind === 'row' ||
                  other.claim.sentence.statement.kind === 'row'
                    ? 0.3
                    : 0),
              },
            ];
      });
    });
  });
}

const MOST_SIDES = 400;
/** What is waived is what the other sentence is mostly about. */
const LEAST_WAIVED = 0.6;

/** "Small requests are approved without an agent." "Every request is decided by an agent." */
function waived(claims: readonly Claim[]): Opposite[] {
  const index = indexOf(claims.filter(({ text, denial }) => EVERY.test(text) && denial === null));
  return claims
    .filter((one) => !isRow(one))
    .flatMap((one) =>
      [...one.text.matchAll(WITHOUT)].flatMap(({ 0: word, index: at }): Opposite[] => {
        const [missing] = termsOf(one.text.slice(at + word.length).split(/[.;:,]/u)[0] ?? '');
        if (missing === undefined) return [];
        return (index.get(missing) ?? []).flatMap((other): Opposite[] => {
          if (other.sentence === one.sentence || isRow(other) || other.text.search(WITHOUT) !== -1) return [];
          if (CONDITIONAL.test(other.text.replace(EVERY, ' '))) return [];
          const shared = [...one.around].filter((own) => own !== missing && other.clause.has(own));
          const isMost = shared.length >= 1 && (shared.length + 1) / other.clause.size >= LEAST_WAIVED;
          return isMost ? [{ one, other, how: 'waived', score: 1 }] : [];
        });
      }),
    );
}

/** "Booking fee: none." "We add 50p booking fee." */
function absent(claims: readonly Claim[], weights: Weights): Opposite[] {
  const index = indexOf(claims.filter(({ denial, text }) => denial === null && /\d/.test(text)));
  return claims.flatMap((one): Opposite[] => {
    const label = termsOf(ABSENT.exec(one.sentence.own)?.[1] ?? '');
    const [first] = label;
    // Steps say what they wait for in the same form.
    if (first === undefined || label.length < FEWEST || one.text !== claimStart(one)) return [];
    return (index.get(first) ?? []).flatMap((other): Opposite[] => {
      const isSame = label.every((term) => other.clause.has(term)) && other.sentence !== one.sentence;
      return isSame && weights.sum(label) >= 1 ? [{ one, other, how: 'absent', score: 1 }] : [];
    });
  });
}

/** The first clause of its sentence. */
function claimStart({ sentence, text }: Claim): string {
  return sentence.own.startsWith(text) ? text : '';
}

/** What one keeps and another deletes, what one accepts and another refuses. */
const UNDOING: readonly (readonly [string, string])[] = [
  ['~store', '~delete'],
  ['~approve', '~reject'],
  ['~show', '~hide'],
];

function undone(claims: readonly Claim[], weights: Weights): Opposite[] {
  return UNDOING.flatMap(([does, undoes]) => {
    const told = claims.filter(
      ({ denial, sentence, condition }) =>
        denial === null && condition.size === 0 && sentence.statement.kind !== 'row',
    );
    const ones = told.filter(({ clause, around }) => clause.has(does) && !around.has(undoes));
    const index = indexOf(told.filter(({ clause, around }) => clause.has(undoes) && !around.has(does)));
    return ones.flatMap((one): Opposite[] =>
      [...new Set([...one.clause].flatMap((term) => index.get(term) ?? []))].flatMap((other): Opposite[] => {
        if (/\d/.test(one.text) || /\d/.test(other.text) || areParallel(one, other)) return [];
        const { shared, further, score } = likenessOf(one, other, weights);
        const things = [...shared, ...further].filter((term) => !DEED_NAMES.has(term));
        return things.length < FEWEST ? [] : [{ one, other, how: 'undone', score }];
      }),
    );
  });
}

/** Of two clauses that go the same way: words that differ, at most. */
const MOST_DIFFERENT = 3;
const LEAST_AROUND = 1.2;

/** "The controller assumes darkness …" and, elsewhere and of the same sensor, "the controller assumes full daylight". */
function otherwise(claims: readonly Claim[], weights: Weights): Opposite[] {
  const byStart = new Map<string, Claim[]>();
  return claims.flatMap((one): Opposite[] => {
    const [subject, verb] = one.inOrder;
    if (subject === undefined || verb === undefined || one.denial !== null || /\d/.test(one.text)) return [];
    // "Name: what it is" explains a word.
    if (/^[^.。]{1,30}[:\uFF1A]/u.test(one.sentence.text) && one.text.length + 2 >= one.sentence.own.length)
      return [];
    const key = `${subject} ${verb}`;
    const before = byStart.get(key) ?? [];
    if (before.length < MOST_TOGETHER) byStart.set(key, [...before, one]);
    // What many clauses begin with is a way of speaking.
    if (before.length !== 1) return [];
    return before.flatMap((other): Opposite[] => {
      if (other.sentence.statement.section === one.sentence.statement.section) return [];
      if (one.condition.size + other.condition.size === 0 || isRow(one) || isRow(other)) return [];
      const only = [...one.clause].filter((term) => !other.clause.has(term));
      const theirs = [...other.clause].filter((term) => !one.clause.has(term));
      const isSmall = (terms: readonly string[]): boolean =>
        terms.length >= 1 && terms.length <= MOST_DIFFERENT;
      const { further, inClause } = likenessOf(one, other, weights);
      const around =
        weights.sum(further) +
        weights.sum([...one.around].filter((term) => other.above.has(term))) +
        weights.sum([...other.around].filter((term) => one.above.has(term)));
      if (!isSmall(only) || !isSmall(theirs) || around < LEAST_AROUND || inClause < 1) return [];
      return [{ one: other, other: one, how: 'otherwise', score: 1 }];
    });
  });
}

/** What two conditions must share to be the same case. */
const LEAST_CASE = 0.45;

/** "If the parent is not there, the child goes back to school." "When the parent does not come, the child is left with a neighbour." */
function sameCase(claims: readonly Claim[], weights: Weights): Opposite[] {
  const cases = claims.filter(
    ({ condition, clause, denial, text }) =>
      condition.size > 0 && denial === null && !clause.isSubsetOf(condition) && !/\d/.test(text),
  );
  const byTerm = new Map<string, Claim[]>();
  return cases.flatMap((one): Opposite[] => {
    const near = new Set([...one.condition].flatMap((term) => byTerm.get(term) ?? []));
    for (const term of one.condition)
      byTerm.set(term, [...(byTerm.get(term) ?? []), one].slice(0, MOST_TOGETHER));
    return [...near].flatMap((other): Opposite[] => {
      if (other.sentence.statement.section === one.sentence.statement.section || isRow(one) || isRow(other))
        return [];
      if (!(one.isCaseDenied && other.isCaseDenied)) return [];
      const common = weights.sum([...one.condition].filter((term) => other.condition.has(term)));
      const all = Math.min(weights.sum(one.condition), weights.sum(other.condition));
      const shared = [...one.clause].filter((term) => other.clause.has(term) && !one.condition.has(term));
      const isSame = common / all >= LEAST_CASE && shared.length >= FEWEST;
      return isSame ? [{ one: other, other: one, how: 'case', score: 1 }] : [];
    });
  });
}

interface Act {
  claim: Claim;
  deed: string;
  actor: ReadonlySet<string>;
  object: ReadonlySet<string>;
  /** Nobody else may do it. */
  isOnly: boolean;
}

/** "Codes are issued by the manager." "Codes are created by the pharmacist." */
function actedBy(claims: readonly Claim[], weights: Weights): Opposite[] {
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

/** Words of who does it, at most. */
const LONGEST_ACTOR = 4;

function actsIn(claim: Claim): Act[] {
  const { text, sentence, inOrder } = claim;
  if (sentence.statement.kind === 'row' || claim.denial !== null) return [];
  const passive = [...text.matchAll(ACTED_BY)].flatMap((match): Act[] => {
    const deed = termsOf(match[1] ?? '').find((term) => DEED_NAMES.has(term));
    const actor = termsOf(match[2] ?? '').slice(0, LONGEST_ACTOR);
    // What is acted on stands before the deed, in this clause or the one before it.
    const ahead = termsOf(sentence.own.slice(0, sentence.own.indexOf(match[0])));
    const object = ahead.filter((term) => term !== deed).slice(-LONGEST_OBJECT);
    if (deed === undefined || actor.length === 0 || object.length === 0) return [];
    return [{ claim, deed, actor: new Set(actor), object: new Set(object), isOnly: false }];
  });
  if (passive.length > 0 || PASSIVE.test(text)) return passive;
  const at = inOrder.findIndex((term) => DEED_NAMES.has(term) && term !== '~allow');
  const deed = inOrder[at];
  if (deed === undefined || at < 1 || at > LONGEST_ACTOR) return [];
  const object = inOrder.slice(at + 1, at + 1 + LONGEST_OBJECT);
  if (object.length === 0) return [];
  return [
    {
      claim,
      deed,
      actor: new Set(inOrder.slice(0, at)),
      object: new Set(object),
      isOnly: ONLY_WHO.test(text),
    },
  ];
}

const LONGEST_OBJECT = 6;

function oppositeRemark({ sentence: one, line }: Claim, { sentence: other, line: otherLine }: Claim): Remark {
  const [first, second] = line <= otherLine ? [one, other] : [other, one];
  const use = (winner: Sentence, loser: Sentence) => ({
    label: `Line ${winner.line} holds`,
    description: `then line ${loser.line} has to be rewritten`,
    pro: quote(winner.text),
    con: quote(loser.text),
  });
  return {
    check: 'contradiction',
    line: Math.max(line, otherLine),
    text: `line ${line} rules out what line ${otherLine} does: ${quote(one.text)} against ${quote(other.text)}`,
    remedy: {
      kind: 'ask',
      question: {
        question: `Which holds: line ${first.line} or line ${second.line}?`,
        issue: `Line ${first.line}: ${quote(first.text)} Line ${second.line}: ${quote(second.text)}`,
        why: 'One rules out what the other says; the text does not say which is right.',
        trigger: 'principle-conflict',
        options: [use(first, second), use(second, first)],
      },
      edits: [[], []],
    },
  };
}
