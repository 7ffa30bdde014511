/** Rows of data held against each other, against the lists and values of configuration, and against rules of documents. */
import type { ProjectText } from '../project-texts.ts';
import { stemOf } from '../words.ts';
import type { Compared } from './compare-figures.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { FigureFact, Spot } from './fact.ts';
import type { Passage } from './passages.ts';

interface Column {
  name: string;
  cells: readonly string[];
}

interface Records {
  path: string;
  columns: readonly Column[];
  spotOf(row: number): Spot;
}

const MOST_ROWS = 2_000;
const MOST_COLUMNS = 20;
const FEWEST_ROWS = 3;
/** So many of the rows must follow a formula before the others are slips. */
const MAJORITY = 0.6;
const MOST_FOUND = 5;
const MOST_GROUPS = 100;

export function compareRecords(
  texts: readonly ProjectText[],
  passages: readonly Passage[],
  figures: readonly FigureFact[],
): Compared {
  const tables = texts.flatMap(recordsOf);
  const labels = labelledIn(passages);
  const parts = tables.flatMap((table) => [
    products(table),
    unknownLabels(table, labels),
    perLabel(table, labels),
  ]);
  const found = [
    ...parts.flat(),
    ...otherValues(labels),
    ...tables.flatMap((table) => overLimit(table, figures)),
  ];
  return { found, pairs: tables.length + labels.length };
}

function recordsOf({ path, text }: ProjectText): Records[] {
  if (!/\.[ct]sv$/i.test(path)) return [];
  const lines = text.split(/\r?\n/, MOST_ROWS);
  const [head = '', ...rows] = lines.filter((line) => line.trim() !== '');
  const mark = ['\t', ';', ','].find((one) => head.includes(one)) ?? ',';
  const split = (line: string): string[] => line.split(mark).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  const cells = rows.map(split);
  return [
    {
      path,
      columns: split(head)
        .slice(0, MOST_COLUMNS)
        .map((name, index) => ({ name, cells: cells.map((row) => row[index] ?? '') })),
      spotOf: (row) => ({ path, line: row + 2, kind: 'data', quote: rows[row]?.slice(0, 300) ?? '' }),
    },
  ];
}

function numbersOf({ cells }: Column): (number | null)[] {
  return cells.map((cell) => (/^-?\d+(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : null));
}

function isWhole(numbers: readonly (number | null)[]): numbers is number[] {
  return numbers.length >= FEWEST_ROWS && numbers.every((one) => one !== null);
}

/** A column that is the product of two others, by the same factor in most rows. */
function products({ columns, spotOf }: Records): Contradiction[] {
  const numeric = columns
    .map((column) => ({ name: column.name, numbers: numbersOf(column) }))
    .filter(({ numbers }) => isWhole(numbers));
  for (const total of numeric)
    for (const [index, one] of numeric.entries())
      for (const other of numeric.slice(index + 1)) {
        if (one === total || other === total) continue;
        const factors = total.numbers.map((value, row) => {
          const product = (one.numbers[row] ?? 0) * (other.numbers[row] ?? 0);
          return product === 0 ? Number.NaN : Math.round(((value ?? 0) / product) * 1e4) / 1e4;
        });
        const usual = mostOf(factors);
        const isMost =
          usual !== null &&
          usual.count >= Math.max(2, MAJORITY * factors.length) &&
          usual.count < factors.length;
        // A factor of trade has few digits; anything else is chance.
        if (
          !isMost ||
          usual.value < 0.1 ||
          Math.abs(usual.value * 100 - Math.round(usual.value * 100)) > 1e-6
        )
          continue;
        return factors.flatMap((factor, row): Contradiction[] => {
          if (factor === usual.value || Number.isNaN(factor)) return [];
          const right =
            Math.round(usual.value * (one.numbers[row] ?? 0) * (other.numbers[row] ?? 0) * 100) / 100;
          // Where a factor stands in several rows it is another case, and no slip.
          if (factors.filter((own) => own === factor).length > 1) return [];
          const spot = spotOf(row);
          const claim = `${total.name} is ${total.numbers[row]} in ${placeOf(spot)}; ${one.name} times ${other.name} as in the other rows is ${right}.`;
          return [{ key: keyOf('product', [spot]), claim, places: [spot], strength: 1 }];
        });
      }
  return [];
}

function mostOf(values: readonly number[]): { value: number; count: number } | null {
  const counts = [
    ...Map.groupBy(
      values.filter((one) => !Number.isNaN(one)),
      (one) => one,
    ),
  ].toSorted((one, other) => other[1].length - one[1].length);
  const [first] = counts;
  return first === undefined ? null : { value: first[0], count: first[1].length };
}

interface Labelled {
  /** What the labels are of: a heading, a section, the words before them. */
  of: string;
  values: ReadonlyMap<string, number>;
  spots: ReadonlyMap<string, Spot>;
  path: string;
}

const IN_PROSE =
  /(?<![\p{L}\p{N}])([A-Z]{1,3}|[A-Z]?\d{1,2}|[A-Z][\p{Ll}]+)\s*(?:[:=]|\s)\s*[€$£]?\s?(\d+(?:[.,]\d+)?)\s?(?:€|\$|£|EUR|USD|CHF|%|kg|km|h|min|s)?(?=\s*[,;.)]|\s+(?:and|und|et|y|e|en)\s|\s*$)/gu;

/** Short names with a value each: keys of a section, "A 1.80 €, B 3.20 €". */
function labelledIn(passages: readonly Passage[]): Labelled[] {
  const groups: Labelled[] = [];
  for (const [path, own] of Map.groupBy(passages, (passage) => passage.path)) {
    let section = '';
    let open: { values: Map<string, number>; spots: Map<string, Spot>; of: string } | null = null;
    for (const passage of own) {
      const spot: Spot = {
        path,
        line: passage.line,
        kind: passage.kind,
        quote: passage.text.trim().slice(0, 300),
      };
      if (passage.kind === 'prose') {
        const pairs = [...passage.text.matchAll(IN_PROSE)];
        if (pairs.length > 1)
          groups.push({
            path,
            of: passage.text.slice(0, pairs[0]?.index ?? 0),
            values: new Map(
              pairs.map(([, label = '', value = '']) => [label, Number(value.replace(',', '.'))]),
            ),
            spots: new Map(pairs.map(([, label = '']) => [label, spot])),
          });
        continue;
      }
      const head = /^\s*\[([\p{L}_][^\]]*)\]\s*$|^\s*["']?([\p{L}_][\p{L}\p{N}_-]*)["']?\s*:\s*\{?\s*$/u.exec(
        passage.text,
      );
      if (head !== null) {
        section = head[1] ?? head[2] ?? '';
        open = null;
        continue;
      }
      const pair =
        /^\s*["']?([\p{L}\p{N}][\p{L}\p{N}_-]{0,20})["']?\s*[:=]\s*["']?(-?\d+(?:\.\d+)?)["']?\s*,?\s*$/u.exec(
          passage.text,
        );
      if (pair === null || section === '') continue;
      if (open === null) {
        open = { values: new Map(), spots: new Map(), of: section };
        groups.push({ path, ...open });
      }
      open.values.set(pair[1] ?? '', Number(pair[2]));
      open.spots.set(pair[1] ?? '', spot);
    }
  }
  return groups.filter(({ values }) => values.size > 1).slice(0, MOST_GROUPS);
}

/** Two lists with the same labels, most of them with the same values. */
function otherValues(groups: readonly Labelled[]): Contradiction[] {
  return groups.flatMap((one, index) =>
    groups.slice(index + 1).flatMap((other) => {
      if (one.path === other.path) return [];
      const shared = [...one.values].filter(([label]) => other.values.has(label));
      const different = shared.filter(
        ([label, value]) =>
          !Number.isNaN(value) && !Number.isNaN(other.values.get(label)) && other.values.get(label) !== value,
      );
      if (shared.length < 2 || different.length === 0 || different.length * 2 > shared.length) return [];
      return different.map(([label, value]): Contradiction => {
        const places = [one.spots.get(label), other.spots.get(label)].filter((spot) => spot !== undefined);
        const claim = `${label} is ${value} in ${placeOf(places[0] as Spot)}, but ${other.values.get(label)} in ${placeOf(places[1] as Spot)}.`;
        return { key: keyOf('label', places, label), claim, places, strength: 1 };
      });
    }),
  );
}

/** A value of a column that the list it comes from does not have. */
function unknownLabels({ columns, spotOf }: Records, groups: readonly Labelled[]): Contradiction[] {
  return columns.flatMap(({ name, cells }) => {
    const group = groups.find(
      ({ of, values }) => isOf(name, of) && new Set(cells.filter((cell) => values.has(cell))).size > 1,
    );
    if (group === undefined) return [];
    return cells
      .flatMap((cell, row): Contradiction[] => {
        if (cell === '' || group.values.has(cell)) return [];
        const spot = spotOf(row);
        const [listed] = group.spots.values();
        const claim = `${name} is ${cell} in ${placeOf(spot)}; ${group.path} has only ${[...group.values.keys()].join(', ')}.`;
        return [
          {
            key: keyOf('label', [spot], cell),
            claim,
            places: [spot, ...(listed === undefined ? [] : [listed])],
            strength: 1,
          },
        ];
      })
      .slice(0, MOST_FOUND);
  });
}

function isOf(column: string, said: string): boolean {
  const stem = stemOf(column.replace(/^.*_/, ''));
  return said.split(/[^\p{L}\p{N}]+/u).some((word) => word !== '' && stemOf(word) === stem);
}

/** An amount that is not what its label costs, times how many. */
function perLabel({ columns, spotOf }: Records, groups: readonly Labelled[]): Contradiction[] {
  for (const { name, cells } of columns)
    for (const { of, values } of groups) {
      if (!isOf(name, of) || new Set(cells.filter((cell) => values.has(cell))).size < 2) continue;
      const numeric = columns
        .map((column) => ({ name: column.name, numbers: numbersOf(column) }))
        .filter(({ numbers }) => isWhole(numbers));
      for (const count of numeric)
        for (const amount of numeric) {
          if (count === amount) continue;
          const rows = cells.flatMap((cell, row) => {
            const price = values.get(cell);
            if (price === undefined || Number.isNaN(price)) return [];
            const right = Math.round(price * (count.numbers[row] ?? 0) * 100) / 100;
            return [{ row, cell, right, isRight: Math.abs(right - (amount.numbers[row] ?? 0)) < 0.005 }];
          });
          const wrong = rows.filter(({ isRight }) => !isRight);
          if (
            rows.length - wrong.length < 2 ||
            wrong.length === 0 ||
            wrong.length / rows.length > 1 - MAJORITY
          )
            continue;
          return wrong.map(({ row, cell, right }) => {
            const spot = spotOf(row);
            const claim = `${amount.name} is ${amount.numbers[row]} in ${placeOf(spot)}; ${count.name} ${count.numbers[row]} times ${name} ${cell} is ${right}.`;
            return { key: keyOf('product', [spot]), claim, places: [spot], strength: 1 };
          });
        }
    }
  return [];
}

/** Rows over a limit that a document sets for what their column counts. */
function overLimit({ columns, spotOf }: Records, figures: readonly FigureFact[]): Contradiction[] {
  const limits = figures.filter(
    ({ kind, own, far, figure }) =>
      kind === 'prose' && figure.value > 1 && (own.has('~max') || far.has('~max')),
  );
  return columns.flatMap((column) => {
    const numbers = numbersOf(column);
    const words = new Set(
      column.name
        .split(/[^\p{L}]+/u)
        .filter((word) => word.length > 3)
        .map(stemOf),
    );
    const limit = limits.find(({ own }) => [...own].some((term) => words.has(term)));
    if (limit === undefined || !isWhole(numbers)) return [];
    const over = numbers.flatMap((value, row) => (value > limit.figure.value ? [{ value, row }] : []));
    // Where most are over it, the column counts something else.
    if (over.length * 2 > numbers.length) return [];
    return over.slice(0, MOST_FOUND).map(({ value, row }) => {
      const spot = spotOf(row);
      const claim = `${column.name} is ${value} in ${placeOf(spot)}, over ${limit.figure.shown} in ${placeOf(limit)}.`;
      return { key: keyOf('over', [spot], column.name), claim, places: [spot, limit], strength: 1 };
    });
  });
}
