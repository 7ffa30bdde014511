/**
 * Computed values of the properties audits read, as CSS Cascade 5 derives them: the winning declaration, its part for
 * the longhand, variables, inheritance, relative units, colours. Which declarations apply, and in which order, is the
 * cascade's word and comes from outside; everything after that is here, once. Pure.
 */
import type { DeclarationSource } from '../css.ts';
import type { PageElement } from '../dom.ts';
import type { Rgb } from '../style.ts';
import { type ColorContext, resolveColor } from './colors.ts';
import { DESKTOP } from './conditions.ts';
import { attributeHints, browserDefaults, type Defaults } from './defaults.ts';
import type { Units } from './math.ts';
import { PROPERTIES, settersOf } from './properties.ts';
import { INITIAL, partOf } from './shorthands.ts';
import { type Around, computeValue } from './values.ts';
import { Variables } from './variables.ts';

/** One declaration that applies to an element. */
export interface Entry {
  property: string;
  value: string;
  source: DeclarationSource | null;
  origin: 'author' | 'browser';
  /** The same for declarations of one layer: `revert-layer` passes over them. */
  layer: string;
  /** Of its selector: among equals the later declaration wins. */
  specificity: number;
}

/** What applies to one element, in decreasing order of precedence. The same object for the same rules. */
export interface Applied {
  entries: readonly Entry[];
}

export interface Computed {
  value: string;
  source: DeclarationSource | null;
  /** What a child inherits, where that is not the value: `currentColor`, the width of a line that is not drawn. */
  passedOn?: string;
}

const INITIAL_FONT_SIZE = 16;

interface Indexed {
  entries: readonly Entry[];
  /** Places in `entries` by the declaration's name. */
  byName: ReadonlyMap<string, readonly number[]>;
  variables: ReadonlyMap<string, string>;
}

/** One element in another state; everything else is as it was. */
interface Only {
  element: PageElement;
  rest: ComputedStyles;
}

export class ComputedStyles {
  readonly #appliedTo: (element: PageElement) => Applied;
  readonly #root: PageElement | null;
  readonly #values = new Map<PageElement, Map<string, Computed>>();
  readonly #variables = new Map<PageElement, Variables>();
  readonly #shared = new WeakMap<Applied, WeakMap<Variables, Variables>>();
  readonly #indexed = new WeakMap<Applied, Map<string, Indexed>>();
  readonly #indexOf = new Map<PageElement, Indexed>();
  readonly #only: Only | null;

  constructor(
    root: PageElement | null,
    appliedTo: (element: PageElement) => Applied,
    only: Only | null = null,
  ) {
    this.#root = root;
    this.#appliedTo = appliedTo;
    this.#only = only;
  }

  get(element: PageElement, property: string): Computed {
    if (this.#only !== null && this.#only.element !== element) return this.#only.rest.get(element, property);
    const known = this.#values.get(element) ?? new Map<string, Computed>();
    this.#values.set(element, known);
    const found = known.get(property);
    if (found !== undefined) return found;
    const computed = this.#compute(element, property);
    known.set(property, computed);
    return computed;
  }

  px(element: PageElement, property: string): number | null {
    const { value } = this.get(element, property);
    return value.endsWith('px') ? Number.parseFloat(value) : null;
  }

  color(element: PageElement, property: string): Rgb | null {
    return parseRgb(this.get(element, property).value);
  }

  variables(element: PageElement): Variables {
    if (this.#only !== null && this.#only.element !== element) return this.#only.rest.variables(element);
    const known = this.#variables.get(element);
    if (known !== undefined) return known;
    const around = element.parent === null ? Variables.none : this.variables(element.parent);
    const applied = this.#appliedTo(element);
    const own = this.#index(element).variables;
    const ofRules = this.#shared.get(applied) ?? new WeakMap<Variables, Variables>();
    this.#shared.set(applied, ofRules);
    const made = ofRules.get(around) ?? (own.size === 0 ? around : new Variables(own, around));
    ofRules.set(around, made);
    this.#variables.set(element, made);
    return made;
  }

  /** What relative units mean for a property of this element. */
  units(element: PageElement, property: string): Units {
    const { parent } = element;
    const above = property === 'font-size' || property === 'line-height';
    const base = property === 'font-size' ? parent : element;
    const lines = above ? parent : element;
    const root = this.#root;
    const isRoot = element === root;
    return {
      em: base === null ? INITIAL_FONT_SIZE : this.fontSize(base),
      rem: root === null || (isRoot && property === 'font-size') ? INITIAL_FONT_SIZE : this.fontSize(root),
      lh: lines === null ? null : this.lineHeightPx(lines),
      rlh: root === null || (isRoot && above) ? null : this.lineHeightPx(root),
      viewport: DESKTOP,
    };
  }

  fontSize(element: PageElement): number {
    return Number.parseFloat(this.get(element, 'font-size').value);
  }

  lineHeightPx(element: PageElement): number | null {
    const { value } = this.get(element, 'line-height');
    if (value === 'normal') return null;
    return value.endsWith('px') ? Number.parseFloat(value) : Number(value) * this.fontSize(element);
  }

  /** Asked only where a colour names them. */
  colorContext(element: PageElement, property: string): ColorContext {
    const owner = property === 'color' ? element.parent : element;
    const colorOf = (): Rgb | null =>
      property === 'color-scheme' ? null : owner === null ? BLACK : this.color(owner, 'color');
    const schemeOf = (): 'light' | 'dark' => this.#scheme(element);
    return {
      get current() {
        return colorOf();
      },
      get scheme() {
        return schemeOf();
      },
    };
  }

  /** The reader is assumed to like it light; only a page that offers nothing else is dark. */
  #scheme(element: PageElement): 'light' | 'dark' {
    const words = this.get(element, 'color-scheme').value.split(' ');
    return words.includes('dark') && !words.includes('light') ? 'dark' : 'light';
  }

  #compute(element: PageElement, property: string): Computed {
    const row = PROPERTIES.get(property);
    if (row === undefined) throw new Error(`${property} is not computed here`);
    const rtl = property !== 'direction' && this.get(element, 'direction').value === 'rtl';
    const { entries, byName } = this.#index(element);
    const ranks = settersOf(property, rtl ? 'rtl' : 'ltr').flatMap((name) => byName.get(name) ?? []);
    if (ranks.length > 1) ranks.sort((a, b) => a - b);
    let browserOnly = false;
    const passed = new Set<string>();
    for (const rank of ranks) {
      const entry = entries[rank];
      if (entry === undefined || (browserOnly && entry.origin === 'author') || passed.has(entry.layer))
        continue;
      const replaced = /\b(var|env)\(/i.test(entry.value);
      const text = replaced ? this.variables(element).substitute(entry.value) : entry.value;
      const word = text?.trim().toLowerCase() ?? 'unset';
      if (word === 'revert') browserOnly = true;
      if (word === 'revert-layer') passed.add(entry.layer);
      if (word === 'revert' || word === 'revert-layer') continue;
      if (word === 'inherit' || (word === 'unset' && row.inherits)) return this.#inherited(element, property);
      if (word === 'initial' || word === 'unset') return this.#initial(element, property, entry.source);
      if (entry.property === 'all') continue;
      const part = partOf(entry.property, property, text ?? '', { isColor, rtl });
      if (part === INITIAL) return this.#initial(element, property, entry.source);
      const computed = part === null ? null : this.#made(element, property, part, entry.source);
      if (computed !== null) return computed;
      // A mistake that variables made is known too late for the declaration below to take its place.
      if (replaced) break;
    }
    return row.inherits ? this.#inherited(element, property) : this.#initial(element, property, null);
  }

  #made(
    element: PageElement,
    property: string,
    part: string,
    source: DeclarationSource | null,
  ): Computed | null {
    const around = this.#around(element, property);
    const value = computeValue(property, part, around);
    if (value === null) return null;
    if (property.endsWith('color') && property !== 'color' && /currentcolor/i.test(part))
      return { value, source, passedOn: part };
    if (
      property.endsWith('-width') &&
      value === '0px' &&
      PROPERTIES.get(property)?.type.kind === 'line-width'
    )
      return {
        value,
        source,
        passedOn: computeValue(property, part, { ...around, own: () => 'solid' }) ?? value,
      };
    return { value, source };
  }

  #inherited(element: PageElement, property: string): Computed {
    if (element.parent === null) return this.#initial(element, property, null);
    const above = this.get(element.parent, property);
    const passedOn = above.passedOn ?? (property === 'display' ? above.value : undefined);
    if (passedOn === undefined && PROPERTIES.get(property)?.type.kind !== 'line-width') return above;
    return this.#made(element, property, passedOn ?? above.value, above.source) ?? above;
  }

  #initial(element: PageElement, property: string, source: DeclarationSource | null): Computed {
    const initial = PROPERTIES.get(property)?.initial ?? '';
    return this.#made(element, property, initial, source) ?? { value: initial, source };
  }

  #around(element: PageElement, property: string): Around {
    const { parent } = element;
    return {
      units: () => this.units(element, property),
      colors: () => this.colorContext(element, property),
      own: (name) => this.get(element, name).value,
      above: (name) => (parent === null ? null : this.get(parent, name).value),
      fontSize: () => this.fontSize(element),
      parentFontSize: () => (parent === null ? INITIAL_FONT_SIZE : this.fontSize(parent)),
      layoutParent: () => this.#layoutParent(element),
    };
  }

  /** The display of the box around this one: boxes that are not there are passed over. */
  #layoutParent(element: PageElement): string | null {
    for (let at = element.parent; at !== null; at = at.parent) {
      const { value } = this.get(at, 'display');
      if (value !== 'contents') return value;
    }
    return null;
  }

  #index(element: PageElement): Indexed {
    const before = this.#indexOf.get(element);
    if (before !== undefined) return before;
    const index = this.#sharedIndex(element, this.#appliedTo(element));
    this.#indexOf.set(element, index);
    return index;
  }

  #sharedIndex(element: PageElement, applied: Applied): Indexed {
    const hints = attributeHints(element);
    const defaults = browserDefaults(element);
    const key = keyOf(element, hints, defaults);
    const ofApplied = this.#indexed.get(applied) ?? new Map<string, Indexed>();
    this.#indexed.set(applied, ofApplied);
    const known = ofApplied.get(key);
    if (known !== undefined) return known;
    const made = indexed(withDefaults(applied.entries, hints, defaults));
    ofApplied.set(key, made);
    return made;
  }
}

/** Elements of one kind with the same rules share one index. */
function keyOf({ tag }: PageElement, hints: Defaults, defaults: Defaults): string {
  const said = hints.length === 0 ? '' : JSON.stringify(hints);
  return defaults.length === 0 && said === ''
    ? ''
    : `${tag} ${defaults.length} ${JSON.stringify(defaults[0])} ${said}`;
}

function withDefaults(entries: readonly Entry[], hints: Defaults, defaults: Defaults): readonly Entry[] {
  if (hints.length === 0 && defaults.length === 0) return entries;
  let at = entries.length;
  while (at > 0 && entries[at - 1]?.origin === 'browser') at -= 1;
  const made = (list: Defaults, origin: Entry['origin']): Entry[] =>
    [...list].reverse().map(([property, value]) => ({
      property,
      value,
      source: null,
      origin,
      layer: 'defaults',
      specificity: 0,
    }));
  return [
    ...entries.slice(0, at),
    ...made(hints, 'author'),
    ...entries.slice(at),
    ...made(defaults, 'browser'),
  ];
}

function indexed(entries: readonly Entry[]): Indexed {
  const byName = new Map<string, number[]>();
  const variables = new Map<string, string>();
  entries.forEach(({ property, value }, rank) => {
    if (property.startsWith('--')) {
      if (!variables.has(property)) variables.set(property, value);
      return;
    }
    const name = property.toLowerCase();
    const ranks = byName.get(name) ?? [];
    ranks.push(rank);
    byName.set(name, ranks);
  });
  return { entries, byName, variables };
}

const BLACK: Rgb = { r: 0, g: 0, b: 0, alpha: 1 };
const MAX_REMEMBERED = 4_096;
const colorWords = new Map<string, boolean>();

function isColor(word: string): boolean {
  const known = colorWords.get(word);
  if (known !== undefined) return known;
  const answer = resolveColor(word, { current: BLACK, scheme: 'light' }) !== null;
  if (colorWords.size < MAX_REMEMBERED) colorWords.set(word, answer);
  return answer;
}

const RGB = /^rgb\(([\d.e-]+) ([\d.e-]+) ([\d.e-]+) \/ ([\d.e-]+)\)$/;

/** Our own writing of a colour, read back. */
function parseRgb(text: string): Rgb | null {
  const match = RGB.exec(text);
  if (match === null) return null;
  const [r = 0, g = 0, b = 0, alpha = 1] = match.slice(1).map(Number);
  return { r: r / 255, g: g / 255, b: b / 255, alpha };
}
