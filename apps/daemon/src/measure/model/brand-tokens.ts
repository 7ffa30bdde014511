/** Design tokens as values, and which of them may stand for what. */
import { difference, toLch } from './color.ts';
import type { DesignToken } from './design-md.ts';
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
