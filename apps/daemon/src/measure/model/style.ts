/** Computed style of one element, with the declaration that set each value. Plain values, no Alfa types. */
import { type Color, parse as parseColor, rgb } from 'culori';
import type { DeclarationSource } from './css.ts';

export interface Rgb {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

/** Any property of the cascade, in decreasing precedence: for what Alfa does not model (padding, gap). */
export interface Declared {
  property: string;
  value: string;
  source: DeclarationSource | null;
}

export interface StyleReader {
  computed(property: string): string | null;
  source(property: string): DeclarationSource | null;
  declarations(): Declared[];
}

export interface Sides {
  top: number | null;
  right: number | null;
  bottom: number | null;
  left: number | null;
}

export class ElementStyle {
  readonly #reader: StyleReader;
  #declared: Declared[] | null = null;

  constructor(reader: StyleReader) {
    this.#reader = reader;
  }

  /** The computed value as CSS text; null when Alfa does not know the property. */
  value(property: string): string | null {
    return this.#reader.computed(property);
  }

  /** A computed length in pixels; null for `auto`, `normal`, percentages and the like. */
  px(property: string): number | null {
    return toPx(this.value(property));
  }

  color(property: string): Rgb | null {
    return readColor(this.value(property));
  }

  source(property: string): DeclarationSource | null {
    return this.#reader.source(property);
  }

  get fontSize(): number {
    return this.px('font-size') ?? 16;
  }

  get fontWeight(): number {
    const weight = this.value('font-weight') ?? '400';
    return weight === 'bold' ? 700 : weight === 'normal' ? 400 : Number(weight) || 400;
  }

  /** Line height as a multiple of the font size; null for `normal`. */
  get lineHeight(): number | null {
    const value = this.value('line-height');
    if (value === null || value === 'normal') return null;
    const px = toPx(value);
    if (px !== null) return px / this.fontSize;
    const factor = Number(value.replace('%', ''));
    if (Number.isNaN(factor)) return null;
    return value.endsWith('%') ? factor / 100 : factor;
  }

  /** Families in order, unquoted. */
  get fontFamilies(): string[] {
    return splitFamilies(this.value('font-family') ?? '');
  }

  /** The winning declaration of a property, shorthands included, without inheritance. */
  declared(...properties: string[]): Declared | null {
    this.#declared ??= this.#reader.declarations();
    return this.#declared.find(({ property }) => properties.includes(property)) ?? null;
  }

  /** Padding from the cascade; a side is null when it is not written in a fixed unit. */
  padding(): Sides {
    return this.#sides('padding');
  }

  margin(): Sides {
    return this.#sides('margin');
  }

  /** A length of any declared property in pixels, relative units resolved against this element. */
  length(value: string | undefined): number | null {
    if (value === undefined) return null;
    const match = /^(-?\d*\.?\d+)(px|rem|em|pt)?$/.exec(value.trim());
    if (match === null) return null;
    const number = Number(match[1]);
    switch (match[2]) {
      case undefined:
        return number === 0 ? 0 : null;
      case 'rem':
        return number * 16;
      case 'em':
        return number * this.fontSize;
      case 'pt':
        return (number * 4) / 3;
      default:
        return number;
    }
  }

  #sides(name: 'padding' | 'margin'): Sides {
    const side = (edge: keyof Sides): number | null => {
      const axis = edge === 'top' || edge === 'bottom' ? 'block' : 'inline';
      const end = edge === 'top' || edge === 'left' ? 'start' : 'end';
      const found = this.declared(name, `${name}-${edge}`, `${name}-${axis}`, `${name}-${axis}-${end}`);
      if (found === null) return 0;
      const parts = found.value.trim().split(/\s+(?![^(]*\))/);
      if (found.property === name) return this.length(parts[sideIndex(edge, parts.length)]);
      if (found.property === `${name}-${axis}`)
        return this.length(parts[end === 'end' ? parts.length - 1 : 0]);
      return this.length(found.value);
    };
    return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
  }
}

function sideIndex(edge: keyof Sides, count: number): number {
  const order = { top: 0, right: 1, bottom: 2, left: 3 }[edge];
  if (count >= 4) return order;
  if (count === 3) return edge === 'left' ? 1 : order;
  return count === 2 ? order % 2 : 0;
}

function toPx(value: string | null): number | null {
  const match = value === null ? null : /^(-?\d*\.?\d+(?:e-?\d+)?)px\b/.exec(value);
  return match === null ? null : Number(match[1]);
}

export function readColor(value: string | null): Rgb | null {
  // Bare digits are a weight or a count; the library would read `700` as #770000.
  if (value === null || !/^\s*[#a-z]/i.test(value)) return null;
  let parsed: Color | undefined;
  try {
    parsed = parseColor(value);
  } catch {
    return null;
  }
  if (parsed === undefined) return null;
  const { r, g, b } = rgb(parsed);
  return { r: unit(r), g: unit(g), b: unit(b), alpha: parsed.alpha ?? 1 };
}

function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function splitFamilies(value: string): string[] {
  return value
    .split(',')
    .map((family) => family.trim().replace(/^["']|["']$/g, ''))
    .filter((family) => family !== '');
}
