/** What documents say against each other by their statements, and against the tables and settings beside them. */
import { disagreements } from '../../documents/compare/across.ts';
import { NEGATION } from '../../documents/language/polarity.ts';
import { quantitiesIn } from '../../documents/language/quantities.ts';
import { termsOf } from '../../documents/meaning/terms.ts';
import type { ProjectText } from '../project-texts.ts';
import type { Compared } from './compare-figures.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import { kindOf, type Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';

const MOST_TEXTS = 40;
const TABLE = /\.[ct]sv$/i;

/** Figures and opposites, by the same model every reader of documents has. */
export function compareStatements(texts: readonly ProjectText[]): Compared {
  const prose = texts
    .filter((file) => !TABLE.test(file.path) && kindOf(file) === 'prose')
    .slice(0, MOST_TEXTS);
  if (prose.length < 2) return { found: [], pairs: 0 };
  const found = disagreements(prose).map(({ places, shown }): Contradiction => {
    const [one, other] = places.map(({ path, line, text }) => ({
      path,
      line,
      kind: 'prose' as const,
      quote: text.replace(/\s+/g, ' ').trim().slice(0, 300),
    }));
    const spots = [one, other].flatMap((spot) => spot ?? []);
    const what = shown.length === 2 ? `${shown[0]} and ${shown[1]}: ` : '';
    return {
      key: keyOf('statements', spots),
      claim: `${what}"${one?.quote ?? ''}" in ${spots[0] === undefined ? '' : placeOf(spots[0])}, but "${other?.quote ?? ''}" in ${spots[1] === undefined ? '' : placeOf(spots[1])}.`,
      places: spots,
      strength: 1,
    };
  });
  return { found, pairs: prose.length };
}

/** Words a sentence may have beyond what another one denies. */
const MOST_MORE = 3;
const FEWEST = 2;
const MOST_PASSAGES = 400;

/** "Pets are not admitted." "Pets of up to 10 kg are admitted.": all that one denies the other says. */
export function compareDenials(passages: readonly Passage[]): Compared {
  const told = passages
    .filter(({ kind }) => kind === 'prose')
    .slice(0, MOST_PASSAGES)
    .map((passage) => ({
      passage,
      terms: new Set(termsOf(passage.text)),
      isDenied: passage.text.search(NEGATION) !== -1,
    }));
  const denied = told.filter(
    ({ isDenied, terms }) => isDenied && terms.size >= FEWEST && terms.size <= FEWEST + MOST_MORE,
  );
  const found = denied.flatMap((one) =>
    told.flatMap((other): Contradiction[] => {
      if (other.isDenied || other.passage.path === one.passage.path) return [];
      if (!one.terms.isSubsetOf(other.terms) || other.terms.size > one.terms.size + MOST_MORE) return [];
      const places = [spotOf(one.passage), spotOf(other.passage)];
      return [
        {
          key: keyOf('denial', places),
          claim: `"${places[0]?.quote}" in ${placeOf(one.passage)}, but "${places[1]?.quote}" in ${placeOf(other.passage)}.`,
          places,
          strength: 1,
        },
      ];
    }),
  );
  return { found, pairs: denied.length };
}

const SUM_ROW = /^(?:total|sum|summe|gesamt|somme|suma|soma|totale|totaal|razem|合計|合计)/iu;
/** Farther apart the table is a part or a whole of something else. */
const NEAREST = 0.5;

/** "Five samples were measured", and a table of samples with four rows. */
export function compareCounts(texts: readonly ProjectText[], passages: readonly Passage[]): Compared {
  let pairs = 0;
  const found = texts
    .filter(({ path }) => TABLE.test(path))
    .flatMap(({ path, text }) => {
      const [head = '', ...rest] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
      const rows = rest.filter((row) => !SUM_ROW.test(row.trim()));
      const [first = ''] = head.split(/[,;\t]/);
      const names = new Set(termsOf(first.replace(/_/g, ' ')));
      const keys = new Set(rows.map((row) => row.split(/[,;\t]/)[0]?.trim()));
      // Each row must be one thing: what stands twice is counted otherwise.
      if (names.size !== 1 || rows.length < 3 || keys.size !== rows.length) return [];
      return passages.flatMap((passage): Contradiction[] => {
        if (passage.kind !== 'prose') return [];
        return quantitiesIn(passage.text)
          .filter(
            ({ dimension, relation, counted }) =>
              dimension === 'count' && relation === 'plain' && counted.length > 0,
          )
          .flatMap(({ value, shown, counted }): Contradiction[] => {
            if (![...termsOf(shown)].some((term) => names.has(term)) || counted.length > 2) return [];
            pairs++;
            const near = Math.min(value, rows.length) / Math.max(value, rows.length);
            if (near === 1 || near < NEAREST || value < 3) return [];
            const places = [spotOf(passage), { path, line: 1, kind: 'data' as const, quote: head }];
            return [
              {
                key: keyOf('count', places),
                claim: `${shown} in ${placeOf(passage)}, but ${path} has ${rows.length} (${first}).`,
                places,
                strength: 1,
              },
            ];
          });
      });
    });
  return { found, pairs };
}

const LABELLED =
  /^\s*(?:[-*]\s+)?(\p{L}[\p{L} ]{2,24})\s*[:：]\s*["“]?(\p{L}[\p{L}\p{N}.-]{2,24})["”]?\s*\.?\s*$/u;
const GIVEN =
  /^\s*(?:export\s+)?["']?([A-Za-z_][\w.-]*)["']?\s*[:=]\s*["']?(\p{L}[\p{L}\p{N}.-]{2,24})["']?[;,]?\s*$/u;
const LITERALS = /^(?:true|false|yes|no|on|off|null|none|auto|default)$/i;

/** "provider: Pushwave" in a document and `PUSH_PROVIDER=notifly`: one name of a setting, two values. */
export function compareNamedValues(passages: readonly Passage[]): Compared {
  const told = passages.flatMap((passage) => {
    const [, label = '', value = ''] = (passage.kind === 'prose' ? LABELLED.exec(passage.text) : null) ?? [];
    return value === '' ? [] : [{ passage, terms: termsOf(label), value }];
  });
  const given = passages.flatMap((passage) => {
    const [, key = '', value = ''] =
      (passage.kind !== 'prose' && passage.kind !== 'log' ? GIVEN.exec(passage.text) : null) ?? [];
    const words = key.replace(/[_.-]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
    return value === '' || LITERALS.test(value)
      ? []
      : [{ passage, key, terms: new Set(termsOf(words)), value }];
  });
  const found = told.flatMap((one): Contradiction[] => {
    const [term, ...more] = one.terms;
    if (term === undefined || more.length > 0) return [];
    const meant = given.filter(({ terms }) => terms.has(term));
    const [other] = meant;
    if (other === undefined || meant.length > 1 || other.value.toLowerCase() === one.value.toLowerCase())
      return [];
    const places = [spotOf(one.passage), spotOf(other.passage)];
    return [
      {
        key: keyOf('named value', places),
        claim: `${one.value} in ${placeOf(one.passage)}, but ${other.key} is ${other.value} in ${placeOf(other.passage)}.`,
        places,
        strength: 1,
      },
    ];
  });
  return { found, pairs: told.length };
}
