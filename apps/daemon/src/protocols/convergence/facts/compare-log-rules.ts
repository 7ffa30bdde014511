/** A log against itself and against the rules of the documents: times that go back, gaps, who may not, what shall not be kept. */
import { quantitiesIn } from '../../documents/language/quantities.ts';
import { termsOf } from '../../documents/meaning/terms.ts';
import type { Compared } from './compare-figures.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';

const STAMP = /(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,3}))?/;
const MOST_FOUND = 5;
const FEWEST_LINES = 4;

interface Stamped {
  passage: Passage;
  at: number;
}

function stampedOf(passages: readonly Passage[]): Map<string, Stamped[]> {
  const stamped = passages.flatMap((passage): Stamped[] => {
    const match = passage.kind === 'log' ? STAMP.exec(passage.text) : null;
    const at =
      match === null
        ? Number.NaN
        : Date.parse(`${match[1]}T${match[2]}:${match[3]}:${match[4]}.${(match[5] ?? '0').padEnd(3, '0')}Z`);
    return Number.isNaN(at) ? [] : [{ passage, at }];
  });
  return Map.groupBy(stamped, ({ passage }) => passage.path);
}

export function compareLogOrder(passages: readonly Passage[]): Compared {
  const logs = [...stampedOf(passages).values()].filter(({ length }) => length >= FEWEST_LINES);
  const found = logs.flatMap((lines): Contradiction[] => {
    const back = lines.filter((one, index) => index > 0 && one.at < (lines[index - 1]?.at ?? 0) - 1_000);
    // Several writers, or newest first: then nothing follows from the order.
    if (back.length === 0 || back.length > Math.max(1, lines.length / 10)) return [];
    return back.map(
      ({ passage }): Contradiction => ({
        key: keyOf('log-order', [passage]),
        claim: `The time goes back in ${placeOf(passage)}: ${passage.text.trim().slice(0, 120)}`,
        places: [spotOf(passage)],
        strength: 1,
      }),
    );
  });
  return { found: found.slice(0, MOST_FOUND), pairs: logs.length };
}

/** "Every fridge is read once a minute", and fourteen minutes between two readings. */
export function compareGaps(passages: readonly Passage[]): Compared {
  const rhythms = passages
    .filter(({ kind }) => kind === 'prose')
    .flatMap((passage) =>
      quantitiesIn(passage.text)
        .filter(
          ({ relation, dimension, value }) =>
            relation === 'every' && dimension === 'time' && value >= 1 && value <= 86_400,
        )
        .map(({ value, shown }) => ({ passage, seconds: value, shown })),
    );
  const found = [...stampedOf(passages).values()].flatMap((lines): Contradiction[] => {
    const shapes = Map.groupBy(lines, ({ passage }) => shapeOf(passage.text));
    return [...shapes.values()].flatMap((own): Contradiction[] => {
      if (own.length < FEWEST_LINES) return [];
      const steps = own.slice(1).map((one, index) => (one.at - (own[index]?.at ?? one.at)) / 1_000);
      const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0;
      const rhythm = rhythms.find(({ seconds }) => Math.abs(seconds - usual) <= 0.05 * usual);
      const at = steps.findIndex((step) => step > 2.5 * usual);
      const [before, after] = [own[at], own[at + 1]];
      if (rhythm === undefined || at === -1 || before === undefined || after === undefined) return [];
      const places = [spotOf(before.passage), spotOf(after.passage), spotOf(rhythm.passage)];
      return [
        {
          key: keyOf('gap', places),
          claim: `${Math.round((steps[at] ?? 0) / 60)} minutes without a line between ${placeOf(before.passage)} and ${placeOf(after.passage)}, but ${rhythm.shown} in ${placeOf(rhythm.passage)}.`,
          places,
          strength: 1,
        },
      ];
    });
  });
  return { found: found.slice(0, MOST_FOUND), pairs: rhythms.length };
}

/** What a line says without its figures. */
function shapeOf(text: string): string {
  return text
    .replace(STAMP, ' ')
    .replace(/-?\d+(?:[.,]\d+)?/g, '#')
    .replace(/\s+/g, ' ')
    .trim();
}

const ONLY =
  /(?<!\p{L})(?:only|nobody else|no one else|exclusively|solely|nur|ausschließlich|allein|seule?s?|seulement|uniquement|exclusivement|solo|sólo|solamente|únicamente|exclusivamente|apenas|somente|soltanto|esclusivamente|alleen|uitsluitend|tylko|wyłącznie|endast|bara)(?!\p{L})|のみ|だけ|仅|只有|只能|만/iu;
const PAIR = /(?<![\w.])([a-z_][a-z0-9_]{2,30})\s?[=:]\s?["']?([A-Za-z][\w.-]*)/gi;

/** "Only the roles nurse and technician may acknowledge", and `acknowledged … role=guest`. */
export function compareExclusive(passages: readonly Passage[]): Compared {
  const rules = passages.filter(({ kind, text }) => kind === 'prose' && ONLY.test(text));
  const logs = passages.filter(({ kind }) => kind === 'log');
  const keyed = logs.flatMap((line) =>
    [...line.text.matchAll(PAIR)].map(([, key = '', value = '']) => ({
      line,
      key: key.toLowerCase(),
      value,
    })),
  );
  const found = rules.flatMap((rule): Contradiction[] => {
    const said = rule.text.toLowerCase();
    const terms = new Set(termsOf(rule.text));
    const words = new Set(said.split(/[^\p{L}\p{N}]+/u));
    const isNamed = (key: string): boolean =>
      words.has(key) || words.has(`${key}s`) || words.has(`${key}en`) || words.has(`${key}n`);
    const own = keyed.filter(({ key }) => isNamed(key));
    const isOf = (value: string): boolean =>
      value
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word.length > 2)
        .every((word) => said.includes(word.slice(0, 6)));
    const broken = own.find(({ line, key, value }) => {
      if (isOf(value)) return false;
      const rest = termsOf(line.text.replace(PAIR, ' ').replace(STAMP, ' ')).filter((term) => term !== key);
      return rest.some((term) => terms.has(term));
    });
    const isKnown = own.some(({ value }) => isOf(value)) || (broken !== undefined && isNamed(broken.key));
    if (broken === undefined || !isKnown) return [];
    const places = [spotOf(broken.line), spotOf(rule)];
    return [
      {
        key: keyOf('exclusive', places),
        claim: `${broken.key}=${broken.value} in ${placeOf(broken.line)}, and ${placeOf(rule)} allows it to others only: "${rule.text.slice(0, 140)}"`,
        places,
        strength: 1,
      },
    ];
  });
  return { found: found.slice(0, MOST_FOUND), pairs: rules.length };
}

const NEVER_KEPT =
  /(?<!\p{L})(?:never|not|no|don[’']?t|dont|must not|may not|nie|niemals|nicht|keine?n?|jamais|pas|aucune?|nunca|jamás|não|nao|nenhuma?|mai|non|nessun\p{L}*|nooit|niet|geen|nie|żadn\p{L}+|aldrig|inte|ingen|inga)(?!\p{L})|禁止|しない|不得|不能|不要/iu;
const IN_LOG =
  /(?<!\p{L})(?:logs?|logged|logging|log files?|protokoll\p{L}*|logdatei\p{L}*|journal\p{L}*|journaux|registros?|bitácora|registri|logboek\p{L}*|dziennik\p{L}*|logg\p{L}*)(?!\p{L})|ログ|日志|로그/iu;

/** "Phone numbers never go into the log", and a line with one. */
export function compareKept(passages: readonly Passage[]): Compared {
  const rules = passages.filter(
    ({ kind, text }) => kind === 'prose' && NEVER_KEPT.test(text) && IN_LOG.test(text),
  );
  const logs = passages.filter(({ kind }) => kind === 'log');
  const found = rules.flatMap((rule): Contradiction[] => {
    const words = rule.text
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length >= 4 && !IN_LOG.test(word));
    const broken = logs.find(({ text }) =>
      [...text.matchAll(/([a-z][a-z0-9_.-]{2,30})\s?[=:]\s?["']?[\w+@(]/gi)].some(([, key = '']) =>
        key
          .toLowerCase()
          .split(/[_.-]/)
          .some(
            (part) =>
              part.length >= 4 &&
              words.some(
                (word) =>
                  word === part ||
                  word === `${part}s` ||
                  `${word}s` === part ||
                  (part.length >= 5 && word.startsWith(part)),
              ),
          ),
      ),
    );
    if (broken === undefined) return [];
    const places = [spotOf(broken), spotOf(rule)];
    return [
      {
        key: keyOf('kept', places),
        claim: `${placeOf(broken)} has what ${placeOf(rule)} rules out: "${rule.text.slice(0, 140)}" against ${broken.text.trim().slice(0, 140)}`,
        places,
        strength: 1,
      },
    ];
  });
  return { found: found.slice(0, MOST_FOUND), pairs: rules.length };
}
