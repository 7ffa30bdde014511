/** The hues of a design system, told apart well enough to carry one panelist each. */
import { toLch } from './color.ts';
import type { DesignToken } from './design-md.ts';
import { readColor } from './style.ts';

/** Below this a colour is a grey to the eye: it has a hue by arithmetic only. */
const MIN_CHROMA = 0.04;
/** Nearer ones are one colour in two shades. */
const MIN_APART_DEGREES = 30;
const LEADS = /primary|brand|accent/i;

/** `count` hues in degrees: the leading colours first, then the rest of the palette, then the widest gaps. */
export function paletteHues(colors: readonly DesignToken[], count: number): number[] {
  const own: number[] = [];
  const ordered = [
    ...colors.filter(({ name }) => LEADS.test(name)),
    ...colors.filter(({ name }) => !LEADS.test(name)),
  ];
  for (const { value } of ordered) {
    const rgb = readColor(value);
    if (rgb === null || own.length === count) continue;
    const { c, h } = toLch(rgb);
    if (c >= MIN_CHROMA && own.every((other) => apart(other, h) >= MIN_APART_DEGREES)) own.push(h);
  }
  if (own.length === 0) return [];
  while (own.length < count) own.push(middleOfWidestGap(own));
  return own.map((hue) => Math.round(hue) % 360);
}

function apart(a: number, b: number): number {
  const distance = Math.abs(a - b) % 360;
  return Math.min(distance, 360 - distance);
}

function middleOfWidestGap(hues: readonly number[]): number {
  const around = hues.toSorted((a, b) => a - b);
  let [from, widest] = [0, 0];
  for (const [index, hue] of around.entries()) {
    const next = around[index + 1] ?? (around[0] ?? 0) + 360;
    if (next - hue <= widest) continue;
    widest = next - hue;
    from = hue;
  }
  return (from + widest / 2) % 360;
}
