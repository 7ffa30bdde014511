/** What a document allows, held against what a log shows: limits, ends that are too late, rhythms. */
import type { Compared } from './compare-figures.ts';
import { isRole, termsOf } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { FigureFact } from './fact.ts';
import type { Passage } from './passages.ts';
import { spotOf, UNKNOWN } from './read-figures.ts';

const MOST_LIMITS = 100;
const MOST_READINGS = 20_000;
const MOST_FOUND = 10;

/** Right before a figure: no more than it, no less than it. */
const AT_MOST =
  /(?<!\p{L})(?:at most|no more than|not more than|up to|max(?:imum|\.)?|maximal|höchstens|bis zu|nicht mehr als|au plus|au maximum|jusqu['’]à|maximum de|como máximo|máximo(?: de)?|hasta|no más de|no máximo|até|al massimo|massimo|fino a|maximaal|hoogstens|within|innerhalb von|binnen|en moins de|en menos de|em até|entro|binnen)[\s:]*$/iu;
const AT_MOST_BEHIND =
  /^\s?(?:以内|以下|まで|を超え(?:ない|ては)|이내|이하|at most|or less|maximum|max\b|au plus|como máximo|höchstens)/iu;

function isLimit({ quote, figure }: FigureFact): boolean {
  const at = quote.indexOf(figure.shown);
  return (
    at !== -1 &&
    (AT_MOST.test(quote.slice(0, at)) || AT_MOST_BEHIND.test(quote.slice(at + figure.shown.length)))
  );
}

/** A reading of the log that is more than a document allows. */
export function compareLimits(figures: readonly FigureFact[]): Compared {
  const limits = figures.filter((fact) => fact.kind === 'prose' && isLimit(fact)).slice(0, MOST_LIMITS);
  const readings = figures.filter(({ kind }) => kind === 'log').slice(0, MOST_READINGS);
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const limit of limits) {
    const own = readings.filter((reading) => isOf(limit, reading));
    pairs += own.length;
    const over = own.filter(({ figure }) => figure.base > limit.figure.base * 1.001);
    const [first] = over.toSorted((one, other) => other.figure.base - one.figure.base);
    // Where most of what is logged is over it, it is another thing that is logged.
    if (first === undefined || (own.length > 2 && over.length * 2 > own.length)) continue;
    const claim = `${first.figure.shown} in ${placeOf(first)} is more than ${limit.figure.shown} in ${placeOf(limit)} allows.`;
    found.push({ key: keyOf('limit', [limit, first]), claim, places: [limit, first], strength: 1 });
  }
  return { found: found.slice(0, MOST_FOUND), pairs };
}

function isOf(limit: FigureFact, reading: FigureFact): boolean {
  if (limit.figure.measure !== reading.figure.measure || limit.isRepeated === true) return false;
  const shared = [...limit.own].filter(
    (term) => !isRole(term) && (reading.own.has(term) || reading.near.has(term)),
  );
  if (limit.figure.measure === 'number')
    return limit.head !== null && limit.head !== UNKNOWN && limit.head === reading.head;
  return shared.length > 0 && limit.figure.measure !== 'clock' && limit.figure.measure !== 'date';
}

const STAMP = /(?:^|[\sT[])(\d{1,2}):(\d{2})(?::(\d{2}))?/;

/** Seconds of the day a line of a log was written at. */
function secondsOf(text: string): number | null {
  const match = STAMP.exec(text.slice(0, 60));
  if (match === null) return null;
  return Number(match[1]) * 3_600 + Number(match[2]) * 60 + Number(match[3] ?? 0);
}

const ENDED =
  /(?<!\p{L})(?:done|finished|completed?|ended|end|fertig|beendet|endet|ende|terminé|fini|fin|terminado|finalizado|acabado|concluído|terminato|finito|klaar|beëindigd)(?!\p{L})|完了|終了|结束|完成/iu;
const DAY = 86_400;

/** "Must have ended at 03:00", and a line of the log that ends it later on the same day. */
export function compareEnds(figures: readonly FigureFact[], passages: readonly Passage[]): Compared {
  const told = figures
    .filter(({ kind, figure, own }) => kind === 'prose' && figure.measure === 'clock' && own.has('~end'))
    .slice(0, MOST_LIMITS);
  const ends = passages
    .filter(({ kind, text }) => kind === 'log' && ENDED.test(text))
    .slice(0, MOST_READINGS);
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const end of told)
    for (const passage of ends) {
      const at = secondsOf(passage.text);
      const words = termsOf(`${passage.path.split('/').at(-1)} ${passage.text}`);
      const about = new Set([...end.own, ...end.near]);
      if (at === null || ![...about].some((term) => !isRole(term) && words.has(term))) continue;
      pairs++;
      const late = (at - end.figure.base * 60 + DAY) % DAY;
      if (late < 60 || late > DAY / 2) continue;
      const claim = `${end.figure.shown} is the end in ${placeOf(end)}, but ${placeOf(passage)} ends later: ${spotOf(passage).quote}`;
      found.push({ key: keyOf('late', [end, passage]), claim, places: [end, spotOf(passage)], strength: 1 });
    }
  return { found: found.slice(0, MOST_FOUND), pairs };
}

const FEWEST_BEATS = 4;

/** Lines of one kind that come in another rhythm than a document says. */
export function compareRhythms(figures: readonly FigureFact[], passages: readonly Passage[]): Compared {
  const told = figures
    .filter(
      ({ kind, figure, isRepeated }) => kind === 'prose' && figure.measure === 'time' && isRepeated === true,
    )
    .slice(0, MOST_LIMITS);
  const found: Contradiction[] = [];
  let pairs = 0;
  if (told.length === 0) return { found, pairs };
  const logs = passages.filter(({ kind }) => kind === 'log').slice(0, MOST_READINGS);
  const kinds = Map.groupBy(logs, ({ path, text }) => `${path}\0${text.replace(/\d+/g, '0')}`);
  for (const lines of kinds.values()) {
    const [first, second] = lines;
    const gap = usualGap(lines);
    if (first === undefined || second === undefined || gap === null) continue;
    const words = termsOf(first.text);
    for (const rhythm of told) {
      const shared = [...rhythm.own].filter((term) => !isRole(term) && words.has(term));
      if (shared.length === 0) continue;
      pairs++;
      if (Math.abs(gap - rhythm.figure.base) <= 0.1 * rhythm.figure.base) continue;
      // Something may happen more seldom than it is looked for.
      const claim = `${rhythm.figure.shown} in ${placeOf(rhythm)}, but ${placeOf(first)} and ${placeOf(second)} are ${gap} s apart, as most of their kind.`;
      found.push({
        key: keyOf('rhythm', [rhythm, first]),
        claim,
        places: [rhythm, spotOf(first), spotOf(second)],
        strength: shared.length > 1 ? 1 : 0.9,
      });
    }
  }
  return { found: found.slice(0, MOST_FOUND), pairs };
}

/** Seconds between two lines where at least three quarters of them have the same. */
function usualGap(lines: readonly Passage[]): number | null {
  if (lines.length < FEWEST_BEATS) return null;
  const times = lines.map(({ text }) => secondsOf(text));
  const gaps = times.slice(1).flatMap((at, index) => {
    const before = times[index];
    return at === null || before == null ? [] : [(at - before + DAY) % DAY];
  });
  const counts = [...Map.groupBy(gaps, (gap) => gap).entries()].toSorted(
    (one, other) => other[1].length - one[1].length,
  );
  const [usual] = counts;
  return usual !== undefined && usual[0] > 0 && usual[1].length >= 0.75 * gaps.length ? usual[0] : null;
}
