/** How wide a block may become on a desktop screen, as far as the source alone can tell. */
import type { PageElement } from './dom.ts';
import type { Page } from './page.ts';

const VIEWPORT_PX = 1280;

/** Null where layout decides: grid and flex items, floats, positioned boxes, columns. */
export function availableWidth(page: Page, element: PageElement): number | null {
  let width = VIEWPORT_PX;
  let padding = 0;
  for (let current: PageElement | null = element; current !== null; current = current.parent) {
    const style = page.styleOf(current);
    const sides = style.padding();
    if (current !== element) padding += (sides.left ?? 0) + (sides.right ?? 0);
    for (const property of ['width', 'max-width']) {
      const value = style.declared(property)?.value ?? '';
      const limit = style.px(property) ?? characters(value, style.fontSize);
      if (limit !== null && limit > 0) width = Math.min(width, limit + (property === 'width' ? 0 : padding));
      else if (/%|vw|calc|min\(|clamp|fit-content|min-content/.test(value) && value !== '100%') return null;
    }
    if (/absolute|fixed|sticky/.test(style.value('position') ?? '') || style.declared('float') !== null)
      return null;
    const parent = current.parent;
    const display = parent === null ? '' : (page.styleOf(parent).value('display') ?? '');
    if (/flex|grid|table/.test(display) || style.declared('columns', 'column-count') !== null) return null;
  }
  return width - padding;
}

function characters(value: string, fontSize: number): number | null {
  const match = /^(\d+(?:\.\d+)?|\.\d+)ch$/.exec(value.trim());
  return match === null ? null : Number(match[1]) * fontSize * 0.5;
}
