/** The colours a page shows, with the elements that show them. */
import { toHex } from './color.ts';
import type { DeclarationSource } from './css.ts';
import type { PageElement } from './dom.ts';
import type { Page } from './page.ts';
import { renderedElements } from './reading.ts';
import type { Rgb } from './style.ts';

type Border = `border-${(typeof SIDES)[number]}-color`;

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const BORDERS = SIDES.map((side): [Border, (typeof SIDES)[number]] => [`border-${side}-color`, side]);

export interface ColorUse {
  color: Rgb;
  hex: string;
  property: 'color' | 'background-color' | Border;
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
    const framed = new Set<string>();
    for (const property of ['color', 'background-color', ...BORDERS.map(([border]) => border)] as const) {
      const source = style.source(property);
      if (source === null || (property === 'color' && parent?.source('color') === source)) continue;
      const side = BORDERS.find(([border]) => border === property)?.[1];
      // A frame of one colour is one use of it.
      if (side !== undefined && (!isFramed(page, element, side) || framed.has(style.value(property) ?? '')))
        continue;
      if (side !== undefined) framed.add(style.value(property) ?? '');
      const color = style.color(property);
      if (color !== null && color.alpha > 0.05)
        uses.push({ color, hex: toHex(color), property, element, source });
    }
  }
  known.set(page, uses);
  return uses;
}

function isFramed(page: Page, element: PageElement, side: (typeof SIDES)[number]): boolean {
  const style = page.styleOf(element);
  return (style.px(`border-${side}-width`) ?? 0) > 0 && style.value(`border-${side}-style`) !== 'none';
}
