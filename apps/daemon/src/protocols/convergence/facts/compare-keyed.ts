/** Settings by the unit in their name, where a document has one figure of that kind for the same thing; values that are ruled out. */
import { ABSENT } from '../../documents/language/polarity.ts';
import { quantitiesIn } from '../../documents/language/quantities.ts';
import type { Quantity } from '../../documents/language/quantity.ts';
import { termsOf } from '../../documents/meaning/terms.ts';
import type { ProjectText } from '../project-texts.ts';
import type { Compared } from './compare-figures.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import { type Passage, passagesOf } from './passages.ts';
import { spotOf } from './read-figures.ts';

const MOST_FOUND = 6;
const SETTING =
  /^\s*(?:(?:export\s+)?(?:static\s+)?(?:final\s+)?(?:const|let|var|double|int|long|float)?\s*)["']?([A-Za-z][\w.-]{2,60})["']?\s*[:=]\s*["']?(-?\d[\d_]*(?:\.\d+)?)["']?\s*[,;]?\s*(?:[#/].*)?$/;
/** What a name ends with, and how much one of it is. */
const ENDINGS: readonly [ending: RegExp, dimension: string, factor: number][] = [
  [/(?:^|[_.\s-])(?:ms|millis|milliseconds)$/i, 'time', 0.001],
  [/(?:^|[_.\s-])(?:s|sec|secs|seconds|sekunden|secondes|segundos|sekunder)$/i, 'time', 1],
  [/(?:^|[_.\s-])(?:min|mins|minutes|minuten|minutos|minuti|minuter)$/i, 'time', 60],
  [/(?:^|[_.\s-])(?:h|hours|stunden|heures|horas|ore|timmar)$/i, 'time', 3_600],
  [/(?:^|[_.\s-])(?:days|tage|jours|dias|giorni|dagar|dagen)$/i, 'time', 86_400],
  [/(?:^|[_.\s-])(?:weeks|wochen|semaines|semanas|settimane|veckor)$/i, 'time', 604_800],
  [/(?:^|[_.\s-])(?:months|monate|mois|meses|mesi|manader|maanden)$/i, 'time', (365 * 86_400) / 12],
  [/(?:^|[_.\s-])(?:years|jahre|ans|annees|anos|anni|ar|jaren)$/i, 'time', 365 * 86_400],
  [/(?:^|[_.\s-])(?:percent|pct|prozent|pourcent|porcentaje|percentuale|procent)$/i, '%', 1],
];
const FARTHEST = 40;

interface Setting {
  passage: Passage;
  name: string;
  words: readonly string[];
  dimension: string;
  value: number;
}

function settingsOf(passages: readonly Passage[]): Setting[] {
  let section = '';
  return passages.flatMap((passage): Setting[] => {
    if (passage.kind !== 'data' || /\.[ct]sv$/i.test(passage.path)) return [];
    const heading =
      /^\s*\[([\w.-]+)\]\s*$/.exec(passage.text)?.[1] ?? /^([A-Za-z][\w-]*):\s*$/.exec(passage.text)?.[1];
    if (heading !== undefined) section = heading;
    const match = SETTING.exec(passage.text);
    const name = (match?.[1] ?? '').replace(/([a-z])([A-Z])/g, '$1 $2');
    const unit = ENDINGS.find(([ending]) => ending.test(name));
    if (match === null || unit === undefined) return [];
    const words = termsOf(`${section} ${name.replace(unit[0], ' ')}`.replace(/[_.-]/g, ' '));
    return [
      {
        passage,
        name: match[1] ?? '',
        words,
        dimension: unit[1],
        value: Number((match[2] ?? '').replaceAll('_', '')) * unit[2],
      },
    ];
  });
}

interface Told {
  passage: Passage;
  quantity: Quantity;
  terms: ReadonlySet<string>;
}

/** `late_minutes = 15`, and "more than 10 minutes late"; or the only setting of its kind, and the only figure. */
export function compareKeyed(passages: readonly Passage[]): Compared {
  const settings = settingsOf(passages);
  const told = passages
    .filter(({ kind }) => kind === 'prose')
    .flatMap((passage): Told[] => {
      const terms = new Set(termsOf(passage.text));
      return quantitiesIn(passage.text).map((quantity) => ({ passage, quantity, terms }));
    });
  const isSame = (one: number, other: number): boolean =>
    Math.abs(one - other) <= 0.035 * Math.max(Math.abs(one), Math.abs(other));
  const found = settings.flatMap((one): Contradiction[] => {
    const ofKind = told.filter(
      ({ quantity }) => quantity.dimension === one.dimension && quantity.relation !== 'range',
    );
    if (ofKind.some(({ quantity }) => isSame(quantity.value, one.value) || isSame(quantity.low, one.value)))
      return [];
    const near = ofKind.filter(
      ({ quantity }) => quantity.value <= FARTHEST * one.value && one.value <= FARTHEST * quantity.value,
    );
    const named = near
      .map((fact) => ({ fact, shared: one.words.filter((word) => fact.terms.has(word)).length }))
      .toSorted((a, b) => b.shared - a.shared);
    const [first, second] = named;
    const isMeant = first !== undefined && first.shared >= 1 && first.shared > (second?.shared ?? 0);
    // Where all other settings of the kind are told as they are, the last one and the last figure belong together.
    const rivals = settings.filter(({ dimension }) => dimension === one.dimension);
    const free = near.filter(({ quantity }) => !rivals.some((rival) => isSame(rival.value, quantity.value)));
    const isLast =
      one.dimension === '%' &&
      free.length === 1 &&
      rivals.filter((rival) => !ofKind.some(({ quantity }) => isSame(quantity.value, rival.value))).length ===
        1;
    const meant = isMeant ? first.fact : isLast ? free[0] : undefined;
    if (meant === undefined) return [];
    const places = [spotOf(meant.passage), spotOf(one.passage)];
    return [
      {
        key: keyOf('keyed', places),
        claim: `${meant.quantity.shown.trim()} in ${placeOf(meant.passage)}, but ${one.passage.text.trim()} in ${placeOf(one.passage)}.`,
        places,
        strength: 1,
      },
    ];
  });
  return { found: found.slice(0, MOST_FOUND), pairs: settings.length };
}

const NOT_THIS =
  /(?<!\p{L})(?:not|never|nicht|nie|niemals|kein\p{L}*|pas|jamais|no|nunca|não|non|mai|niet|nooit|geen|nie|nigdy|inte|aldrig)\s+(?:by |per |via |as |in |als |par |por |como |via |come )?(\p{L}{5,})/giu;

const UNSUPPORTED =
  /(?:not supported|unsupported|no longer (?:supported|used)|does not support|do not use|nicht unterstützt|unterstützt (?:kein\p{L}*|nicht)|non pris en charge|ne prend pas en charge|no (?:es compatible|soporta|admite)|não (?:suporta|compatível)|non supporta\p{L}*|niet ondersteund|nie obsługuje|stöds inte|非対応|サポート(?:し|外)|対応しない|不支持|不兼容)/iu;
const CODE_NAME = /(?<![\w-])([A-Z]{1,6}-?\d{2,5}[A-Z]?)(?![\w-])/g;

/** "Not for model L100", and a log of an L100. */
export function compareUnsupported(passages: readonly Passage[]): Compared {
  const rules = passages.filter(({ kind, text }) => kind === 'prose' && UNSUPPORTED.test(text));
  const found = rules.flatMap((rule): Contradiction[] => {
    const at = UNSUPPORTED.exec(rule.text)?.index ?? 0;
    const names = [...rule.text.slice(at).matchAll(CODE_NAME)].map(([, name = '']) => name);
    const used = passages.find(
      ({ kind, text }) =>
        kind !== 'prose' &&
        names.some((name) => new RegExp(`[=:]\\s?["']?${RegExp.escape(name)}(?![\\w-])`).test(text)),
    );
    if (used === undefined) return [];
    const places = [spotOf(used), spotOf(rule)];
    return [
      {
        key: keyOf('unsupported', places),
        claim: `${used.text.trim().slice(0, 120)} in ${placeOf(used)}, and ${placeOf(rule)} rules it out: "${rule.text.slice(0, 140)}"`,
        places,
        strength: 1,
      },
    ];
  });
  return { found: found.slice(0, MOST_FOUND), pairs: rules.length };
}

/** "Booking fee: none", and `fee.percent=1.5`. */
export function compareAbsent(passages: readonly Passage[]): Compared {
  const rules = passages.flatMap((passage) => {
    const label = passage.kind === 'prose' ? ABSENT.exec(passage.text)?.[1] : undefined;
    return label === undefined ? [] : [{ passage, label: spelled(label) }];
  });
  const found = rules.flatMap(({ passage, label }): Contradiction[] => {
    const set = passages.find(({ kind, text }) => {
      const match = kind === 'data' ? SETTING.exec(text) : null;
      const parts = (match?.[1] ?? '')
        .toLowerCase()
        .split(/[_.-]/)
        .filter((part) => part.length >= 3);
      return (
        match !== null &&
        Number(match[2]) > 0 &&
        parts.some(
          (part) =>
            label.split(' ').includes(spelled(part)) || (part.length >= 5 && label.includes(spelled(part))),
        )
      );
    });
    if (set === undefined) return [];
    const places = [spotOf(passage), spotOf(set)];
    return [
      {
        key: keyOf('absent', places),
        claim: `"${passage.text.trim()}" in ${placeOf(passage)}, but ${set.text.trim()} in ${placeOf(set)}.`,
        places,
        strength: 1,
      },
    ];
  });
  return { found: found.slice(0, MOST_FOUND), pairs: rules.length };
}

/** As in names of settings: without accents. */
function spelled(text: string): string {
  return text
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

/** "in writing, not by telephone", and `channel=telephone`. */
export function compareRuledOut(passages: readonly Passage[]): Compared {
  const values = passages
    .filter(({ kind }) => kind === 'data')
    .flatMap((passage) => {
      const match = /^\s*["']?[A-Za-z][\w.-]*["']?\s*[:=]\s*["']?([A-Za-zÀ-ÿ][\w-]{3,30})["']?\s*,?\s*$/.exec(
        passage.text,
      );
      return match === null ? [] : [{ passage, value: (match[1] ?? '').toLowerCase() }];
    });
  const found = passages
    .filter(({ kind }) => kind === 'prose')
    .flatMap((rule): Contradiction[] =>
      [...rule.text.matchAll(NOT_THIS)].flatMap(([, word = '']): Contradiction[] => {
        const stem = word.toLowerCase().slice(0, 7);
        const broken = values.find(
          ({ value }) => value.length >= 5 && (value.startsWith(stem) || stem.startsWith(value)),
        );
        if (broken === undefined) return [];
        const places = [spotOf(broken.passage), spotOf(rule)];
        return [
          {
            key: keyOf('ruled-out', places),
            claim: `${broken.passage.text.trim()} in ${placeOf(broken.passage)}, and ${placeOf(rule)} rules it out: "${rule.text.slice(0, 140)}"`,
            places,
            strength: 1,
          },
        ];
      }),
    );
  return { found: found.slice(0, MOST_FOUND), pairs: values.length };
}

const EARLIER_FIRST =
  /(?<!\p{L})(?:earlier|earliest|oldest|first come|lower|lowest|smaller|smallest|nearest|früher\p{L}*|ältest\p{L}*|niedrig\p{L}*|kleinst\p{L}*|plus (?:ancien|tôt|petit|proche)\p{L}*|más (?:antigu|tempran|cercan)\p{L}*|menor|mais (?:antig|ced|próxim)\p{L}*|più (?:vecchi|vicin|bass)\p{L}*|prima|eerste|vroegst\p{L}*|laagst\p{L}*|wcześniejsz\p{L}*|tidigast\p{L}*|lägst\p{L}*)(?!\p{L})|早い順|先着|最早|先到/iu;

/** "Ties are broken by the earlier registration", and a key that sorts the latest first. */
export function compareSorting(texts: readonly ProjectText[], passages: readonly Passage[]): Compared {
  const rules = passages.filter(({ kind, text }) => kind === 'prose' && EARLIER_FIRST.test(text));
  const lines = texts
    .flatMap((file) => passagesOf(file))
    .filter(({ kind, text }) => kind === 'code' && /\bsort(?:ed|By)?\b/i.test(text));
  const found = rules.flatMap((rule): Contradiction[] => {
    const said = rule.text.toLowerCase();
    const turned = lines.find(({ text }) =>
      [...text.matchAll(/-\s*[A-Za-z_]\w*(?:\.|\[["'])([A-Za-z_]+)/g)].some(([, name = '']) =>
        name
          .split(/_|(?=[A-Z])/)
          .some((part) => part.length >= 5 && said.includes(part.toLowerCase().slice(0, 6))),
      ),
    );
    if (turned === undefined) return [];
    const places = [spotOf(turned), spotOf(rule)];
    return [
      {
        key: keyOf('sorting', places),
        claim: `${placeOf(turned)} sorts the other way round than ${placeOf(rule)} says: ${turned.text.trim()} against "${rule.text.slice(0, 120)}"`,
        places,
        strength: 1,
      },
    ];
  });
  return { found: found.slice(0, MOST_FOUND), pairs: rules.length };
}
