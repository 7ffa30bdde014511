/** One document says a thing is so, another that it is the opposite. */
import { ANTONYMS } from '../../documents/language/antonyms.ts';
import type { Compared } from './compare-figures.ts';
import { isRole, termsOf } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';
import { GENERIC } from './same-subject.ts';

interface Side {
  passage: Passage;
  pair: number;
  side: 0 | 1;
  shown: string;
  about: ReadonlySet<string>;
}

const MOST_SIDES = 400;
const SORTED = ANTONYMS.findIndex(([words]) => words.test('ascending'));

export function compareOpposites(passages: readonly Passage[]): Compared {
  const found: Contradiction[] = [];
  let pairs = 0;
  const sides = passages
    .filter(({ kind }) => kind === 'prose')
    .flatMap(sidesIn)
    .slice(0, MOST_SIDES);
  for (const own of Map.groupBy(sides, ({ pair }) => pair).values())
    for (const [index, one] of own.entries())
      for (const other of own.slice(index + 1)) {
        if (one.passage.path === other.passage.path) continue;
        const strength = Math.max(
          sharedOf(one.about, other.about),
          // Sorting words are rare enough to need one thing in common.
          one.pair === SORTED && !one.about.isDisjointFrom(other.about) ? 1 : 0,
        );
        if (strength < 1) continue;
        pairs++;
        if (one.side === other.side) continue;
        const claim = `"${one.shown}" in ${placeOf(one.passage)}, but "${other.shown}" in ${placeOf(other.passage)}.`;
        const places = [spotOf(one.passage), spotOf(other.passage)];
        found.push({ key: keyOf('opposite', places), claim, places, strength });
      }
  return { found, pairs };
}

function sidesIn(passage: Passage): Side[] {
  return ANTONYMS.flatMap((words, pair): Side[] => {
    // "not required" has "required" in it.
    const no = words[1].exec(passage.text);
    const yes = words[0].exec(no === null ? passage.text : passage.text.replace(no[0], ' '));
    if ((yes === null) === (no === null)) return [];
    const match = yes ?? no;
    if (match == null) return [];
    const about = termsOf(passage.text.replace(match[0], ' '));
    return [{ passage, pair, side: yes === null ? 1 : 0, shown: match[0].trim(), about }];
  });
}

/** What both speak of must be most of what the shorter one says. */
function sharedOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const telling = (terms: ReadonlySet<string>): string[] =>
    [...terms].filter((term) => !isRole(term) && !GENERIC.has(term));
  const [mine, theirs] = [telling(one), new Set(telling(other))];
  const shared = mine.filter((term) => theirs.has(term)).length;
  const least = Math.min(mine.length, theirs.size);
  return least > 0 && shared / least >= 0.6 && (shared > 1 || least === 1) ? 1 : 0;
}
