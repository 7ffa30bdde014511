/**
 * Figures that two files leave over. What both say alike is set aside first; of what is left, the two that have most in
 * common with each other, and with nothing else, are meant to be the same.
 */
import { type Compared, isComparable, isSame } from './compare-figures.ts';
import { isRole } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { FigureFact } from './fact.ts';
import { GENERIC } from './same-subject.ts';

/** Beyond that a project says too much for what is left over to mean anything. */
const MOST_FACTS = 250;
const MOST_OF_A_FILE = 60;
const ENOUGH = 0.5;
const FARTHEST = 60;
const WHOLE_NAME = 0.5;
const NEARLY = 0.75;
/** Of two that share as much, the one that says less else. */
const COVERED = 0.2;
/** A figure that a third file agrees with is rather right about something else. */
const AGREED = 0.5;
const PRONOUNS = new Set([
  'you',
  'thei',
  'your',
  'it',
  'this',
  'that',
  'thes',
  'man',
  'wir',
  'sie',
  'vous',
  'nous',
  'usted',
  'voce',
  'nao',
  'non',
  'other',
  'again',
]);
const UNITS = new Set([
  'minut',
  'secon',
  'hours',
  'hour',
  'days',
  'week',
  'weeks',
  'month',
  'year',
  'perce',
  'sekun',
  'stund',
  'tage',
  'jour',
  'jours',
  'heure',
  'horas',
  'hora',
  'minuti',
  'ore',
  'giorn',
  'anni',
  'anno',
  'dias',
  'dia',
  'uren',
  'dagen',
  'euro',
  'cent',
  'ms',
  'mins',
  'secs',
]);

/** `isTelling`: whether a word tells two statements of this project apart. */
export function compareLeftovers(
  figures: readonly FigureFact[],
  isTelling: (term: string) => boolean = () => true,
): Compared {
  const facts = figures.filter(({ isPart, kind }) => !isPart && kind !== 'log');
  if (facts.length > MOST_FACTS) return { found: [], pairs: 0 };
  const files = [...Map.groupBy(facts, ({ path }) => path).values()].map((own) =>
    own.slice(0, MOST_OF_A_FILE),
  );
  const agreed = agreedIn(files);
  const found: Contradiction[] = [];
  let pairs = agreed.size;
  const all = files.flatMap((mine, index) =>
    files.slice(index + 1).flatMap((theirs) => bestOf(mine, theirs, agreed, isTelling)),
  );
  const best = new Map<FigureFact, number>();
  for (const { one, other, score } of all)
    for (const fact of [one, other]) best.set(fact, Math.max(best.get(fact) ?? 0, score));
  for (const { one, other, score } of all) {
    // What has much more in common with a third file belongs there.
    if (score < NEARLY * Math.max(best.get(one) ?? 0, best.get(other) ?? 0)) continue;
    pairs++;
    const [said, against] = one.kind === 'prose' ? [one, other] : [other, one];
    const claim = `${said.figure.shown} in ${placeOf(said)}, but ${against.figure.shown} in ${placeOf(against)}.`;
    const key = keyOf('figure', [said], `${against.figure.measure}:${against.figure.base}`);
    found.push({ key, claim, places: [said, against], strength: 1 });
  }
  return { found, pairs };
}

/** What another file says in the same way, with the files that do. */
function agreedIn(files: readonly (readonly FigureFact[])[]): Map<FigureFact, Set<string>> {
  const agreed = new Map<FigureFact, Set<string>>();
  const add = (fact: FigureFact, path: string): void => {
    agreed.set(fact, (agreed.get(fact) ?? new Set()).add(path));
  };
  for (const [index, mine] of files.entries())
    for (const theirs of files.slice(index + 1))
      for (const one of mine)
        for (const other of theirs)
          if (isMeasured(one, other) && isEqual(one, other) && sharedBy(one, other).length > 0) {
            add(one, other.path);
            add(other, one.path);
          }
  return agreed;
}

function bestOf(
  mine: readonly FigureFact[],
  theirs: readonly FigureFact[],
  agreed: ReadonlyMap<FigureFact, ReadonlySet<string>>,
  isTelling: (term: string) => boolean,
): { one: FigureFact; other: FigureFact; score: number }[] {
  const isLeft = (fact: FigureFact): boolean => !agreed.has(fact);
  const [crowdOfMine, crowdOfTheirs] = [crowdOf(mine.filter(isLeft)), crowdOf(theirs.filter(isLeft))];
  const scored = mine.flatMap((one) =>
    theirs.flatMap((other) => {
      // What the other file says too is no slip, and of two that others agree with both are meant.
      if (agreed.get(one)?.has(other.path) === true || agreed.get(other)?.has(one.path) === true) return [];
      if (!isLeft(one) && !isLeft(other)) return [];
      if (!isMeasured(one, other) || !areOfOneKind(one, other)) return [];
      const shared = sharedBy(one, other).filter(isTelling);
      const score =
        shared.reduce(
          (sum, term) => sum + 1 / Math.max(1, crowdOfMine(one, term), crowdOfTheirs(other, term)),
          0,
        ) +
        (isWholeName(one, other) || isWholeName(other, one) ? WHOLE_NAME : 0) +
        COVERED * Math.min(1, shared.length / Math.max(1, sizeOf(one), sizeOf(other)));
      return shared.length > 0
        ? [{ one, other, score: isLeft(one) && isLeft(other) ? score : score * AGREED }]
        : [];
    }),
  );
  const best = new Map<FigureFact, number>();
  for (const { one, other, score } of scored)
    for (const fact of [one, other]) best.set(fact, Math.max(best.get(fact) ?? 0, score));
  return scored.filter(
    ({ one, other, score }) =>
      score >= ENOUGH &&
      score === best.get(one) &&
      score === best.get(other) &&
      scored.filter((rival) => (rival.one === one || rival.other === other) && rival.score === score)
        .length === 1 &&
      !isEqual(one, other) &&
      !isFar(one, other),
  );
}

function sizeOf({ own }: FigureFact): number {
  return [...own].filter((term) => !isRole(term) && !UNITS.has(term)).length;
}

/** Every word of a constant's name is said of the figure. */
function isWholeName(code: FigureFact, told: FigureFact): boolean {
  if (code.kind === 'prose' || told.kind !== 'prose') return false;
  const name = [...code.own].filter((term) => !isRole(term) && !UNITS.has(term));
  const said = termsOf(told);
  return name.length > 0 && name.every((term) => said.has(term));
}

function areOfOneKind(one: FigureFact, other: FigureFact): boolean {
  const [mine, theirs] = [basisOf(one), basisOf(other)];
  if (mine !== '' && theirs !== '' && mine !== theirs) return false;
  // A number of a program that stands for what a document measures.
  if (one.figure.measure !== other.figure.measure) return true;
  return isComparable(one, other);
}

/** How many figures of the same measure a file gives for a term. */
function crowdOf(facts: readonly FigureFact[]): (fact: FigureFact, term: string) => number {
  return (fact, term) =>
    new Set(
      facts
        .filter((one) => one.figure.measure === fact.figure.measure && termsOf(one).has(term))
        .map(({ figure }) => figure.base),
    ).size;
}

function termsOf({ own, near }: FigureFact): ReadonlySet<string> {
  return new Set([...own, ...near]);
}

/** What is kept for ten years is deleted after ten years. */
const KEPT = '~keep';

function subjectOf(fact: FigureFact): ReadonlySet<string> {
  return new Set(
    [...termsOf(fact)].map((term) => (term === '~delete' && fact.figure.measure === 'time' ? KEPT : term)),
  );
}

function sharedBy(one: FigureFact, other: FigureFact): string[] {
  const theirs = subjectOf(other);
  return [...subjectOf(one)].filter(
    (term) =>
      theirs.has(term) && !isRole(term) && !GENERIC.has(term) && !PRONOUNS.has(term) && !UNITS.has(term),
  );
}

function isMeasured(
  { figure: one, implied, kind }: FigureFact,
  { figure: other, implied: theirs, kind: otherKind }: FigureFact,
): boolean {
  if (one.measure === other.measure) return true;
  if (one.measure === 'number' && kind !== 'prose')
    return implied === null
      ? isShare(one.value, other.measure) || other.measure !== 'time'
      : implied === other.measure;
  if (other.measure === 'number' && otherKind !== 'prose')
    return theirs === null
      ? isShare(other.value, one.measure) || one.measure !== 'time'
      : theirs === one.measure;
  return false;
}

function isShare(value: number, measure: string): boolean {
  return measure === 'share' && value > 0 && value <= 2;
}

function isEqual(one: FigureFact, other: FigureFact): boolean {
  if (isSame(one, other)) return true;
  // A part of one, or what is left of it or added to it.
  for (const [told, code] of [
    [one, other],
    [other, one],
  ] as const)
    if (told.figure.measure === 'share' && code.figure.measure === 'number') {
      const share = told.figure.value / 100;
      if ([share, 1 - share, 1 + share].some((value) => Math.abs(value - code.figure.value) < 1e-6))
        return true;
    }
  return false;
}

function isFar({ figure: one }: FigureFact, { figure: other }: FigureFact): boolean {
  if (
    one.measure === 'date' ||
    one.measure === 'clock' ||
    one.measure === 'share' ||
    other.measure === 'share'
  )
    return false;
  const isBare = (one.unit === null) !== (other.unit === null);
  const [small, large] = [one, other]
    .map(({ base, value }) => Math.abs(isBare ? value : base))
    .toSorted((a, b) => a - b) as [number, number];
  return large > FARTHEST * small;
}

const BASES: readonly [string, RegExp][] = [
  [
    'hour',
    /(?<!\p{L})(?:(?:per|an|each|je|pro|par|por|a la|all[’']|per) ?(?:hour|stunde|heure|hora|ora)|hourly|stündlich)(?!\p{L})/iu,
  ],
  [
    'day',
    /(?<!\p{L})(?:(?:per|a|each|je|pro|am|par|por|al|ao|per) (?:day|tag|jour|día|dia|giorno)|daily|täglich|quotidien\p{L}*|diari[oa]s?|giornalier[oa])(?!\p{L})|1日あたり|每天/iu,
  ],
  [
    'week',
    /(?<!\p{L})(?:(?:per|a|each|je|pro|par|por|a la|à la|alla) (?:week|woche|semaine|semana|settimana)|weekly|wöchentlich\p{L}*|wochen\p{L}*|hebdomadaire|semana(?:l|is|les)|settimanal[ei])(?!\p{L})|週あたり|每周/iu,
  ],
  [
    'month',
    /(?<!\p{L})(?:(?:per|a|each|je|pro|im|par|por|al|ao) (?:month|monat|mois|mes|mês|mese)|monthly|monatlich\p{L}*|mensuel\p{L}*|mensua(?:l|les)|mensa(?:l|is)|mensil[ei])(?!\p{L})|月あたり|每月/iu,
  ],
  [
    'year',
    /(?<!\p{L})(?:(?:per|a|each|je|pro|im|par|por|al|all[’']) ?(?:year|jahr|an|année|año|ano|anno)|yearly|annual\p{L}*|jährlich\p{L}*|annuel\p{L}*|anua(?:l|is|les)|annual[ei])(?!\p{L})|年間|每年/iu,
  ],
];

/** Forty hours a week are no other figure than eight a day. */
function basisOf({ quote }: FigureFact): string {
  return BASES.filter(([, pattern]) => pattern.test(quote))
    .map(([name]) => name)
    .join(' ');
}
