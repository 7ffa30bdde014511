/** Colours as a designer speaks of them: hex, contrast, hue, and small moves in OKLCH. */
import { clampChroma, formatHex, oklch, rgb, wcagContrast } from 'culori';
import type { Rgb } from './style.ts';

export interface Lch {
  l: number;
  c: number;
  /** Degrees; 0 for greys. */
  h: number;
}

export function toHex(color: Rgb): string {
  return formatHex({ mode: 'rgb', r: color.r, g: color.g, b: color.b });
}

export function toLch(color: Rgb): Lch {
  const { l, c, h } = oklch({ mode: 'rgb', r: color.r, g: color.g, b: color.b });
  return { l, c, h: h ?? 0 };
}

export function fromLch({ l, c, h }: Lch): Rgb {
  const { r, g, b } = rgb(clampChroma({ mode: 'oklch', l, c, h }, 'oklch'));
  // Through hex, so that what is measured here is what will be written.
  const clamp = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 255) / 255;
  return { r: clamp(r), g: clamp(g), b: clamp(b), alpha: 1 };
}

/** A colour one can see through, as it looks on what is behind it. */
export function painted({ r, g, b, alpha }: Rgb, ground: Rgb): Rgb {
  const on = (own: number, under: number): number => own * alpha + under * (1 - alpha);
  return { r: on(r, ground.r), g: on(g, ground.g), b: on(b, ground.b), alpha: 1 };
}

export function contrast(a: Rgb, b: Rgb): number {
  return wcagContrast({ mode: 'rgb', ...opaque(a) }, { mode: 'rgb', ...opaque(b) });
}

/** Difference in OKLab, scaled so that about 2 is just noticeable. */
export function difference(a: Rgb, b: Rgb): number {
  const p = toLch(a);
  const q = toLch(b);
  const angle = (degrees: number): number => (degrees * Math.PI) / 180;
  const da = p.c * Math.cos(angle(p.h)) - q.c * Math.cos(angle(q.h));
  const db = p.c * Math.sin(angle(p.h)) - q.c * Math.sin(angle(q.h));
  return 100 * Math.hypot(p.l - q.l, da, db);
}

function opaque({ r, g, b }: Rgb): { r: number; g: number; b: number } {
  return { r, g, b };
}
