/**
 * Changes a value where it is written when that is safe, else as near to the element as possible. A shared
 * declaration has many consumers: it is edited only when the caller has checked the value against all of them, and said
 * again only where that takes nothing from another rule.
 */
import type { DeclarationSource } from '../model/css.ts';
import type { Page, PageElement } from '../model/page.ts';
import { TAILWIND_SHEET } from '../model/tailwind.ts';
import type { Proposal } from './proposal.ts';

export interface ValueChange {
  property: string;
  value: string;
  /** The elements that need it. */
  elements: readonly PageElement[];
  /** The declaration that sets the value now; null for the browser's own sheet. */
  source: DeclarationSource | null;
  /** True when every element that gets its value from this declaration may have the new one. */
  forAll: boolean;
}

type Changes = Pick<Proposal, 'edits' | 'styles' | 'css'>;

/** For pseudo-states the written selector would not match at rest: those go to the element itself. */
const STATEFUL = /:(hover|focus|active|visited|target|before|after)|::/;

export function changeValue(page: Page, change: ValueChange): Changes {
  const { source, property, value, forAll, elements } = change;
  if (source !== null && forAll && source.where !== 'attribute' && !STATEFUL.test(source.selector)) {
    const inPlace = editInPlace(page, change, source);
    if (inPlace !== null) return inPlace;
    // What scripts build has no style attribute to write to; whether the rule takes from another one, a look will show.
    if (page.isBuilt === true || !page.engine.contested().has(source))
      return { css: [overrideRule(source, property, value)] };
  }
  const important = source?.important === true;
  return { styles: elements.map((element) => ({ element, property, value, important })) };
}

function editInPlace(
  page: Page,
  { property, value }: ValueChange,
  source: DeclarationSource,
): Changes | null {
  if (source.valueRange === null || source.where !== 'inline' || page.isBuilt === true) return null;
  const { start, end } = source.valueRange;
  // A shorthand holds more than this one value; it may be edited only when the value is all there is.
  const whole =
    source.property === property || (source.property === 'background' && isPlainColor(source.value));
  if (!whole || page.html.slice(start, end) !== source.value) return null;
  return { edits: [{ start, end, text: value }] };
}

function isPlainColor(value: string): boolean {
  return /^(#[\da-f]{3,8}|[a-z]+|rgba?\([^()]*\)|hsla?\([^()]*\)|var\(--[\w-]+\))$/i.test(value.trim());
}

/** The same selector again, later in the cascade, with what surrounds it. */
function overrideRule(source: DeclarationSource, property: string, value: string): string {
  const { selector, conditions, sheet } = source;
  // A script adds Tailwind's sheet after ours at run time, so order alone would not win.
  const important = source.important || sheet === TAILWIND_SHEET;
  const rule = `${selector.replace(/\s+/g, ' ')} { ${property}: ${value}${important ? ' !important' : ''}; }`;
  return conditions
    .filter((condition) => !condition.startsWith('@layer'))
    .reduceRight((inner, condition) => `${condition} { ${inner} }`, rule);
}
