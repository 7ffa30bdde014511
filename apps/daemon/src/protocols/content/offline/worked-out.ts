/** Figures that a text works out itself, from those of its documents or in an example that it makes up. */
import { NUMBER_WORD, NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { anyOf } from '../../documents/language/patterns.ts';

/** Figures before it in which what it is worked out from must stand. */
const NEAR_FIGURES = 6;
const FIGURE = String.raw`\d+(?:[.,:]\d+)*`;
const WORKED_OUT = new RegExp(String.raw`${FIGURE}|(?<!\p{L})(?:${NUMBER_WORD})(?!\p{L})`, 'giu');

/** "A logger costs 39 euros. For five of them that is 195.": worked out by the text itself from a figure of the documents. */
export function isWorkedOut(figure: string, text: string, known: ReadonlySet<string>): boolean {
  const all = [...text.matchAll(WORKED_OUT)].map(([shown]) => shown);
  const at = all.indexOf(figure);
  const near = all.slice(Math.max(0, at - NEAR_FIGURES), at);
  const value = numberOf(figure);
  return near.some((given, index) =>
    known.has(given) || (given.length === 1 && /\d/.test(given))
      ? near.some((other, place) => place !== index && makes(numberOf(given), numberOf(other), value))
      : false,
  );
}

function makes(one: number, other: number, value: number): boolean {
  return [one * other, one + other, one - other].some(
    (result) => isSame(result, value) && one > 0 && other > 1,
  );
}

/** 0.12 times 400 is not quite 48 to a machine. */
const ROUNDING = 1e-9;

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= ROUNDING * other;
}

/** "1,480", "1.480" and "1480" are one figure, and so are "fifteen" and "15". */
export function valuesIn(text: string): ReadonlySet<number> {
  return new Set(
    [...text.matchAll(WORKED_OUT)].map(([shown]) => numberOf(shown)).filter((value) => !Number.isNaN(value)),
  );
}

export function numberOf(shown: string): number {
  const word = NUMBER_WORDS[shown.toLowerCase()];
  if (word !== undefined) return word;
  return Number(/^\d{1,3}(?:[.,]\d{3})+$/.test(shown) ? shown.replace(/[.,]/g, '') : shown.replace(',', '.'));
}

/** Nobody says that it is so. "Si" and "se" are a reader's case only before who reads: elsewhere they are pronouns. */
const SUPPOSED = anyOf(
  'if|suppose|supposing|assume|assuming|imagine|wenn|falls|angenommen|nehmen wir an|supposons|imaginons|admettons|supongamos|imaginemos|suponha|suponhamos|supponiamo|immaginiamo',
  'si (?:vous|votre|vos|tu|on|nous|usted|ustedes|su|sus|tiene|tienes|hay)|se (?:você|vocês|a sua|o seu|tem|hai|avete|il tuo|la tua)|als (?:je|u|jullie)',
  'もし|仮に|如果|假设|假如',
);
/** So many are taken, and what that makes is told behind it. */
const TAKEN = anyOf(
  'at|for|with|bei|für|mit|pour|avec|à|chez|si|se|als|con|para|por|com|per|bij|voor|met|for example|for instance|zum beispiel|par exemple|por ejemplo|por exemplo|per esempio|ad esempio|bijvoorbeeld',
);
/** Money and shares are what is sold and promised: they are made up in no example. */
const OF_WORTH =
  /^\s?(?:%|‰|€|£|\$|¥|per ?cent|prozent|pour ?cent|por ?cient?o|per cento|procent|euros?|eur|dollars?|usd|pounds?|gbp|francs?|franken|chf|yen|cents?)(?!\p{L})/iu;
const SIGN_AHEAD = /[€£$¥]\s?$/u;
const MOST_WORDS_BETWEEN = 4;

/**
 * Figures that an example makes up: "At 400 meals a day that is 48 euros." Either the sentence only supposes them, or it goes on
 * to what they make together with a figure of the documents.
 */
export function madeUpIn(sentence: string, known: ReadonlySet<string>): ReadonlySet<string> {
  const figures = [...sentence.matchAll(new RegExp(FIGURE, 'gu'))].filter(([shown]) => !known.has(shown));
  const [first, ...later] = figures;
  if (first === undefined) return new Set();
  const [figure] = first;
  const [before, behind] = [sentence.slice(0, first.index), sentence.slice(first.index + figure.length)];
  if (OF_WORTH.test(behind) || SIGN_AHEAD.test(before)) return new Set();
  const results = later.map(([shown]) => shown).filter((shown) => isTimes(shown, figure, known));
  const clause = /[^,;:()–—]*$/u.exec(before)?.[0] ?? '';
  const isTaken = TAKEN.test(clause.trim().split(/\s+/).slice(-MOST_WORDS_BETWEEN).join(' '));
  const isMadeUp = SUPPOSED.test(clause) || (isTaken && results.length > 0);
  return new Set(isMadeUp ? [figure, ...results] : []);
}

/** So many times what the documents give, or that share of it. */
function isTimes(result: string, figure: string, known: ReadonlySet<string>): boolean {
  const product = numberOf(result);
  return [...known].some((given) => {
    const times = numberOf(given) * numberOf(figure);
    return isSame(times, product) || isSame(times / 100, product);
  });
}
