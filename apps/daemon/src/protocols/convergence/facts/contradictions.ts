/** All that the files of a project say against each other, by one of two methods. */

import { placeholderIn } from '../delivered/placeholder.ts';
import type { ProjectText } from '../project-texts.ts';
import { compareAlarms, compareNumbered, compareOutcomes, compareVersions } from './compare-claims.ts';
import { compareNameUnits, compareSwallowed, compareTables } from './compare-columns.ts';
import { compareDays } from './compare-days.ts';
import { compareCounts, compareDenials, compareNamedValues, compareStatements } from './compare-documents.ts';
import { compareEpisodes } from './compare-episodes.ts';
import { compareFamilies } from './compare-families.ts';
import { compareFigures } from './compare-figures.ts';
import { compareIdentifiers, compareRoutes } from './compare-identifiers.ts';
import {
  compareAbsent,
  compareKeyed,
  compareRuledOut,
  compareSorting,
  compareUnsupported,
} from './compare-keyed.ts';
import { compareLeftovers } from './compare-leftovers.ts';
import { compareEnds, compareLimits, compareRhythms } from './compare-limits.ts';
import { compareExclusive, compareGaps, compareKept, compareLogOrder } from './compare-log-rules.ts';
import { compareBounds, compareReadings, logErrors, statementsOf } from './compare-logs.ts';
import { compareMeasured } from './compare-measured.ts';
import {
  compareGivenUnits,
  compareHeaders,
  compareNamedRanges,
  comparePeriods,
} from './compare-named-ranges.ts';
import { compareOpposites } from './compare-opposites.ts';
import { compareOrder, comparePolarity } from './compare-polarity.ts';
import { compareRates } from './compare-rates.ts';
import { compareRecords } from './compare-records.ts';
import { compareKeys, compareMembers, compareOverlaps, compareSpans, compareTotals } from './compare-rows.ts';
import { compareNamedVersions, compareSwitches, compareVariables } from './compare-settings.ts';
import { compareBundles, ownSums, tableTotals } from './compare-sums.ts';
import { compareTraces } from './compare-traces.ts';
import { compareUnits } from './compare-units.ts';
import { compareLists, compareNames, unknownStates } from './compare-words.ts';
import { type Contradiction, placeOf } from './contradiction.ts';
import { type Facts, merged } from './fact.ts';
import { kindOf, type Passage, passagesOf } from './passages.ts';
import { readCode } from './read-code.ts';
import { readProse } from './read-prose.ts';
import { dataFilesOf } from './read-rows.ts';
import { readTable } from './read-table.ts';
import { byClauses, byRareWords, rarityOf } from './same-subject.ts';

/** How it is decided that two places speak of the same thing. */
export type Method = 'clauses' | 'rare words';

export interface Comparison {
  /** Strong and weak ones; whoever reports takes those of strength 1 and more. */
  contradictions: readonly Contradiction[];
  /** What there was to compare or read. */
  looked: number;
}

const MOST = 60;
const ENOUGH = 1;
const WRITTEN = /\.(?:md|markdown|mdx|txt|rst|adoc|html?)$/i;

/** `named`: files the task speaks of. Where there are several, what concerns none of them is left aside. */
export function compareProject(
  all: readonly ProjectText[],
  method: Method,
  named: readonly string[] = [],
): Comparison {
  // A document that is still to be written says nothing that could agree or disagree.
  const texts = all.filter(({ path, text }) => !WRITTEN.test(path) || placeholderIn(path, text) === null);
  const about = new Set(texts.map(({ path }) => path).filter((path) => named.includes(path)));
  const files = texts.map((file) => ({ file, passages: withoutHistory(file.path, passagesOf(file)) }));
  const passages = files.flatMap((one) => one.passages);
  const facts = merged(files.map(({ file, passages: own }) => factsOf(file, own)));
  const figures = statementsOf(facts.figures);
  const rarity = method === 'clauses' ? null : rarityOf(passages);
  const rare = rarity === null ? null : byRareWords(rarity);
  const relationOf = rare === null ? byClauses : () => rare;
  const rows = dataFilesOf(texts);
  const parts = [
    compareFigures(figures, relationOf),
    compareLeftovers(figures, (term) => rarity === null || rarity(term) <= 2),
    comparePolarity(passages),
    compareOrder(passages),
    compareRecords(texts, passages, facts.figures),
    compareOutcomes(passages),
    compareNamedRanges(passages),
    compareGivenUnits(passages),
    compareHeaders(passages),
    comparePeriods(passages),
    compareNumbered(facts.figures, passages),
    compareAlarms(facts.figures),
    compareVersions(passages),
    compareUnits(facts.units, facts.figures, relationOf),
    compareBounds(facts.ranges, facts.bounds),
    compareReadings(facts.ranges, facts.figures),
    compareLists(facts.lists, facts.uses),
    unknownStates(passages, facts.uses),
    compareNames(passages),
    compareIdentifiers(passages),
    compareRoutes(passages),
    compareFamilies(passages),
    compareOpposites(passages),
    compareLimits(facts.figures),
    compareEnds(facts.figures, passages),
    compareRhythms(facts.figures, passages),
    compareEpisodes(passages),
    compareRates(passages),
    compareBundles(passages),
    tableTotals(passages),
    ownSums(texts),
    compareTraces(
      passages,
      texts.map(({ path }) => path),
    ),
    logErrors(passages),
    compareKeys(rows),
    compareSpans(rows),
    compareMembers(passages, rows),
    compareTotals(passages, rows),
    compareLogOrder(passages),
    compareGaps(passages),
    compareExclusive(passages),
    compareKept(passages),
    compareVariables(passages),
    compareNamedVersions(passages),
    compareSwitches(passages),
    compareDays(passages),
    compareTables(texts),
    compareNameUnits(passages),
    compareSwallowed(texts, passages),
    compareKeyed(passages),
    compareRuledOut(passages),
    compareAbsent(passages),
    compareUnsupported(passages),
    compareOverlaps(rows),
    compareSorting(texts, passages),
  ];
  const told = new Set(parts.flatMap(({ found }) => found.map(placesOf)));
  // What a detector of one kind has said of two places is not said again by those that compare everything.
  const further = [
    compareStatements(texts.filter(({ path }) => !HISTORY.test(path))),
    compareDenials(passages),
    compareCounts(texts, passages),
    compareNamedValues(passages),
    compareMeasured(texts, passages),
  ].map(({ found, pairs }) => ({ pairs, found: found.filter((one) => !told.has(placesOf(one))) }));
  const compared = [...parts, ...further];
  return {
    contradictions: onceEach(compared.flatMap(({ found }) => found))
      .filter(({ places }) => about.size < 2 || places.some(({ path }) => about.has(path)))
      .slice(0, 10 * MOST),
    looked: compared.reduce((sum, { pairs }) => sum + pairs, 0),
  };
}

function placesOf({ places }: Contradiction): string {
  return places.map(placeOf).toSorted().join(' ');
}

const HISTORY = /(?:^|\/)(?:changelog|changes|history|news|änderungen|historique)[^/]*$/i;

/** Of a list of changes only the newest part is how things are. */
function withoutHistory(path: string, passages: readonly Passage[]): Passage[] {
  if (!HISTORY.test(path)) return [...passages];
  const versions = [...new Set(passages.map(({ context }) => context))].filter((context) =>
    /\d/.test(context),
  );
  return passages.filter(({ context }) => versions.indexOf(context) < 1);
}

/** What two detectors see is one contradiction, as sure as the surer of them. */
function onceEach(all: readonly Contradiction[]): Contradiction[] {
  const byKey = new Map<string, Contradiction>();
  for (const one of all) {
    const known = byKey.get(one.key);
    if (known === undefined || known.strength < one.strength)
      byKey.set(one.key, { ...one, places: one.places });
  }
  return [...byKey.values()];
}

/** Those it is sure of, the surest first. */
export function sureOnes({ contradictions }: Comparison): Contradiction[] {
  return contradictions
    .filter(({ strength }) => strength >= ENOUGH)
    .toSorted((one, other) => other.strength - one.strength)
    .slice(0, MOST);
}

function factsOf(file: ProjectText, passages: readonly Passage[]): Facts {
  if (/\.[ct]sv$/i.test(file.path)) return readTable(file.path, passages);
  const kind = kindOf(file);
  return kind === 'prose' || kind === 'log' ? readProse(passages) : readCode(file.path, passages);
}
