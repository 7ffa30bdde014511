/** Ranges, units and headers that carry a name: "chlorine: 0.3 to 0.6" held against `[chlorine] max = 1.2` and "chlorine 0.9". */
import { stemOf } from '../words.ts';
import type { Compared } from './compare-figures.ts';
import { termsOf } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';
import { GENERIC } from './same-subject.ts';
import { unitOf } from './units.ts';

const MOST_LINES = 5_000;
const MOST_FOUND = 5;
const MOST_RANGES = 50;
const MOST_UNITS = 200;
const RANGE =
  /(\p{L}[\p{L}\p{N} -]{0,40}?)\s*[:=]?\s*(?:between |from |zwischen |von |entre |de |tra |da )?(-?\d+(?:[.,]\d+)?)\s*(?:to|bis|und|and|à|et|a|y|e|tot|en|–|—|-|〜|～|至)\s*(-?\d+(?:[.,]\d+)?)(?![\d.:/-])/iu;

interface NamedRange {
  passage: Passage;
  stem: string;
  low: number;
  high: number;
}

export function compareNamedRanges(passages: readonly Passage[]): Compared {
  const ranges = passages
    .filter(({ kind }) => kind === 'prose')
    .slice(0, MOST_LINES)
    .flatMap(rangesOf)
    .slice(0, MOST_RANGES);
  const sections = boundsOf(passages);
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const range of ranges) {
    for (const { passage, stem, key, value } of sections) {
      if (stem !== range.stem || passage.path === range.passage.path) continue;
      pairs++;
      const told = key === 'min' ? range.low : range.high;
      if (Math.abs(told - value) < 1e-9) continue;
      found.push(between(range, passage, `${key} = ${value}`));
    }
    for (const passage of passages.slice(0, MOST_LINES)) {
      if (passage.path === range.passage.path || (passage.kind !== 'prose' && passage.kind !== 'log'))
        continue;
      const reading = readingOf(passage, range);
      if (reading === null) continue;
      pairs++;
      if (reading < range.low || reading > range.high) found.push(between(range, passage, String(reading)));
    }
  }
  return { found: found.slice(0, MOST_FOUND), pairs };
}

function between({ passage, low, high }: NamedRange, other: Passage, shown: string): Contradiction {
  const places = [spotOf(passage), spotOf(other)];
  return {
    key: keyOf('named range', places),
    claim: `${low} to ${high} in ${placeOf(passage)}, but ${shown} in ${placeOf(other)}.`,
    places,
    strength: 1,
  };
}

function rangesOf(passage: Passage): NamedRange[] {
  const match = RANGE.exec(passage.text);
  if (match === null) return [];
  const [low, high] = [Number(match[2]?.replace(',', '.')), Number(match[3]?.replace(',', '.'))];
  const word = (match[1] ?? '')
    .trim()
    .split(/[\s-]+/)
    .findLast((one) => /\p{L}{2,}/u.test(one));
  if (word === undefined || low >= high || GENERIC.has(stemOf(word))) return [];
  return [{ passage, stem: stemOf(word), low, high }];
}

/** `min` and `max` below the name of a section. */
function boundsOf(
  passages: readonly Passage[],
): { passage: Passage; stem: string; key: string; value: number }[] {
  const found: { passage: Passage; stem: string; key: string; value: number }[] = [];
  let section = '';
  let path = '';
  for (const passage of passages) {
    if (passage.kind !== 'data' || passage.path !== path) [section, path] = ['', passage.path];
    if (passage.kind !== 'data') continue;
    const head = /^\s*\[([^\]]+)\]\s*$|^\s*["']?([\p{L}_][\p{L}\p{N}_-]*)["']?\s*:\s*\{?\s*$/u.exec(
      passage.text,
    );
    if (head !== null) section = head[1] ?? head[2] ?? '';
    const bound = /^\s*["']?(min|max)(?:imum)?["']?\s*[:=]\s*["']?(-?\d+(?:\.\d+)?)/iu.exec(passage.text);
    if (bound !== null && section !== '')
      found.push({
        passage,
        stem: stemOf(section),
        key: (bound[1] ?? '').toLowerCase(),
        value: Number(bound[2]),
      });
  }
  return found;
}

/** "chlorine 0.9": the name right before a figure. */
function readingOf({ text }: Passage, { stem }: NamedRange): number | null {
  for (const [, word = '', value = ''] of text.matchAll(
    /(\p{L}{2,30})\s*[:=]?\s{0,2}(-?\d+(?:[.,]\d+)?)(?![\d:./-])/gu,
  ))
    if (stemOf(word) === stem) return Number(value.replace(',', '.'));
  return null;
}

const GIVEN_IN =
  /(?<!\p{L})(\p{L}{3,20})(?:\s+\p{L}+){0,3}?\s+(?:in|en|em|auf)\s+(\p{L}{2,12}|%)(?:\s+(?:per|pro|par|por)\s+\p{L}+)?/giu;

/** "Fat is given in per cent" and "fat in grams per litre": of one thing, whatever they measure. */
export function compareGivenUnits(passages: readonly Passage[]): Compared {
  const told = passages
    .filter(({ kind }) => kind === 'prose')
    .slice(0, MOST_LINES)
    .flatMap((passage) =>
      [...passage.text.replace(/per cent/giu, 'percent').matchAll(GIVEN_IN)].flatMap(
        ([, noun = '', word = '']) => {
          const unit = word.length > 2 || word === '%' ? unitOf(word, false) : null;
          return unit === null || unit.dimension === 'time' || GENERIC.has(stemOf(noun))
            ? []
            : [{ passage, stem: stemOf(noun), unit, word }];
        },
      ),
    )
    .slice(0, MOST_UNITS);
  const found: Contradiction[] = [];
  for (const [index, one] of told.entries())
    for (const other of told.slice(index + 1)) {
      if (
        one.passage.path === other.passage.path ||
        one.stem !== other.stem ||
        one.unit.name === other.unit.name
      )
        continue;
      const places = [spotOf(one.passage), spotOf(other.passage)];
      const claim = `In ${one.word} in ${placeOf(one.passage)}, but in ${other.word} in ${placeOf(other.passage)}.`;
      found.push({ key: keyOf('unit', places), claim, places, strength: 1 });
    }
  return { found: found.slice(0, MOST_FOUND), pairs: told.length };
}

/** A header that a document asks for, and a program that reads another. */
export function compareHeaders(passages: readonly Passage[]): Compared {
  const asked = passages.flatMap((passage) =>
    passage.kind === 'prose' &&
    /(?<!\p{L})(?:header|kopfzeile|en-tête|cabecera|cabeçalho|intestazione|ヘッダー|请求头)/iu.test(
      passage.text,
    ) &&
    /key|token|auth|schlüssel|clé|clave|chave|chiave/iu.test(passage.text)
      ? (passage.text.match(/(?<![\w-])[A-Za-z]+(?:-[A-Za-z]+)+(?![\w-])/g) ?? [])
          .filter((name) => /^[Xx]-|auth/i.test(name))
          .map((name) => ({ passage, name }))
      : [],
  );
  const read = passages.flatMap((passage) =>
    passage.kind === 'code'
      ? [...passage.text.matchAll(/headers?(?:\.get)?\s*(?:\[|\()\s*["'`]([\w-]+)["'`]/giu)].map(
          ([, name = '']) => ({ passage, name }),
        )
      : [],
  );
  const names = new Set(read.map(({ name }) => name.toLowerCase()));
  const found = asked.flatMap(({ passage, name }): Contradiction[] => {
    const other = read.find((one) => /key|token|auth/i.test(one.name));
    if (names.has(name.toLowerCase()) || other === undefined) return [];
    const places = [spotOf(passage), spotOf(other.passage)];
    return [
      {
        key: keyOf('header', places),
        claim: `The header is ${name} in ${placeOf(passage)}, but ${other.name} in ${placeOf(other.passage)}.`,
        places,
        strength: 1,
      },
    ];
  });
  return { found: found.slice(0, MOST_FOUND), pairs: asked.length };
}

const PERIODS: readonly (readonly [string, string])[] = [
  ['hour', 'hour|stunde|heure|hora|ora|uur'],
  ['day', 'day|tag|jour|día|dia|giorno|dag'],
  ['week', 'week|woche|semaine|semana|settimana'],
  ['month', 'month|monat|mois|mes|mês|mese|maand'],
  ['year', 'year|jahr|an|année|año|ano|anno|jaar'],
];
const RATE = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d+(?:[.,]\\d+)?|one|two|three|an?|ein|eine|einen|zwei|drei|un|une|una|uno|deux|trois|dos|tres|um|uma|dois|due|tre|een|twee)\\s?(\\p{L}{3,20}|[€$£%])\\s+(?:per|a|an|each|every|pro|je|im|in der|par|por|al|a la|cada|ao|à|alla|ogni|elke)\\s+(${PERIODS.map(([, words]) => words).join('|')})(?!\\p{L})`,
  'giu',
);

/** "an hour a month" and "an hour a week": as much of the same, in another time. */
export function comparePeriods(passages: readonly Passage[]): Compared {
  const told = passages
    .filter(({ kind }) => kind === 'prose')
    .slice(0, MOST_LINES)
    .flatMap((passage) =>
      [...passage.text.matchAll(RATE)].map(([shown, amount = '', noun = '', word = '']) => ({
        passage,
        shown,
        what: `${amount.toLowerCase().replace(',', '.')} ${stemOf(noun)}`,
        period: PERIODS.find(([, words]) => new RegExp(`^(?:${words})$`, 'iu').test(word))?.[0] ?? '',
        terms: termsOf(passage.text.replace(shown, ' ')),
      })),
    )
    .slice(0, MOST_UNITS);
  const found: Contradiction[] = [];
  for (const [index, one] of told.entries())
    for (const other of told.slice(index + 1)) {
      if (one.passage.path === other.passage.path || one.what !== other.what || one.period === other.period)
        continue;
      if (one.terms.isDisjointFrom(other.terms)) continue;
      const places = [spotOf(one.passage), spotOf(other.passage)];
      const claim = `${one.shown} in ${placeOf(one.passage)}, but ${other.shown} in ${placeOf(other.passage)}.`;
      found.push({ key: keyOf('period', places), claim, places, strength: 1 });
    }
  return { found: found.slice(0, MOST_FOUND), pairs: told.length };
}
