/** The spacings a page really uses: written by its author, in fixed units, on shown elements. */
import type { DeclarationSource } from './css.ts';
import type { PageElement } from './dom.ts';
import type { Page } from './page.ts';
import { renderedElements } from './reading.ts';

export interface Spacing {
  element: PageElement;
  property: string;
  px: number;
  source: DeclarationSource;
}

const PROPERTIES = [
  'margin-top', 'margin-bottom', 'padding-top', 'padding-bottom', 'padding-left', 'padding-right',
  'row-gap', 'column-gap',
] as const; // biome-ignore format: one list
const FAMILIES: Record<string, string[]> = {
  'margin-top': ['margin', 'margin-top', 'margin-block', 'margin-block-start'],
  'margin-bottom': ['margin', 'margin-bottom', 'margin-block', 'margin-block-end'],
  'padding-top': ['padding', 'padding-top', 'padding-block', 'padding-block-start'],
  'padding-bottom': ['padding', 'padding-bottom', 'padding-block', 'padding-block-end'],
  'padding-left': ['padding', 'padding-left', 'padding-inline', 'padding-inline-start'],
  'padding-right': ['padding', 'padding-right', 'padding-inline', 'padding-inline-end'],
  'row-gap': ['gap', 'row-gap', 'grid-gap'],
  'column-gap': ['gap', 'column-gap', 'grid-gap'],
};

/** `em` and its kin follow the text; `vw` and the like follow the screen, in `clamp()` too. */
const RELATIVE = /\d(em|ex|ch|lh|rlh|[dsl]?v(w|h|i|b|min|max)|cq\w+|%)(?![\w-])/i;

const known = new WeakMap<Page, Spacing[]>();

/** One entry per element and side, so that a rule counts by the elements it really touches. */
export function spacings(page: Page): Spacing[] {
  const cached = known.get(page);
  if (cached !== undefined) return cached;
  const list: Spacing[] = [];
  for (const element of renderedElements(page)) {
    const style = page.styleOf(element);
    for (const property of PROPERTIES) {
      const found = style.declared(...(FAMILIES[property] ?? []));
      // Without a source it is the browser's own sheet; tied to the text or to the screen it follows no step.
      if (found === null || found.source === null || RELATIVE.test(found.value)) continue;
      const px = style.px(property);
      if (px !== null && px > 0) list.push({ element, property, px, source: found.source });
    }
  }
  known.set(page, list);
  return list;
}
