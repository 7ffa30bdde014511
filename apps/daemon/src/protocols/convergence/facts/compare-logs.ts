/** What logs show: errors with the code they name, and values that a document does not allow. */
import type { Compared } from './compare-figures.ts';
import { codeNamed } from './compare-traces.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { BoundsFact, FigureFact, RangeFact } from './fact.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';
import { fromBase, inBase } from './units.ts';

const ERROR =
  /(?<![\p{L}\p{N}_])(?:ERROR|ERR|FATAL|CRITICAL|CRIT|SEVERE|PANIC|ALERT|EMERG|FEHLER|ERREUR|ERRO|ERRORE|BŁĄD|ОШИБКА|Traceback|Exception|Unhandled)(?![\p{L}\p{N}_=])|\b\w+(?:Error|Exception):|\bE[A-Z]{6,}\b/u;
/** Without a level: what a line says became of it. */
const FAILED =
  /(?<![\p{L}_-])(?:failed|failure|aborted|crashed|timed out|fehlgeschlagen|abgebrochen|échoué|échec|falló|fallido|falhou|fallito|mislukt|niepowodzenie|失敗|失败|실패)(?![\p{L}_=])/iu;
const REFUSED = /(?:^|\s|")(?:4\d\d|5\d\d)(?=\s|"|$)/;
const REQUEST = /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|HTTP)\b/;
const MOST_KINDS = 12;
const MOST_RANGES = 50;
const MOST_BOUNDS = 500;

/** Lines that differ only in figures are one kind. */
function kindOfLine(text: string): string {
  return text
    .replace(/\d+/g, '0')
    .replace(/["'][^"']*["']/g, '"')
    .trim();
}

export function logErrors(passages: readonly Passage[]): Compared {
  const logs = passages.filter(({ kind }) => kind === 'log');
  const failed = logs.filter(
    ({ text }) => FAILED.test(text) && !/(?<!\p{L})(?:INFO|DEBUG|TRACE|0 failed)(?!\p{L})/u.test(text),
  );
  // What most lines say is how things go here.
  const isSeldom = failed.length * 2 <= logs.length;
  const bad = logs.filter(
    (line) =>
      ERROR.test(line.text) ||
      (REFUSED.test(line.text) && REQUEST.test(line.text)) ||
      (isSeldom && failed.includes(line)),
  );
  const kinds = [
    ...Map.groupBy(bad, ({ path, text }) => `${path}\0${statusOf(text)}${kindOfLine(text)}`).values(),
  ];
  const found = kinds.slice(0, MOST_KINDS).flatMap((own): Contradiction[] => {
    const [first] = own;
    if (first === undefined) return [];
    const times = own.length === 1 ? '' : `, ${own.length} times`;
    const claim = `The log ${placeOf(first)} says${times}: ${spotOf(first).quote}`;
    return [
      {
        key: keyOf('log', [first]),
        claim,
        places: [spotOf(first), ...codeNamed(first, passages)],
        strength: 1,
      },
    ];
  });
  return { found, pairs: logs.length };
}

function statusOf(text: string): string {
  return REFUSED.exec(text)?.[0].trim() ?? '';
}

/** Records whose bounds are not those a document gives, in the document's own precision. */
export function compareBounds(ranges: readonly RangeFact[], bounds: readonly BoundsFact[]): Compared {
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const range of ranges.slice(0, MOST_RANGES))
    for (const bound of bounds.slice(0, MOST_BOUNDS)) {
      const unit = bound.unit ?? range.range.unit;
      if (unit.dimension !== range.range.unit.dimension || range.path === bound.path) continue;
      if (
        ![...bound.own].some(
          (stem) =>
            range.own.has(stem) || [...range.own].some((own) => own.length > 3 && stem.startsWith(own)),
        )
      )
        continue;
      pairs++;
      const [low, high] = [range.range.low, range.range.high].map((value) =>
        Math.round(fromBase(inBase(value, range.range.unit), unit)),
      );
      if (Math.round(bound.low) === low && Math.round(bound.high) === high) continue;
      const claim = `${range.range.shown} in ${placeOf(range)} is ${low} to ${high} ${unit.name}, but ${placeOf(bound)} has ${bound.shown}.`;
      found.push({ key: keyOf('bounds', [range, bound]), claim, places: [range, bound], strength: 1 });
    }
  return { found, pairs };
}

/** A value outside of what a document allows that the log calls by the same word as those inside. */
export function compareReadings(ranges: readonly RangeFact[], figures: readonly FigureFact[]): Compared {
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const range of ranges.slice(0, MOST_RANGES))
    for (const own of Map.groupBy(
      figures.filter(
        ({ kind, figure }) => kind === 'log' && figure.unit?.dimension === range.range.unit.dimension,
      ),
      ({ path }) => path,
    ).values()) {
      const [low, high] = [
        inBase(range.range.low, range.range.unit),
        inBase(range.range.high, range.range.unit),
      ];
      const isIn = ({ figure }: FigureFact): boolean => figure.base >= low && figure.base <= high;
      const words = new Set(own.filter(isIn).map(lastWord));
      if (own.filter(isIn).length < 3) continue;
      pairs += own.length;
      for (const reading of own
        .filter((one) => !isIn(one) && words.has(lastWord(one)) && lastWord(one) !== '')
        .slice(0, 5)) {
        const claim = `${reading.figure.shown} in ${placeOf(reading)} is outside of ${range.range.shown} (${placeOf(range)}) and still called ${lastWord(reading)}.`;
        found.push({ key: keyOf('reading', [range, reading]), claim, places: [reading, range], strength: 1 });
      }
    }
  return { found, pairs };
}

function lastWord({ quote }: FigureFact): string {
  return /(\p{L}+)\W*$/u.exec(quote)?.[1]?.toLowerCase() ?? '';
}

/** Of a log only what it says once, or always in the same way, is a statement; the rest are measurements. */
export function statementsOf(figures: readonly FigureFact[]): FigureFact[] {
  const kinds = Map.groupBy(
    figures.filter(({ kind }) => kind === 'log'),
    ({ path, quote, head, figure }) => `${path}\0${kindOfLine(quote)}\0${head ?? figure.measure}`,
  );
  const steady = new Set(
    [...kinds.values()]
      .filter((own) => new Set(own.map(({ figure }) => figure.base)).size === 1)
      .map(([first]) => first),
  );
  return figures.filter((fact) => fact.kind !== 'log' || steady.has(fact));
}
