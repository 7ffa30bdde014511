/** What a document claims of a whole ("all tests pass", 14 docks, never above 8 °C), and a report or log that shows otherwise. */

import { stemOf } from '../words.ts';
import type { Compared } from './compare-figures.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { FigureFact } from './fact.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';

const MOST_LINES = 20_000;
const MOST_FOUND = 5;
const MOST_TOLD = 50;

const ALL_WELL =
  /(?<!\p{L})(?:all|every|100 ?%|alle|sämtliche|tous|toutes|todos|todas|tutti|tutte)\b[^.]{0,40}(?:pass(?:ed|es)?|succe\p{L}+|green|ok|bestanden|erfolgreich|grün|réussi\p{L}*|passent|pasan|superad\p{L}*|passam|passaram|passano|superat\p{L}*|geslaagd)|(?<!\p{L})(?:no|zero|0|keine|aucune?|ning[uú]n\p{L}*|sin|nenhum\p{L}*|sem|nessun\p{L}*|geen)\s+(?:known\s+)?(?:\p{L}+\s+)?(?:failures?|failed|errors?|fehler|échecs?|erreurs?|fallos?|errores|falhas?|erros?|errori|fouten)|全部(?:通过|合格)|すべて(?:合格|成功)|全(?:件|て).{0,6}(?:合格|成功)/iu;
const FAILED =
  /(?<![\d.])([1-9]\d*)\s*(?:tests?\s+)?(?:failed|failures?|errors?|fehlgeschlagen|fehler|échecs?|échoués?|erreurs?|fallidos?|fallos?|errores|falhas?|falhou|falharam|falliti|errori|mislukt|失败|失敗)|(?:failed|failures?|errors?|fehlgeschlagen|fehler|échecs?|fallos?|falhas?|falliti)\s*[:=]\s*([1-9]\d*)|\b(?:FAIL|FAILED)\b/iu;

/** "All 214 tests pass", and a report with failures. */
export function compareOutcomes(passages: readonly Passage[]): Compared {
  const claims = passages.filter(({ kind, text }) => kind === 'prose' && ALL_WELL.test(text));
  const failures = passages
    .slice(0, MOST_LINES)
    .filter(
      ({ kind, path, text }) =>
        kind !== 'code' &&
        FAILED.test(text) &&
        !ALL_WELL.test(text) &&
        (kind === 'log' || /report|result|test|log|protokoll|bericht|rapport|informe|resultado/i.test(path)),
    );
  const found = claims.flatMap((claim) => {
    const [first] = failures.filter(({ path }) => path !== claim.path);
    if (first === undefined) return [];
    const places = [spotOf(claim), spotOf(first)];
    return [
      {
        key: keyOf('outcome', places),
        claim: `"${places[0]?.quote.slice(0, 100)}" in ${placeOf(claim)}, but ${placeOf(first)} says: ${places[1]?.quote.slice(0, 100)}`,
        places,
        strength: 1,
      },
    ];
  });
  return { found, pairs: claims.length };
}

/** "dock 16" where there are 14 docks, "attempt 5" where three are allowed. */
export function compareNumbered(figures: readonly FigureFact[], passages: readonly Passage[]): Compared {
  const counts = figures
    .filter(
      ({ kind, figure, head, isPart }) =>
        kind !== 'log' &&
        !isPart &&
        figure.measure === 'number' &&
        head !== null &&
        Number.isInteger(figure.value) &&
        figure.value > 1,
    )
    .slice(0, MOST_TOLD);
  const logs = passages
    .filter(({ kind, path }) => kind === 'log' || /\.[ct]sv$/i.test(path))
    .slice(0, MOST_LINES);
  const found: Contradiction[] = [];
  for (const count of counts) {
    const most = Math.max(
      ...counts.filter(({ head }) => head === count.head).map(({ figure }) => figure.value),
    );
    if (count.figure.value !== most || /\d\s*(?:to|bis|à|a|-|–|~|から)\s*\d/iu.test(count.quote)) continue;
    for (const passage of logs) {
      const over = [
        ...passage.text.matchAll(
          /(?<![\p{L}\p{N}_.-])(\p{L}{3,20})[\s#:=_-]{1,2}(\d{1,5})(?![\d.,:%]|\s?\p{L})/gu,
        ),
      ].find(
        ([, noun = '', number = '']) =>
          stemOf(noun) === stemOf(count.head ?? '') && Number(number) > most && Number(number) <= most * 4,
      );
      if (over === undefined || found.length >= MOST_FOUND) continue;
      const places = [spotOf(passage), count];
      found.push({
        key: keyOf('numbered', places),
        claim: `${over[0]} in ${placeOf(passage)}, but ${count.figure.shown} in ${placeOf(count)}.`,
        places,
        strength: 1,
      });
    }
  }
  return { found, pairs: counts.length };
}

const ABOVE =
  /(?<!\p{L})(?:warmer than|hotter than|higher than|above|over|exceed(?:s|ing)?|more than|greater than|wärmer als|höher als|über|mehr als|übersteigt|supérieure? à|au[- ]dessus de|plus de|dépasse|superior a|por encima de|más de|supera|acima de|mais de|superiore a|oltre|più di|hoger dan|boven|meer dan)\s*$/iu;
const BELOW =
  /(?<!\p{L})(?:colder than|cooler than|lower than|below|under|less than|kälter als|niedriger als|unter|weniger als|inférieure? à|au[- ]dessous de|en dessous de|moins de|inferior a|por debajo de|menos de|abaixo de|inferiore a|sotto|meno di|lager dan|onder|minder dan)\s*$/iu;
const FINE =
  /(?<!\p{L})(?:ok|okay|normal|fine|green|good|gut|grün|in ordnung|bon|normale?|bien|correcto|verde|bom|bene|goed)(?!\p{L})|正常|良好|異常なし/iu;

/** A reading that a rule calls for an alarm for, and the log calls fine. */
export function compareAlarms(figures: readonly FigureFact[]): Compared {
  const rules = figures
    .flatMap((fact) => {
      if (
        fact.kind !== 'prose' ||
        fact.figure.unit === null ||
        fact.figure.measure === 'time' ||
        fact.figure.measure === 'money'
      )
        return [];
      const at = fact.quote.indexOf(fact.figure.shown);
      const before = at === -1 ? '' : fact.quote.slice(0, at);
      return ABOVE.test(before)
        ? [{ fact, isAbove: true }]
        : BELOW.test(before)
          ? [{ fact, isAbove: false }]
          : [];
    })
    .slice(0, MOST_TOLD);
  const readings = figures
    .filter(({ kind, quote }) => kind === 'log' && FINE.test(quote))
    .slice(0, MOST_LINES);
  const found = rules.flatMap(({ fact, isAbove }) => {
    const bad = readings.filter(
      ({ figure }) =>
        figure.measure === fact.figure.measure &&
        figure.unit !== null &&
        (isAbove ? figure.base > fact.figure.base : figure.base < fact.figure.base),
    );
    const all = readings.filter(({ figure }) => figure.measure === fact.figure.measure);
    const worst = bad.toSorted((one, other) =>
      isAbove ? other.figure.base - one.figure.base : one.figure.base - other.figure.base,
    )[0];
    if (worst === undefined || bad.length === all.length) return [];
    const claim = `${worst.figure.shown} in ${placeOf(worst)} is called fine, and ${placeOf(fact)} has a rule for ${isAbove ? 'more' : 'less'} than ${fact.figure.shown}.`;
    return [{ key: keyOf('alarm', [fact, worst]), claim, places: [worst, fact], strength: 1 }];
  });
  return { found, pairs: rules.length };
}

const VERSION = /(?<![\d.])v?(\d{1,3}\.\d{1,3}\.\d{1,3})(?![\d.]\d)/;
const OWN_VERSION =
  /(?:^|[^\p{L}])(?:version|versión|versão|versione|versie|release|バージョン|版本)["']?\s*[:=]?\s*["']?v?(\d{1,3}\.\d{1,3}\.\d{1,3})|^#\s.*?v?(\d{1,3}\.\d{1,3}\.\d{1,3})/iu;

/** The version of the whole: in a document, a manifest, and as major, minor and patch of a program. */
export function compareVersions(passages: readonly Passage[]): Compared {
  const told = passages.flatMap((passage) => {
    const match = OWN_VERSION.exec(passage.text);
    const version = match?.[1] ?? match?.[2];
    return version === undefined ? [] : [{ passage, version }];
  });
  const parts = [...Map.groupBy(passages, ({ path }) => path).values()].flatMap((own) => {
    const numbers = ['MAJOR', 'MINOR', 'PATCH'].map((name) => {
      const passage = own.find(({ text }) =>
        new RegExp(`${name}\\w*["']?\\s*[:=]?\\s*["']?\\d+`, 'i').test(text),
      );
      return {
        passage,
        value: new RegExp(`${name}\\w*["']?\\s*[:=]?\\s*["']?(\\d+)`, 'i').exec(passage?.text ?? '')?.[1],
      };
    });
    const [, minor] = numbers;
    return minor?.passage === undefined || numbers.some(({ value }) => value === undefined)
      ? []
      : [{ passage: minor.passage, version: numbers.map(({ value }) => value).join('.') }];
  });
  const all = [...told, ...parts].slice(0, MOST_TOLD);
  const found = all.flatMap((one, index) =>
    all.slice(index + 1).flatMap((other): Contradiction[] => {
      if (one.passage.path === other.passage.path || one.version === other.version) return [];
      const places = [spotOf(one.passage), spotOf(other.passage)];
      return [
        {
          key: keyOf('version', places),
          claim: `Version ${one.version} in ${placeOf(one.passage)}, but ${other.version} in ${placeOf(other.passage)}.`,
          places,
          strength: 1,
        },
      ];
    }),
  );
  return {
    found: VERSION.test(all.map(({ version }) => version).join(' ')) ? found.slice(0, MOST_FOUND) : [],
    pairs: all.length,
  };
}
