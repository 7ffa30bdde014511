/**
 * Colours that a design file names in words: "dark red on white, text in black". A word stands for a family of colours,
 * and only where no value of that family is given: then it is the name of the value.
 */
import { toLch } from './color.ts';
import { type Rgb, readColor } from './style.ts';

/** In OKLCH: lightness from 0 to 1, chroma, hue in degrees. */
interface Family {
  words: RegExp;
  holds(l: number, c: number, h: number): boolean;
}

/** Below it a colour is a grey, or looks like one. */
const GREY = 0.045;
const between = (h: number, from: number, to: number): boolean =>
  from <= to ? h >= from && h <= to : h >= from || h <= to;
const hue =
  (from: number, to: number): Family['holds'] =>
  (_, c, h) =>
    c >= GREY && between(h, from, to);

const FAMILIES: Readonly<Record<string, Family>> = {
  black: { words: /black|ink|charcoal|coal|ebony|jet|schwarz/, holds: (l, c) => l < 0.38 && c < GREY },
  white: { words: /white|snow|wei(?:ss|ß)/, holds: (l, c) => l > 0.95 && c < 0.03 },
  grey: { words: /gr[ea]y|slate|silver|stone|ash|grau/, holds: (l, c) => l > 0.3 && l < 0.96 && c < GREY },
  cream: {
    words: /cream|ivory|beige|sand|linen|oat|custard|parchment/,
    holds: (l, c, h) => l > 0.85 && c < 0.1 && (c < 0.02 || between(h, 40, 115)),
  },
  red: { words: /red|crimson|scarlet|burgundy|maroon|wine|ruby|cherry|raspberry|rot/, holds: hue(350, 40) },
  orange: { words: /orange|amber|rust|terracotta|copper|apricot/, holds: hue(35, 80) },
  brown: {
    words: /brown|chestnut|coffee|chocolate|walnut|umber|sienna|braun/,
    holds: (l, c, h) => l < 0.62 && c < 0.15 && between(h, 25, 100),
  },
  yellow: { words: /yellow|gold(?:en)?|mustard|lemon|gelb/, holds: hue(75, 118) },
  green: { words: /green|olive|lime|emerald|sage|mint|moss|forest|gr(?:ue|ü)n/, holds: hue(112, 178) },
  teal: { words: /teal|turquoise|cyan|aqua|petrol/, holds: hue(165, 225) },
  blue: { words: /blue|navy|azure|cobalt|sky|ultramarine|indigo|blau/, holds: hue(215, 292) },
  purple: { words: /purple|violet|plum|lavender|lilac|aubergine|mauve|lila/, holds: hue(280, 335) },
  pink: { words: /pink|magenta|rose|fuchsia|salmon|coral|rosa/, holds: hue(325, 32) },
};

/** A sentence that forbids a colour does not name one of the palette. */
const FORBIDS = /\b(?:no|not|never|avoid|without|don['’]t|do not|instead of|rather than|nie|kein\w*)\b/i;

/** Families named in this text. */
export function familiesNamed(text: string): string[] {
  const said = text.split(/[.;!?]\s|$/).filter((sentence) => !FORBIDS.test(sentence));
  const words = new Set(
    said
      .join(' ')
      .toLowerCase()
      .match(/[a-zäöüß]+/g),
  );
  return Object.entries(FAMILIES)
    .filter(([, { words: pattern }]) => [...words].some((word) => isWholly(pattern, word)))
    .map(([name]) => name);
}

function isWholly(pattern: RegExp, word: string): boolean {
  return pattern.exec(word)?.[0] === word;
}

/** Those of them for which no value is given: the others are names of values. */
export function withoutValues(families: readonly string[], values: readonly string[]): string[] {
  const colors = values.map(readColor).filter((color) => color !== null);
  return [...new Set(families)].filter((family) => !colors.some((color) => isOf(family, color)));
}

export function isOf(family: string, color: Rgb): boolean {
  const { l, c, h } = toLch(color);
  return FAMILIES[family]?.holds(l, c, h) === true;
}
