/** What rows of values show by themselves: a key twice, an end before its beginning, a value outside the list a document gives. */
import type { Compared } from './compare-figures.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Spot } from './fact.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';
import { amountOf, type DataFile, type DataRow, dayOf } from './read-rows.ts';

const KEY =
  /(?:^|[_\s-])(?:id|nr|no|num|number|nummer|número|numero|numéro|code|código|codigo|key|sku|ref|uuid|kennung|matrikel|番号|编号)$/iu;
const FEWEST_ROWS = 4;
const MOST_FOUND = 10;

function spot({ path }: DataFile, { line, text }: DataRow): Spot {
  return { path, line, kind: 'data', quote: text };
}

/** A number that stands for one thing and stands twice. */
export function compareKeys(files: readonly DataFile[]): Compared {
  const found = files.flatMap((file): Contradiction[] => {
    const name = file.header[0] ?? '';
    const values = file.rows
      .map((row) => ({ row, value: row.cells[0] ?? '' }))
      .filter(({ value }) => value !== '');
    const groups = Map.groupBy(values, ({ value }) => value);
    const twice = [...groups.values()].filter((own) => own.length > 1);
    // Where a value often comes again it is no key.
    const isKey = KEY.test(name) || values.every(({ value }) => /\d/.test(value));
    if (
      !isKey ||
      values.length < FEWEST_ROWS ||
      twice.length === 0 ||
      twice.length > values.length / 6 ||
      groups.size < values.length - twice.length * 2
    )
      return [];
    return twice.flatMap((own): Contradiction[] => {
      const [one, other] = own;
      if (one === undefined || other === undefined || own.length > 2) return [];
      const places = [spot(file, other.row), spot(file, one.row)];
      return [
        {
          key: keyOf('key', places),
          claim: `${name} ${one.value} stands twice: in ${file.path}:${one.row.line} and ${file.path}:${other.row.line}.`,
          places,
          strength: 1,
        },
      ];
    });
  });
  return { found: found.slice(0, MOST_FOUND), pairs: files.length };
}

/** Two days of which in all other rows the first is the earlier. */
export function compareSpans(files: readonly DataFile[]): Compared {
  const found = files.flatMap((file) =>
    file.header.flatMap((name, at): Contradiction[] => {
      const next = at + 1;
      const pairs = file.rows.flatMap((row) => {
        const [from, to] = [dayOf(row.cells[at] ?? ''), dayOf(row.cells[next] ?? '')];
        return from === null || to === null ? [] : [{ row, from, to }];
      });
      const wrong = pairs.filter(({ from, to }) => from > to);
      if (pairs.length < FEWEST_ROWS || wrong.length === 0 || wrong.length > pairs.length / 4) return [];
      return wrong.map(({ row }) => ({
        key: keyOf('row-span', [{ path: file.path, line: row.line }]),
        claim: `${file.header[next]} ${row.cells[next]} is before ${name} ${row.cells[at]} in ${file.path}:${row.line}; in the other rows it is after.`,
        places: [spot(file, row)],
        strength: 1,
      }));
    }),
  );
  return { found: found.slice(0, MOST_FOUND), pairs: files.length };
}

/** Stretches of days that follow each other, and one that begins before the one before it has ended. */
export function compareOverlaps(files: readonly DataFile[]): Compared {
  const found = files.flatMap((file) =>
    file.header.flatMap((_, at): Contradiction[] => {
      const spans = file.rows
        .flatMap((row) => {
          const [from, to] = [dayOf(row.cells[at] ?? ''), dayOf(row.cells[at + 1] ?? '')];
          return from === null || to === null ? [] : [{ row, from, to, name: row.cells[0] ?? '' }];
        })
        .toSorted((one, other) => one.from - other.from);
      const over = spans.filter((one, index) => index > 0 && one.from <= (spans[index - 1]?.to ?? -1));
      const isRow = spans.filter(
        (one, index) => index > 0 && one.from === (spans[index - 1]?.to ?? 0) + 1,
      ).length;
      const [first] = over;
      const before = first === undefined ? undefined : spans[spans.indexOf(first) - 1];
      if (spans.length < 3 || over.length !== 1 || isRow < 1 || first === undefined || before === undefined)
        return [];
      const places = [spot(file, first.row), spot(file, before.row)];
      return [
        {
          key: keyOf('overlap', places),
          claim: `${first.row.text} in ${file.path}:${first.row.line} begins before ${before.row.text} in ${file.path}:${before.row.line} has ended.`,
          places,
          strength: 1,
        },
      ];
    }),
  );
  return { found: found.slice(0, MOST_FOUND), pairs: files.length };
}

const LIST =
  /(?:[:\uFF1A(]|(?<!\p{L})(?:are|is|of|either|only|sind|ist|nur|sont|est|son|es|solo|sólo|são|é|sono|è|zijn|is|są|är|roles?|states?|values?|einer der|one of the (?:states|values)))\s*((?:[`"“„«]?[\p{L}\p{N}][\p{L}\p{N}_-]{0,24}[`"”“»]?(?:\s*[,/、]\s*(?:(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub|och|eller)\s+)?|\s+(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub|och|eller)\s+)){1,12}[`"“„«]?[\p{L}\p{N}][\p{L}\p{N}_-]{0,24}[`"”“»]?)/giu;
const MEMBER = /[\p{L}\p{N}][\p{L}\p{N}_-]*/gu;
const JOINS = new Set('and or und oder et ou y o e en of i lub och eller'.split(' '));
const PAIR = /(?<![\w.])([a-z_][a-z0-9_]{2,30})\s?=\s?["']?([A-Za-z][\w-]*)/gi;

interface Values {
  name: string;
  uses: { value: string; spot: Spot }[];
}

/** "There are three zones: A, B and C", and a row with zone D. */
export function compareMembers(passages: readonly Passage[], files: readonly DataFile[]): Compared {
  const columns: Values[] = [
    ...files.flatMap((file) =>
      file.header.map((name, at) => ({
        name,
        uses: file.rows.map((row) => ({ value: row.cells[at] ?? '', spot: spot(file, row) })),
      })),
    ),
    ...loggedValues(passages),
  ].filter(({ uses }) => uses.length >= 3);
  const lists = passages
    .filter(({ kind }) => kind === 'prose')
    .flatMap((passage) =>
      [...passage.text.matchAll(LIST)].map(([, run = '']) => ({
        passage,
        members: [...run.matchAll(MEMBER)].map(([one]) => one.toLowerCase()).filter((one) => !JOINS.has(one)),
      })),
    );
  const found = lists.flatMap(({ passage, members }): Contradiction[] =>
    members.length < 2
      ? []
      : columns.flatMap(({ name, uses }): Contradiction[] => {
          const isNamed = passage.text
            .toLowerCase()
            .split(/[^\p{L}]+/u)
            .some(
              (word) =>
                word.length >= 3 &&
                word.slice(0, Math.max(3, name.length - 2)) ===
                  name.toLowerCase().slice(0, Math.max(3, name.length - 2)),
            );
          if (!isNamed) return [];
          const own = uses.filter(({ value }) => value !== '');
          const known = new Set(
            own.map(({ value }) => value.toLowerCase()).filter((value) => members.includes(value)),
          );
          const others = own.filter(({ value }) => !members.includes(value.toLowerCase()));
          const [first] = others;
          if (known.size < 2 || known.size < members.length * 0.5 || first === undefined) return [];
          if (
            new Set(others.map(({ value }) => value)).size > Math.max(1, known.size / 2) ||
            others.length > own.length / 3
          )
            return [];
          const places = [first.spot, spotOf(passage)];
          return [
            {
              key: keyOf('member', places),
              claim: `${name} is ${first.value} in ${placeOf(first.spot)}, and ${placeOf(passage)} knows ${members.join(', ')}.`,
              places,
              strength: 1,
            },
          ];
        }),
  );
  return { found: found.slice(0, MOST_FOUND), pairs: lists.length };
}

function loggedValues(passages: readonly Passage[]): Values[] {
  const byName = new Map<string, Values['uses']>();
  for (const passage of passages)
    if (passage.kind === 'log')
      for (const [, name = '', value = ''] of passage.text.matchAll(PAIR)) {
        const there = byName.get(name.toLowerCase()) ?? [];
        there.push({ value, spot: spotOf(passage) });
        byName.set(name.toLowerCase(), there);
      }
  return [...byName].map(([name, uses]) => ({ name, uses }));
}

const FIGURE =
  /(?<![\p{L}\d.,:/-])(\d{1,3}(?:[ .,'’\u00A0\u202F]\d{3})+(?:[.,]\d{1,2})?|\d{2,9}(?:[.,]\d{1,2})?)(?![\d:%/-]|[.,]\d)\s*(?:€|EUR|\$|£)?\s*(\p{L}+)?/gu;

/** A total in a document, and the column it is the total of. */
export function compareTotals(passages: readonly Passage[], files: readonly DataFile[]): Compared {
  const sums = files.flatMap((file) =>
    file.header.flatMap((name, at) => {
      const amounts = file.rows.map((row) => amountOf(row.cells[at] ?? ''));
      if (amounts.length < 3 || amounts.some((one) => one === null) || KEY.test(name)) return [];
      const values = amounts.map(Number);
      return [{ file, name, at, values, sum: values.reduce((all, one) => all + one, 0) }];
    }),
  );
  const found = passages
    .filter(({ kind }) => kind === 'prose')
    .flatMap((passage): Contradiction[] =>
      [...passage.text.matchAll(FIGURE)].flatMap(([shown, figure = '', noun = '']): Contradiction[] => {
        const value = readFigure(figure);
        const column = sums.find(
          ({ name, values, sum }) =>
            noun.length >= 4 &&
            name.toLowerCase().startsWith(noun.toLowerCase().slice(0, 4)) &&
            !values.includes(value) &&
            Math.abs(value - sum) > 0.005 * sum &&
            value > 0.7 * sum &&
            value < 1.4 * sum,
        );
        if (column === undefined) return [];
        const [row] = column.file.rows;
        const places = [spotOf(passage), ...(row === undefined ? [] : [spot(column.file, row)])];
        return [
          {
            key: keyOf('column-total', places),
            claim: `${shown.trim()} in ${placeOf(passage)}, but ${column.name} of ${column.file.path} adds up to ${Math.round(column.sum * 100) / 100}.`,
            places,
            strength: 1,
          },
        ];
      }),
    );
  return { found: found.slice(0, MOST_FOUND), pairs: sums.length };
}

function readFigure(text: string): number {
  const cents = /[.,](\d{1,2})$/.exec(text);
  const whole = (cents === null ? text : text.slice(0, cents.index)).replace(/\D/g, '');
  return Number(`${whole}.${cents?.[1] ?? '0'}`);
}
