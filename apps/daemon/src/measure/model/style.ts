/** Computed style of one element, with the declaration that set each value. Plain values, no Alfa types. */
import { type ColorContext, resolveColor } from './computed/colors.ts';
import { evaluate, type Units } from './computed/math.ts';
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
  /** The first of these properties that a rule gives the element; without inheritance. */
  declared(properties: readonly string[]): Declared | null;
  /** What relative units mean here. */
  units(): Units;
  colors(): ColorContext;
}

export interface Sides {
  top: number | null;
  right: number | null;
  bottom: number | null;
  left: number | null;
}

export class ElementStyle {
  readonly #reader: StyleReader;

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
    const value = this.value(property);
    return value === null ? null : resolveColor(value, this.#reader.colors());
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
    return this.#reader.declared(properties);
  }

  /** A side is null where it is not known in pixels: `auto`, or a part of what is around it. */
  padding(): Sides {
    return this.#sides('padding');
  }

  margin(): Sides {
    return this.#sides('margin');
  }

  /** Any length in pixels, relative units resolved against this element; null where layout decides. */
  length(value: string | undefined): number | null {
    const found = value === undefined ? null : evaluate(value, this.#reader.units());
    if (found === null) return null;
    return found.kind === 'px' || (found.kind === 'number' && found.value === 0) ? found.value : null;
  }

  #sides(name: 'padding' | 'margin'): Sides {
    const side = (edge: keyof Sides): number | null => this.px(`${name}-${edge}`);
    return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
  }
}

function toPx(value: string | null): number | null {
  const match = value === null ? null : /^(-?(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?)px\b/.exec(value);
  return match === null ? null : Number(match[1]);
}

/** A colour by itself, where no element is known. */
export function readColor(value: string | null): Rgb | null {
  return value === null ? null : resolveColor(value, NOWHERE);
}

const NOWHERE: ColorContext = { current: null, scheme: 'light' };

function splitFamilies(value: string): string[] {
  return value
    .split(',')
    .map((family) => family.trim().replace(/^["']|["']$/g, ''))
    .filter((family) => family !== '');
}
