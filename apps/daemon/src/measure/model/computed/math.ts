/** Numbers with units, and the functions of CSS Values 4 that compute with them. Pure; one pass over the text. */
import { splitAt, wholeCall } from './parts.ts';

export type Kind = 'number' | 'px' | '%' | 'deg' | 'ms' | 'layout';

/** `layout` is a valid value that only layout can turn into pixels: a sum of lengths and percentages, `ch`. */
export interface Quantity {
  value: number;
  kind: Kind;
}

/** What relative units are relative to. */
export interface Units {
  /** The element's font size, or its parent's for `font-size` itself. */
  em: number;
  rem: number;
  /** Line heights in pixels; null where they are `normal`, which is the font's. */
  lh: number | null;
  rlh: number | null;
  viewport: { width: number; height: number };
  /** What a percentage is of, where that is known without layout. */
  percentOf?: number;
  /** Words that stand for numbers: the channels of a relative colour. */
  words?: ReadonlyMap<string, number>;
}

const ABSOLUTE: Record<string, number> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};
const ANGLES: Record<string, number> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };
const CONSTANTS: Record<string, number> = {
  pi: Math.PI,
  e: Math.E,
  infinity: Number.POSITIVE_INFINITY,
  '-infinity': Number.NEGATIVE_INFINITY,
};
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i;
const MAX_DEPTH = 32;

/** Null when it is no number, dimension or computation at all. */
export function evaluate(text: string, units: Units): Quantity | null {
  const trimmed = text.trim();
  const call = wholeCall(trimmed);
  return call === null ? dimension(trimmed, units) : callValue(call.name, call.args, units, 0);
}

function dimension(text: string, units: Units): Quantity | null {
  const match = NUMBER.exec(text);
  if (match === null) {
    const word = units.words?.get(text.toLowerCase());
    return word === undefined ? null : { value: word, kind: 'number' };
  }
  const number = Number(match[0]);
  const unit = text.slice(match[0].length).toLowerCase();
  if (unit === '') return { value: number, kind: 'number' };
  if (unit === '%')
    return units.percentOf === undefined
      ? { value: number, kind: '%' }
      : px((number / 100) * units.percentOf);
  const absolute = ABSOLUTE[unit];
  if (absolute !== undefined) return px(number * absolute);
  const angle = ANGLES[unit];
  if (angle !== undefined) return { value: number * angle, kind: 'deg' };
  if (unit === 'ms' || unit === 's') return { value: unit === 's' ? number * 1000 : number, kind: 'ms' };
  return relative(number, unit, units);
}

function relative(number: number, unit: string, { em, rem, lh, rlh, viewport }: Units): Quantity | null {
  const { width, height } = viewport;
  switch (unit.replace(/^[dsl](?=v(w|h|min|max|i|b)$)/, '')) {
    case 'em':
      return px(number * em);
    case 'rem':
      return px(number * rem);
    case 'lh':
      return lh === null ? layout() : px(number * lh);
    case 'rlh':
      return rlh === null ? layout() : px(number * rlh);
    case 'vw':
    case 'vi':
      return px((number * width) / 100);
    case 'vh':
    case 'vb':
      return px((number * height) / 100);
    case 'vmin':
      return px((number * Math.min(width, height)) / 100);
    case 'vmax':
      return px((number * Math.max(width, height)) / 100);
    // The font's own measures, and the size of a container.
    case 'ch':
    case 'ex':
    case 'cap':
    case 'ic':
    case 'rch':
    case 'rex':
    case 'rcap':
    case 'ric':
    case 'cqw':
    case 'cqh':
    case 'cqi':
    case 'cqb':
    case 'cqmin':
    case 'cqmax':
      return layout();
    default:
      return null;
  }
}

function px(value: number): Quantity {
  return { value, kind: 'px' };
}

function layout(): Quantity {
  return { value: Number.NaN, kind: 'layout' };
}

function callValue(name: string, args: string, units: Units, depth: number): Quantity | null {
  if (depth > MAX_DEPTH) return null;
  if (name === 'calc' || name === '-webkit-calc' || name === '') return sum(args, units, depth);
  let list = splitAt(args, ',');
  let strategy = 'nearest';
  if (name === 'round' && /^(nearest|up|down|to-zero)$/i.test(list[0] ?? '')) {
    strategy = (list[0] ?? '').toLowerCase();
    list = list.slice(1);
  }
  if (name === 'clamp') {
    // `none` is an open end.
    list = list.map((part, index) => (part.toLowerCase() === 'none' && index !== 1 ? '' : part));
    if (list.length !== 3) return null;
    const [low, middle, high] = list.map((part) => (part === '' ? undefined : sum(part, units, depth)));
    if (low === null || middle == null || high === null) return null;
    const known = [low, middle, high].filter((value) => value !== undefined);
    return combine(known, () => {
      const upper = high === undefined ? middle.value : Math.min(middle.value, high.value);
      return low === undefined ? upper : Math.max(low.value, upper);
    });
  }
  const values: Quantity[] = [];
  for (const part of list) {
    const value = sum(part, units, depth);
    if (value === null) return null;
    values.push(value);
  }
  return applied(name, values, strategy);
}

function applied(name: string, values: readonly Quantity[], strategy: string): Quantity | null {
  const [a, b] = values;
  if (a === undefined) return null;
  const numbers = values.map(({ value }) => value);
  switch (name) {
    case 'min':
      return combine(values, () => Math.min(...numbers));
    case 'max':
      return combine(values, () => Math.max(...numbers));
    case 'hypot':
      return combine(values, () => Math.hypot(...numbers));
    case 'abs':
      return combine(values, () => Math.abs(a.value));
    case 'sign':
      return a.kind === 'layout' ? a : { value: Math.sign(a.value), kind: 'number' };
    case 'round':
      return combine(values, () => rounded(a.value, b?.value ?? 1, strategy));
    case 'mod':
      return b === undefined
        ? null
        : combine(values, () => a.value - b.value * Math.floor(a.value / b.value));
    case 'rem':
      return b === undefined ? null : combine(values, () => a.value % b.value);
    case 'pow':
      return b === undefined ? null : plainNumber(values, () => a.value ** b.value);
    case 'sqrt':
      return plainNumber(values, () => Math.sqrt(a.value));
    case 'exp':
      return plainNumber(values, () => Math.exp(a.value));
    case 'log':
      return plainNumber(values, () => Math.log(a.value) / (b === undefined ? 1 : Math.log(b.value)));
    case 'sin':
    case 'cos':
    case 'tan': {
      const radians = a.kind === 'deg' ? (a.value * Math.PI) / 180 : a.value;
      return a.kind === 'deg' || a.kind === 'number' ? { value: Math[name](radians), kind: 'number' } : null;
    }
    default:
      return null;
  }
}

function rounded(value: number, step: number, strategy: string): number {
  const ratio = value / step;
  switch (strategy) {
    case 'up':
      return Math.ceil(ratio) * step;
    case 'down':
      return Math.floor(ratio) * step;
    case 'to-zero':
      return Math.trunc(ratio) * step;
    default:
      return Math.round(ratio) * step;
  }
}

/** All of one kind; lengths with percentages are for layout; anything else is a mistake. */
function combine(values: readonly Quantity[], compute: () => number): Quantity | null {
  const kinds = new Set(values.map(({ kind }) => kind));
  const [only] = kinds;
  if (only === undefined) return null;
  if (kinds.size === 1) return only === 'layout' ? layout() : { value: compute(), kind: only };
  return [...kinds].every((kind) => kind === 'px' || kind === '%' || kind === 'layout') ? layout() : null;
}

function plainNumber(values: readonly Quantity[], compute: () => number): Quantity | null {
  return values.every(({ kind }) => kind === 'number') ? { value: compute(), kind: 'number' } : null;
}

/** A sum of products of values, as `calc()` and the arguments of every other function have it. */
function sum(text: string, units: Units, depth: number): Quantity | null {
  const reader: Reader = { text, at: 0, units, depth: depth + 1 };
  const value = depth > MAX_DEPTH ? null : readSum(reader);
  skipSpace(reader);
  return reader.at === text.length ? value : null;
}

interface Reader {
  text: string;
  at: number;
  units: Units;
  depth: number;
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.text.charAt(reader.at))) reader.at += 1;
}

function readSum(reader: Reader): Quantity | null {
  let left = readProduct(reader);
  for (;;) {
    const match = /^\s+([+-])\s+/.exec(reader.text.slice(reader.at, reader.at + 64));
    if (left === null || match === null) return left;
    reader.at += match[0].length;
    const right = readProduct(reader);
    if (right === null) return null;
    const sign = match[1] === '+' ? 1 : -1;
    const first: Quantity = left;
    left = combine([first, right], () => first.value + sign * right.value);
  }
}

function readProduct(reader: Reader): Quantity | null {
  let left = readValue(reader);
  for (;;) {
    const match = /^\s*([*/])\s*/.exec(reader.text.slice(reader.at, reader.at + 64));
    if (left === null || match === null) return left;
    reader.at += match[0].length;
    const right = readValue(reader);
    if (right === null) return null;
    left = match[1] === '*' ? times(left, right) : over(left, right);
  }
}

function times(a: Quantity, b: Quantity): Quantity | null {
  if (a.kind === 'number') return b.kind === 'layout' ? b : { value: a.value * b.value, kind: b.kind };
  if (b.kind === 'number') return a.kind === 'layout' ? a : { value: a.value * b.value, kind: a.kind };
  return null;
}

function over(a: Quantity, b: Quantity): Quantity | null {
  if (b.kind === 'number') return a.kind === 'layout' ? a : { value: a.value / b.value, kind: a.kind };
  // Lengths by lengths are numbers.
  return a.kind === b.kind && a.kind !== 'layout' ? { value: a.value / b.value, kind: 'number' } : null;
}

function readValue(reader: Reader): Quantity | null {
  skipSpace(reader);
  const { text, at, units, depth } = reader;
  const rest = text.slice(at);
  const call = /^([-\w]*)\(/.exec(rest);
  if (call !== null) {
    const end = matching(rest, call[0].length);
    reader.at = at + end + 1;
    return callValue((call[1] ?? '').toLowerCase(), rest.slice(call[0].length, end), units, depth);
  }
  const number = NUMBER.exec(rest);
  const token =
    number === null
      ? /^-?[a-z][\w-]*/i.exec(rest)?.[0]
      : number[0] + (/^(%|[a-z]+)/i.exec(rest.slice(number[0].length))?.[0] ?? '');
  if (token === undefined) return null;
  reader.at = at + token.length;
  const constant = number === null ? CONSTANTS[token.toLowerCase()] : undefined;
  return constant === undefined ? dimension(token, units) : { value: constant, kind: 'number' };
}

function matching(text: string, from: number): number {
  let depth = 1;
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    else if (text[index] === ')') depth -= 1;
    if (depth === 0) return index;
  }
  return text.length;
}
