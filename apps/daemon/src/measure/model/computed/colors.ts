/** Every colour of CSS Color 4 and 5 as sRGB with alpha, the way a screen shows it. */
import { type Color, converter, parse as parseColor } from 'culori';
import type { Rgb } from '../style.ts';
import { evaluate, type Units } from './math.ts';
import { splitAt, splitWords, wholeCall } from './parts.ts';

export interface ColorContext {
  /** What `currentColor` is; null where that is not known. */
  current: Rgb | null;
  scheme: 'light' | 'dark';
}

const NUMBERS_ONLY: Units = {
  em: Number.NaN,
  rem: Number.NaN,
  lh: null,
  rlh: null,
  viewport: { width: 0, height: 0 },
};

const WHITE: Rgb = { r: 1, g: 1, b: 1, alpha: 1 };
const BLACK: Rgb = { r: 0, g: 0, b: 0, alpha: 1 };
const DARK_CANVAS: Rgb = grey(0x12);
const SYSTEM: Record<string, [light: Rgb, dark: Rgb]> = {
  canvas: [WHITE, DARK_CANVAS], canvastext: [BLACK, WHITE], field: [WHITE, grey(0x3b)], fieldtext: [BLACK, WHITE],
  buttonface: [grey(0xf0), grey(0x6b)], buttontext: [BLACK, WHITE], buttonborder: [BLACK, WHITE], graytext: [grey(0x80), grey(0x80)],
  mark: [{ r: 1, g: 1, b: 0, alpha: 1 }, { r: 1, g: 1, b: 0, alpha: 1 }], marktext: [BLACK, BLACK],
  linktext: [{ r: 0, g: 0, b: 0xee / 255, alpha: 1 }, { r: 0x9e / 255, g: 0x9e / 255, b: 1, alpha: 1 }],
  visitedtext: [{ r: 0x55 / 255, g: 0x1a / 255, b: 0x8b / 255, alpha: 1 }, { r: 0xd0 / 255, g: 0xad / 255, b: 0xf0 / 255, alpha: 1 }],
  activetext: [{ r: 1, g: 0, b: 0, alpha: 1 }, { r: 1, g: 0x9e / 255, b: 0x9e / 255, alpha: 1 }],
}; // biome-ignore format: a table

function grey(byte: number): Rgb {
  return { r: byte / 255, g: byte / 255, b: byte / 255, alpha: 1 };
}

/** Null when the text is no colour, or one that cannot be known here. */
export function resolveColor(text: string, context: ColorContext): Rgb | null {
  const found = colorOf(text.trim(), context, 0);
  return found === null ? null : toRgb(found);
}

const MAX_DEPTH = 8;
const toSrgb = converter('rgb');

/** Beyond what a screen can show each channel is cut, as Chromium does it. */
function toRgb(color: Color): Rgb {
  const { r, g, b, alpha } = toSrgb(color);
  // A channel that is `none` is nothing of it.
  const cut = (value: number | undefined): number => Math.min(1, Math.max(0, value || 0));
  return { r: cut(r), g: cut(g), b: cut(b), alpha: cut(alpha ?? 1) };
}

function colorOf(text: string, context: ColorContext, depth: number): Color | null {
  if (depth > MAX_DEPTH) return null;
  const call = wholeCall(text);
  if (call === null) return wordColor(text, context);
  switch (call.name) {
    case 'color-mix':
      return mixed(call.args, context, depth);
    case 'light-dark': {
      const sides = splitAt(call.args, ',');
      return sides.length === 2
        ? colorOf(sides[context.scheme === 'light' ? 0 : 1] ?? '', context, depth + 1)
        : null;
    }
    default:
      return functionColor(call.name, call.args, context, depth);
  }
}

function wordColor(text: string, { current, scheme }: ColorContext): Color | null {
  const word = text.toLowerCase();
  if (word === 'currentcolor') return current === null ? null : { mode: 'rgb', ...current };
  const system = SYSTEM[word];
  if (system !== undefined) return { mode: 'rgb', ...system[scheme === 'light' ? 0 : 1] };
  // The library would read bare digits as a hex colour.
  if (!/^#[\da-f]+$|^[a-z]+$/.test(word)) return null;
  return parseColor(word) ?? null;
}

type Mode = 'rgb' | 'hsl' | 'hwb' | 'lab' | 'lch' | 'oklab' | 'oklch';

interface Channel {
  /** The library's name of it. */
  key: string;
  /** What a percentage of it is of, and what one of the library's units is in CSS. */
  percent: number;
  scale: number;
  /** The word of a relative colour. */
  word: string;
}

const channel = (key: string, percent: number, scale = 1, word = key): Channel => ({
  key,
  percent,
  scale,
  word,
});
const HUE = channel('h', 360);
const SPACES: Record<Mode, readonly [Channel, Channel, Channel]> = {
  rgb: [channel('r', 255, 255), channel('g', 255, 255), channel('b', 255, 255)],
  hsl: [HUE, channel('s', 100, 100), channel('l', 100, 100)],
  hwb: [HUE, channel('w', 100, 100), channel('b', 100, 100)],
  lab: [channel('l', 100), channel('a', 125), channel('b', 125)],
  lch: [channel('l', 100), channel('c', 150), HUE],
  oklab: [channel('l', 1), channel('a', 0.4), channel('b', 0.4)],
  oklch: [channel('l', 1), channel('c', 0.4), HUE],
};

/** The library's modes for `color()`, and for mixing. */
const PROFILES: Record<string, 'rgb' | 'lrgb' | 'p3' | 'a98' | 'prophoto' | 'rec2020' | 'xyz50' | 'xyz65'> = {
  srgb: 'rgb', 'srgb-linear': 'lrgb', 'display-p3': 'p3', 'a98-rgb': 'a98', 'prophoto-rgb': 'prophoto', rec2020: 'rec2020',
  xyz: 'xyz65', 'xyz-d65': 'xyz65', 'xyz-d50': 'xyz50',
}; // biome-ignore format: a table

function functionColor(name: string, args: string, context: ColorContext, depth: number): Color | null {
  const legacy = /^(rgb|hsl)a?$/.test(name) && splitAt(args, ',').length > 1;
  const words = legacy ? commaWords(args) : splitWords(args);
  if (words === null) return null;
  let origin: Color | null = null;
  if (words[0]?.toLowerCase() === 'from') {
    origin = colorOf(words[1] ?? '', context, depth + 1);
    if (origin === null) return null;
    words.splice(0, 2);
  }
  let mode: string = name.replace(/a$/, '');
  let channels = mode in SPACES ? SPACES[mode as Mode] : undefined;
  if (name === 'color') {
    const profile = PROFILES[(words.shift() ?? '').toLowerCase()];
    if (profile === undefined) return null;
    mode = profile;
    const [x, y, z] = profile.startsWith('xyz') ? ['x', 'y', 'z'] : ['r', 'g', 'b'];
    channels = [channel(x ?? '', 1), channel(y ?? '', 1), channel(z ?? '', 1)];
  }
  if (channels === undefined) return null;
  return built(mode, channels, words, origin);
}

/** `1, 2, 3, 0.5` as `1 2 3 / 0.5`. */
function commaWords(args: string): string[] | null {
  const parts = splitAt(args, ',');
  if (parts.length < 3 || parts.length > 4 || parts.some((part) => part === '' || /^none$/i.test(part)))
    return null;
  const [a = '', b = '', c = '', alpha] = parts;
  return alpha === undefined ? [a, b, c] : [a, b, c, '/', alpha];
}

function built(
  mode: string,
  channels: readonly Channel[],
  words: string[],
  origin: Color | null,
): Color | null {
  const slash = words[3] === '/';
  if (words.length !== (slash ? 5 : 3)) return null;
  const base = origin === null ? null : channelsOf(origin, mode);
  const names = new Map<string, number>();
  if (base !== null) {
    for (const { key, word, scale } of channels) names.set(word, (base[key] ?? 0) * scale);
    names.set('alpha', base.alpha ?? 1);
  }
  const result: Record<string, number | undefined> = {};
  for (const [index, part] of channels.entries()) {
    const value = component(words[index] ?? '', part, names);
    if (value === null) return null;
    result[part.key] = value === undefined ? undefined : limited(mode, part, value) / part.scale;
  }
  const alpha = slash ? component(words[4] ?? '', channel('alpha', 1), names) : (base?.alpha ?? 1);
  if (alpha === null) return null;
  return { mode, ...result, alpha: Math.min(1, Math.max(0, alpha ?? 0)) } as unknown as Color;
}

/** Undefined for `none`, null for what is no number. */
function component(
  text: string,
  { key, percent }: Channel,
  words: ReadonlyMap<string, number>,
): number | undefined | null {
  if (/^none$/i.test(text)) return undefined;
  const found = evaluate(text, { ...NUMBERS_ONLY, words });
  if (found === null) return null;
  if (found.kind === 'number') return found.value;
  if (found.kind === '%') return key === 'h' ? null : (found.value / 100) * percent;
  return found.kind === 'deg' && key === 'h' ? found.value : null;
}

/** Lightness, chroma and saturation have ends; other channels may lie beyond the screen's colours. */
function limited(mode: string, { key, percent }: Channel, value: number): number {
  if (key === 'l' && mode !== 'hsl') return Math.min(percent, Math.max(0, value));
  if (key === 'c' || key === 's') return Math.max(0, value);
  return key === 'r' || key === 'g' ? value : value;
}

function channelsOf(color: Color, mode: string): Record<string, number | undefined> {
  // The library's table of modes is wider than the type of its converter.
  return converter(mode as 'rgb')(color) as unknown as Record<string, number | undefined>;
}

const HUE_SPACES = new Set(['hsl', 'hwb', 'lch', 'oklch']);

function mixed(args: string, context: ColorContext, depth: number): Color | null {
  const parts = splitAt(args, ',');
  const method = /^in\s+([\w-]+)(?:\s+(shorter|longer|increasing|decreasing)\s+hue)?$/i.exec(parts[0] ?? '');
  // Without a method the mixture is made in OKLab.
  const stops = (method === null ? parts : parts.slice(1)).map((part) => stopOf(part, context, depth));
  const [a, b] = stops;
  if (stops.length !== 2 || a == null || b == null) return null;
  const space = (method?.[1] ?? 'oklab').toLowerCase();
  const mode = space in SPACES && space !== 'rgb' ? space : PROFILES[space];
  const shares = sharesOf(a.percent, b.percent);
  if (mode === undefined || shares === null) return null;
  const [p, q] = [channelsOf(a.color, mode), channelsOf(b.color, mode)];
  const [alphaA, alphaB] = [p.alpha ?? 1, q.alpha ?? 1];
  const alpha = alphaA * shares.a + alphaB * shares.b;
  const result: Record<string, number | undefined> = {};
  for (const key of Object.keys(p)
    .filter((name) => name !== 'mode' && name !== 'alpha')
    .concat(HUE_SPACES.has(mode) ? ['h'] : [])) {
    if (key in result) continue;
    const [x, y] = [p[key], q[key]];
    if (x === undefined || y === undefined) result[key] = x ?? y;
    else if (key === 'h') result[key] = x + hueStep(x, y, method?.[2]) * shares.b;
    // Weighted by alpha, so that nothing of a transparent colour shows.
    else
      result[key] =
        alpha === 0 ? x * shares.a + y * shares.b : (x * alphaA * shares.a + y * alphaB * shares.b) / alpha;
  }
  return { mode, ...result, alpha: alpha * shares.strength } as unknown as Color;
}

function stopOf(
  text: string,
  context: ColorContext,
  depth: number,
): { color: Color; percent: number | null } | null {
  const words = splitWords(text);
  const at = words.findIndex((word) => /%$/.test(word) || /^(calc|min|max|clamp)\(/i.test(word));
  let percent: number | null = null;
  if (at !== -1) {
    const found = evaluate(words[at] ?? '', NUMBERS_ONLY);
    if (found?.kind !== '%' || found.value < 0 || found.value > 100) return null;
    percent = found.value;
    words.splice(at, 1);
  }
  const color = words.length === 1 ? colorOf(words[0] ?? '', context, depth + 1) : null;
  return color === null ? null : { color, percent };
}

function sharesOf(a: number | null, b: number | null): { a: number; b: number; strength: number } | null {
  const first = a ?? (b === null ? 50 : 100 - b);
  const second = b ?? 100 - first;
  const sum = first + second;
  return sum === 0 ? null : { a: first / sum, b: second / sum, strength: Math.min(1, sum / 100) };
}

function hueStep(from: number, to: number, method = 'shorter'): number {
  const difference = (((to - from) % 360) + 360) % 360;
  switch (method.toLowerCase()) {
    case 'longer':
      return difference > 0 && difference < 180 ? difference - 360 : difference;
    case 'increasing':
      return difference;
    case 'decreasing':
      return difference === 0 ? 0 : difference - 360;
    default:
      return difference > 180 ? difference - 360 : difference;
  }
}
