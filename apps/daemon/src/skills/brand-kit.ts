/**
 * A design system as a template needs it: every role filled, every pair of colours legible. Names decide first;
 * where a DESIGN.md names nothing, lightness and size do. Values are parsed and written anew, so that nothing of
 * somebody's file reaches a stylesheet as it stood.
 */
import { contrast, toHex, toLch } from '../measure/model/color.ts';
import { type DesignSystem, type DesignToken, readDesignMd } from '../measure/model/design-md.ts';
import { type Rgb, readColor } from '../measure/model/style.ts';
import { type Components, nearest, readStyles, type TypeRole, type TypeStyle } from './brand-styles.ts';

export const COLOR_ROLES = [
  'paper',
  'surface',
  'ink',
  'muted',
  'line',
  'accent',
  'onAccent',
  'link',
  'mark',
  'onMark',
] as const;
export type ColorRole = (typeof COLOR_ROLES)[number];

export interface BrandKit {
  system: DesignSystem;
  /** Hex. */
  colors: Record<ColorRole, string>;
  type: Record<TypeRole, TypeStyle>;
  /** Nine steps, pixels, from the smallest. */
  space: readonly number[];
  radius: { small: number; large: number };
  components: Components;
}

/** WCAG 1.4.3 for text of any size. */
export const LEGIBLE = 4.5;

const IDEAL_SPACE = [4, 8, 12, 16, 24, 32, 48, 64, 96] as const;
const SMALL_RADIUS_PX = 4;

export function brandKit(text: string): BrandKit {
  const system = readDesignMd(text);
  const { styles, components } = readStyles(text, system);
  const steps = system.spacing.filter((step) => step > 0);
  return {
    system,
    colors: colorsOf(system.colors),
    type: styles,
    space: IDEAL_SPACE.map((ideal) => nearest(ideal, steps.length >= 3 ? steps : IDEAL_SPACE)),
    radius: {
      small: nearest(SMALL_RADIUS_PX, cornersOf(system)),
      large: Math.max(...cornersOf(system)),
    },
    components,
  };
}

/** Pills are for buttons; a panel with such corners loses its text. */
const LARGEST_CORNER_PX = 28;

function cornersOf({ radii }: DesignSystem): number[] {
  const corners = radii.filter((radius) => radius <= LARGEST_CORNER_PX);
  return corners.length === 0 ? [0] : corners;
}

interface Named extends DesignToken {
  rgb: Rgb;
}

/** Tried in order: the first token whose name fits. The exact role comes before its relatives. */
const NAMES: Record<Exclude<ColorRole, 'link'>, readonly RegExp[]> = {
  paper: [/^paper$/i, /^(background|bg|canvas|page|base)\b/i, /background|canvas/i],
  surface: [/^surface$/i, /surface|card|panel|raised|subtle/i],
  ink: [/^ink$/i, /^(text|foreground|fg|body|on-background|on-surface)$/i, /text|ink|foreground/i],
  muted: [/^muted$/i, /muted|secondary.?text|text.?secondary|subtle.?text|neutral|grey|gray|slate/i],
  line: [/^line$/i, /line|border|rule|divider|outline|stroke/i],
  accent: [/^accent$/i, /^(primary|brand|action)\b/i, /accent|primary|brand|action|link/i],
  onAccent: [/^on-?accent$/i, /^on-?(primary|brand|action)$/i],
  mark: [/^mark$/i, /highlight|secondary|tertiary|support/i],
  onMark: [/^on-?mark$/i, /^on-?(secondary|highlight|tertiary)$/i],
};

function colorsOf(tokens: readonly DesignToken[]): Record<ColorRole, string> {
  const all: Named[] = tokens.flatMap((token) => {
    const rgb = readColor(token.value);
    return rgb === null || rgb.alpha < 0.99 ? [] : [{ ...token, rgb }];
  });
  const named = (role: keyof typeof NAMES): Rgb | null => {
    for (const pattern of NAMES[role]) {
      const token = all.find(({ name }) => pattern.test(name));
      if (token !== undefined) return token.rgb;
    }
    return null;
  };
  const pool = all.map(({ rgb }) => rgb);
  const paper = named('paper') ?? lightest(pool) ?? WHITE;
  const ink = legible(named('ink'), [paper]) ?? strongest([...pool, BLACK, WHITE], paper);
  const surface = keep(named('surface'), (color) => contrast(ink, color) >= LEGIBLE) ?? paper;
  const grounds = [paper, surface];
  const accent =
    keep(named('accent'), (color) => onColor(color, pool) !== null) ?? mostColourful(pool) ?? ink;
  const link = legible(accent, grounds) ?? legible(named('accent'), grounds) ?? ink;
  const fill = onColor(accent, pool) === null ? ink : accent;
  const mark = keep(named('mark'), (color) => onColor(color, pool) !== null) ?? surface;
  const hex = (color: Rgb): string => toHex(color);
  return {
    paper: hex(paper),
    surface: hex(surface),
    ink: hex(ink),
    muted: hex(legible(named('muted'), grounds) ?? ink),
    line: hex(named('line') ?? ink),
    accent: hex(fill),
    onAccent: hex(legible(named('onAccent'), [fill]) ?? onColor(fill, pool) ?? paper),
    link: hex(link),
    mark: hex(mark),
    onMark: hex(legible(named('onMark'), [mark]) ?? onColor(mark, [ink, ...pool]) ?? ink),
  };
}

const WHITE: Rgb = { r: 1, g: 1, b: 1, alpha: 1 };
const BLACK: Rgb = { r: 0, g: 0, b: 0, alpha: 1 };

function keep(color: Rgb | null, test: (color: Rgb) => boolean): Rgb | null {
  return color !== null && test(color) ? color : null;
}

function legible(color: Rgb | null, grounds: readonly Rgb[]): Rgb | null {
  return keep(color, (text) => grounds.every((ground) => contrast(text, ground) >= LEGIBLE));
}

/** What can be written on a colour: a token of the system before plain white or black. */
function onColor(ground: Rgb, pool: readonly Rgb[]): Rgb | null {
  const own = strongest(pool.length === 0 ? [WHITE] : pool, ground);
  if (contrast(own, ground) >= LEGIBLE) return own;
  const plain = strongest([WHITE, BLACK], ground);
  return contrast(plain, ground) >= LEGIBLE ? plain : null;
}

function strongest(pool: readonly Rgb[], ground: Rgb): Rgb {
  return pool.reduce((best, color) => (contrast(color, ground) > contrast(best, ground) ? color : best));
}

function lightest(pool: readonly Rgb[]): Rgb | null {
  return pool.length === 0
    ? null
    : pool.reduce((best, color) => (toLch(color).l > toLch(best).l ? color : best));
}

function mostColourful(pool: readonly Rgb[]): Rgb | null {
  const able = pool.filter((color) => onColor(color, pool) !== null);
  if (able.length === 0) return null;
  const most = able.reduce((best, color) => (toLch(color).c > toLch(best).c ? color : best));
  return toLch(most).c >= 0.04 ? most : null;
}
