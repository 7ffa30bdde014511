/** Design tokens as values, and which of them may stand for what. */
import { difference, toLch } from './color.ts';
import { isOf } from './color-words.ts';
import type { DesignSystem, DesignToken } from './design-md.ts';
import { type Rgb, readColor } from './style.ts';

export interface ColorToken extends DesignToken {
  rgb: Rgb;
}

type Use = 'color' | 'background-color' | `border-${string}-color`;

/**
 * The nearest token that may stand there. By distance alone grey text turned orange and a button took the
 * colour of its background, so a grey stays a grey, and tokens made for text are not used behind it.
 */
export function nearestToken(color: Rgb, use: Use, tokens: readonly DesignToken[]): ColorToken | null {
  const chromatic = toLch(color).c >= 0.04;
  let best: ColorToken | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const token of tokens) {
    const rgb = readColor(token.value);
    if (rgb === null || rgb.alpha < 0.95) continue;
    const distance = difference(color, rgb) + penalty(token.name, use, chromatic, toLch(rgb).c >= 0.04);
    if (distance < least) {
      least = distance;
      best = { ...token, rgb };
    }
  }
  return best;
}

const WRONG_ROLE = 6;
const WRONG_KIND = 40;

function penalty(name: string, use: Use, wanted: boolean, has: boolean): number {
  const kind = wanted === has ? 0 : WRONG_KIND;
  const forText = /text|ink|foreground|\bfg\b|on-/i.test(name);
  const forSurface = /background|\bbg\b|surface|canvas|paper/i.test(name);
  const wrong = (use === 'color' && forSurface) || (use === 'background-color' && forText);
  return kind + (wrong ? WRONG_ROLE : 0);
}

/** Differences below this cannot be seen. */
export const SAME_COLOR = 1.5;

const PLAIN: readonly [RegExp, Rgb][] = [
  [/(?:^|[.;:]\s+|[-*|]\s+)white (?:is )?(?:for|on|behind|as|under)\b/im, { r: 1, g: 1, b: 1, alpha: 1 }],
  [/(?:^|[.;:]\s+|[-*|]\s+)black (?:is )?(?:for|on|as)\b/im, { r: 0, g: 0, b: 0, alpha: 1 }],
];

/** "White for the page": pure white and black need no value to be of the palette. */
export function isSaidPlainly(text: string, color: Rgb): boolean {
  return PLAIN.some(([said, plain]) => difference(color, plain) < SAME_COLOR && said.test(text));
}

/** The nearest token to a colour that is none of the palette; null where it is one of it, or allowed by words. */
export function outsidePalette(
  { colors, colorWords, textColors, text }: DesignSystem,
  color: Rgb,
  use: Use,
): ColorToken | null {
  if (isSaidPlainly(text, color)) return null;
  const isSame = (value: string): boolean => {
    const rgb = readColor(value);
    return rgb !== null && difference(color, rgb) < SAME_COLOR;
  };
  if (colors.some(({ value }) => isSame(value)) || (use === 'color' && textColors.some(isSame))) return null;
  return colorWords.some((family) => isOf(family, color)) ? null : nearestToken(color, use, colors);
}

const CLOSED =
  /\bscale\b|\bsizes?\b[^.\n]*\bonly\b|\bno (?:other )?sizes?\b|\bonly (?:these|the following)?\s*\d/i;

/** Sizes that are named for headings and text leave the small print between them open, unless they are said to be all. */
export function isOwnStep({ text, dialect, fontSizes }: DesignSystem, size: number): boolean {
  return (
    dialect === 'prose' && !CLOSED.test(text) && size > Math.min(...fontSizes) && size < bodySize(fontSizes)
  );
}

/** The step that running text has, as nearly every scale has it. */
function bodySize(fontSizes: readonly number[]): number {
  return fontSizes.find((step) => step >= LEAST_BODY) ?? LEAST_BODY;
}

const LEAST_BODY = 16;
