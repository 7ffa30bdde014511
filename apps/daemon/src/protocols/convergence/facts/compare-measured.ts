/** What logs and tables measured, held against the bound that a document sets for what has the same name. */
import { quantitiesIn } from '../../documents/language/quantities.ts';
import type { Quantity } from '../../documents/language/quantity.ts';
import { termsOf } from '../../documents/meaning/terms.ts';
import type { ProjectText } from '../project-texts.ts';
import type { Compared } from './compare-figures.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Spot } from './fact.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';

interface Measured {
  terms: ReadonlySet<string>;
  name: string;
  value: number;
  spot: Spot;
}

const TABLE = /\.[ct]sv$/i;
const PAIR = /(?<![\p{L}\p{N}_.-])([\p{L}_][\p{L}\p{N}_]*)\s?=\s?(-?\d+(?:[.,]\d+)?)(?![\p{L}\p{N}:-])/gu;
const MOST_ROWS = 2_000;
const MOST_BOUNDS = 200;
/** Where most of what was measured is beyond a bound, the bound is of something else. */
const MOSTLY_BEYOND = 0.5;

export function compareMeasured(texts: readonly ProjectText[], passages: readonly Passage[]): Compared {
  const measured = [...inLogs(passages), ...inTables(texts)];
  const bounds = passages
    .filter(({ kind }) => kind === 'prose')
    .flatMap((passage) =>
      quantitiesIn(passage.text)
        .filter(
          ({ relation, dimension }) =>
            ['upper', 'lower', 'range'].includes(relation) &&
            dimension !== 'clock' &&
            dimension !== 'date' &&
            dimension !== 'time',
        )
        .map((bound) => ({ bound, passage, terms: new Set(termsOf(passage.text)) })),
    )
    .slice(0, MOST_BOUNDS);
  let pairs = 0;
  const found = bounds.flatMap(({ bound, passage, terms }): Contradiction[] => {
    const byName = Map.groupBy(
      measured.filter((one) => one.terms.size > 0 && one.terms.isSubsetOf(terms)),
      ({ name }) => name,
    );
    return [...byName.values()].flatMap((own): Contradiction[] => {
      pairs++;
      const beyond = own.filter(({ value }) => isBeyond(value, bound));
      const [worst] = beyond;
      if (worst === undefined || beyond.length > MOSTLY_BEYOND * own.length + 1) return [];
      const places = [worst.spot, spotOf(passage)];
      return [
        {
          key: keyOf('measured', places),
          claim: `${worst.name} is ${worst.value} in ${placeOf(worst.spot)}, and ${placeOf(passage)} allows ${bound.shown}.`,
          places,
          strength: 1,
        },
      ];
    });
  });
  return { found, pairs };
}

function isBeyond(value: number, { relation, value: high, low }: Quantity): boolean {
  if (relation === 'lower') return value < high;
  return value > high || (relation === 'range' && value < low);
}

function inLogs(passages: readonly Passage[]): Measured[] {
  return passages
    .filter(({ kind }) => kind === 'log')
    .slice(0, MOST_ROWS)
    .flatMap((passage) =>
      [...passage.text.matchAll(PAIR)].map(([, name = '', value = '']) => ({
        terms: nameTerms(name),
        name,
        value: Number(value.replace(',', '.')),
        spot: spotOf(passage),
      })),
    );
}

function inTables(texts: readonly ProjectText[]): Measured[] {
  return texts
    .filter(({ path }) => TABLE.test(path))
    .flatMap(({ path, text }) => {
      const [head = '', ...rows] = text.split(/\r?\n/, MOST_ROWS);
      const mark = ['\t', ';', ','].find((one) => head.includes(one)) ?? ',';
      const names = head.split(mark).map((name) => name.trim());
      return rows.flatMap((row, at) =>
        row.split(mark).flatMap((cell, index): Measured[] => {
          const name = names[index] ?? '';
          const shown = cell.trim();
          if (index === 0 || !/^-?\d+(?:[.,]\d+)?$/.test(shown)) return [];
          return [
            {
              terms: nameTerms(name),
              name,
              value: Number(shown.replace(',', '.')),
              spot: { path, line: at + 2, kind: 'data', quote: row },
            },
          ];
        }),
      );
    });
}

/** Units in a name say nothing of what is measured. */
function nameTerms(name: string): ReadonlySet<string> {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[_\s]+/)
    .filter((word) => word.length > 3 || /[^\p{Script=Latin}\d]/u.test(word));
  return new Set(termsOf(words.join(' ')));
}
