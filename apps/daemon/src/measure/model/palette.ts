/** The colours a page shows, with the elements that show them. */
import { toHex } from './color.ts';
import type { DeclarationSource } from './css.ts';
import type { PageElement } from './dom.ts';
import type { Page } from './page.ts';
import { renderedElements } from './reading.ts';
import type { Rgb } from './style.ts';

export interface ColorUse {
  color: Rgb;
  hex: string;
  property: 'color' | 'background-color' | 'border-top-color';
  element: PageElement;
  source: DeclarationSource;
}

const known = new WeakMap<Page, ColorUse[]>();

/** Only what the author wrote and an element shows; inherited text colour counts once, where it is set. */
export function colorsUsed(page: Page): ColorUse[] {
  const cached = known.get(page);
  if (cached !== undefined) return cached;
  const uses: ColorUse[] = [];
  for (const element of renderedElements(page)) {
    const style = page.styleOf(element);
    const parent = element.parent === null ? null : page.styleOf(element.parent);
    for (const property of ['color', 'background-color', 'border-top-color'] as const) {
      const source = style.source(property);
      if (source === null || (property === 'color' && parent?.source('color') === source)) continue;
      if (property === 'border-top-color' && !isFramed(page, element)) continue;
      const color = style.color(property);
      if (color !== null && color.alpha > 0.05)
        uses.push({ color, hex: toHex(color), property, element, source });
    }
  }
  known.set(page, uses);
  return uses;
}

function isFramed(page: Page, element: PageElement): boolean {
  const style = page.styleOf(element);
  return (style.px('border-top-width') ?? 0) > 0 && style.value('border-top-style') !== 'none';
}
