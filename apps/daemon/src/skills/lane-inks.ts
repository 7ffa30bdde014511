/** Inks for the five lanes of the Theater, from a design system: its accent's hue and weight, spread around the circle. */

import type { LaneInks } from '@design-jury/contracts/skills';
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import { contrast, fromLch, toHex, toLch } from '../measure/model/color.ts';
import { type Rgb, readColor } from '../measure/model/style.ts';
import { type BrandKit, LEGIBLE } from './brand-kit.ts';

/** Degrees from the accent's hue; the designer has the accent itself. Unequal steps, because hues are not equally far apart. */
const TURNS: Record<PanelistRole, number> = { designer: 0, critic: 155, brand: 290, a11y: 75, copy: 220 };

const CHROMA = { least: 0.09, most: 0.17 } as const;
const STEP = 0.02;

export function laneInks({ colors }: BrandKit): LaneInks {
  const grounds = [colors.paper, colors.surface].flatMap((hex) => readColor(hex) ?? []);
  const accent = toLch(readColor(colors.accent) ?? INK);
  const dark = grounds.some((ground) => toLch(ground).l < 0.5);
  const inkOf = (role: PanelistRole): string => {
    const h = (accent.h + TURNS[role] + 360) % 360;
    const c = Math.min(CHROMA.most, Math.max(CHROMA.least, accent.c));
    return toHex(legibleInk({ l: dark ? 0.78 : 0.5, c, h }, grounds, dark));
  };
  return {
    designer: inkOf('designer'),
    critic: inkOf('critic'),
    brand: inkOf('brand'),
    a11y: inkOf('a11y'),
    copy: inkOf('copy'),
  };
}

const INK: Rgb = { r: 0.1, g: 0.1, b: 0.1, alpha: 1 };

/** Moves away from the ground until it can be read; a hue may lose its colour on the way, never its contrast. */
function legibleInk(start: { l: number; c: number; h: number }, grounds: readonly Rgb[], dark: boolean): Rgb {
  let { l } = start;
  let ink = fromLch(start);
  while (l > 0.05 && l < 0.98 && !grounds.every((ground) => contrast(ink, ground) >= LEGIBLE)) {
    l += dark ? STEP : -STEP;
    ink = fromLch({ ...start, l });
  }
  return ink;
}
