/** The outline of headings, by the level that is exposed rather than by the tag alone. */
import type { PageElement } from './dom.ts';

export function headingLevel(heading: PageElement): number {
  const level = Number(heading.attributes.get('aria-level'));
  if (Number.isInteger(level) && level > 0) return level;
  return Number(heading.tag.slice(1)) || 2;
}
