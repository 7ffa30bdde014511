/** What one statement rules out and another one says: by a negation, or by words that exclude each other. */
import type { MarkdownDocument } from '../document.ts';
import { CHOICES } from '../language/choices.ts';
import { DEED_NAMES } from '../language/concepts.ts';
import { ABSENT, CONDITIONAL, EVERY, MAY, NEGATION, ROLE, UNLESS, WITHOUT } from '../language/polarity.ts';
import { TESTED } from '../language/scopes.ts';
import { type Claim, claimsOf } from '../meaning/claims.ts';
import { areParallel, areTwoCases, likenessOf } from '../meaning/likeness.ts';
import { termsOf } from '../meaning/terms.ts';
import { type Weights, weightsOf } from '../meaning/weights.ts';
import { type Sentence, sentencesOf } from '../sentences.ts';
import { actedBy } from './acts.ts';
import { indexOf, MOST_TOGETHER, type Opposite } from './opposite.ts';
import { allowedTo, markedActors, seenAfterAll } from './rights.ts';

const LEAST = 0.7;
const LEAST_OF: Readonly<Record<string, number>> = { chosen: 0.6, acted: 0.75, undone: 0.8 };

/** `mayMeet`: which two sentences are held against each other; all, unless several texts are read together. */
export function oppositePairs(
  document: MarkdownDocument,
  mayMeet: (one: Sentence, other: Sentence) => boolean = () => true,
): Opposite[] {
  const weights = weightsOf(sentencesOf(document));
  const claims = claimsOf(document);
  const told = new Set<Sentence>();
  return [
    ...denied(claims, weights, document),
    ...chosen(claims, weights),
    ...waived(claims),
    ...absent(claims, weights),
    ...undone(claims, weights),
    ...actedBy(claims, weights),
    ...markedActors(claims),
    ...allowedTo(claims),
    ...seenAfterAll(claims, weights),
  ]
    .filter(
      ({ one, other, score, how }) =>
        score >= (LEAST_OF[how] ?? LEAST) && mayMeet(one.sentence, other.sentence),
    )
    .toSorted((one, other) => other.score - one.score)
    .filter(({ one, other }) => {
      if (told.has(one.sentence) && told.has(other.sentence)) return false;
      told.add(one.sentence).add(other.sentence);
      return true;
    });
}

function isRow({ sentence }: Claim): boolean {
  return sentence.statement.kind === 'row';
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
      // "No fee" and "a fee of 0" say the same.
      if (areTwoCases(one.condition, other.condition) || NOUGHT.test(other.text)) return [];
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
        (denial.isAbsolute && isDeed && denial.subject.size > 0) ||
        isShouted ||
        (isPermitted && isDeed) ||
        denial.isContrast;
      if (shared.length === FEWEST && !isEnough) return [];
      const narrower = weights.sum(
        [...denial.subject].filter((term) => !other.around.has(term) && !other.above.has(term)),
      );
      // Of one thing never, of another beside it always: told in one breath, both are meant.
      if (one.sentence.statement === other.sentence.statement && narrower >= 1) return [];
      const held =
        score +
        0.3 * (met / scope) +
        (denial.isAbsolute || denial.isContrast ? 0.15 : -0.1) +
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

const NOUGHT = /(?<![\d.,:/-])0(?:[.,]0+)?(?![\d:%/-]|[.,]\d)/u;
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
      // "Without a photo it is not accepted": the denial is how it is demanded, and denies nothing else.
      const denial = word.search(NEGATION) === -1 ? claim.denial : null;
      const terms = denial === claim.denial ? inOrder : claim.inOrder;
      return [{ claim: { ...claim, denial, inOrder: terms, clause: new Set(terms) }, value }];
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
const LEAST_WAIVED = 0.5;

const EXCEPT =
  /(?<!\p{L})(?:except|unless|other than|außer|ausgenommen|sauf|hormis|salvo|excepto|exceto|tranne|behalve|tenzij|oprócz|chyba że|utom)(?!\p{L})|以外|除く|ただし|除外/iu;

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
          if (CONDITIONAL.test(other.text.replace(EVERY, ' ')) || EXCEPT.test(other.sentence.own)) return [];
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
