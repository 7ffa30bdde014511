/** The heading that a place of the page stands under: two branches, two seasons and two plans each have their own figures. */
import type { Page, PageElement } from '../model/page.ts';
import { headings } from '../model/reading.ts';

/** Null before the first heading. */
export function headingOver(page: Page, at: PageElement): PageElement | null {
  let over: PageElement | null = null;
  for (const heading of headings(page)) {
    if (heading.index > at.index) break;
    over = heading;
  }
  return over;
}
