/** Programs against the tables they ask, the units of their own names, and errors that they keep to themselves. */
import type { ProjectText } from '../project-texts.ts';
import type { Compared } from './compare-figures.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Spot } from './fact.ts';
import { kindOf, type Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';

const MOST_FOUND = 6;
/** Up to its semicolon, and never into the next one: a text with many that are not closed is read once. */
const TABLE =
  /CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?["'`[]?(?:\w+\.)?(\w+)["'`\]]?\s*\(((?:(?!\bCREATE\b)[^;])*)\)\s*;/gi;
const NO_COLUMN = /^(?:PRIMARY|FOREIGN|UNIQUE|CHECK|CONSTRAINT|KEY|INDEX)$/i;
/** One table and no other: which column is of which table can else not be told. */
const ASKED =
  /(?:SELECT\s([\w\s,.*]{1,500}?)\sFROM\s+(\w+)\b(?!\s*,|\s+(?:\w+\s+)?(?:INNER\s+|LEFT\s+)?JOIN)(?:\s+WHERE\s+([^"'`;]*))?|INSERT\s+INTO\s+(\w+)\s*\(([\w\s,]+)\)|UPDATE\s+(\w+)\s+SET\s+(\w+)\s*=)/gi;
const TESTED = /(?<![\w.'"(])([a-z_]\w*)\s*(?:=|<|>|!=|<>|\bIS\b|\bIN\b|\bLIKE\b|\bBETWEEN\b)/gi;

/** Where something stands in a file. Its lines are counted once, however often it is asked. */
function placesIn({ path, text }: ProjectText): (at: number) => Spot {
  const kind = kindOf({ path, text });
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (at) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    const quote = text.slice(starts[low], (starts[low + 1] ?? text.length + 1) - 1).trim();
    return { path, line: low + 1, kind, quote };
  };
}

/** At the commas that stand in no brackets. */
function columnsOf(body: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const piece of body.replace(/--.*$/gm, '').split(/([(),])/)) {
    if (piece === '(') depth++;
    else if (piece === ')') depth--;
    if (piece === ',' && depth <= 0) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts
    .map((part) => /^\s*["'`[]?(\w+)/.exec(part)?.[1] ?? '')
    .filter((column) => column !== '' && !NO_COLUMN.test(column));
}

/** A column that a program asks for and the table does not have. */
export function compareTables(texts: readonly ProjectText[]): Compared {
  const tables = new Map<string, { columns: Set<string>; spot: Spot }>();
  for (const file of texts) {
    const spotAt = placesIn(file);
    for (const { 1: name = '', 2: body = '', index } of file.text.matchAll(TABLE))
      tables.set(name.toLowerCase(), {
        columns: new Set(columnsOf(body).map((one) => one.toLowerCase())),
        spot: spotAt(index),
      });
  }
  if (tables.size === 0) return { found: [], pairs: 0 };
  const found = texts.flatMap((file) => {
    const spotAt = placesIn(file);
    return [...file.text.matchAll(ASKED)].flatMap((match): Contradiction[] => {
      const [, selected, from, where, into, inserted, updated, set] = match;
      const table = tables.get((from ?? into ?? updated ?? '').toLowerCase());
      if (table === undefined) return [];
      const named = [
        ...(selected ?? inserted ?? '').split(',').map((one) => /^\s*(\w+)\s*$/.exec(one)?.[1] ?? ''),
        ...[...(where ?? '').matchAll(TESTED)].map(([, column = '']) => column),
        set ?? '',
      ].filter(
        (column) =>
          /^[a-z_]\w*$/i.test(column) && !/^(?:and|or|not|null|distinct|count|select)$/i.test(column),
      );
      const gone = named.find((column) => !table.columns.has(column.toLowerCase()));
      if (gone === undefined) return [];
      const at = file.text.indexOf(gone, match.index);
      const places = [spotAt(at === -1 ? match.index : at), table.spot];
      return [
        {
          key: keyOf('column', places, gone),
          claim: `${gone} in ${placeOf(places[0] ?? table.spot)} is no column of ${from ?? into ?? updated} (${placeOf(table.spot)} has ${[...table.columns].join(', ')}).`,
          places,
          strength: 1,
        },
      ];
    });
  });
  return { found: found.slice(0, MOST_FOUND), pairs: tables.size };
}

/** By dimension: what names end with, and how much it is. */
const UNITS: readonly Readonly<Record<string, number>>[] = [
  { kg: 1_000, kilograms: 1_000, kilos: 1_000, g: 1, grams: 1, gramm: 1, grammes: 1, mg: 0.001, tonnes: 1e6 },
  {
    ms: 1,
    millis: 1,
    milliseconds: 1,
    s: 1_000,
    sec: 1_000,
    secs: 1_000,
    seconds: 1_000,
    sekunden: 1_000,
    minutes: 60_000,
    mins: 60_000,
    minuten: 60_000,
    hours: 3_600_000,
    stunden: 3_600_000,
    days: 86_400_000,
    tage: 86_400_000,
  },
  {
    cents: 1,
    cent: 1,
    ore: 1,
    pence: 1,
    euros: 100,
    euro: 100,
    eur: 100,
    dollars: 100,
    kronor: 100,
    pounds: 100,
  },
  { bytes: 1, kb: 1e3, mb: 1e6, gb: 1e9 },
  { mm: 1, cm: 10, meters: 1_000, metres: 1_000, km: 1e6, miles: 1.6e6 },
  { celsius: 1, fahrenheit: 2, kelvin: 3 },
  { wh: 1, kwh: 1_000, mwh: 1e6 },
];
const ASSIGNED = /(?<![\w-])["']?([A-Za-z_][\w-]*)["']?\s*(?:[:=,]|=>)\s*([^;,]+)/g;

function unitOf(name: string): { dimension: number; factor: number; shown: string } | null {
  const words = name
    .replace(/\(\)$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/);
  const last = words.at(-1) ?? '';
  if (words.length < 2) return null;
  const dimension = UNITS.findIndex((units) => units[last] !== undefined);
  return dimension === -1 ? null : { dimension, factor: UNITS[dimension]?.[last] ?? 1, shown: last };
}

/** `"weight_kg", parcel.weightGrams()`: a value given over in another unit, and not worked out. */
export function compareNameUnits(passages: readonly Passage[]): Compared {
  const code = passages.filter(({ kind }) => kind === 'code');
  const found = code.flatMap((passage): Contradiction[] =>
    [...passage.text.matchAll(ASSIGNED)].flatMap(([, name = '', value = '']): Contradiction[] => {
      const own = unitOf(name);
      const given = /(?<![\w.])[A-Za-z_][\w.]*$/.exec(value.replace(/(?<![(),;\s])[(),;\s]+$/, ''))?.[0];
      const other = given === undefined ? null : unitOf(given.split('.').at(-1) ?? '');
      if (own === null || other === null || own.dimension !== other.dimension || own.factor === other.factor)
        return [];
      if (/[*/]|convert|to[A-Z_]/.test(value)) return [];
      const places = [spotOf(passage)];
      return [
        {
          key: keyOf('name-unit', places),
          claim: `${name} is given ${given}, in ${other.shown} and not in ${own.shown}, in ${placeOf(passage)}.`,
          places,
          strength: 1,
        },
      ];
    }),
  );
  return { found: found.slice(0, MOST_FOUND), pairs: code.length };
}

const SWALLOWED =
  /except[^\n:]{0,200}:[ \t]*\r?\n\s*(?:pass|return(?: None| False| \[\]| 0)?|continue)[ \t]*\r?(?:\n|$)|catch\s*(?:\([^)]{0,200}\)\s*)?\{\s*(?:\/\/[^\n]*\s*)?(?:return(?: null| undefined| false| 0| \[\])?;?\s*|continue;?\s*)?\}/g;
const TOLD =
  /(?<!\p{L})(?:errors?|fail\p{L}*|exceptions?|fehler\p{L}*|fehlgeschlagen\p{L}*|erreurs?|échecs?|échou\p{L}*|errores|error|fall(?:o|os|id\p{L}+)|erros?|falhas?|errori|fallit\p{L}+|fout(?:en)?|mislukt\p{L}*|błęd\p{L}*|fel|misslyck\p{L}*)(?!\p{L})|エラー|失敗|错误|失败/iu;
const WRITTEN =
  /(?<!\p{L})(?:logged|log|logs|recorded|reported|written|notified|raised|alarm\p{L}*|protokollier\p{L}*|gemeldet|aufgezeichnet|geschrieben|journalis\p{L}+|enregistr\p{L}+|signal\p{L}+|registrad\p{L}+|notific\p{L}+|registrat\p{L}+|segnalat\p{L}+|gelogd|gemeld|zapis\p{L}+|loggas|loggad\p{L}*)(?!\p{L})|記録|ログ|通知|记录|日志/iu;

/** "A failed reading is always written to the log", and a program that passes over it. */
export function compareSwallowed(texts: readonly ProjectText[], passages: readonly Passage[]): Compared {
  const rule = passages.find(({ kind, text }) => kind === 'prose' && TOLD.test(text) && WRITTEN.test(text));
  if (rule === undefined) return { found: [], pairs: 0 };
  const found = texts.flatMap((file) => {
    if (kindOf(file) !== 'code') return [];
    const spotAt = placesIn(file);
    return [...file.text.matchAll(SWALLOWED)].map(({ index }): Contradiction => {
      const places = [spotAt(index), spotOf(rule)];
      return {
        key: keyOf('swallowed', places),
        claim: `${placeOf(places[0] ?? rule)} passes over an error, and ${placeOf(rule)} wants it told: "${rule.text.slice(0, 120)}"`,
        places,
        strength: 1,
      };
    });
  });
  return { found: found.slice(0, MOST_FOUND), pairs: 1 };
}
