/** Two documents that speak of the same, one of which says that it is not so. */
import type { Compared } from './compare-figures.ts';
import { isRole, termsOf } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';
import { GENERIC } from './same-subject.ts';
import { BEARS, CUSTOMER, ENDED, FIRST, NEGATION, PROVIDER, SIDE_CLAUSE, THEN } from './sentence-words.ts';

const MOST_PASSAGES = 300;
const SHARE = 0.5;
const FEWEST = 2;
/** A word that nobody else says, in two short sentences. */
const SHORT = 4;
/** A word that more sentences have tells nothing apart. */
const MOST_WITH_IT = 6;

export function comparePolarity(passages: readonly Passage[]): Compared {
  const told = passages
    .filter(({ kind, text }) => kind === 'prose' && !/[?？]\s*$/.test(text))
    .slice(0, MOST_PASSAGES);
  const sides = told.map((passage) => ({
    passage,
    terms: new Set(
      [...termsOf(passage.text)].filter((term) => !isRole(term) && !GENERIC.has(term) && term.length > 2),
    ),
    isDenied: isDenied(passage.text),
  }));
  const counts = new Map<string, number>();
  for (const { terms } of sides) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const [index, one] of sides.entries())
    for (const other of sides.slice(index + 1)) {
      if (one.passage.path === other.passage.path) continue;
      const shared = [...one.terms].filter((term) => other.terms.has(term));
      const telling = shared.filter((term) => (counts.get(term) ?? 0) <= MOST_WITH_IT);
      const least = Math.min(one.terms.size, other.terms.size);
      const isOnly =
        telling.some((term) => counts.get(term) === 2) &&
        Math.max(one.terms.size, other.terms.size) <= SHORT &&
        !/\d/.test(one.passage.text + other.passage.text);
      if (!isOnly && (telling.length < FEWEST || least <= FEWEST || shared.length / least < SHARE)) continue;
      pairs++;
      if (one.isDenied === other.isDenied) continue;
      found.push(against(one.passage, other.passage));
    }
  const gone = [...endedThings(told), ...otherBearers(told, counts)];
  return { found: [...found, ...gone], pairs: pairs + gone.length };
}

function against(one: Passage, other: Passage): Contradiction {
  const places = [spotOf(one), spotOf(other)];
  const claim = `"${places[0]?.quote.slice(0, 120)}" in ${placeOf(one)}, but "${places[1]?.quote.slice(0, 120)}" in ${placeOf(other)}.`;
  return { key: keyOf('denied', places), claim, places, strength: 1 };
}

/** Two denials of one thing affirm it. */
function isDenied(text: string): boolean {
  const main = [...text.matchAll(NEGATION)].filter(
    // What a side clause denies the sentence takes for granted.
    ({ index }) => !SIDE_CLAUSE.test(text.slice(0, index).split(/[,;:]/u).at(-1) ?? ''),
  );
  return main.length % 2 === 1;
}

const LABEL = /(?<![\p{L}\p{N}])(\p{L}{3,20})[ -]?([A-Z]|\d{1,3})(?![\p{L}\p{N}%]|[.,:]\d)/gu;

/** "Rev B is no longer supported" and a list that still has it. */
function endedThings(told: readonly Passage[]): Contradiction[] {
  const labelled = told.map((passage) => ({
    passage,
    labels: new Set(
      [...passage.text.matchAll(LABEL)].map(([, word = '', sign = '']) => `${word.toLowerCase()} ${sign}`),
    ),
    isEnded: ENDED.test(passage.text),
  }));
  return labelled
    .filter(({ isEnded }) => isEnded)
    .flatMap((ended) =>
      labelled
        .filter(
          (other) =>
            other.passage.path !== ended.passage.path &&
            !other.isEnded &&
            !ended.labels.isDisjointFrom(other.labels),
        )
        .map((other) => against(ended.passage, other.passage)),
    );
}

/** "Postage is paid by us" here, by you there. */
function otherBearers(told: readonly Passage[], counts: ReadonlyMap<string, number>): Contradiction[] {
  const sides = told
    .filter(({ text }) => BEARS.test(text) && PROVIDER.test(text) !== CUSTOMER.test(text))
    .map((passage) => ({ passage, isOurs: PROVIDER.test(passage.text), terms: termsOf(passage.text) }));
  return sides.flatMap((one, index) =>
    sides
      .slice(index + 1)
      .filter(
        (other) =>
          other.passage.path !== one.passage.path &&
          other.isOurs !== one.isOurs &&
          [...one.terms].some(
            (term) =>
              other.terms.has(term) &&
              !isRole(term) &&
              !BEARS.test(term) &&
              (counts.get(term) ?? 0) <= MOST_WITH_IT,
          ),
      )
      .map((other) => against(one.passage, other.passage)),
  );
}

/** "first A, then B" here, "B first" there. */
export function compareOrder(passages: readonly Passage[]): Compared {
  const told = passages
    .filter(({ kind, text }) => kind === 'prose' && (FIRST.test(text) || THEN.test(text) || ARROW.test(text)))
    .slice(0, MOST_PASSAGES)
    .flatMap(orderOf);
  const orders = [
    ...told,
    ...passages
      .filter(({ kind }) => kind !== 'prose')
      .flatMap(listOrder)
      .slice(0, MOST_PASSAGES),
  ];
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const [index, one] of orders.entries())
    for (const other of orders.slice(index + 1)) {
      if (one.passage.path === other.passage.path) continue;
      const isThere = (mine: ReadonlySet<string>, theirs: ReadonlySet<string>): boolean =>
        !mine.isDisjointFrom(theirs);
      const same = isThere(one.first, other.first) && isThere(one.after, other.after);
      const turned = isThere(one.first, other.after) && isThere(one.after, other.first);
      if (same || turned) pairs++;
      if (turned && !same && (one.passage.kind === 'prose' || other.passage.kind === 'prose'))
        found.push(against(one.passage, other.passage));
    }
  return { found, pairs };
}

interface Order {
  passage: Passage;
  first: ReadonlySet<string>;
  after: ReadonlySet<string>;
}

/** `["duty", "desk"]`: what a program goes through one after the other. */
function listOrder(passage: Passage): Order[] {
  const inside = /[:=]\s*[[(]((?:\s*["'][^"']{2,30}["']\s*,?)+)[\])]/.exec(passage.text)?.[1];
  const members = [...(inside ?? '').matchAll(/["']([^"']+)["']/g)].map(([, one = '']) => termsOf(one));
  return members
    .slice(1)
    .map((after, index) => ({ passage, first: members[index] ?? new Set<string>(), after }));
}

const ARROW = /\s(?:→|->|=>|➔|⇒)\s/u;

function orderOf(passage: Passage): Order[] {
  const tell = (text: string): ReadonlySet<string> =>
    new Set([...termsOf(text)].filter((term) => !isRole(term) && !GENERIC.has(term)));
  const steps = passage.text.split(ARROW);
  if (steps.length > 1)
    return steps
      .slice(1)
      .map((step, index) => ({ passage, first: tell(steps[index] ?? ''), after: tell(step) }));
  const first = FIRST.exec(passage.text);
  const then = THEN.exec(passage.text);
  if (then !== null && (first === null || first.index < then.index))
    return [
      {
        passage,
        first: tell(passage.text.slice(first === null ? 0 : first.index + first[0].length, then.index)),
        after: tell(passage.text.slice(then.index + then[0].length)),
      },
    ];
  if (first === null) return [];
  // "rings A first, they call B": what stands before it, and what follows. "First A, after a while B": up to the comma.
  const behind = passage.text.slice(first.index + first[0].length);
  const comma = behind.search(/[,;(，、]/u);
  if (comma > 2) return [{ passage, first: tell(behind.slice(0, comma)), after: tell(behind.slice(comma)) }];
  return [{ passage, first: tell(passage.text.slice(0, first.index)), after: tell(behind) }];
}
